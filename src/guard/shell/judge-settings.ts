import { finding, type Findings, type Judging, shown } from "./finding.ts";
import { isOurs } from "./git/git-scene.ts";
import { type ShellCommand, type ShellSetting, unseenInput } from "./reading/shell-command.ts";
import { isTold } from "./reading/shell-word.ts";
import { judgeTarget } from "./targets.ts";

/** What a variable does to programs that find it set. */
type Influence =
  /** It loads or redirects something. `unless`: values that are harmless. */
  | { readonly kind: "risky"; readonly what: string; readonly unless?: RegExp }
  /** Its value is run as a command. */
  | { readonly kind: "command" }
  /** Its value is expanded as a prompt is. */
  | { readonly kind: "prompt" }
  /** Its value is a folder or file that git works on. */
  | { readonly kind: "path" }
  /** It leaves hooks out. */
  | { readonly kind: "skips" };

const risky = (what: string, unless?: RegExp): Influence => ({
  kind: "risky",
  what,
  ...(unless === undefined ? {} : { unless }),
});
const command: Influence = { kind: "command" };

const influences: readonly (readonly [RegExp, Influence])[] = [
  [/^BASH_ENV$/, risky("names a script that every bash runs first")],
  [/^(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES)$/, risky("loads foreign code into every program")],
  [/^BASH_FUNC_/, risky("brings a function that takes the place of a command")],
  [
    /^(?:SHELLOPTS|BASHOPTS|GLOBIGNORE|CDPATH|functions|aliases|galiases|saliases|commands|dis_\w+)$/,
    risky("changes what the words of a command mean"),
  ],
  [/^(?:PERL5DB|PERL5OPT|PYTHONSTARTUP|RUBYOPT)$/, risky("has an interpreter run something first", /^-[wW]\w*$/)],
  [/^PROMPT_COMMAND$/, command],
  [/^NODE_OPTIONS$/, risky("has node run code that stands in the command", /^(?!.*data:)/i)],
  [
    /^(?:MAKEFLAGS|GNUMAKEFLAGS|MFLAGS)$/,
    risky("has make run what stands in the command", /^(?!.*(?:--eval|SHELL=|\$\())/),
  ],
  [
    /^(?:GIT_EXEC_PATH|GIT_TEMPLATE_DIR|GIT_CONFIG_PARAMETERS|GIT_CONFIG_COUNT|GIT_CONFIG_KEY_\d+|GIT_CONFIG_VALUE_\d+|GIT_CONFIG|GIT_CONFIG_GLOBAL|GIT_CONFIG_SYSTEM|GIT_PROXY_COMMAND|GIT_ALLOW_PROTOCOL)$/,
    risky("changes how git is set up", /^(?:\/dev\/null|)$/),
  ],
  [/^(?:GIT_DIR|GIT_WORK_TREE|GIT_COMMON_DIR|GIT_INDEX_FILE|GIT_OBJECT_DIRECTORY)$/, { kind: "path" }],
  [/^(?:GIT_)?(?:EDITOR|SEQUENCE_EDITOR|PAGER|SSH_COMMAND|SSH|EXTERNAL_DIFF|ASKPASS)$/, command],
  [
    /^(?:VISUAL|FCEDIT|MANPAGER|BROWSER|LESSOPEN|LESSCLOSE|RSYNC_RSH|SSH_ASKPASS|SUDO_ASKPASS|SVN_EDITOR|FZF_DEFAULT_COMMAND)$/,
    command,
  ],
  [/^npm_config_script_shell$/i, command],
  [/^(?:PS[0-4]|PROMPT|SPROMPT|RPROMPT)$/, { kind: "prompt" }],
  [
    /^(?:HUSKY|HUSKY_SKIP_HOOKS|SKIP|PRE_COMMIT_ALLOW_NO_CONFIG|LEFTHOOK|LEFTHOOK_EXCLUDE|SKIP_HOOKS|SKIP_SIMPLE_GIT_HOOKS|OVERCOMMIT_DISABLE)$/,
    { kind: "skips" },
  ],
];

const substitutes = /\$\(|`/;
/** A subscript that holds a command: arithmetic runs it, though no reader of words sees it. */
const subscript = /\[[^\]]*(?:\$\(|`)/;

function* judgeInfluence(
  influence: Influence,
  { name, value }: ShellSetting,
  where: ShellCommand,
  judging: Judging,
): Findings {
  switch (influence.kind) {
    case "risky":
      if (!isTold(value) || influence.unless?.test(value.value) !== true)
        yield finding("risky-variable", `${shown(name)} ${influence.what}.`);
      return;
    case "command":
      if (!isTold(value))
        yield finding("risky-variable", `${shown(name)} is run as a command, and what it holds can't be known.`);
      else yield* judging.script(value.value, { ...where, input: unseenInput });
      return;
    case "prompt":
      if (!isTold(value) || substitutes.test(value.value))
        yield finding("risky-variable", `${shown(name)} runs what stands in it as the prompt is shown.`);
      return;
    case "path":
      if (!isOwnGit(value.value, where, judging)) yield* judgeTarget(value, "edits", where, judging);
      return;
    case "skips":
      if (judging.commits())
        yield finding("skipped-hooks", `${shown(`${name}=${value.value}`)} leaves the hooks of a commit out.`);
  }
}

/** `GIT_DIR=.git` names what git would find by itself. */
const isOwnGit = (path: string, where: ShellCommand, judging: Judging): boolean => {
  const { root } = judging.scene;
  const named = /^(?:\.\/)?(?:\.git\/?|\.)$/.test(path) || path === root || path === `${root}/.git`;
  return named && isOurs(where, judging);
};

/** What speaks against setting variables to these values. */
export function* judgeSettings(settings: readonly ShellSetting[], where: ShellCommand, judging: Judging): Findings {
  for (const setting of settings) {
    const { name, value } = setting;
    if (isTold(value) && subscript.test(value.value))
      yield finding("inline-code", `${shown(`${name}=${value.value}`)} holds a command that arithmetic would run.`);
    for (const [pattern, influence] of influences)
      if (pattern.test(name)) yield* judgeInfluence(influence, setting, where, judging);
  }
}
