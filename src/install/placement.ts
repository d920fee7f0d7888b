/** What becomes of one file. `text` null: what stands there stays, or it is a list of ignored files, made where it is written. */
export interface Placement {
  readonly path: string;
  readonly state: "new" | "changed" | "same" | "kept";
  readonly text: string | null;
  /** What it is for, or why it stays. */
  readonly note: string;
  /** Files that are told in one line where the same becomes of them, and what that line says of so many. */
  readonly group?: { readonly path: string; readonly many: string };
  /** It is right on this machine alone, and never committed. */
  readonly isLocal?: boolean;
}

/** True for a file that is made or changed. */
export const isWritten = ({ state }: Placement): boolean => state === "new" || state === "changed";

/** A file that is as it should be. */
export const same = (path: string, note: string): Placement => ({ path, state: "same", text: null, note });

/** A file that is left as it is, and why. */
export const kept = (path: string, note: string): Placement => ({ path, state: "kept", text: null, note });
