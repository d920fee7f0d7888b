/** The names that are looked for, the first there is being read. */
export const configFileNames = [
  "ralph.config.ts",
  "ralph.config.js",
  "ralph.config.json",
  "ralph.config.yaml",
  "ralph.config.yml",
] as const;
export type ConfigFileName = (typeof configFileNames)[number];
