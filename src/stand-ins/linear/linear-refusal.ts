/** An error in the form that Linear gives it: a code, the status of the answer, words for people. */
export class LinearRefusal extends Error {
  override readonly name = "LinearRefusal";
  readonly extensions: Readonly<Record<string, unknown>>;
  readonly status: number;
  constructor(code: string, type: string, message: string, { status }: { readonly status: number }) {
    super(message);
    this.status = status;
    this.extensions = { code, type, statusCode: status, userError: true, userPresentableMessage: message };
  }
  static notFound(what: string): LinearRefusal {
    return new LinearRefusal("INPUT_ERROR", "invalid input", `Entity not found: ${what}`, { status: 400 });
  }
  static invalid(message: string): LinearRefusal {
    return new LinearRefusal("INVALID_INPUT", "invalid input", `Argument Validation Error: ${message}`, {
      status: 400,
    });
  }
  static unauthenticated(): LinearRefusal {
    const words = "Authentication required, not authenticated";
    return new LinearRefusal("AUTHENTICATION_ERROR", "authentication error", words, { status: 401 });
  }
  static limited(): LinearRefusal {
    return new LinearRefusal("RATELIMITED", "ratelimited", "Rate limit exceeded", { status: 400 });
  }
  static tooComplex(points: number): LinearRefusal {
    return new LinearRefusal("INPUT_ERROR", "invalid input", `Query too complex: ${points} points`, { status: 400 });
  }
}
