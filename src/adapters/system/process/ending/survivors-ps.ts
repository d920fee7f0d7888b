import { execFile } from "node:child_process";
import { sendSignal, type ProcessRow, type ProcessViewer } from "../process-viewer.ts";

const lookMs = 2_000;

/** Sees processes through `ps`, as macOS and the BSDs have it. Environments are shown there only of the user's own processes. */
export function psViewer(): ProcessViewer {
  let environments = new Map<number, string>();
  return {
    async list() {
      const [table, shown] = await Promise.all([
        ps(["-A", "-ww", "-o", "pid=,ppid=,pgid=,stat=,time=,lstart=,ucomm="]),
        process.platform === "linux"
          ? ps(["axeww", "-o", "pid=,command="])
          : ps(["-A", "-E", "-ww", "-o", "pid=,command="]),
      ]);
      environments = new Map(shown.split("\n").map((line) => [Number.parseInt(line, 10), `${line.trim()} `]));
      return table.split("\n").flatMap(psRow);
    },
    carries(row, marks) {
      const environ = environments.get(row.pid) ?? "";
      return marks.some((mark) => environ.includes(` ${mark} `));
    },
    signalGroup: (leader, signal) => sendSignal(-leader, signal),
    signal: (row, signal) => sendSignal(row.pid, signal),
  };
}

const shape = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+([\d:.-]+)\s+(\w+\s+\w+\s+\w+\s+[\d:]+\s+\d+)\s+(.*)$/;

/** One line of the table; nothing for a zombie. The start is exact to the second. */
export function psRow(line: string): ProcessRow[] {
  const [, pid, ppid, pgid, state, time, start, name] = shape.exec(line) ?? [];
  if (pid === undefined || time === undefined || start === undefined || state?.startsWith("Z")) return [];
  const group = Number(pgid);
  return [
    {
      pid: Number(pid),
      ppid: Number(ppid),
      pgid: group,
      sid: group,
      start,
      cpuMs: cpuTime(time),
      name: name?.trim() ?? "",
    },
  ];
}

/** `[[days-]hours:]minutes:seconds[.hundredths]` in milliseconds. */
function cpuTime(text: string): number {
  const [days, clock] = text.includes("-") ? text.split("-") : ["0", text];
  const seconds = (clock ?? "").split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return Math.round((Number(days) * 86_400 + seconds) * 1000);
}

function ps(args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const options = { timeout: lookMs, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, LC_ALL: "C" } };
    execFile("ps", args, options, (_error, stdout) => resolve(stdout));
  });
}
