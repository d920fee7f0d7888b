import type { RenamedKey } from "../../config/rename-keys.ts";
import { besides, type Renewal } from "./plan-upgrade.ts";

const marks: Readonly<Record<Renewal["state"], string>> = {
  new: "+",
  renewed: "~",
  merged: "~",
  conflict: "!",
  open: "!",
  retired: "-",
  released: "=",
  same: "=",
  kept: "=",
};

const headings: readonly { readonly heading: string; readonly states: readonly Renewal["state"][] }[] = [
  { heading: "To be written (+ new, ~ changed, - removed)", states: ["new", "renewed", "merged", "retired"] },
  { heading: "Conflicts: the file stays, the merged text is put beside it", states: ["conflict"] },
  { heading: "Waits for you since an earlier upgrade", states: ["open"] },
  { heading: "Kept as it is", states: ["kept", "released"] },
];

/** What an upgrade will do, for people; files that are as they should be are only counted. */
export function renewalsText(renewals: readonly Renewal[]): string {
  const width = Math.max(0, ...renewals.map(({ path, state }) => (state === "same" ? 0 : path.length)));
  const line = ({ state, path, note }: Renewal): string => `  ${marks[state]} ${path.padEnd(width)}  ${note}`;
  const same = renewals.filter(({ state }) => state === "same").length;
  return [
    ...headings.flatMap(({ heading, states }) => {
      const told = renewals.filter(({ state }) => states.includes(state));
      return told.length === 0 ? [] : [heading, ...told.map(line), ""];
    }),
    ...(same === 0 ? [] : [`${same} ${same === 1 ? "file is" : "files are"} as this version brings them.`, ""]),
    "",
  ].join("\n");
}

const outcomes: Readonly<Record<RenamedKey["outcome"], (key: RenamedKey) => string>> = {
  changed: ({ from, to }) => `${from} is called ${to} now`,
  "both-set": ({ from, to }) => `${from} is an older name of ${to}, which is set too and wins: remove it`,
  "not-plain": ({ from, to }) => `${from} is an older name of ${to} and is still read: rename it by hand`,
};

/** Older names in `.ralphrc`, each with its line, for people. */
export const renamedKeysText = (keys: readonly RenamedKey[]): string =>
  keys.map((key) => `  .ralphrc:${key.line}  ${outcomes[key.outcome](key)}\n`).join("");

/** What a person has to do about conflicts; empty where there are none. */
export function conflictsText(renewals: readonly Renewal[]): string {
  const paths = renewals.filter(({ state }) => state === "conflict" || state === "open").map(({ path }) => path);
  const [first] = paths;
  if (first === undefined) return "";
  return [
    `${paths.length} ${paths.length === 1 ? "conflict waits" : "conflicts wait"} for you. Both texts stand in ${besides(first)}${paths.length === 1 ? "" : " and its like"}:`,
    "settle what is between the marks there, move it over the file, and run `ralph upgrade` again.",
    "To keep the file as it is, delete the one beside it.",
    "",
  ].join("\n");
}
