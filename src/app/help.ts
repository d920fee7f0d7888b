import { rootHelp } from "./words/root-help.ts";

// The door of `ralph --help`: the same text as the whole program's, at the price of a start.
process.stdout.write(rootHelp());
