import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { type HookAnswer, isPayload, type LastAnswer, silent } from "../../adapters/agents/hooks/hook-dialect.ts";
import { remarksIn } from "../../core/answer/remarks.ts";
import { defaultProfile, oneOf, profileNames } from "../../core/status/profile.ts";
import { readStatusBlock } from "../../core/status/read-status-block.ts";
import { judgeStop } from "../../guard/stop.ts";
import type { HookEvent } from "./hook-event.ts";

/** An answer is short; more of a program's log than this is never read. */
const mostBytes = 512 * 1024;

/** Refuses an end without a valid status block, once. Where the answer can't be read, the loop asks after the call. */
export function atStop({ dialect, payload, around }: HookEvent): HookAnswer {
  if (!around.answersWithBlock) return silent;
  const last = dialect.lastAnswer(payload);
  const answer = last === null ? null : answerOf(last);
  if (answer === null) return silent;
  if (around.takesMark && remarksIn(answer).marked === true) return silent;
  const tracker = around.writesTracker ? "agent-writes" : "harness-writes";
  const profile = oneOf(profileNames, around.profile) ?? defaultProfile;
  const judgement = judgeStop(readStatusBlock(answer, profile, { tracker }), payload["stop_hook_active"] === true);
  return judgement.ends ? silent : dialect.goOn(judgement.reason);
}

function answerOf(last: LastAnswer): string | null {
  if (last.kind === "text") return last.text;
  const lines = tailOf(last.path).split("\n").toReversed();
  for (const line of lines) {
    const record = parsed(line);
    const answer = isPayload(record) ? last.read(record) : null;
    if (answer !== null) return answer;
  }
  return null;
}

function tailOf(path: string): string {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return "";
  }
  try {
    const size = Math.min(fstatSync(file).size, mostBytes);
    const tail = Buffer.alloc(size);
    return tail.toString("utf8", 0, readSync(file, tail, 0, size, fstatSync(file).size - size));
  } finally {
    closeSync(file);
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
