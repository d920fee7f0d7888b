/** A status block as a program prints it: work that was done and is to be tested later, with other values where they are given. */
export const blockText = (over: Readonly<Record<string, string>> = {}): string => {
  const fields = {
    STATUS: "COMPLETE",
    TASKS_COMPLETED_THIS_LOOP: "1",
    FILES_MODIFIED: "1",
    TESTS_STATUS: "DEFERRED",
    WORK_TYPE: "IMPLEMENTATION",
    EXIT_SIGNAL: "false",
    RECOMMENDATION: "Next: the next open task",
    ...over,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return ["---RALPH_STATUS---", ...lines, "---END_RALPH_STATUS---"].join("\n");
};
