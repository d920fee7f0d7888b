import { defineConfig } from "rolldown";

// Three doors, so that a hook or a start loads nothing of the rest; everything else is split behind dynamic imports.
export default defineConfig({
  input: { main: "src/app/main.ts", hook: "src/app/hook.ts", play: "src/app/play.ts" },
  platform: "node",
  output: {
    dir: "dist",
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    cleanDir: true,
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  },
});
