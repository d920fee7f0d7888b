import { createHmac, randomUUID } from "node:crypto";
import { identifierOf, type LinearWorld, type PlayedIssue, stateIn } from "./linear-world.ts";

/** Where changes of issues are told of, and by what they are signed. */
export interface Webhook {
  readonly url: string;
  readonly secret: string;
}

/** Tells of a changed issue as Linear does: signed over the very bytes. `at` is in ms. Rejects where nobody hears it. */
export async function postWebhook(world: LinearWorld, issue: PlayedIssue, hook: Webhook, at: number): Promise<void> {
  const body = JSON.stringify({
    action: "update",
    type: "Issue",
    createdAt: new Date(at).toISOString(),
    webhookTimestamp: at,
    data: {
      id: issue.id,
      identifier: identifierOf(world, issue),
      title: issue.title,
      state: stateIn(world, issue.state),
      assigneeId: issue.assignee,
    },
  });
  await fetch(hook.url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "linear-delivery": randomUUID(),
      "linear-event": "Issue",
      "linear-signature": createHmac("sha256", hook.secret).update(body).digest("hex"),
    },
    body,
  });
}
