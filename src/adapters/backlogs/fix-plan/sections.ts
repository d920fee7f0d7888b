import { basename } from "node:path";
import type { PlanOptions } from "./plan.ts";
import type { ScannedHeading } from "./markdown/scanned.ts";

/** Where an item stands: the path of headings, the epic, and whether its tasks are optional. */
export interface Section {
  readonly path: string;
  readonly group: string;
  readonly optional: boolean;
}

/**
 * Gives the section for the index of a heading (-1: before any). The epic is the nearest `##` section, else a later `#`
 * section, else what the document's title names; the title is no part of a path, so that renaming it changes no id.
 */
export function sectionsOf(headings: readonly ScannedHeading[], options: PlanOptions): (index: number) => Section {
  const optional = new Set(options.optionalSections.map(plainTitle));
  const titled = headings[0]?.level === 1;
  const document = (titled ? headings[0]?.text : "") || basename(options.name).replace(/\.[^.]+$/, "");
  const root: Section = { path: "", group: document, optional: false };
  const open: { level: number; section: Section }[] = [];
  const sections = headings.map((heading, index): Section => {
    while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop();
    const above = open.at(-1)?.section ?? root;
    const isTitle = titled && index === 0;
    const section: Section = {
      path: isTitle ? "" : `${above.path}\n${heading.text}`,
      group: heading.level === 2 || (heading.level === 1 && !isTitle) ? heading.text : above.group,
      optional: above.optional || optional.has(plainTitle(heading.text)),
    };
    open.push({ level: heading.level, section });
    return section;
  });
  return (index) => sections[index] ?? root;
}

const plainTitle = (title: string): string =>
  title.replaceAll(/[*_`]/g, "").replace(/:\s*$/, "").replaceAll(/\s+/g, " ").trim().toLowerCase();
