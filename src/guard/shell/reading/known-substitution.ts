/** What is known where a substitution stands. Folders are absolute; null is unknown. */
export interface SubstitutionScope {
  readonly folder: string | null;
  readonly root: string;
  /** A temporary folder. */
  readonly temp: string;
  /** The checked out branch, where a word asks for it. */
  readonly branch: () => string | null;
  /** True for a program that the script has put a function in the place of. */
  readonly isReplaced: (program: string) => boolean;
}

const plainName = /^[\w.+:-]*$/;

const madeByMktemp = (args: readonly string[], temp: string): string | null => {
  const templates = args.filter((arg) => !arg.startsWith("-"));
  const [template] = templates;
  if (args.some((arg) => /^-(?:-tmpdir|p|-suffix)/.test(arg)) || templates.length > 1) return null;
  if (template === undefined || plainName.test(template)) return template === undefined ? `${temp}/tmp.0` : template;
  return template;
};

/** The output of a program with these arguments, as far as it can be told beforehand: the place in it, not its letters. */
const outputs: Readonly<Record<string, (args: readonly string[], scope: SubstitutionScope) => string | null>> = {
  pwd: (args, { folder }) => (args.every((arg) => arg === "-P" || arg === "-L") ? folder : null),
  mktemp: (args, { temp }) => madeByMktemp(args, temp),
  date: (args) => (args.every((arg) => plainName.test(arg) || /^\+[\w%:.+-]*$/.test(arg)) ? "0" : null),
  nproc: () => "0",
  id: (args) => (args.every((arg) => /^-[ugG]$/.test(arg)) ? "0" : null),
  basename: ([path = "", ...more]) => (more.length > 0 || path === "" ? null : path.slice(path.lastIndexOf("/") + 1)),
  dirname: ([path = "", ...more]) =>
    more.length > 0 || !path.includes("/") ? null : path.slice(0, path.lastIndexOf("/")),
  git: (args, scope) => gitOutput(args.join(" "), scope),
};

const gitOutput = (args: string, scope: SubstitutionScope): string | null => {
  switch (args) {
    case "rev-parse --show-toplevel":
      return scope.folder === scope.root || scope.folder?.startsWith(`${scope.root}/`) === true ? scope.root : null;
    case "branch --show-current":
    case "rev-parse --abbrev-ref HEAD":
    case "symbolic-ref --short HEAD":
      return scope.branch();
    case "rev-parse HEAD":
    case "rev-parse --short HEAD":
      return "0";
    default:
      return null;
  }
};

/** What `$(program …)` gives, null where that can't be told. */
export function knownSubstitution(words: readonly string[], scope: SubstitutionScope): string | null {
  const [program = "", ...args] = words;
  if (!Object.hasOwn(outputs, program) || scope.isReplaced(program)) return null;
  return outputs[program]?.(args, scope) ?? null;
}
