/** Who makes the commits that keep work: they must not fail for want of a name or by a date in the environment, and are nobody's. */
export const keeper = {
  GIT_AUTHOR_NAME: "Ralph",
  GIT_AUTHOR_EMAIL: "ralph@localhost",
  GIT_AUTHOR_DATE: "",
  GIT_COMMITTER_NAME: "Ralph",
  GIT_COMMITTER_EMAIL: "ralph@localhost",
  GIT_COMMITTER_DATE: "",
} as const;
