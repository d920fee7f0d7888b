import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject, textIn } from "../json-file/json-text.ts";
import { type JsonBacklog, openJsonFile } from "../json-file/open-json-file.ts";
import type { StateFile } from "../text-file.ts";
import { taskmasterFormat } from "./taskmaster-format.ts";
import { withTaskmasterLock } from "./taskmaster-lock.ts";

/** Where Taskmaster keeps its tasks, the newer place first. */
export const taskmasterFiles = [".taskmaster/tasks/tasks.json", "tasks/tasks.json"] as const;

/**
 * Taskmaster's tasks as a backlog: those of one tag, which is the one that `task-master use-tag` chose (`master` if none). Other tags
 * are never touched; what is written, is written under Taskmaster's lock.
 */
export function openTaskmaster(root: string, file: StateFile): JsonBacklog {
  const backlog = openJsonFile(file, taskmasterFormat(tagIn(root)));
  const locked = <T>(write: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
    existsSync(file.path) ? withTaskmasterLock(file.path, write, signal) : write();
  return {
    ...backlog,
    setState: (change, signal) => locked(() => backlog.setState(change, signal), signal),
    settle: (before, settlement, signal) => locked(() => backlog.settle(before, settlement, signal), signal),
    replace: (text, signal) => locked(() => backlog.replace(text, signal), signal),
    addEntries: (tasks, signal) => locked(() => backlog.addEntries(tasks, signal), signal),
  };
}

function tagIn(root: string): string {
  try {
    const state: unknown = JSON.parse(readFileSync(join(root, ".taskmaster", "state.json"), "utf8"));
    return (isObject(state) ? textIn(state, "currentTag") : null) ?? "master";
  } catch {
    return "master";
  }
}
