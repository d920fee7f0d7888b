import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Folders of tests whose files take minutes, the longest first: at the end of a run no worker waits for the last of them. */
const long = ["/test/crash/", "/test/e2e/", "/src/adapters/workspace/", "/src/app/"];

const rank = ({ moduleId }: TestSpecification): number => {
  const at = long.findIndex((folder) => moduleId.includes(folder));
  return at === -1 ? long.length : at;
};

/** The order of test files. What an earlier run took is not asked: a fresh clone knows nothing of it. */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((one, other) => rank(one) - rank(other)));
  }
}
