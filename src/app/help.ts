import { rootHelp } from "./words/root-help.ts";

// The door of `ralph --help`: the same text as the whole program's, at the price of a start. A reader that has gone is no fault.
process.stdout.on("error", () => {}).write(rootHelp());
