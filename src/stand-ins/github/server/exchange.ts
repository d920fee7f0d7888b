/** One request and its answer, for a comparison with the official description. */
export interface Exchange {
  /** Method and path as the description writes it, such as `GET /repos/{owner}/{repo}`; null where the server has no such route. */
  readonly route: string | null;
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Undefined: none. */
  readonly sent: unknown;
  readonly status: number;
  readonly answered: unknown;
  /** True where a fault was played instead of an answer. */
  readonly isFault: boolean;
}
