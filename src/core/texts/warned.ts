import type { Fact, FactOf } from "../fact.ts";

/** A warning as a fact, by its code and its sentence; `critical` where somebody has to look at once. */
export const warned = (code: string, message: string, severity: FactOf<"warned">["severity"] = "warning"): Fact => ({
  kind: "warned",
  code,
  severity,
  message,
});
