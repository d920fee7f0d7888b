/** What the fake agent writes as its status block. */
export interface BlockSaid {
  readonly status: "IN_PROGRESS" | "COMPLETE" | "BLOCKED";
  readonly exit: boolean;
  readonly tests: "PASSING" | "FAILING" | "DEFERRED" | "NOT_RUN";
  readonly type: string;
  readonly tasks: number;
  readonly files: number;
  readonly recommendation: string;
  /** Further lines below the recommendation. */
  readonly more?: readonly string[];
}

/**
 * What the fake agent does in one call, in the order of these fields; what is left out does not happen. `{task}` stands for
 * the task's id in every text, `{head}` for the commit that HEAD names.
 */
export interface Acts {
  /** Nothing ends it but SIGKILL. */
  readonly isDeaf?: boolean;
  readonly sleepFirstMs?: number;
  /** A child that holds our output open and outlives us. */
  readonly leavesChild?: boolean;
  /** Files by path; null deletes one. */
  readonly files?: Readonly<Record<string, string | null>>;
  /** Replacements in the plan, first match each. */
  readonly plan?: readonly (readonly [string, string])[];
  readonly tick?: "own" | "all" | "none";
  /** A note after the own item. */
  readonly note?: string;
  /** Commands in the work tree, argv each. */
  readonly commands?: readonly (readonly string[])[];
  /** A commit of everything with this subject. */
  readonly commit?: string;
  readonly sleepMs?: number;
  /** JSON lines before the answer: usage, errors, denials. */
  readonly lines?: readonly Readonly<Record<string, unknown>>[];
  /** The prose of the answer. */
  readonly say?: string;
  readonly block?: BlockSaid;
  readonly sleepLastMs?: number;
  readonly exitCode?: number;
}

/** The behaviour of each role, call by call; the last one is repeated. */
export type Script = Readonly<Record<string, readonly Acts[]>>;

/** What is noted of each call before it does anything. */
export interface CallNote {
  readonly pid: number;
  readonly role: string;
  readonly task: string;
  readonly prompt: string;
}
