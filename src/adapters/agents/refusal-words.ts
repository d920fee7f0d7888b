const refusal =
  /^(?:Refused \([\w-]{1,40}\): |ralph-guard: |ralph hook failed\b|Tool execution was blocked$|the hook ended with )/;

/** True for the error of a tool call that was refused by a guard, where a program has no field that says so. */
export const isRefusal = (text: string): boolean => refusal.test(text);
