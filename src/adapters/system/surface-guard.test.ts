import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SurfaceRepository } from "./control-surface/surface-repository.ts";
import { surfaceGuard, surfacePlaces } from "./surface-guard.ts";

let repo: SurfaceRepository;
beforeEach(() => {
  repo = new SurfaceRepository();
});
afterEach(() => repo[Symbol.dispose]());

const { signal } = new AbortController();
/** A guard of a process of its own: it knows nothing but what is on the disk. */
const guard = () => surfaceGuard({ ...repo.options, ...surfacePlaces(repo.at(".git"), "run-1") });
const noteTheEnd = (): void => writeFileSync(surfacePlaces(repo.at(".git"), "run-1").agentsEnded, "");
/** Clocks of file systems go in steps. */
const aMoment = (): Promise<void> => new Promise((done) => setTimeout(done, 50));

test("G-1 what an agent changed under a harness that was killed is found and put back by the next one, and kept", async () => {
  await guard().take(signal);
  repo.put(".ralphrc", "RALPH_GATE=true\n");
  repo.put(".git/hooks/pre-commit", "#!/bin/sh\n");
  rmSync(repo.at(".ralph/specs"), { recursive: true });
  const findings = await guard().putBack(signal);
  expect(findings.map(({ path, severity }) => `${path} ${severity}`)).toEqual([
    ".git/hooks/pre-commit attack",
    ".ralph/specs attack",
    ".ralphrc attack",
  ]);
  expect(repo.read(".ralphrc")).toBe("RALPH_SOURCE=file\n");
  expect(repo.read(".ralph/specs/login.md")).toBe("# Login\n");
  expect(existsSync(repo.at(".git/hooks/pre-commit"))).toBe(false);
  const kept = /lies in (\S+)$/.exec(findings.find(({ path }) => path === ".ralphrc")?.what ?? "")?.[1] ?? "";
  expect(readFileSync(kept, "utf8")).toBe("RALPH_GATE=true\n");
  expect(await guard().putBack(signal)).toEqual([]);
});

test("G-1 what changed once the agents were gone is a person's: told, and left as it is", async () => {
  await guard().take(signal);
  repo.put(".claude/settings.json", '{"hooks":{}}\n');
  await aMoment();
  noteTheEnd();
  await aMoment();
  repo.put(".ralphrc", "RALPH_MODEL=better\n");
  expect(await guard().putBack(signal)).toEqual([
    expect.objectContaining({ path: ".claude/settings.json", severity: "attack" }),
    expect.objectContaining({ path: ".ralphrc", left: true }),
  ]);
  expect(repo.read(".ralphrc")).toBe("RALPH_MODEL=better\n");
});

test("a call that was seen to its end leaves nothing to compare, and a copy that was tampered with is not put back", async () => {
  const first = guard();
  await first.take(signal);
  await first.putBack(signal);
  repo.put(".ralphrc", "RALPH_MODEL=better\n");
  expect(await guard().putBack(signal)).toEqual([]);
  await guard().take(signal);
  const { keepFolder } = surfacePlaces(repo.at(".git"), "run-1");
  mkdirSync(keepFolder, { recursive: true });
  repo.put(".ralphrc", "RALPH_MODEL=worse\n");
  const index = readFileSync(join(keepFolder, "surface.json"), "utf8");
  const digest = /"\.ralphrc".*?"digest":"([0-9a-f]+)"/.exec(index)?.[1] ?? "";
  writeFileSync(join(keepFolder, digest), "RALPH_MODEL=worst\n");
  const [finding] = await guard().putBack(signal);
  expect(finding?.what).toContain("could not be put back");
  expect(repo.read(".ralphrc")).toBe("RALPH_MODEL=worse\n");
});
