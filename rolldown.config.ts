import type { InputOptions, OutputOptions } from "rolldown";
import { narrowLetters } from "./scripts/narrow-letters.ts";
import { takeBuiltins } from "./scripts/take-builtins.ts";

/** Doors of their own, so that a hook, a status, a help or a start loads nothing of the rest; everything else is split behind dynamic imports. */
export const input: InputOptions = {
  input: {
    main: "src/app/main.ts",
    help: "src/app/help.ts",
    hook: "src/app/hook.ts",
    status: "src/app/status/status.ts",
    play: "src/app/play.ts",
    acp: "src/app/acp.ts",
  },
  platform: "node",
  plugins: [takeBuiltins, narrowLetters],
};

export const output: OutputOptions = {
  dir: "dist",
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "chunks/[name]-[hash].js",
  cleanDir: true,
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
};

export default { ...input, output };
