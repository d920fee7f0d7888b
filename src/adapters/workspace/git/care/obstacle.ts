import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Obstacle } from "../../../../ports/repository-care.ts";
import { findProgram, programExtensions } from "../../../system/find-program.ts";
import { failureOf } from "../call/git-failure.ts";
import { lockedError, lookAtLock } from "../call/git-lock.ts";
import { underWayIn } from "../read/git-files.ts";
import { settingsOf } from "../read/settings.ts";
import type { GitRepository } from "../git-repository.ts";
import { lockFiles } from "./lock-files.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** What would keep us from committing here, or null: looked for before any work. Calls: 2, and 1 where files pass a filter. */
export async function findObstacle(
  repository: GitRepository,
  env: Env,
  signal?: AbortSignal,
): Promise<Obstacle | null> {
  const { view } = repository;
  const begun = underWayIn(view.gitDir);
  if (begun !== null)
    return { what: `A ${begun} is under way in ${view.root}.`, cure: "Finish or abort it, then start again." };
  return (
    (await lockInTheWay(repository, signal)) ??
    (await namelessCommits(repository, signal)) ??
    (await missingFilter(repository, env, signal))
  );
}

const lockPatienceMs = 2_000;

/** A lock that stays. One that another git holds for a moment is waited for. */
async function lockInTheWay({ view }: GitRepository, signal?: AbortSignal): Promise<Obstacle | null> {
  for (let waited = 0; ; waited += 100) {
    const [file] = lockFiles(view);
    if (file === undefined) return null;
    if (waited >= lockPatienceMs)
      return {
        what: lockedError(await lookAtLock(file, view.root), "").message,
        cure: "Start again when it is gone.",
      };
    await sleep(100, undefined, { signal });
  }
}

/** git must know who commits, and when: names and dates in the environment count as well. */
async function namelessCommits({ git }: GitRepository, signal?: AbortSignal): Promise<Obstacle | null> {
  for (const name of ["GIT_COMMITTER_IDENT", "GIT_AUTHOR_IDENT"]) {
    const { exitCode, stderr } = await git.ask({ mode: "read", args: ["var", name] }, signal);
    if (exitCode === 0) continue;
    const { message } = failureOf("var", stderr, exitCode);
    const variable = `${name.slice(0, -"IDENT".length)}DATE`;
    return /invalid date format/.test(stderr)
      ? { what: `${variable} in the environment is no date that git understands.`, cure: `Unset it: unset ${variable}` }
      : { what: message, cure: "Nothing could be committed otherwise; then start again." };
  }
  return null;
}

/** A filter that git must not do without, and whose program is not there: git could neither read nor commit such files. */
async function missingFilter({ git, view }: GitRepository, env: Env, signal?: AbortSignal): Promise<Obstacle | null> {
  const used = new Set(Array.from(attributesOf(view.root).matchAll(/\bfilter=(\S+)/g), ([, name = ""]) => name));
  if (used.size === 0) return null;
  const pattern = String.raw`^filter\..*\.(required|process|clean)$`;
  const settings = await settingsOf(git, pattern, signal);
  for (const name of used) {
    if (!/^(?:true|yes|on|1)$/i.test(settings.get(`filter.${name}.required`) ?? "")) continue;
    const command = settings.get(`filter.${name}.process`) ?? settings.get(`filter.${name}.clean`) ?? "";
    const [program = ""] = command.trim().split(/\s+/);
    const extensions = programExtensions(process.platform, env["PATHEXT"]);
    if (program === "" || (await findProgram(program, { path: env["PATH"], root: view.root, extensions })) !== null)
      continue;
    return {
      what: `Files of this repository pass through ${program} (.gitattributes: filter=${name}, and filter.${name}.required), which was not found: git could not commit them.`,
      cure: `Install ${program}, or do without it: git config filter.${name}.required false.`,
    };
  }
  return null;
}

function attributesOf(root: string): string {
  try {
    return readFileSync(join(root, ".gitattributes"), "utf8");
  } catch {
    return "";
  }
}
