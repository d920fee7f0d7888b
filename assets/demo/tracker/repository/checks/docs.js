// Runs on pull requests only: every function that the library exports stands in the README.
import { readFileSync } from "node:fs";
import * as library from "../src/prices.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const missing = Object.keys(library).filter((name) => !readme.includes(`\`${name}(`));
for (const name of missing) console.error(`README.md says nothing of ${name}()`);
process.exitCode = missing.length === 0 ? 0 : 1;
