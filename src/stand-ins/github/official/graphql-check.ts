import { schema as official } from "@octokit/graphql-schema";
import { buildSchema, type GraphQLSchema, execute, parse, validate } from "graphql";
import type { Exchange } from "../server/exchange.ts";

/** Compares what was asked of GraphQL, and answered, with GitHub's official schema. */
export class GraphqlCheck {
  readonly #schema: GraphQLSchema = buildSchema(official.idl, { assumeValid: true });

  /** What of an exchange the schema does not allow, in a line each; a fault that was played is not looked at. */
  async problems({ isFault, sent, answered }: Exchange): Promise<readonly string[]> {
    if (isFault) return [];
    const { query, variables } = membersOf(sent);
    const document = parse(String(query));
    const faults = validate(this.#schema, document).map(({ message }) => message);
    if (faults.length > 0) return faults;
    const { data, errors } = membersOf(answered);
    // The official schema itself reads the variables, and writes the answer anew: what it changes was not right.
    const written = await execute({
      schema: this.#schema,
      document,
      rootValue: membersOf(data),
      variableValues: membersOf(variables),
      // Whoever writes on GitHub is one of several kinds; here all are users.
      typeResolver: () => "User",
    });
    const wrong = (written.errors ?? []).map(({ message }) => message);
    if (errors !== undefined) return wrong.filter((message) => message.startsWith("Variable"));
    const isSame = JSON.stringify(written.data) === JSON.stringify(data);
    return isSame ? wrong : [...wrong, "the answer is not of the form that was asked for"];
  }
}

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
