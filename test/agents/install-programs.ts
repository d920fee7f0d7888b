import type { TestProject } from "vitest/node";
import { type Installed, install } from "./install.ts";
import { programs, wantedPrograms } from "./programs.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The programs by name: where each is, or why it can't be had. One that was not asked for is missing. */
    readonly programs: Readonly<Record<string, Installed>>;
  }
}

let installed: Readonly<Record<string, Installed>> = {};
let driven: TestProject | null = null;

/** Before all tests: the wanted programs are installed. */
export async function setup(project: TestProject): Promise<void> {
  const wanted = wantedPrograms();
  const found = await Promise.all(
    Object.entries(programs).flatMap(([name, program]) =>
      wanted.has(name) ? [install(program).then((one) => [name, one] as const)] : [],
    ),
  );
  installed = Object.fromEntries(found);
  driven = project;
  project.provide("programs", installed);
}

/** After all tests: which programs were driven, which were not, and why. */
export function teardown(): void {
  const lines = Object.entries(programs).map(([name, { title }]) => `  ${title}: ${fateOf(installed[name], title)}`);
  console.log(["", "Real agent programs", ...lines, ""].join("\n"));
}

function fateOf(program: Installed | undefined, title: string): string {
  if (program === undefined) return "skipped: not asked for (RALPH_TEST_AGENTS=all)";
  if (!program.ok) return `skipped: ${program.reason}`;
  const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
  for (const file of driven?.vitest.state.getTestModules() ?? [])
    for (const test of file.children.allTests()) if (test.fullName.includes(title)) counts[test.result().state] += 1;
  return `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
}
