/* oxlint-disable max-lines -- a table, read by looking things up */
import type { OptionTable } from "../options.ts";

/** How a program that starts another one is given it. */
export interface Wrapper extends OptionTable {
  /** Its own operands before the command: a duration, a host, a lock file. */
  readonly skip?: number;
  /** `NAME=value` may stand before the command. */
  readonly settings?: true;
  /** Options whose value is a text that a shell reads. */
  readonly shell?: readonly string[];
  /** Options whose value is split into the words of the command. */
  readonly split?: readonly string[];
  /** What follows is joined and read by a shell. */
  readonly joins?: true;
  /** Every operand is a text of its own that a shell reads. */
  readonly texts?: true;
  /** Further words come from its standard input. */
  readonly appends?: true;
  /** With one of these it starts nothing. */
  readonly idle?: readonly string[];
  /** Only behind one of these first words; what is not listed is the program's own business. */
  readonly under?: readonly string[];
  /** Only what stands behind `--`. */
  readonly behindDashes?: true;
  /** Options that name the folder of the command. */
  readonly folder?: readonly string[];
  /** With one of these the operands are no command but a script of a language, or that language's option. */
  readonly module?: readonly string[];
  /** First words of its own that start nothing of ours; any other first word is the command. */
  readonly own?: RegExp;
  /** Its operands are given to a fixed program. */
  readonly as?: string;
  /** Without a command it starts a shell. */
  readonly startsShell?: true;
  /** Behind its first word it has no options of its own. */
  readonly raw?: true;
  /** It starts nothing but what its `shell` and `split` options carry. */
  readonly onlyOptions?: true;
}

const plain: Wrapper = {};
const runner: Wrapper = { under: ["run"] };
const executor: Wrapper = { under: ["exec"] };

const packageCommands =
  /^(?:add|audit|bin|bugs|cache|ci|config|create|dedupe|deprecate|diff|dist-tag|docs|doctor|edit|explain|fund|global|help|help-search|hook|i|import|info|init|install|install-test|it|link|list|ln|login|logout|ls|node|npm|org|outdated|owner|pack|ping|pkg|plugin|plugins|policies|prefix|profile|prune|publish|query|rebuild|remove|repo|restart|rm|root|run|run-script|search|set|setup|shrinkwrap|star|stars|start|stop|store|t|team|test|token|un|uninstall|unlink|unpublish|up|update|upgrade|upgrade-interactive|version|versions|view|v|whoami|why|workspace|workspaces|deploy|env|fetch|licenses|patch|patch-commit|self-update|server|recursive|dlx|exec|x)$/;

/** Programs that start another program, by name. */
export const wrappers: Readonly<Record<string, readonly Wrapper[]>> = {
  env: [
    {
      settings: true,
      values: "uCSP",
      longValues: ["--unset", "--chdir", "--split-string", "--block-signal"],
      plainLongs:
        /^--(?:ignore-environment|null|debug|block-signal|default-signal|ignore-signal|list-signal-handling|help|version)/,
      split: ["-S", "--split-string"],
      last: ["-S", "--split-string"],
      folder: ["-C", "--chdir"],
      idle: ["--help", "--version"],
    },
  ],
  sudo: [
    {
      startsShell: true,
      settings: true,
      values: "CDghpRrTtUu",
      longValues: [
        "--user",
        "--group",
        "--host",
        "--prompt",
        "--chroot",
        "--chdir",
        "--role",
        "--type",
        "--other-user",
        "--command-timeout",
        "--close-from",
      ],
      plainLongs:
        /^--(?:preserve-env|set-home|login|shell|non-interactive|stdin|background|askpass|edit|reset-timestamp|remove-timestamp|validate|list|version|help|bell)/,
      folder: ["-D", "--chdir"],
      idle: ["-V", "--version", "--help", "-K", "-k"],
    },
  ],
  doas: [{ values: "uCa" }],
  pkexec: [{ longValues: ["--user"] }],
  run0: [{ values: "ugD", longValues: ["--user", "--group", "--chdir", "--setenv", "--unit"] }],
  su: [
    {
      startsShell: true,
      values: "cCgGsw",
      longValues: ["--command", "--session-command", "--group", "--shell"],
      shell: ["-c", "-C", "--command", "--session-command"],
      anywhere: true,
      onlyOptions: true,
    },
  ],
  runuser: [
    {
      startsShell: true,
      values: "cCgGsw",
      longValues: ["--command", "--session-command", "--group", "--shell"],
      shell: ["-c", "-C", "--command", "--session-command"],
      anywhere: true,
      onlyOptions: true,
    },
    { values: "u", longValues: ["--user"] },
  ],
  sg: [{ values: "c", shell: ["-c"], skip: 1, joins: true }],
  nice: [{ values: "n", longValues: ["--adjustment"], digits: "0123456789", plainLongs: /^--(?:help|version)/ }],
  ionice: [{ values: "cnpPu", longValues: ["--class", "--classdata"], plainLongs: /^--(?:ignore|help)/ }],
  chrt: [{ values: "pTPD", skip: 1 }],
  taskset: [{ values: "p", skip: 1 }],
  numactl: [{ values: "imNCpl", longValues: ["--interleave", "--membind", "--cpunodebind", "--physcpubind"] }],
  cpulimit: [{ values: "lpePc", longValues: ["--limit"] }],
  prlimit: [{ values: "op", longValues: ["--pid", "--output"] }],
  nohup: [plain],
  setsid: [plain],
  disown: [plain],
  stdbuf: [{ values: "ioe", longValues: ["--input", "--output", "--error"] }],
  timeout: [
    {
      values: "ks",
      longValues: ["--kill-after", "--signal"],
      plainLongs: /^--(?:foreground|preserve-status|verbose|help|version)/,
      skip: 1,
    },
  ],
  gtimeout: [{ values: "ks", longValues: ["--kill-after", "--signal"], skip: 1 }],
  time: [{ values: "fo", longValues: ["--format", "--output"] }],
  chronic: [plain],
  ts: [plain],
  caffeinate: [{ values: "tw" }],
  command: [{ idle: ["-v", "-V"] }],
  builtin: [plain],
  exec: [{ values: "a" }],
  noglob: [plain],
  nocorrect: [plain],
  "-": [plain],
  repeat: [{ skip: 1 }],
  xargs: [
    {
      appends: true,
      values: "aEdILnPs",
      attached: "eil",
      longValues: [
        "--arg-file",
        "--delimiter",
        "--max-args",
        "--max-procs",
        "--max-chars",
        "--replace",
        "--max-lines",
        "--eof",
        "--process-slot-var",
      ],
      plainLongs:
        /^--(?:null|no-run-if-empty|verbose|interactive|exit|open-tty|show-limits|replace|max-lines|eof|help|version)/,
    },
  ],
  parallel: [
    {
      startsShell: true,
      appends: true,
      joins: true,
      values: "jaNnLISEdXmPsU",
      longValues: [
        "--jobs",
        "--arg-file",
        "--max-args",
        "--colsep",
        "--joblog",
        "--results",
        "--tagstring",
        "--delay",
        "--timeout",
        "--retries",
      ],
    },
  ],
  watch: [{ joins: true, values: "nqd", longValues: ["--interval", "--equexit"], attached: "d" }],
  viddy: [{ joins: true, values: "n" }],
  script: [
    {
      startsShell: true,
      values: "cEIOoBmtT",
      longValues: ["--command", "--log-io", "--log-in", "--log-out", "--echo", "--output-limit"],
      shell: ["-c", "--command"],
      skip: 1,
    },
  ],
  flock: [
    {
      values: "cwE",
      longValues: ["--command", "--wait", "--timeout", "--conflict-exit-code"],
      shell: ["-c", "--command"],
      skip: 1,
    },
  ],
  lockf: [{ values: "t", skip: 1 }],
  ssh: [
    {
      startsShell: true,
      joins: true,
      values: "bcDEeFIiJLlmOopQRSWw",
      skip: 1,
    },
  ],
  autossh: [{ joins: true, values: "bcDEeFIiJLlmOopQRSWwM", skip: 1 }],
  mosh: [{ skip: 1, longValues: ["--ssh", "--server"], shell: ["--ssh"] }],
  busybox: [{ idle: ["--list", "--help", "--install"] }],
  toybox: [plain],
  strace: [{ values: "abeEIoOpPsSuUX" }],
  ltrace: [{ values: "aeDlnopsuxX" }],
  valgrind: [{ plainLongs: /^--[\w-]+$/ }],
  perf: [{ under: ["stat", "record", "trace"], values: "eoCpr" }],
  hyperfine: [
    {
      texts: true,
      values: "wrmMpcsnNL",
      longValues: [
        "--warmup",
        "--runs",
        "--min-runs",
        "--max-runs",
        "--prepare",
        "--setup",
        "--cleanup",
        "--conclude",
        "--export-json",
        "--export-markdown",
        "--export-csv",
        "--shell",
        "--command-name",
        "--parameter-list",
        "--parameter-scan",
      ],
      shell: ["-p", "-c", "-s", "--prepare", "--setup", "--cleanup", "--conclude"],
      anywhere: true,
    },
  ],
  unbuffer: [plain],
  rlwrap: [{ values: "aAbcCDefFgHiImMNnopPrRsStwWz" }],
  "xvfb-run": [{ values: "efnpsw", longValues: ["--server-num", "--server-args", "--error-file"] }],
  "dbus-run-session": [{ longValues: ["--config-file"] }],
  fakeroot: [{ startsShell: true, values: "lsib" }],
  faketime: [{ skip: 1 }],
  chroot: [{ startsShell: true, longValues: ["--userspec", "--groups"], skip: 1 }],
  unshare: [
    {
      startsShell: true,
      values: "SGRw",
      longValues: ["--root", "--wd", "--setuid", "--setgid"],
      plainLongs: /^--[\w-]+$/,
    },
  ],
  nsenter: [{ startsShell: true, values: "tSGrw", longValues: ["--target"], plainLongs: /^--[\w-]+$/ }],
  setpriv: [{ longValues: ["--reuid", "--regid", "--groups", "--bounding-set"], plainLongs: /^--[\w-]+$/ }],
  firejail: [{ plainLongs: /^--[\w-]+$/ }],
  "systemd-run": [
    { values: "upEMtH", longValues: ["--unit", "--property", "--setenv", "--uid", "--gid", "--working-directory"] },
  ],
  tmux: [
    {
      under: [
        "new",
        "new-session",
        "neww",
        "new-window",
        "splitw",
        "split-window",
        "respawn-pane",
        "run",
        "run-shell",
        "if-shell",
        "send-keys",
        "send",
      ],
      values: "cnstxyFe",
      texts: true,
      anywhere: true,
    },
  ],
  screen: [{ values: "cehpsSTtX", joins: true }],
  dtach: [{ values: "Acnpre" }],
  nodemon: [
    {
      values: "xewidVCL",
      longValues: ["--exec", "--ext", "--watch", "--ignore", "--delay", "--config"],
      shell: ["-x", "--exec"],
      anywhere: true,
      onlyOptions: true,
    },
    {
      values: "ewidVCLx",
      longValues: ["--exec", "--ext", "--watch", "--ignore", "--delay", "--config"],
      as: "node",
      idle: ["-x", "--exec"],
    },
  ],
  watchexec: [
    { values: "efiwWdso", longValues: ["--exts", "--watch", "--ignore", "--filter", "--shell"], joins: true },
  ],
  entr: [plain],
  reflex: [{ values: "rgRGs" }],
  chokidar: [
    { values: "cdtip", longValues: ["--command"], shell: ["-c", "--command"], anywhere: true, onlyOptions: true },
  ],
  onchange: [{ behindDashes: true }],
  concurrently: [
    {
      texts: true,
      values: "nclmpst",
      longValues: ["--names", "--prefix", "--prefix-colors", "--success", "--max-processes"],
      anywhere: true,
    },
  ],
  "start-server-and-test": [plain],
  dotenv: [
    { values: "efvcp", behindDashes: true },
    { values: "ef", under: ["run"] },
  ],
  dotenvx: [{ under: ["run"], values: "fe" }],
  "cross-env": [{ settings: true }],
  "cross-env-shell": [{ settings: true, joins: true }],
  "env-cmd": [{ values: "fer", longValues: ["--file"] }],
  npx: [
    {
      values: "pcw",
      longValues: [
        "--package",
        "--call",
        "--workspace",
        "--node-options",
        "--cache",
        "--userconfig",
        "--prefix",
        "--loglevel",
        "--registry",
        "--script-shell",
      ],
      plainLongs:
        /^--(?:yes|no|no-install|ignore-existing|quiet|prefer-offline|prefer-online|offline|silent|workspaces|help|version|shell-auto-fallback)$/,
      shell: ["-c", "--call"],
    },
  ],
  npm: [
    {
      under: ["exec", "x"],
      values: "pcw",
      longValues: ["--package", "--call", "--workspace", "--prefix", "--registry", "--loglevel", "--script-shell"],
      plainLongs: /^--(?:yes|no|no-install|quiet|prefer-offline|offline|silent|workspaces)$/,
      shell: ["-c", "--call"],
    },
    { under: ["explore"], skip: 1 },
  ],
  pnpm: [
    {
      under: ["exec", "dlx", "x"],
      values: "CFp",
      longValues: ["--package", "--filter", "--dir"],
      plainLongs: /^--[\w-]+$/,
      folder: ["-C", "--dir"],
    },
    {
      own: packageCommands,
      values: "CF",
      longValues: ["--filter", "--dir"],
      plainLongs: /^--[\w-]+$/,
      folder: ["-C", "--dir"],
    },
  ],
  yarn: [
    { under: ["node"], as: "node", raw: true },
    { under: ["exec", "dlx", "run"], values: "p", longValues: ["--package", "--cwd"], folder: ["--cwd"] },
    { own: packageCommands, longValues: ["--cwd"], folder: ["--cwd"] },
  ],
  bunx: [plain],
  bun: [{ under: ["x", "run"], longValues: ["--cwd"], folder: ["--cwd"] }],
  corepack: [{ own: /^(?:enable|disable|prepare|up|use|install|pack|hydrate|cache)$/ }],
  volta: [{ under: ["run"], longValues: ["--node", "--npm", "--yarn"] }],
  fnm: [{ under: ["exec"], longValues: ["--using"] }],
  nvm: [
    { under: ["exec"], skip: 1 },
    { under: ["run"], skip: 1, as: "node" },
  ],
  n: [
    { under: ["exec"], skip: 1 },
    { under: ["run"], skip: 1, as: "node" },
  ],
  uv: [
    {
      under: ["run"],
      values: "pwmf",
      longValues: [
        "--with",
        "--with-editable",
        "--with-requirements",
        "--python",
        "--package",
        "--extra",
        "--group",
        "--env-file",
        "--project",
        "--directory",
        "--index",
        "--index-url",
        "--module",
        "--color",
        "--cache-dir",
        "--config-file",
      ],
      plainLongs: /^--[\w-]+$/,
      folder: ["--directory"],
      module: ["-m", "--module", "-s", "--script"],
    },
    { under: ["tool"], skip: 1, longValues: ["--with", "--from", "--python"] },
  ],
  uvx: [{ values: "pw", longValues: ["--with", "--from", "--python", "--index-url"], plainLongs: /^--[\w-]+$/ }],
  pipx: [{ under: ["run"], longValues: ["--spec", "--python", "--pip-args"] }],
  poetry: [{ under: ["run"], values: "C", longValues: ["--directory"], folder: ["-C", "--directory"] }],
  pipenv: [runner],
  pdm: [{ under: ["run"], values: "p" }],
  hatch: [{ under: ["run"], values: "ep" }],
  rye: [runner],
  pixi: [{ under: ["run"], values: "e", longValues: ["--environment", "--manifest-path"] }],
  conda: [
    {
      under: ["run"],
      values: "np",
      longValues: ["--name", "--prefix", "--cwd"],
      plainLongs: /^--[\w-]+$/,
      folder: ["--cwd"],
    },
  ],
  mamba: [{ under: ["run"], values: "np", longValues: ["--name", "--prefix"], plainLongs: /^--[\w-]+$/ }],
  micromamba: [{ under: ["run"], values: "np", longValues: ["--name", "--prefix"], plainLongs: /^--[\w-]+$/ }],
  coverage: [{ under: ["run"], as: "python3", values: "a" }],
  bundle: [executor],
  rbenv: [executor],
  pyenv: [executor],
  nodenv: [executor],
  asdf: [executor],
  mise: [
    { under: ["exec", "x"], behindDashes: true },
    {
      under: ["exec", "x"],
      values: "c",
      shell: ["-c", "--command"],
      longValues: ["--command"],
      anywhere: true,
      onlyOptions: true,
    },
  ],
  rtx: [{ under: ["exec", "x"], behindDashes: true }],
  direnv: [{ under: ["exec"], skip: 1 }],
  op: [{ under: ["run"], behindDashes: true }],
  doppler: [{ under: ["run"], behindDashes: true, shell: ["--command"], longValues: ["--command"] }],
  "nix-shell": [
    {
      longValues: ["--run", "--command"],
      values: "pIA",
      shell: ["--run", "--command"],
      anywhere: true,
      onlyOptions: true,
    },
  ],
  nix: [
    {
      under: ["develop", "shell", "run"],
      values: "c",
      longValues: ["--command"],
      split: ["-c", "--command"],
      anywhere: true,
      onlyOptions: true,
    },
  ],
  guix: [{ under: ["shell", "environment"], behindDashes: true }],
  docker: [
    {
      under: ["exec"],
      values: "euw",
      longValues: ["--env", "--user", "--workdir", "--env-file"],
      plainLongs: /^--[\w-]+$/,
      skip: 1,
    },
  ],
  podman: [
    { under: ["exec"], values: "euw", longValues: ["--env", "--user", "--workdir"], plainLongs: /^--[\w-]+$/, skip: 1 },
  ],
  kubectl: [{ under: ["exec"], behindDashes: true }],
  oc: [{ under: ["exec", "rsh"], behindDashes: true }],
  vagrant: [
    {
      under: ["ssh"],
      values: "c",
      longValues: ["--command"],
      shell: ["-c", "--command"],
      anywhere: true,
      onlyOptions: true,
    },
  ],
  eatmydata: [plain],
  proxychains: [{ values: "f" }],
  proxychains4: [{ values: "f" }],
  torsocks: [plain],
  tsocks: [plain],
  catchsegv: [plain],
  setarch: [{ skip: 1 }],
  linux64: [plain],
  linux32: [plain],
};
