/** What a program that is shut in may see and change. Paths are absolute, and need not exist. */
export interface BubbleWalls {
  /** Hidden but for what is named below. */
  readonly home: string;
  /** Seen, not changed. Only what lies in the home has to be named: all else can be read. */
  readonly readable: readonly string[];
  /** Changed, too: the work tree, git's folder, the agent's own state. */
  readonly writable: readonly string[];
  /** Within what is writable: not to be changed after all. */
  readonly fixed: readonly string[];
  readonly network: boolean;
}

/** A program's start: argv, and where. */
export interface Shut {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** Ends with whoever started it, and neither sees nor signals what else runs. */
const apart = ["--die-with-parent", "--unshare-pid", "--unshare-ipc", "--unshare-uts"] as const;

/** Folders of the machine that begin empty, beside the home. */
export const emptied: readonly string[] = ["/run", "/tmp", "/var/tmp"];

/**
 * Everything is read, nothing written, and temporary folders are its own. `/run` is where system services listen: whoever reaches
 * the one of containers has the whole machine.
 */
const machine: readonly string[] = [
  ["--ro-bind", "/", "/"],
  ["--dev", "/dev"],
  ["--proc", "/proc"],
  ...emptied.map((folder) => ["--tmpfs", folder]),
  ["--setenv", "TMPDIR", "/tmp"],
].flat();

/** How names are resolved is told there, too. */
const resolvers = ["/run/systemd/resolve", "/run/resolvconf", "/run/NetworkManager/resolv.conf"] as const;

/** Outer folders first, since what is mounted later lies over what was there; what lies below one of them comes with it. */
const outermost = (paths: readonly string[]): readonly string[] =>
  [...new Set(paths)]
    .toSorted((left, right) => left.split("/").length - right.split("/").length)
    .filter((path, at, all) => !all.slice(0, at).some((outer) => path.startsWith(`${outer}/`)));

const each = (flag: string, paths: readonly string[]): readonly string[] => paths.flatMap((path) => [flag, path, path]);

/**
 * The start of the program within bubblewrap: everything read-only, temporary folders of its own, the home hidden, other
 * processes out of sight, and gone with whoever started it.
 */
export function inBubble({ file, args, cwd }: Shut, walls: BubbleWalls): Pick<Shut, "file" | "args"> {
  const { home, readable, writable, fixed, network } = walls;
  return {
    file: "bwrap",
    args: [
      ...apart,
      ...(network ? [] : ["--unshare-net"]),
      ...machine,
      ...each("--ro-bind-try", resolvers),
      ...(home === "/" ? [] : ["--tmpfs", home]),
      ...each("--ro-bind-try", outermost(readable)),
      ...each("--bind-try", outermost(writable)),
      ...each("--ro-bind-try", outermost(fixed)),
      "--chdir",
      cwd,
      "--",
      file,
      ...args,
    ],
  };
}
