/* oxlint-disable max-lines -- a table, read by looking things up */
import type { OptionTable } from "../options.ts";

/** What a program does to the paths among its words. */
export interface FileProgram extends OptionTable {
  readonly effect:
    /** Every operand is gone afterwards. */
    | "removes"
    /** Every operand is emptied first. */
    | "replaces"
    /** Every operand is made or changed. */
    | "edits"
    /** The last operand gets the others. */
    | "copies"
    /** As `copies`, and the others are gone. */
    | "moves"
    /** The last operand becomes another name of the others. */
    | "links"
    /** Operands are only read. */
    | "reads";
  /** Holds only where one of these was given; else operands are read. */
  readonly needs?: readonly string[];
  /** Where one of these was given operands are only read. */
  readonly unless?: readonly string[];
  /** Operands before the first path. */
  readonly skip?: number;
  /** Options whose value is the folder that gets the operands. */
  readonly into?: readonly string[];
  /** Options whose value is a file that is written. */
  readonly outputs?: readonly string[];
  /** Options that add to a file where else it would be emptied. */
  readonly appends?: readonly string[];
  /** Options that take whole folders along. */
  readonly recursive?: readonly string[];
  /** Options that make `copies` into `moves`. */
  readonly removing?: readonly string[];
  /** Options that make `copies` into `links`. */
  readonly linking?: readonly string[];
  /** Options under which what an address names is saved under its own name; `always`: without any. */
  readonly saves?: readonly string[] | "always";
  /** The program itself reads patterns in its operands. */
  readonly globs?: true;
}

const gnu = { anywhere: true } as const;
const cmdlet = { anywhere: true, singleDash: true } as const;
const compiler: FileProgram = { effect: "reads", values: "oIDLxlUW", outputs: ["-o"], ...gnu };
const compressor: FileProgram = {
  effect: "removes",
  unless: ["-c", "--stdout", "-k", "--keep", "-l", "--list", "-t", "--test"],
  values: "S",
  ...gnu,
};
const owner: FileProgram = { effect: "edits", recursive: ["-R", "--recursive"], ...gnu };

/** Programs that act on files, by name. What a program does besides, such as running code, stands in other tables. */
export const filePrograms: Readonly<Record<string, FileProgram>> = {
  rm: { effect: "removes", ...gnu },
  rmdir: { effect: "removes", ...gnu },
  unlink: { effect: "removes", ...gnu },
  shred: { effect: "removes", values: "ns", ...gnu },
  srm: { effect: "removes", ...gnu },
  wipe: { effect: "removes", ...gnu },
  trash: { effect: "removes", ...gnu },
  "trash-put": { effect: "removes", ...gnu },
  rimraf: { effect: "removes", globs: true, ...gnu },
  del: { effect: "removes", globs: true, ...gnu },
  "del-cli": { effect: "removes", globs: true, ...gnu },
  rd: { effect: "removes", ...gnu },
  erase: { effect: "removes", ...gnu },
  "remove-item": { effect: "removes", globs: true, ...cmdlet },
  ri: { effect: "removes", globs: true, ...cmdlet },
  "clear-content": { effect: "replaces", globs: true, ...cmdlet },
  "set-content": { effect: "replaces", ...cmdlet },
  "out-file": { effect: "replaces", ...cmdlet },
  "add-content": { effect: "edits", ...cmdlet },
  "new-item": { effect: "edits", ...cmdlet },
  "rename-item": { effect: "removes", ...cmdlet },
  "move-item": { effect: "moves", ...cmdlet },
  "copy-item": { effect: "copies", ...cmdlet },
  sudoedit: { effect: "edits", ...gnu },
  truncate: { effect: "replaces", values: "sr", longValues: ["--size", "--reference"], ...gnu },
  mv: {
    effect: "moves",
    values: "tS",
    longValues: ["--target-directory", "--suffix"],
    into: ["-t", "--target-directory"],
    ...gnu,
  },
  move: { effect: "moves", ...gnu },
  rename: { effect: "removes", skip: 1, ...gnu },
  cp: {
    effect: "copies",
    values: "tS",
    longValues: ["--target-directory", "--suffix"],
    into: ["-t", "--target-directory"],
    recursive: ["-r", "-R", "-a", "--recursive", "--archive", "--parents"],
    linking: ["-l", "-s", "--link", "--symbolic-link"],
    ...gnu,
  },
  copy: { effect: "copies", ...gnu },
  install: {
    effect: "copies",
    values: "tmogS",
    longValues: ["--target-directory", "--mode", "--owner", "--group", "--suffix"],
    into: ["-t", "--target-directory"],
    ...gnu,
  },
  rsync: {
    effect: "copies",
    values: "efBTM",
    longValues: [
      "--rsh",
      "--filter",
      "--exclude",
      "--include",
      "--exclude-from",
      "--files-from",
      "--backup-dir",
      "--log-file",
      "--temp-dir",
    ],
    outputs: ["--log-file", "--backup-dir"],
    recursive: ["-r", "-a", "--recursive", "--archive", "--delete"],
    removing: ["--remove-source-files"],
    ...gnu,
  },
  scp: { effect: "copies", values: "cFiJloPSX", recursive: ["-r"], ...gnu },
  ln: {
    effect: "links",
    values: "tS",
    longValues: ["--target-directory", "--suffix"],
    into: ["-t", "--target-directory"],
    ...gnu,
  },
  link: { effect: "links", ...gnu },
  symlink: { effect: "links", ...gnu },
  tee: { effect: "replaces", appends: ["-a", "--append"], ...gnu },
  sponge: { effect: "replaces", appends: ["-a"], ...gnu },
  touch: { effect: "edits", values: "drt", longValues: ["--date", "--reference", "--time"], ...gnu },
  mkdir: { effect: "edits", values: "m", longValues: ["--mode"], ...gnu },
  mkfifo: { effect: "edits", values: "m", ...gnu },
  mknod: { effect: "edits", values: "m", ...gnu },
  mktemp: { effect: "edits", values: "p", ...gnu },
  chmod: owner,
  chown: owner,
  chgrp: owner,
  chattr: owner,
  chflags: owner,
  setfacl: { ...owner, values: "mxM" },
  xattr: { ...owner },
  setfattr: { ...owner, values: "nvx" },
  sort: {
    effect: "reads",
    values: "okStT",
    longValues: ["--output", "--key", "--field-separator"],
    outputs: ["-o", "--output"],
    ...gnu,
  },
  shuf: { effect: "reads", values: "onir", longValues: ["--output"], outputs: ["-o", "--output"], ...gnu },
  uniq: { effect: "edits", values: "fsw", skip: 1, ...gnu },
  split: {
    effect: "edits",
    values: "abClnt",
    longValues: ["--lines", "--bytes", "--filter", "--suffix-length"],
    skip: 1,
    ...gnu,
  },
  csplit: { effect: "reads", values: "fbn", outputs: ["-f"], ...gnu },
  gzip: compressor,
  gunzip: compressor,
  bzip2: compressor,
  bunzip2: compressor,
  xz: compressor,
  unxz: compressor,
  zstd: { ...compressor, needs: ["--rm"], outputs: ["-o"], values: "o" },
  zip: { effect: "moves", needs: ["-m", "--move"], values: "xib", ...gnu },
  curl: {
    effect: "reads",
    saves: ["-O", "--remote-name", "--remote-name-all"],
    values: "oDcKdHXuAebFTCEmrwxyzYtQ",
    longValues: [
      "--output",
      "--dump-header",
      "--cookie-jar",
      "--trace",
      "--trace-ascii",
      "--output-dir",
      "--data",
      "--header",
      "--request",
      "--stderr",
      "--etag-save",
    ],
    outputs: [
      "-o",
      "--output",
      "-D",
      "--dump-header",
      "-c",
      "--cookie-jar",
      "--trace",
      "--trace-ascii",
      "--output-dir",
      "--stderr",
      "--etag-save",
    ],
    ...gnu,
  },
  wget: {
    effect: "reads",
    saves: "always",
    values: "OoaPiBtTwQeUAR",
    longValues: ["--output-document", "--output-file", "--append-output", "--directory-prefix"],
    outputs: ["-O", "-o", "-a", "-P", "--output-document", "--output-file", "--append-output", "--directory-prefix"],
    ...gnu,
  },
  gcc: compiler,
  "g++": compiler,
  cc: compiler,
  clang: compiler,
  "clang++": compiler,
  ld: compiler,
  rustc: {
    effect: "reads",
    values: "oLlCW",
    longValues: ["--out-dir", "--crate-type", "--edition"],
    outputs: ["-o", "--out-dir"],
    ...gnu,
  },
  pandoc: { effect: "reads", values: "oftV", longValues: ["--output"], outputs: ["-o", "--output"], ...gnu },
  openssl: { effect: "reads", singleDash: true, longValues: ["-out", "-keyout"], outputs: ["-out", "-keyout"], ...gnu },
  "ssh-keygen": { effect: "reads", values: "fNtbCP", outputs: ["-f"], ...gnu },
  go: {
    effect: "reads",
    values: "oC",
    singleDash: true,
    longValues: ["-tags", "-ldflags", "-run"],
    outputs: ["-o"],
    ...gnu,
  },
  perl: { effect: "edits", needs: ["-i"], values: "MmI", attached: "iFxDCV", digits: "0l", skip: 1 },
  ruby: { effect: "edits", needs: ["-i"], values: "CEIrX", attached: "iFKTWx", digits: "0", skip: 1 },
  patch: { effect: "edits", values: "iopdDFYBVrz", outputs: ["-o", "-r"], unless: ["--dry-run"], ...gnu },
  ed: { effect: "edits", values: "p", ...gnu },
  ex: { effect: "edits", values: "csS", ...gnu },
  yq: { effect: "edits", needs: ["-i", "--inplace", "--in-place"], skip: 1, ...gnu },
  sd: { effect: "edits", skip: 2, values: "fn", ...gnu },
  gofmt: { effect: "edits", needs: ["-w"], ...gnu },
  dos2unix: { effect: "edits", ...gnu },
  unix2dos: { effect: "edits", ...gnu },
  sqlite3: {
    effect: "edits",
    singleDash: true,
    longValues: ["-cmd", "-init", "-separator"],
    unless: ["-readonly", "--readonly"],
    ...gnu,
  },
};
