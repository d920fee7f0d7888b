import type { Exchange } from "../server/exchange.ts";
import { GraphqlCheck } from "./graphql-check.ts";
import { RestCheck } from "./rest-check.ts";

let rest: RestCheck | null = null;
let graphql: GraphqlCheck | null = null;

/** What of all that was asked of the server, and answered by it, GitHub's official descriptions do not allow; a line each. */
export async function officialProblems(exchanges: readonly Exchange[]): Promise<readonly string[]> {
  const found = [];
  for (const exchange of exchanges)
    if (exchange.route === "POST /graphql") found.push(...(await (graphql ??= new GraphqlCheck()).problems(exchange)));
    else found.push(...(rest ??= new RestCheck()).problems(exchange));
  return [...new Set(found)];
}
