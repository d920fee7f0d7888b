import { createServer } from "node:http";
import { LinearDoor, type LinearTrouble, send } from "./linear-door.ts";
import { linearRoot } from "./linear-root.ts";
import { labelOf, type LinearSeed, worldOf } from "./linear-seed.ts";
import { identifierOf, type LinearWorld, type PlayedIssue, stateIn } from "./linear-world.ts";
import { updateIssue } from "./linear-writes.ts";
import { postWebhook, type Webhook } from "./post-webhook.ts";

/** How the server is started. */
export interface LinearOptions {
  readonly seed?: LinearSeed;
  /** The key that opens it; `lin_api_played` if not given. */
  readonly key?: string;
  readonly port?: number;
  /** ms before each answer. */
  readonly latencyMs?: number;
  /** Requests that may be made in an hour. */
  readonly requestsPerHour?: number;
  /** How far its clock is from ours, ms. */
  readonly clockSkewMs?: number;
  readonly webhook?: Webhook;
}

/** An issue as a test looks at it. */
export interface SeenIssue {
  readonly identifier: string;
  readonly state: string;
  readonly assignee: string | null;
  readonly labels: readonly string[];
  /** Oldest first. */
  readonly comments: readonly string[];
  /** The names of the states that it was moved to, one after the other. */
  readonly moves: readonly string[];
}

/** A running server: where it is, what it holds, and how it is made to misbehave. */
export interface PlayedLinear extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
  readonly world: LinearWorld;
  /** Names of the operations that were asked for, in order; failed ones too. */
  readonly asked: readonly string[];
  /** The next requests go wrong like this, one each. */
  fail(...troubles: readonly LinearTrouble[]): void;
  issue(identifier: string): SeenIssue;
  issues(): readonly SeenIssue[];
  /** What a person does in the browser: `Anna` changes an issue. Everything by its name; `project` null takes it out. */
  byHand(identifier: string, change: HandChange): void;
  close(): Promise<void>;
}

/** What a person changes. */
export interface HandChange {
  readonly state?: string;
  readonly assignee?: string | null;
  readonly project?: string | null;
  readonly labels?: readonly string[];
}

const path = "/graphql";

/** Starts Linear on 127.0.0.1. All that is changed is in memory only. */
export async function startLinear(options: LinearOptions = {}): Promise<PlayedLinear> {
  const world = worldOf(options.seed ?? {});
  const key = options.key ?? "lin_api_played";
  const tell = (issue: PlayedIssue): void => {
    if (options.webhook !== undefined)
      void postWebhook(world, issue, options.webhook, door.now()).catch(() => undefined);
  };
  const door = new LinearDoor(
    {
      key,
      latencyMs: options.latencyMs ?? 0,
      requestsPerHour: options.requestsPerHour ?? 2_500,
      clockSkewMs: options.clockSkewMs ?? 0,
    },
    linearRoot(world, world.users[0]?.id ?? "", tell),
  );
  const server = createServer((request, response) => {
    if (request.method !== "POST" || request.url !== path) return send(response, 404, "not found", {});
    door.answer(request, response).catch((error: unknown) => send(response, 400, String(error), {}));
  });
  await new Promise<void>((done) => server.listen(options.port ?? 0, "127.0.0.1", done));
  const address = server.address();
  const close = (): Promise<void> =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}${path}`,
    key,
    world,
    asked: door.asked,
    fail: (...troubles) => void door.troubles.push(...troubles),
    issue: (identifier) => seen(world, issueNamed(world, identifier)),
    issues: () => [...world.issues.values()].map((issue) => seen(world, issue)),
    byHand: (identifier, change) => tell(changedByHand(world, issueNamed(world, identifier), change)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function issueNamed(world: LinearWorld, identifier: string): PlayedIssue {
  for (const issue of world.issues.values()) if (identifierOf(world, issue) === identifier) return issue;
  throw new Error(`There is no issue ${identifier}.`);
}

function changedByHand(world: LinearWorld, issue: PlayedIssue, change: HandChange): PlayedIssue {
  const anna = world.users[1]?.id ?? "";
  const team = world.teams.find(({ id }) => id === issue.team);
  const state = team?.states.find(({ name }) => name === change.state);
  const assignee = world.users.find(({ name }) => name === change.assignee);
  if (change.project !== undefined)
    issue.project = world.projects.find(({ name }) => name === change.project)?.id ?? null;
  if (change.labels !== undefined) issue.labels = change.labels.map((name) => labelOf(world, issue.team, name).id);
  return updateIssue(
    world,
    issue.id,
    {
      ...(state === undefined ? {} : { stateId: state.id }),
      ...(change.assignee === undefined ? {} : { assigneeId: assignee?.id ?? null }),
    },
    anna,
  );
}

const seen = (world: LinearWorld, issue: PlayedIssue): SeenIssue => ({
  identifier: identifierOf(world, issue),
  state: stateIn(world, issue.state)?.name ?? "",
  assignee: world.users.find(({ id }) => id === issue.assignee)?.name ?? null,
  labels: world.labels.filter(({ id }) => issue.labels.includes(id)).map(({ name }) => name),
  comments: world.comments.filter((comment) => comment.issue === issue.id).map(({ body }) => body),
  moves: issue.moves.map(({ to }) => stateIn(world, to)?.name ?? ""),
});
