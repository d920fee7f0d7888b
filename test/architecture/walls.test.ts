import { describe, expect, test } from "vitest";
import { type Module, readModules, roomOf } from "./modules.ts";

/**
 * Who may import whom, as ARCHITECTURE.md has it. A room may always import itself. `core/` names the room, `ports/ledger.ts` one
 * module of it. `packages` are those that a room may load; null: any.
 */
interface Wall {
  readonly rooms: readonly string[];
  readonly packages: readonly string[] | null;
  /** How many modules the room has at least: a check that sees fewer has looked in the wrong place. */
  readonly atLeast: number;
}

const adapter = (atLeast: number): Wall => ({
  rooms: ["core/", "ports/", "adapters/system/"],
  packages: null,
  atLeast,
});

const walls: Readonly<Record<string, Wall>> = {
  core: { rooms: [], packages: ["zod/mini"], atLeast: 50 },
  ports: { rooms: ["core/"], packages: [], atLeast: 8 },
  guard: { rooms: ["core/"], packages: ["unbash"], atLeast: 12 },
  loop: { rooms: ["core/", "ports/", "guard/"], packages: [], atLeast: 20 },
  fleet: { rooms: ["core/", "ports/", "loop/"], packages: null, atLeast: 0 },
  config: { rooms: ["core/"], packages: null, atLeast: 18 },
  install: { rooms: ["core/", "config/"], packages: null, atLeast: 0 },
  show: { rooms: ["core/", "ports/ledger.ts", "ports/control.ts"], packages: [], atLeast: 20 },
  testing: { rooms: ["core/", "ports/"], packages: null, atLeast: 8 },
  "stand-ins": { rooms: [], packages: null, atLeast: 0 },
  "adapters/agents": adapter(15),
  "adapters/backlogs": adapter(20),
  "adapters/control": adapter(1),
  "adapters/forges": adapter(0),
  "adapters/gates": adapter(2),
  "adapters/ledger": adapter(20),
  "adapters/notifiers": adapter(0),
  "adapters/prompts": adapter(1),
  "adapters/queue": adapter(0),
  "adapters/system": adapter(40),
  "adapters/workspace": adapter(20),
};

const modules = readModules();
const product = modules.filter(({ kind }) => kind === "product");
const inRoom = (room: string) => product.filter(({ path }) => roomOf(path) === room);

describe("the walls between the rooms", () => {
  test("every module stands in a room that has a wall, or is the composition root", () => {
    expect(
      product.map(({ path }) => roomOf(path)).filter((room) => room !== "app" && walls[room] === undefined),
    ).toEqual([]);
  });

  test.each(Object.entries(walls))("%s imports only what it may", (room, wall) => {
    const seen = inRoom(room);
    expect(seen.length).toBeGreaterThanOrEqual(wall.atLeast);
    expect(seen.flatMap((module) => breaches(module, wall))).toEqual([]);
  });

  test("nothing outside the tests loads the test helpers", () => {
    const using = product.filter(
      ({ path, imports }) => roomOf(path) !== "testing" && imports.some(({ to }) => to.startsWith("src/testing/")),
    );
    expect(using.map(({ path }) => path)).toEqual([]);
  });

  test("a stand-in for a service is loaded by tests and by the demo, and by nothing that works for real", () => {
    const using = product.filter(
      ({ path, imports }) => roomOf(path) !== "stand-ins" && imports.some(({ to }) => to.startsWith("src/stand-ins/")),
    );
    expect(using.map(({ path }) => path).filter((path) => !path.startsWith("src/app/demo/"))).toEqual([]);
  });
});

function breaches({ path, imports }: Module, { rooms, packages }: Wall): readonly string[] {
  const own = `src/${roomOf(path)}/`;
  const isAllowed = (to: string): boolean => to.startsWith(own) || rooms.some((room) => to.startsWith(`src/${room}`));
  return imports
    .filter(({ to, isPackage }) => (isPackage ? packages !== null && !packages.includes(to) : !isAllowed(to)))
    .map(({ to }) => `${path} imports ${to}`);
}

test("modules import each other in no circle", () => {
  expect(product.length).toBeGreaterThan(300);
  expect(circlesOf(product)).toEqual([]);
});

/** Modules that reach themselves over imports of values; each circle once, by the module where it was met. */
function circlesOf(all: readonly Module[]): readonly string[] {
  const targets = new Map(
    all.map(({ path, imports }) => [
      path,
      imports.filter(({ form, isPackage }) => form === "now" && !isPackage).map(({ to }) => to),
    ]),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) return void circles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
    if (done.has(path)) return;
    for (const to of targets.get(path) ?? []) visit(to, [...trail, path]);
    done.add(path);
  };
  for (const { path } of all) visit(path, []);
  return circles;
}

describe("words that a room does not know", () => {
  const none = (rooms: readonly string[], word: RegExp, but: readonly string[] = []) => {
    const seen = product.filter(
      ({ path }) => rooms.some((room) => path.startsWith(`src/${room}`)) && !but.includes(path),
    );
    expect(seen.length).toBeGreaterThan(0);
    expect(
      seen.flatMap(({ path, text }) => (word.test(codeOf(text)) ? [`${path}: ${word.exec(codeOf(text))?.[0]}`] : [])),
    ).toEqual([]);
  };

  test("the core knows no clock, no chance, no process and no console", () => {
    none(["core/"], /\bDate\b|\bMath\.random\b|\bprocess\.|\bconsole\.|\bperformance\.|\bsetTimeout\b|\bglobalThis\b/u);
  });

  test("the loop reads the time from the clock port, and the environment not at all", () => {
    none(
      ["loop/"],
      /\bDate\.now\b|\bnew Date\(\)|\bprocess\.(?:env|exit\(|cwd|argv|stdin|stdout\b|stderr\b|on\(|kill|pid)|\bconsole\.|\bMath\.random\b|\bsetTimeout\b/u,
    );
  });

  test("only the doors of the program may end the process", () => {
    none([""], /\bprocess\.exit\(/u, [
      "src/app/main.ts",
      "src/app/play.ts",
      "src/app/world/process-world.ts",
      "src/testing/processes-contract.ts",
    ]);
  });

  test("nobody prints but through the world", () => {
    none(
      ["core/", "ports/", "guard/", "loop/", "adapters/", "config/", "install/", "show/", "app/"],
      /\bconsole\.(log|error|warn|info)\(/u,
    );
  });
});

/** Code with its comments and texts blanked: what is said in a sentence is no use of a word. */
const codeOf = (text: string): string =>
  text.replace(
    /\/\*[\s\S]*?\*\/|(?<![:"'`\\])\/\/.*$|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/gmu,
    '""',
  );
