// The least that any harness on Node does for a task: it starts the agent, asks git twice what has changed, and commits.
// Starting a process from Node is dear (it copies the page tables of the parent), so that this is the floor to compare with.
import { spawn } from "node:child_process";

const [tasks = "0", agent = "", prompt = ""] = process.argv.slice(2);
const status = ["status", "--porcelain=v2", "--branch", "-z", "--untracked-files=all"];

/** Runs a program to its end and reads what it says. */
const run = (file, args, input = "") =>
  new Promise((resolve, reject) => {
    const child = spawn(file, args);
    const pieces = [];
    child.stdout.on("data", (piece) => pieces.push(piece));
    child.stderr.resume();
    child.on("error", reject);
    child.stdin.on("error", () => {}); // it has ended before it was told that there is nothing to read
    child.on("close", (code) => (code === 0 ? resolve(Buffer.concat(pieces)) : reject(new Error(`${file}: ${code}`))));
    child.stdin.end(input);
  });

for (let i = 0; i < Number(tasks); i++) {
  await run("git", status);
  await run(agent, [], prompt);
  await run("git", status);
  await run("git", ["commit", "--quiet", "--all", "--message", `task ${i}`]);
}
