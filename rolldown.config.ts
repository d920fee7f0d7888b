import { defineConfig } from "rolldown";

// Doors of their own, so that a hook, a status or a start loads nothing of the rest; everything else is split behind dynamic imports.
export default defineConfig({
  input: { main: "src/app/main.ts", hook: "src/app/hook.ts", status: "src/app/status.ts", play: "src/app/play.ts" },
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
