import type { Config } from "../config/schema.ts";

/** What the configuration may ask for and this version does not do: said plainly at the start, never passed over. */
const rules: readonly { readonly asked: (config: Config) => boolean; readonly words: (config: Config) => string }[] = [
  {
    asked: ({ source }) => source !== null && source !== "file",
    words: ({ source }) => `RALPH_SOURCE=${source}: only the source \`file\` (.ralph/fix_plan.md) is there yet.`,
  },
  {
    asked: ({ playbook }) => playbook !== null && playbook !== "workflow",
    words: ({ playbook }) => `RALPH_PLAYBOOK=${playbook}: only the playbook \`workflow\` is there yet.`,
  },
  {
    asked: ({ landing }) => landing.forge !== "none",
    words: ({ landing }) => `RALPH_FORGE=${landing.forge}: landing by pull requests is not there yet; use none.`,
  },
  {
    asked: ({ parallel }) => parallel > 1,
    words: () => "RALPH_PARALLEL: one task at a time is all that is there yet.",
  },
  {
    asked: ({ sandbox }) => sandbox !== "none",
    words: ({ sandbox }) => `RALPH_SANDBOX=${sandbox}: no sandbox is there yet; use none.`,
  },
];

/** Sentences about what is asked for and not there; empty where all is. */
export const notYet = (config: Config): readonly string[] =>
  rules.filter((rule) => rule.asked(config)).map((rule) => rule.words(config));
