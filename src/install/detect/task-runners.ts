import { type Check, type Detector, purposes } from "./finding.ts";

/** Files of targets, by the program that runs them: taken where nothing of the language itself was found. */
const runners: readonly {
  readonly program: string;
  readonly files: readonly string[];
  readonly target: (name: string) => RegExp;
}[] = [
  {
    program: "make",
    files: ["Makefile", "makefile", "GNUmakefile"],
    target: (name) => new RegExp(`^${name}\\s*:(?!=)`, "m"),
  },
  {
    program: "just",
    files: ["justfile", "Justfile", ".justfile"],
    target: (name) => new RegExp(`^@?${name}(?:\\s[^:=\\n]*)?:(?!=)`, "m"),
  },
  { program: "task", files: ["Taskfile.yml", "Taskfile.yaml"], target: (name) => new RegExp(`^ +${name}:`, "m") },
];

const targets = { types: ["typecheck", "types"], lint: ["lint"], test: ["test", "check"] } as const;

/** make, just and task: targets for tests, lint and types. */
export const taskRunners: readonly Detector[] = runners.map(({ program, files, target }) => ({
  name: program,
  fallback: true,
  look(glimpse) {
    const from = files.find((file) => glimpse.names.includes(file));
    if (from === undefined) return null;
    const text = glimpse.text(from) ?? "";
    const checks = purposes.flatMap((purpose): Check[] => {
      const name = targets[purpose].find((each) => target(each).test(text));
      return name === undefined ? [] : [{ purpose, command: `${program} ${name}`, from }];
    });
    return { language: program, packageManager: null, checks };
  },
}));
