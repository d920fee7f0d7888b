import { spawn } from "node:child_process";
import { access, mkdir, rename, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

/** A program from npm at an exact version: what it is called in `node_modules/.bin`, too. */
export interface AgentPackage {
  readonly package: string;
  readonly version: string;
  readonly bin: string;
}

/** Where the program is, or why it can't be had: then its tests are skipped, and say so. */
export type Installed =
  | { readonly ok: true; readonly folder: string; readonly file: string }
  | { readonly ok: false; readonly reason: string };

/** Where programs are kept between runs: RALPH_TEST_CACHE, else a folder of the user's own cache. */
export const cacheFolder = (): string =>
  process.env["RALPH_TEST_CACHE"] ?? join(homedir(), ".cache", "ralph-test-agents");

/** Installs the program once into the cache. Never rejects: a registry out of reach is a reason to skip. */
export async function install({ package: name, version, bin }: AgentPackage): Promise<Installed> {
  const home = join(cacheFolder(), `${bin}-${version}`);
  const folder = join(home, "node_modules", ".bin");
  const file = join(folder, bin);
  if (await exists(file)) return { ok: true, folder, file };

  const fresh = `${home}.${process.pid}`;
  const failed = async (reason: string): Promise<Installed> => {
    await rm(fresh, { recursive: true, force: true });
    return { ok: false, reason: `${name}@${version} could not be installed: ${reason}` };
  };
  try {
    await mkdir(fresh, { recursive: true });
    const { code, output } = await npm([
      "install",
      "--no-save",
      "--no-audit",
      "--no-fund",
      "--fetch-retries=1",
      "--prefix",
      fresh,
      `${name}@${version}`,
    ]);
    if (code !== 0) return await failed(/^npm error (.+)$/m.exec(output)?.[1] ?? `npm ended with ${code}`);
    // Moved in one go, so that an install cut off half-way is never taken for a whole one.
    await rename(fresh, home);
  } catch (error) {
    if (!(await exists(file))) return failed(error instanceof Error ? error.message : String(error));
    await rm(fresh, { recursive: true, force: true });
  }
  return (await exists(file)) ? { ok: true, folder, file } : failed(`the package has no program ${bin}`);
}

function npm(args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }> {
  const file = process.platform === "win32" ? "npm.cmd" : "npm";
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: tmpdir(), stdio: ["ignore", "pipe", "pipe"], timeout: 200_000 });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => void (output += chunk.toString("utf8")));
    child.stderr.on("data", (chunk: Buffer) => void (output += chunk.toString("utf8")));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
