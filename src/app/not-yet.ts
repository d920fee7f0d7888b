import type { Config } from "../config/schema.ts";

/** What the configuration may ask for and this version does not do: said plainly at the start, never passed over. */
const rules: readonly { readonly asked: (config: Config) => boolean; readonly words: (config: Config) => string }[] = [
  {
    asked: ({ parallel }) => parallel > 1,
    words: () => "RALPH_PARALLEL: only one task at a time is supported yet; use 1.",
  },
  {
    asked: ({ sandbox }) => sandbox === "container",
    words: () => "RALPH_SANDBOX=container: containers are not supported yet; use bwrap, agent or none.",
  },
];

/** The same for what only adds to a run: it goes on without, and says so. */
const additions: readonly { readonly asked: (config: Config) => boolean; readonly key: string }[] = [
  {
    asked: ({ notify }) => notify.desktop || notify.bell || notify.command !== null || notify.webhook !== null,
    key: "RALPH_NOTIFY_…",
  },
  { asked: ({ fleet }) => fleet.database !== null, key: "RALPH_FLEET_DATABASE" },
  { asked: ({ landing }) => landing.docsOnDefault, key: "RALPH_DOCS_ON_DEFAULT" },
];

/** Settings that this version passes over, each with what holds in its place; empty where there are none. */
export const passedOver = (config: Config): readonly string[] =>
  additions
    .filter((addition) => addition.asked(config))
    .map(({ key }) => `${key} is not supported yet and is ignored.`);

/** Sentences about what is asked for and not there; empty where all is. */
export const notYet = (config: Config): readonly string[] =>
  rules.filter((rule) => rule.asked(config)).map((rule) => rule.words(config));
