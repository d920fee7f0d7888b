import { hookSettings as claudeSettings } from "../claude/hooks.ts";
import { hookSettings as codexSettings } from "../codex/hooks.ts";
import { type HookForm, type HookGroups, hookGroups } from "../hook-groups.ts";
import { shellWord } from "../shell-word.ts";
import { copilotHooks } from "./copilot-hooks.ts";
import { geminiForm, qwenForm } from "./hooks-of-call.ts";
import { openCodeRules } from "./opencode-rules.ts";

/** The hooks that a repository gives to whoever starts an agent program in it by hand. */
export type ProjectHooks =
  /** Groups of hooks, to be put into a settings file that may hold other things. */
  | { readonly kind: "groups"; readonly file: string; readonly groups: HookGroups }
  /** A file that is ours alone. */
  | { readonly kind: "own"; readonly file: string; readonly text: string };

/** How the hook is started, and our folder of files for programs. All paths are absolute. */
export interface HookPlaces {
  readonly hook: readonly string[];
  readonly assets: string;
}

const readGroups = (settings: string): HookGroups => {
  const { hooks }: { readonly hooks: HookGroups } = JSON.parse(settings);
  return hooks;
};

const fromForm =
  (file: string, form: HookForm) =>
  ({ hook }: HookPlaces): ProjectHooks => ({ kind: "groups", file, groups: hookGroups(form, hook, "everyone") });

const piExtension = ({ hook, assets }: HookPlaces): string =>
  `// Made by \`ralph init\`: asks Ralph's guard before each tool.
import guard from ${JSON.stringify(`${assets}/hooks/pi.js`)};

const extension = (pi) => guard(pi, ${JSON.stringify(hook.map(shellWord).join(" "))});
export { extension as default };
`;

/** By agent program: where it looks for hooks in a repository, and ours in its form. */
export const projectHooks: Readonly<Record<string, (places: HookPlaces) => ProjectHooks>> = {
  claude: ({ hook }) => ({
    kind: "groups",
    file: ".claude/settings.local.json",
    groups: readGroups(claudeSettings(hook, "everyone")),
  }),
  codex: ({ hook }) => ({
    kind: "groups",
    file: ".codex/hooks.json",
    groups: readGroups(codexSettings(hook, "everyone")),
  }),
  gemini: fromForm(".gemini/settings.json", geminiForm),
  qwen: fromForm(".qwen/settings.json", qwenForm),
  copilot: ({ hook }) => ({ kind: "own", file: ".github/hooks/ralph.json", text: copilotHooks(hook, "everyone") }),
  pi: (places) => ({ kind: "own", file: ".pi/extensions/ralph.js", text: piExtension(places) }),
  opencode: () => ({
    kind: "own",
    file: ".opencode/opencode.json",
    text: `${JSON.stringify(openCodeRules, null, 2)}\n`,
  }),
};
