import type { History, Shelf, Workspace } from "../ports/workspace.ts";

/** The three ports over one repository. */
export interface WorkspacePorts {
  readonly workspace: Workspace;
  readonly history: History;
  readonly shelf: Shelf;
}

/** How the suites open what is tried: with the path of a real git repository that has a commit. */
export type OpenPorts = (path: string) => Promise<WorkspacePorts>;
