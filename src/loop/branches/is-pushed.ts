import type { Tools } from "../tools.ts";

/** True where a remote knows a commit that was made since. */
export async function isPushed({ workspace, history }: Tools, since: string): Promise<boolean> {
  const { head, branch } = await workspace.look();
  const remote = `refs/remotes/origin/${branch ?? ""}`;
  if (head === since || branch === null || (await history.branchTip(remote)) === null) return false;
  return (await workspace.commitsBetween(since, remote)).length > 0;
}
