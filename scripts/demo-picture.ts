import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

// Draws docs/pictures/demo.svg from what `ralph demo` prints: build first, then `node scripts/demo-picture.ts`.

const root = join(import.meta.dirname, "..");
const { stdout, stderr, status } = spawnSync(process.execPath, [join(root, "bin", "ralph.js"), "demo"], {
  encoding: "utf8",
  env: { ...process.env, NO_COLOR: "1" },
});
if (status !== 0) throw new Error(`ralph demo ended with ${status}:\n${stdout}${stderr}`);

const columns = 118;
const lineHeight = 18;
const charWidth = 7.83;
const padding = 20;
const barHeight = 34;

/** What makes a line worth a colour, first match counts. */
const colours: readonly (readonly [RegExp, string])[] = [
  [/ landed as |gate green|^ +#\d+ landed| ended: plan_complete/u, "#7ee787"],
  [/gate red|taken back|no_progress| said .+ measured /u, "#ff7b72"],
  [/repair|fixer/u, "#e3b341"],
  [/ claimed: /u, "#79c0ff"],
];

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const cut = (line: string): string => (line.length > columns ? `${line.slice(0, columns - 1)}…` : line);
const colourOf = (line: string): string => colours.find(([form]) => form.test(line))?.[1] ?? "#c9d1d9";

const all = stdout.trimEnd().split("\n");
const from = all.findIndex((line) => / started: /u.test(line));
const to = all.findIndex((line) => line.startsWith("Next: "));
const lines = ["$ npm run demo", ...all.slice(from, to).map(cut)];

const width = Math.ceil(columns * charWidth + 2 * padding);
const height = barHeight + lines.length * lineHeight + 2 * padding;
const rows = lines.map((line, index) => {
  const y = barHeight + padding + (index + 1) * lineHeight - 5;
  return `<text x="${padding}" y="${y}" fill="${colourOf(line)}">${escaped(line)}</text>`;
});
const dots = ["#ff5f57", "#febc2e", "#28c840"].map(
  (fill, index) => `<circle cx="${22 + index * 20}" cy="17" r="6" fill="${fill}"/>`,
);

writeFileSync(
  join(root, "docs", "pictures", "demo.svg"),
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="The output of ralph demo: five tasks land; a claim without work and a change that breaks a test are caught">
<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>
${dots.join("")}
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="13" xml:space="preserve">
${rows.join("\n")}
</g>
</svg>
`,
);
