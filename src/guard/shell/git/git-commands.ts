import type { Findings, Judging } from "../finding.ts";
import { finding, none } from "../finding.ts";
import { hasOption, readOptions, valuesOf } from "../options.ts";
import { judgePatch } from "../programs/judge-patch.ts";
import { type ShellCommand, unseenInput } from "../reading/shell-command.ts";
import { knownWord, type ShellWord } from "../reading/shell-word.ts";
import { judgeTarget } from "../targets.ts";
import { judgeBranch, judgeFetch, judgeSwitch } from "./judge-branches.ts";
import { judgeClean, judgeReset, judgeRestore, judgeStash } from "./judge-discards.ts";
import { judgeCommit, judgeMerge } from "./judge-commits.ts";
import { judgePush } from "./judge-push.ts";
import { isProtected } from "./git-scene.ts";
import { readsConfig } from "./git-settings.ts";

/** Judges the words behind one command of git. */
export type GitJudge = (args: readonly ShellWord[], command: ShellCommand, judging: Judging) => Findings;

const settings = (what: string): Findings => [finding("git-settings", `\`git ${what}\` changes git's configuration.`)];
const history = (what: string): Findings => [
  finding("git-history", `\`git ${what}\` rewrites or drops what is kept for recovery.`),
];

const withFirst =
  (words: Readonly<Record<string, GitJudge>>): GitJudge =>
  (args, command, judging) => {
    const [first, ...rest] = args;
    const judge = first !== undefined && Object.hasOwn(words, first.value) ? words[first.value] : undefined;
    return judge?.(rest, command, judging) ?? none;
  };

/** Options that name a file which is written. */
const outputs: GitJudge = function* (args, command, judging) {
  const given = readOptions(args, { anywhere: true, values: "oO", longValues: ["--output", "--output-directory"] });
  for (const file of valuesOf(given, "-o", "--output", "--output-directory"))
    yield* judgeTarget(file, "replaces", command, judging);
  const format = args.find(({ value }) => /^(?:-O.|--open-files-in-pager=)/.test(value));
  const opener = format?.value.replace(/^(?:-O|--open-files-in-pager=)/, "");
  if (opener !== undefined) yield* judging.script(opener, { ...command, input: unseenInput });
};

const program = (...names: readonly string[]): GitJudge =>
  function* (args, command, judging) {
    const given = readOptions(args, {
      anywhere: true,
      values: "xut",
      longValues: ["--extcmd", "--exec", "--upload-pack"],
    });
    for (const text of valuesOf(given, ...names)) yield* judging.script(text.value, { ...command, input: unseenInput });
  };

const removal: GitJudge = function* (args, command, judging) {
  const given = readOptions(args, { anywhere: true, longValues: ["--pathspec-from-file"] });
  if (hasOption(given, "-n", "--dry-run")) return;
  for (const path of given.operands) yield* judgeTarget(path, "removes", command, judging);
  if (valuesOf(given, "--pathspec-from-file").length > 0)
    yield finding("unknown-target", "What `--pathspec-from-file` names can't be known before the command runs.");
};

const move: GitJudge = function* (args, command, judging) {
  const { operands } = readOptions(args, { anywhere: true });
  for (const path of operands.slice(0, -1)) yield* judgeTarget(path, "removes", command, judging);
  const to = operands.at(-1);
  if (to !== undefined) yield* judgeTarget(to, "edits", command, judging);
};

const place: GitJudge = function* (args, command, judging) {
  const given = readOptions(args, {
    anywhere: true,
    values: "bcujo",
    longValues: [
      "--branch",
      "--config",
      "--upload-pack",
      "--template",
      "--depth",
      "--jobs",
      "--origin",
      "--reference",
      "--separate-git-dir",
      "--initial-branch",
      "--filter",
      "--recurse-submodules",
    ],
  });
  const risky = ["-c", "--config", "-u", "--upload-pack", "--template"].find((name) => hasOption(given, name));
  if (risky !== undefined)
    yield finding("git-settings", `\`${risky}\` can give the new repository hooks or programs to run.`);
  const to = given.operands[1];
  if (to !== undefined) yield* judgeTarget(to, "edits", command, judging);
  const remote = given.operands[0]?.value ?? "";
  if (remote.startsWith("ext::")) yield finding("inline-code", "An `ext::` address is a command that git runs.");
};

const initial: GitJudge = function* (args, command, judging) {
  const given = readOptions(args, {
    anywhere: true,
    values: "b",
    longValues: ["--template", "--separate-git-dir", "--initial-branch", "--object-format"],
  });
  if (hasOption(given, "--template")) yield finding("git-settings", "`git init --template` can bring hooks along.");
  const [to] = given.operands;
  if (to !== undefined) yield* judgeTarget(to, "edits", command, judging);
};

const updateIndex: GitJudge = (args) =>
  args.some(({ value }) => /^--(?:skip-worktree|assume-unchanged|fsmonitor-valid)$/.test(value))
    ? [finding("git-discard", "`git update-index` with that option hides changes from whoever looks.")]
    : none;

const worktree: GitJudge = withFirst({
  *add(args, command, judging) {
    const given = readOptions(args, { anywhere: true, values: "bB", longValues: ["--reason"] });
    const [to, from] = given.operands;
    if (to === undefined) return;
    yield* judgeTarget(to, "edits", command, judging);
    yield* judgeSwitch(
      args.filter((word) => word !== to),
      command,
      judging,
    );
    // Without a branch the folder's own name is one.
    const branch = from?.value ?? to.value.replace(/\/+$/, "").replace(/^.*\//, "");
    const makesOne = hasOption(given, "-b", "-B", "-d", "--detach");
    if (!makesOne && isProtected(branch, judging))
      yield finding("default-branch", `A second work tree on ${branch} would let it be moved from there.`);
  },
  remove: removal,
  move,
});

const symbolicRef: GitJudge = (args) => {
  const { operands, options } = readOptions(args, { anywhere: true, values: "m" });
  const isWriting = operands.length > 1 || options.some(({ name }) => name === "-d" || name === "--delete");
  return isWriting ? [finding("default-branch", "`git symbolic-ref` moves HEAD past all checks.")] : none;
};

const subTable: Readonly<Record<string, GitJudge>> = {
  remote: withFirst({
    add: () => settings("remote add"),
    "set-url": () => settings("remote set-url"),
    "set-head": () => settings("remote set-head"),
    "set-branches": () => settings("remote set-branches"),
    rename: () => settings("remote rename"),
    remove: () => settings("remote remove"),
    rm: () => settings("remote rm"),
  }),
  reflog: withFirst({ expire: () => history("reflog expire"), delete: () => history("reflog delete") }),
  maintenance: withFirst({
    start: () => settings("maintenance start"),
    register: () => settings("maintenance register"),
    stop: () => settings("maintenance stop"),
    unregister: () => settings("maintenance unregister"),
  }),
  bisect: withFirst({
    run: (args, command, judging) => judging.command({ ...command, words: args, settings: [], writes: [], reads: [] }),
  }),
  submodule: withFirst({
    foreach: (args, command, judging) =>
      judging.script(
        args
          .filter(({ value }) => !/^--?(?:recursive|quiet|q)$/.test(value))
          .map(({ value }) => value)
          .join(" "),
        command,
      ),
    add: (args, command, judging) => place(args, command, judging),
    deinit: (args, command, judging) =>
      args.some(({ value }) => value === "--all")
        ? removal([knownWord(".")], command, judging)
        : removal(args, command, judging),
    "set-url": () => settings("submodule set-url"),
  }),
  "sparse-checkout": withFirst({
    set: () => settings("sparse-checkout set"),
    init: () => settings("sparse-checkout init"),
    add: () => settings("sparse-checkout add"),
    reapply: () => settings("sparse-checkout reapply"),
    disable: () => settings("sparse-checkout disable"),
  }),
  notes: withFirst({ prune: () => history("notes prune") }),
};

/** Commands of git that can do harm, each with its judge. */
export const gitCommands: Readonly<Record<string, GitJudge>> = {
  ...subTable,
  commit: judgeCommit,
  merge: judgeMerge,
  pull: judgeMerge,
  "cherry-pick": judgeMerge,
  revert: judgeMerge,
  am: judgeMerge,
  rebase: judgeMerge,
  push: judgePush,
  "send-pack": judgePush,
  reset: judgeReset,
  clean: judgeClean,
  restore: judgeRestore,
  *checkout(args, command, judging) {
    yield* judgeSwitch(args, command, judging);
    yield* judgeRestore(args, command, judging);
  },
  "checkout-index": judgeRestore,
  "read-tree": (args) =>
    args.some(({ value }) => /^(?:-u|--reset|-m)$/.test(value))
      ? [finding("git-discard", "`git read-tree` overwrites the work tree.")]
      : none,
  stash: judgeStash,
  switch: judgeSwitch,
  branch: judgeBranch,
  fetch: judgeFetch,
  worktree,
  rm: removal,
  mv: move,
  clone: place,
  init: initial,
  config: (args) => (readsConfig(args.map(({ value }) => value)) ? none : settings("config")),
  "update-ref": () => [finding("default-branch", "`git update-ref` moves branches past all checks.")],
  "symbolic-ref": symbolicRef,
  "update-index": updateIndex,
  tag: (args) =>
    args.some(({ value }) => value === "-d" || value === "--delete" || value === "-f" || value === "--force")
      ? [finding("git-history", "`git tag` would delete or move a tag.")]
      : none,
  replace: () => history("replace"),
  "filter-branch": () => history("filter-branch"),
  "filter-repo": () => history("filter-repo"),
  "fast-import": () => history("fast-import"),
  prune: () => history("prune"),
  gc: (args) => (args.some(({ value }) => value.startsWith("--prune")) ? history("gc --prune") : none),
  repack: (args) => (args.some(({ value }) => /^-[a-zA-Z]*[aAd]/.test(value)) ? history("repack") : none),
  diff: outputs,
  log: outputs,
  show: outputs,
  grep: outputs,
  archive: outputs,
  "format-patch": outputs,
  difftool: program("-x", "--extcmd"),
  bundle: withFirst({
    create: (args, command, judging) =>
      args[0] === undefined ? none : judgeTarget(args[0], "replaces", command, judging),
  }),
  *apply(args, command, judging) {
    if (args.some(({ value }) => value === "--unsafe-paths"))
      yield finding("outside-repository", "`git apply --unsafe-paths` may write anywhere.");
    yield* judgePatch(command, judging);
  },
  credential: () => [finding("environment", "`git credential` shows what gives access.")],
  "interpret-trailers": (args, command, judging) => {
    const given = readOptions(args, { anywhere: true, longValues: ["--trailer", "--where"] });
    return hasOption(given, "--in-place") ? removal(given.operands, command, judging) : none;
  },
  shell: () => [finding("inline-code", "`git shell -c` runs what stands in the command itself.")],
};

/** Commands of git that do no harm, and git's own helpers. */
export const readingCommands: ReadonlySet<string> = new Set(
  `add annotate blame bugreport cat-file check-attr check-ignore check-mailmap check-ref-format cherry column commit-graph
   commit-tree count-objects describe diagnose diff-files diff-index diff-tree diff-pairs fmt-merge-msg for-each-ref
   for-each-repo fsck get-tar-commit-id hash-object help hook index-pack lfs ls-files ls-remote ls-tree mailinfo mailsplit
   merge-base merge-file merge-tree mergetool mktag mktree multi-pack-index name-rev pack-objects pack-refs patch-id
   range-diff refs request-pull rerere rev-list rev-parse shortlog show-branch show-index show-ref stage status stripspace
   unpack-file unpack-objects update-server-info upload-pack var verify-commit verify-pack verify-tag version whatchanged
   write-tree backfill last-modified repo`
    .trim()
    .split(/\s+/),
);
