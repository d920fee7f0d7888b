import { execFile } from "node:child_process";
import type { ProcessViewer } from "../process-viewer.ts";

/** Windows has no groups and no signals: a live child of ours is ended with its tree, and nothing is looked for afterwards. */
export const windowsViewer: ProcessViewer = {
  async list() {
    return [];
  },
  carries: () => false,
  signalGroup: (leader) => {
    execFile("taskkill", ["/PID", String(leader), "/T", "/F"], { windowsHide: true }, () => {});
  },
  signal: () => {},
};
