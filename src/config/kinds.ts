import * as z from "zod/mini";
import type { Price } from "../core/money/price-table.ts";
import { shellWords } from "./sources/shell-words.ts";

/** The units of durations, in milliseconds. A setting's own unit is the last word of its name (`timeMinutes`). */
export const units = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;
type Unit = keyof typeof units;

/** What a value may be, and how it is read. */
export interface Kind<V> {
  /** In words that end "… must be". */
  readonly expects: string;
  /** Judges what stands in a config file and gives the value. Made when it is first asked for: most values are never set. */
  readonly schema: () => z.ZodMiniType<V>;
  /** Turns text from `.ralphrc`, environment or flags into what the schema judges; never throws. */
  readonly fromText: (text: string) => unknown;
  /** All allowed words, where they are few. */
  readonly allowed: readonly string[];
}

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

const kind = <V>(expects: string, schema: () => z.ZodMiniType<V>, more?: Partial<Kind<V>>): Kind<V> => ({
  expects,
  schema: once(schema),
  fromText: (text) => text,
  allowed: [],
  ...more,
});

/** One of a few words; text is read in any case. */
export const choice = <const V extends string>(words: readonly V[]): Kind<V> =>
  kind(`one of ${words.join(", ")}`, () => z.enum(words), {
    fromText: (text) => words.find((word) => word.toLowerCase() === text.trim().toLowerCase()) ?? text,
    allowed: words,
  });

const numberOr = (text: string): unknown => (/^[+-]?\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : text);

/** A whole number of at least `least`. */
export const count = (least: number): Kind<number> =>
  kind(`a whole number, ${least} or more`, () => z.int().check(z.minimum(least)), { fromText: numberOr });

/** A number above zero, such as an amount of money. */
export const amount: Kind<number> = kind("a number above 0", () => z.number().check(z.positive()), {
  fromText: numberOr,
});

/** A percentage from 1 to 100. */
export const percent: Kind<number> = kind(
  "a whole number from 1 to 100",
  () => z.int().check(z.minimum(1), z.maximum(100)),
  {
    fromText: numberOr,
  },
);

const truths: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  "1": true,
  false: false,
  no: false,
  off: false,
  "0": false,
};

/** Yes or no. */
export const toggle: Kind<boolean> = kind("true or false", () => z.boolean(), {
  fromText: (text) => truths[text.trim().toLowerCase()] ?? text,
  allowed: ["true", "false"],
});

/** Yes or no, where the key says the opposite of the setting (`RALPH_NO_…`); config files hold the setting itself. */
export const opposite: Kind<boolean> = {
  ...toggle,
  fromText: (text) => {
    const truth = toggle.fromText(text);
    return typeof truth === "boolean" ? !truth : truth;
  },
};

const unitLetters: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const durationText = /^(?:\d+(?:\.\d+)?\s*(?:ms|s|m|h|d)\s*)+$/;

const millisecondsOf = (text: string): number =>
  [...text.matchAll(/(\d+(?:\.\d+)?)\s*(ms|[smhd])/g)].reduce(
    (sum, [, number, letter]) => sum + Number(number) * (unitLetters[letter ?? ""] ?? 0),
    0,
  );

const writtenTime = () => z.union([z.number().check(z.nonnegative()), z.string().check(z.regex(durationText))]);

function time(unit: Unit, expects: string, judge: () => z.ZodMiniType<number, number>): Kind<number> {
  const inUnit = (value: string | number): number =>
    typeof value === "number" ? value : millisecondsOf(value) / units[unit];
  return kind(
    `${expects} such as 90s, 2m or 1h (a bare number is ${unit})`,
    () => z.pipe(z.pipe(writtenTime(), z.transform(inUnit)), judge()),
    { fromText: (text) => numberOr(text.trim().toLowerCase()) },
  );
}

/** A stretch of time above zero, in its own unit; `90s`, `2m` or `1h30m` are turned into it. */
export const duration = (unit: Unit): Kind<number> =>
  time(unit, "a time above 0", () => z.number().check(z.positive()));

/** A stretch of time that may be none at all. */
export const pause = (unit: Unit): Kind<number> => time(unit, "a time", () => z.number().check(z.nonnegative()));

const sizeText = /^\d+(?:\.\d+)?\s*[kmg]?i?b?$/i;
const sizeFactors: Readonly<Record<string, number>> = { k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

const bytesOf = (value: string | number): number =>
  typeof value === "number"
    ? value
    : Math.round(Number.parseFloat(value) * (sizeFactors[/[kmg]/i.exec(value)?.[0].toLowerCase() ?? ""] ?? 1));

/** A number of bytes; `64kB`, `10MB` or `1GB` also (powers of 1024). */
export const size: Kind<number> = kind(
  "a number of bytes such as 65536, 64kB or 10MB",
  () => {
    const written = z.union([z.number(), z.string().check(z.regex(sizeText))]);
    return z.pipe(z.pipe(written, z.transform(bytesOf)), z.int().check(z.positive()));
  },
  { fromText: numberOr },
);

const trimmed = (raw: string): string => raw.trim();
const filled = () => z.string().check(z.minLength(1));

/** Text of at least one character. */
export const text: Kind<string> = kind("a text", filled, { fromText: trimmed });

const leavesRepository = (path: string): boolean =>
  /^(?:[/\\]|[A-Za-z]:)/.test(path) || path.split(/[/\\]/).some((name) => name === ".." || name === ".git");

/** A file of the repository, named from its root: never above it, and none of git's own. */
export const ownFile: Kind<string> = kind(
  "a path inside the repository, named from its root",
  () =>
    z.string().check(
      z.minLength(1),
      z.refine((path) => !leavesRepository(path)),
    ),
  { fromText: trimmed },
);

/** An absolute http or https address. */
export const address: Kind<string> = kind(
  "an address that begins with http:// or https://",
  () => z.url({ protocol: /^https?$/ }),
  { fromText: trimmed },
);

const parts = (raw: string, separator: RegExp): string[] =>
  raw
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** A list as such, or as one text that is split at the separator. */
const several =
  <V extends string>(separator: RegExp, item: () => z.ZodMiniType<V, string>) =>
  (): z.ZodMiniType<readonly V[]> =>
    z.pipe(
      z.pipe(
        z.union([z.string(), z.array(z.string())]),
        z.transform((raw: string | string[]) => (typeof raw === "string" ? parts(raw, separator) : raw)),
      ),
      z.array(item()),
    );

/** Names with commas or line breaks between; each may have blanks inside. */
export const list: Kind<readonly string[]> = kind("a list with commas between", several(/[,\n]/, filled));

/** Names without blanks, with commas or blanks between. */
export const words: Kind<readonly string[]> = kind("names with commas between", several(/[,\s]+/, filled));

/** Agents of a list: `KIND`, `KIND:MODEL`, or `acp:COMMAND`, of which blanks are a part up to the next comma. */
export const agentList: Kind<readonly string[]> = kind(
  "agents with commas between",
  several(/[,\n]|(?<!\bacp:[^,\n]*)[ \t]+/, filled),
);

/** Some of a few words, with commas or blanks between. */
export const choices = <const V extends string>(allowed: readonly V[]): Kind<readonly V[]> =>
  kind(
    `some of ${allowed.join(", ")}, with commas between`,
    several(/[,\s]+/, () => z.enum(allowed)),
    { allowed },
  );

/** Shell commands, one a line or with `;;` between. */
export const commands: Kind<readonly string[]> = kind(
  "commands, one a line or with ;; between",
  several(/;;|\n/, filled),
);

/** Names of tests, which may hold blanks and commas. */
export const testNames: Kind<readonly string[]> = kind(
  "names of tests, one a line or with ;; between",
  several(/;;|\n/, filled),
);

const splittable = () => z.string().check(z.refine((raw) => (shellWords(raw)?.length ?? 0) > 0));

/** One program with its arguments: a list, or a line that is split as a shell would; nothing is expanded. */
export const program: Kind<readonly string[]> = kind("a program with its arguments, quotes closed", () =>
  z.pipe(
    z.pipe(
      z.union([splittable(), z.array(z.string())]),
      z.transform((raw: string | string[]) => (typeof raw === "string" ? [...(shellWords(raw) ?? [])] : raw)),
    ),
    z.array(z.string()).check(z.minLength(1)),
  ),
);

/** Names and what each stands for. */
export const names: Kind<Readonly<Record<string, string>>> = kind("names with a text for each", () =>
  z.record(filled(), filled()),
);

/** Names and a number for each, 0 or more. */
export const numbers: Kind<Readonly<Record<string, number>>> = kind("names with a number for each", () =>
  z.record(filled(), z.number().check(z.nonnegative())),
);

const writtenPrice = () =>
  z.strictObject({
    in: z.number().check(z.nonnegative()),
    out: z.number().check(z.nonnegative()),
    cachedRead: z._default(z.nullable(z.number().check(z.nonnegative())), null),
    cachedWrite: z._default(z.nullable(z.number().check(z.nonnegative())), null),
  });

/** `model=in/out/cachedRead/cachedWrite` as the object that config files hold; text of another form stays as it is. */
function pricesOf(raw: string): unknown {
  const entries = parts(raw, /[,\n]/).map((part) => {
    const [, model = "", figures = ""] = /^(.+?)\s*=\s*([\d./\s]+)$/.exec(part) ?? [];
    const [input, output, cachedRead = null, cachedWrite = null] = figures.split("/").map((figure) => Number(figure));
    return [model, { in: input, out: output, cachedRead, cachedWrite }] as const;
  });
  return entries.every(([model]) => model !== "") ? Object.fromEntries(entries) : raw;
}

/** Models and what a million of their tokens cost in USD; what is not told of cached ones is as for other input. */
export const prices: Kind<Readonly<Record<string, Price>>> = kind(
  "models with the USD of a million tokens, model=in/out/cached read/cached write, with commas between",
  () => z.record(filled(), writtenPrice()),
  { fromText: pricesOf },
);

/** The same, or `none`. */
export const orNone = <V>(inner: Kind<V>): Kind<V | null> => ({
  ...inner,
  expects: `${inner.expects}, or none`,
  schema: once(() => z.nullable(inner.schema())),
  fromText: (raw) => (raw.trim().toLowerCase() === "none" ? null : inner.fromText(raw)),
});
