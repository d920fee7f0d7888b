import { checkRoutes } from "../routes/check-routes.ts";
import { issueRoutes } from "../routes/issue-routes.ts";
import { pullRoutes } from "../routes/pull-routes.ts";
import { repositoryRoutes } from "../routes/repository-routes.ts";
import type { Handler, Routes } from "../routes/route.ts";

/** All that the server plays, by method and path as the official description writes them. */
export const routes: Routes = { ...repositoryRoutes, ...pullRoutes, ...checkRoutes, ...issueRoutes };

/** A route that a request goes to. */
export interface Found {
  readonly route: string;
  readonly params: Readonly<Record<string, string>>;
  readonly handler: Handler;
}

const table = Object.entries(routes).map(([route, handler]) => {
  const [method = "", template = ""] = route.split(" ");
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  // Refs hold slashes, which clients send as they are or written as %2F.
  const pattern = template.replaceAll(/\{(\w+)\}/g, (_, name) =>
    name === "ref" || name === "branch" ? "(.+)" : "([^/]+)",
  );
  return { route, handler, method, names, pattern: new RegExp(`^${pattern}$`) };
});

/** The route of a request; null where the server plays none. */
export function findRoute(method: string, path: string): Found | null {
  for (const each of table) {
    const match = each.method === method ? each.pattern.exec(path) : null;
    if (match === null) continue;
    const params = Object.fromEntries(each.names.map((name, at) => [name, decodeURIComponent(match[at + 1] ?? "")]));
    return { route: each.route, handler: each.handler, params };
  }
  return null;
}
