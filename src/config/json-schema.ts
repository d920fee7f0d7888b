import * as z from "zod/mini";
import { settings } from "./schema.ts";
import { isSetting, type Group } from "./setting.ts";

/** The JSON Schema of `ralph.config.*` (draft 2020-12), for editors and other programs. */
export function configJsonSchema(): Readonly<Record<string, unknown>> {
  const defaults = new Map<z.core.$ZodType, unknown>();
  const schema = z.extend(objectOf(settings, defaults), { $schema: z.optional(z.string()) });
  const made = z.toJSONSchema(schema, {
    io: "input",
    override({ zodSchema, jsonSchema }) {
      // A value that is transformed on its way in loses its default otherwise.
      if (defaults.has(zodSchema)) jsonSchema.default = defaults.get(zodSchema);
    },
  });
  return { ...made, title: "Configuration of ralph" };
}

function objectOf(group: Group, defaults: Map<z.core.$ZodType, unknown>): z.ZodMiniObject {
  const shape = Object.entries(group).map(([name, node]): [string, z.ZodMiniType] => {
    if (!isSetting(node)) return [name, z.optional(objectOf(node, defaults))];
    const described = z.optional(node.schema()).check(z.describe(node.about));
    defaults.set(described, node.default);
    return [name, described];
  });
  return z.strictObject(Object.fromEntries(shape));
}
