import { type Check, type Detector, type Finding, purposes } from "./finding.ts";
import type { Glimpse } from "./glimpse.ts";
import { nodeProject } from "./node-project.ts";
import { pythonProject } from "./python-project.ts";
import { simpleProjects } from "./simple-projects.ts";
import { taskRunners } from "./task-runners.ts";

/** Every kind of project that is known. A new one is a file beside these, or a row in simple-projects, and a line here. */
const detectors: readonly Detector[] = [nodeProject, pythonProject, ...simpleProjects, ...taskRunners];

/** What was found by looking: languages with their package managers, and the checks that a gate may be made of, quick ones first. */
export interface Project {
  readonly languages: readonly { readonly name: string; readonly packageManager: string | null }[];
  readonly checks: readonly Check[];
}

/** Looks at a repository's files and tells what it is; nothing is run. */
export function detectProject(glimpse: Glimpse): Project {
  const found = detectors.flatMap((detector) => {
    const finding = detector.look(glimpse);
    return finding === null ? [] : [{ finding, isFallback: detector.fallback === true }];
  });
  const main = found.filter(({ isFallback }) => !isFallback).map(({ finding }) => finding);
  const covered = new Set(main.flatMap(({ checks }) => checks.map(({ purpose }) => purpose)));
  const fallback = found.filter(({ isFallback }) => isFallback).flatMap(({ finding }) => finding.checks);
  const rest = fallback.filter(
    (check, at) => !covered.has(check.purpose) && fallback.findIndex(({ purpose }) => purpose === check.purpose) === at,
  );
  return {
    languages: main.map(({ language: name, packageManager }: Finding) => ({ name, packageManager })),
    checks: inOrder([...main.flatMap(({ checks }) => checks), ...rest]),
  };
}

const inOrder = (checks: readonly Check[]): readonly Check[] =>
  purposes.flatMap((purpose) => checks.filter((check) => check.purpose === purpose));
