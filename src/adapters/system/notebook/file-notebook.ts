import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathsIn } from "../../../core/texts/paths-in.ts";
import type { Notebook } from "../../../ports/notebook.ts";
import { replaceFile } from "../atomic-file.ts";
import { appended, topicsOf, withIndex, withTexts } from "./knowledge-text.ts";

/** The harness's notes as files of the repository (`root` is absolute): `progress.md`, and the folder `knowledge`. */
export function fileNotebook(root: string): Notebook {
  const folder = join(root, "knowledge");
  const change = async (path: string, make: (before: string | null) => string): Promise<void> => {
    const before = textOf(path);
    const after = make(before);
    if (after !== before) await replaceFile(path, after);
  };
  return {
    progress: ({ heading, lines }) =>
      change(join(root, "progress.md"), (before) => {
        const text = before ?? "# Progress\n";
        const isThere = text.split(/\r?\n/).includes(heading);
        return isThere ? text : appended(text, [heading, "", ...lines].join("\n"), false);
      }),
    async learn(knowledge) {
      const topics = topicsOf(knowledge);
      if (topics.length === 0) return;
      mkdirSync(folder, { recursive: true });
      for (const topic of topics) await change(join(folder, `${topic.name}.md`), (before) => withTexts(before, topic));
      const names = readdirSync(folder)
        .filter((name) => name.endsWith(".md") && name !== "index.md")
        .map((name) => name.replace(/\.md$/, ""))
        .toSorted();
      await change(join(folder, "index.md"), (before) => withIndex(before, names));
    },
    keeps: (path) => path === "progress.md" || /^knowledge\/[^/]+\.md$/.test(path),
    criticalPaths: () => pathsIn(textOf(join(folder, "critical.md")) ?? ""),
  };
}

const textOf = (path: string): string | null => (existsSync(path) ? readFileSync(path, "utf8") : null);
