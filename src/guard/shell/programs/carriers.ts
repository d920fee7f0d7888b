import type { OptionTable } from "../options.ts";

/** A program that is no wrapper, and still can be told to start another one. */
export interface Carrier extends OptionTable {
  /** Options whose value a shell reads. */
  readonly shell?: readonly string[];
  /** Words that hold a command, with what stands before it. */
  readonly form?: RegExp;
  /** Words that hold code of its own language. */
  readonly code?: RegExp;
  /** Options whose value is code. */
  readonly codeOptions?: readonly string[];
  /** Options whose value is a file of code, which `-` makes standard input. */
  readonly scripts?: readonly string[];
  /** The first operand is a text that a shell reads. */
  readonly runsOperand?: true;
  /** What comes from standard input is looked through for code. */
  readonly readsInput?: true;
}

const make: Carrier = {
  values: "fCIojlWE",
  longValues: ["--file", "--makefile", "--directory", "--eval"],
  codeOptions: ["--eval", "-E"],
  scripts: ["-f", "--file", "--makefile"],
  code: /\$[({]shell\b|!=|^(?:SHELL|\.SHELLFLAGS|MAKEFLAGS|MFLAGS|GNUMAKEFLAGS)=/,
  anywhere: true,
};
const tar: Carrier = {
  values: "IFfCTXbgKLNVH",
  longValues: [
    "--use-compress-program",
    "--to-command",
    "--info-script",
    "--new-volume-script",
    "--rsh-command",
    "--rmt-command",
    "--file",
    "--directory",
  ],
  shell: [
    "-I",
    "-F",
    "--use-compress-program",
    "--to-command",
    "--info-script",
    "--new-volume-script",
    "--rsh-command",
    "--rmt-command",
  ],
  form: /^--checkpoint-action=exec=/,
  anywhere: true,
};
const netcat: Carrier = {
  values: "ecpswqTXxiIGgkO",
  longValues: ["--exec", "--sh-exec", "--lua-exec"],
  codeOptions: ["-e", "-c", "--exec", "--sh-exec", "--lua-exec"],
  anywhere: true,
};
const database: Carrier = { code: /\\!|^\s*(?:\\?system)\b/m, readsInput: true, anywhere: true };

/** Programs with options, or a language, that start other programs, by name. */
export const carriers: Readonly<Record<string, Carrier>> = {
  make,
  gmake: make,
  just: {
    values: "fdcC",
    longValues: ["--justfile", "--working-directory", "--command", "--shell"],
    shell: ["-c", "--command", "--shell"],
    scripts: ["-f", "--justfile"],
    anywhere: true,
  },
  tar,
  bsdtar: tar,
  gtar: tar,
  rsync: {
    values: "eBTM",
    longValues: ["--rsh", "--rsync-path"],
    shell: ["-e", "--rsh", "--rsync-path"],
    anywhere: true,
  },
  scp: { values: "cFiJloPSX", shell: ["-S"], form: /^(?:-o)?\s*(?:ProxyCommand|LocalCommand)[= ]/i, anywhere: true },
  ssh: { form: /^(?:-o)?\s*(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ]/i, anywhere: true },
  sort: { longValues: ["--compress-program"], shell: ["--compress-program"], anywhere: true },
  split: { longValues: ["--filter"], shell: ["--filter"], anywhere: true },
  zip: { longValues: ["-TT", "--unzip-command"], shell: ["-TT", "--unzip-command"], singleDash: true, anywhere: true },
  man: { values: "PHM", longValues: ["--pager", "--html"], shell: ["-P", "-H", "--pager", "--html"], anywhere: true },
  less: { code: /^\+.*!/ },
  rg: { longValues: ["--pre", "--hostname-bin"], shell: ["--pre", "--hostname-bin"], anywhere: true },
  fzf: { longValues: ["--preview", "--bind"], shell: ["--preview", "--bind"], anywhere: true },
  go: {
    longValues: ["-exec", "-toolexec", "-vettool", "-overlay"],
    shell: ["-exec", "-toolexec", "-vettool"],
    singleDash: true,
    anywhere: true,
  },
  nc: netcat,
  ncat: netcat,
  netcat,
  socat: { code: /^(?:.*,)?(?:exec|system|shell)[:,]/i },
  trap: { runsOperand: true },
  compgen: { values: "CFWAGPSX", shell: ["-C"], anywhere: true },
  complete: { values: "CFWAGPSX", shell: ["-C"], anywhere: true },
  mapfile: { values: "CcdnOsu", shell: ["-C"], anywhere: true },
  readarray: { values: "CcdnOsu", shell: ["-C"], anywhere: true },
  bind: { values: "x", form: /^"[^"]*":/, anywhere: true },
  psql: database,
  mysql: database,
  mariadb: database,
  sqlite3: {
    code: /^\s*\.(?:shell|system|import\s+["']?\||output\s+\||once\s+\||excel|edit)|\b(?:edit|load_extension|writefile|fts3_tokenizer)\s*\(|\battach\b[^;]*(?:\.ralph|ralph\.db)/im,
    readsInput: true,
    anywhere: true,
  },
  dc: { code: /!/, readsInput: true },
  m4: { code: /\b(?:sys|esys)cmd\b/, readsInput: true },
  xmllint: { code: /^--shell$/ },
  wget: { longValues: ["--use-askpass"], shell: ["--use-askpass"], anywhere: true },
  npm: { form: /^scripts\.[^=]+=/, anywhere: true },
  apt: { form: /^(?:-o)?\s*(?:APT|DPkg)::.*(?:Invoke|Script)[^=]*=/i, anywhere: true },
  rename: { code: /[`]|\b(?:system|exec|unlink|eval|open|qx)\b|(?:\/|\}|\||#)[a-z]*e[a-z]*$/ },
};
