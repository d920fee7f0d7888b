import { rolldown } from "rolldown";
import { input, output } from "../rolldown.config.ts";

// Builds dist without a word, unless something is wrong. `node scripts/build.ts DIR` builds into another folder.
const bundle = await rolldown({ ...input, logLevel: "silent" });
await bundle.write({ ...output, dir: process.argv[2] ?? "dist" });
await bundle.close();
