import { expect, test } from "vitest";
import { asciiLine, showsOnlyAscii } from "./ascii.ts";
import { plainLine, span } from "./line.ts";

test.each([
  [{}, false],
  [{ LANG: "en_US.UTF-8" }, false],
  [{ LANG: "C.utf8" }, false],
  [{ LANG: "de_DE" }, false],
  [{ LANG: "C" }, true],
  [{ LC_ALL: "POSIX", LANG: "en_US.UTF-8" }, true],
  [{ LC_ALL: "", LANG: "de_DE.ISO-8859-1" }, true],
  [{ TERM: "linux", LANG: "en_US.UTF-8" }, true],
])("V046 of %j only ASCII is shown: %s", (env, only) => {
  expect(showsOnlyAscii(env)).toBe(only);
});

test("our signs have plain ones beside them, and the width stays", () => {
  expect(plainLine(asciiLine([span("✓ pick ▸ work · é…"), span("日")]))).toBe("+ pick > work - ?~??");
});
