import { userInfo } from "node:os";
import type { World } from "../world/world.ts";

/** Who is at the terminal, as the system knows them. */
export function userName({ env }: Pick<World, "env">): string {
  try {
    return userInfo().username;
  } catch {
    return env["USER"] ?? env["USERNAME"] ?? "a person";
  }
}
