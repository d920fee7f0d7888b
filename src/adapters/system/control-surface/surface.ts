/** What the caller's rules say of a repository-relative path; see `protectionOf` of the guard. */
export type Protection = "protected" | "plan" | "ledger" | "own" | "passage" | "free";

/** What to look at, and how. Paths are absolute. */
export interface SurfaceOptions {
  /** The work tree. */
  readonly root: string;
  /** The git folders of that work tree (they differ in a linked one); null where there is no git. */
  readonly git: { readonly dir: string; readonly commonDir: string } | null;
  readonly protection: (path: string) => Protection;
  /** A private folder outside the work tree for copies of what is guarded. Made when needed; the caller removes it. */
  readonly keepFolder: string;
  /** Another for what was taken away. */
  readonly asideFolder: string;
}

/** What a file system says of a file without reading it: as long as this is the same, so is the content. */
export interface Stamp {
  readonly size: bigint;
  readonly mtime: bigint;
  readonly ctime: bigint;
  readonly inode: bigint;
}

/** Content that can be written again: in memory, or as a copy in the keep folder under its digest. */
export type Kept = { readonly in: "memory"; readonly bytes: Buffer } | { readonly in: "store"; readonly path: string };

/** What counts against a thing: any change; that it is gone or replaced; certain settings in it; or, on the way, only its kind. */
export type Watch = "content" | "plan" | "ledger" | "git-config" | "passage";

/** A regular file as it stood. */
export interface FileEntry {
  readonly kind: "file";
  readonly mode: number;
  readonly stamp: Stamp;
  /** SHA-256, hex; null for the ledger and for what can't be read. */
  readonly digest: string | null;
  readonly kept: Kept | null;
}

/** One thing as it stood. */
export type SurfaceEntry =
  | FileEntry
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "folder"; readonly mode: number }
  /** Pipes, sockets, devices: never opened. */
  | { readonly kind: "other" };

/** One entry and where it lies. */
export interface Placed {
  readonly at: string;
  readonly watch: Watch;
  readonly entry: SurfaceEntry;
}

/** The control surface at one moment, by the name under which a person knows each part (`.git/hooks/…` wherever the git folder is). */
export interface Surface {
  readonly options: SurfaceOptions;
  readonly entries: ReadonlyMap<string, Placed>;
  /** Milliseconds since the epoch, before the first look. */
  readonly takenAt: number;
}

/** One difference. `tooling` is what package managers and git itself do: told, and counted only when it comes again. */
export interface SurfaceChange {
  readonly path: string;
  readonly at: string;
  readonly kind: "added" | "modified" | "deleted" | "replaced" | "mode";
  readonly severity: "attack" | "tooling";
  /** False where nothing was kept: the ledger, which only its owner can write again. */
  readonly restorable: boolean;
  /** What is different, for the agent's next prompt and the report. */
  readonly detail: string;
}
