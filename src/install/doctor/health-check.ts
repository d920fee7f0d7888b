/** One thing that was looked at, and how it stands. `fix` null: there is nothing to do. */
export interface HealthCheck {
  readonly id: string;
  readonly status: "ok" | "warning" | "failure";
  readonly message: string;
  readonly fix: string | null;
}

/** A check that found all well. */
export const ok = (id: string, message: string): HealthCheck => ({ id, status: "ok", message, fix: null });
/** A check that found something a run can live with, and the fix. */
export const warning = (id: string, message: string, fix: string): HealthCheck => ({
  id,
  status: "warning",
  message,
  fix,
});
/** A check that found what keeps a run from starting, and the fix. */
export const failure = (id: string, message: string, fix: string): HealthCheck => ({
  id,
  status: "failure",
  message,
  fix,
});
