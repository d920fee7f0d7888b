import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import type { Exchange } from "../server/exchange.ts";

/** What is read of the official description: an excerpt, taken by scripts/take-github-description.ts. */
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Body>>;
  };
}

interface Operation {
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body | Reference>>;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Reference {
  readonly $ref: string;
}

type Schema = Readonly<Record<string, unknown>>;

/* The description gives these for some paths only; any request may be answered so. */
const anywhere: readonly number[] = [401, 403, 404, 429, 500, 502, 503];

/** Compares what was asked and answered with GitHub's official description of its REST API. */
export class RestCheck {
  readonly #description: Description;
  readonly #ajv: Ajv;
  readonly #known = new Map<string, ValidateFunction>();

  constructor() {
    const text = readFileSync(new URL("rest.json", import.meta.url), "utf8");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file, whose form its script sees to
    this.#description = JSON.parse(text) as Description;
    this.#ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: false });
    this.#ajv.addFormat("uri", (value) => URL.canParse(value.replaceAll(/[{}]/g, "")));
    this.#ajv.addFormat("date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/);
    for (const format of ["int32", "int64", "email", "repo.nwo", "ssh-key", "timestamp"])
      this.#ajv.addFormat(format, true);
    this.#ajv.addSchema({ $id: "github", components: { schemas: plain(this.#description.components.schemas) } });
  }

  /** What of an exchange the description does not allow, in a line each; a fault that was played is not looked at. */
  problems(exchange: Exchange): readonly string[] {
    if (exchange.isFault) return [];
    const at = `${exchange.method} ${exchange.path} (${exchange.status})`;
    const operation = this.#operation(exchange.route);
    if (operation === null) return [`${at}: nothing of that kind is described.`];
    const all = [
      ...this.#parameters(operation, exchange),
      ...this.#sent(operation, exchange),
      ...this.#answered(operation, exchange),
    ];
    return all.map((problem) => `${at}: ${problem}`);
  }

  #operation(route: string | null): Operation | null {
    const [method = "", path = ""] = (route ?? "").split(" ");
    return this.#description.paths[path]?.[method.toLowerCase()] ?? null;
  }

  #parameters({ parameters = [] }: Operation, { query, params }: Exchange): readonly string[] {
    const described = parameters.map((each) => ("$ref" in each ? this.#parameter(each) : each));
    const given = { query, path: params };
    const unknown = Object.keys(query).filter(
      (name) => !described.some((each) => each.in === "query" && each.name === name),
    );
    const wrong = described.flatMap((each) => {
      const value = given[each.in]?.[each.name];
      if (value === undefined) return each.required === true ? [`${each.name} is missing`] : [];
      return this.#against(each.schema, [value, Number(value), value === "true"], each.name);
    });
    return [...unknown.map((name) => `there is no parameter ${name}`), ...wrong];
  }

  #parameter({ $ref }: Reference): Parameter {
    const found = this.#description.components.parameters[nameIn($ref)];
    if (found === undefined) throw new Error(`The excerpt has no ${$ref}.`);
    return found;
  }

  #sent({ requestBody }: Operation, { sent }: Exchange): readonly string[] {
    if (sent === undefined) return [];
    const schema = requestBody?.content?.["application/json"]?.schema;
    return schema === undefined ? ["it takes no body"] : this.#against(schema, [sent], "body");
  }

  #answered({ responses }: Operation, { status, answered }: Exchange): readonly string[] {
    const described = responses[String(status)];
    if (described === undefined)
      return anywhere.includes(status)
        ? this.#against({ $ref: "#/components/schemas/basic-error" }, [answered], "answer")
        : ["no such answer is described"];
    const body = "$ref" in described ? this.#description.components.responses[nameIn(described.$ref)] : described;
    const schema = Object.values(body?.content ?? {})[0]?.schema;
    // Of a refusal without a body the description is silent; GitHub sends a message.
    if (schema === undefined) return answered === undefined || status >= 400 ? [] : ["it has no body"];
    return this.#against(schema, [answered], "answer");
  }

  /* One of the values has to fit: what stands in an address has no type. */
  #against(schema: Schema, values: readonly unknown[], what: string): readonly string[] {
    const check = this.#compiled(schema);
    if (values.some((value) => check(value))) return [];
    check(values[0]);
    return (check.errors ?? [])
      .slice(0, 3)
      .map(({ instancePath, message }) => `${what}${instancePath} ${message ?? ""}`);
  }

  #compiled(schema: Schema): ValidateFunction {
    const key = JSON.stringify(schema);
    const known = this.#known.get(key) ?? this.#ajv.compile(plain(schema));
    this.#known.set(key, known);
    return known;
  }
}

const nameIn = (reference: string): string => reference.split("/").at(-1) ?? "";

/* OpenAPI 3.0 as JSON Schema: `nullable` is a type of its own there, references have a base, and what has members has no others. */
function plain<T>(value: T, isPart?: boolean): T;
function plain(value: unknown, isPart = false): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => plain(each, isPart));
  if (typeof value !== "object" || value === null) return value;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name === "$ref" && typeof each === "string" ? each.replace(/^#/, "github#") : plain(each, name === "allOf"),
    ]),
  );
  const isObject = rest["type"] === "object" && typeof rest["properties"] === "object";
  const schema = isObject && !isPart ? { additionalProperties: false, ...rest } : rest;
  if (nullable === true) return { anyOf: [schema, { type: "null" }] };
  return nullable === undefined || nullable === false ? schema : { ...schema, nullable };
}
