import { maxAttempts, retrySeconds } from "../../../functions/domain/webhooks/webhook.ts";
import type { WebhookArrival } from "../../support/world/receivers.ts";
import type { WebhookWorld } from "../../support/world/webhook-world.ts";
import type { WebhookReport } from "./findings.ts";
import { seeWebhooks } from "./seen.ts";

const minuteMs = 60_000;

/** What a queue delays itself; longer waits end with the sweeper's next minute. */
const queueSeconds = 900;

/** Whether another post has to follow this one. */
function failed({ status, attempt }: WebhookArrival): boolean {
  const taken = status !== null && status >= 200 && status < 300;
  return !taken && attempt < maxAttempts;
}

/** Where nothing is in the way, every attempt comes to the millisecond: at once, then after its wait from the end of the one before. Answers how many were checked. */
export function checkExact(world: WebhookWorld, report: WebhookReport): number {
  let checked = 0;
  for (const { event, endpoint, arrivals } of seeWebhooks(world).ways) {
    let dueMs = event.atMs;
    for (const [index, each] of arrivals.entries()) {
      checked += 1;
      if (each.attempt !== index + 1 || each.atMs !== dueMs)
        report(
          "attempts come when they are due",
          `${each.deliveryId} attempt ${each.attempt}: ${(each.atMs - dueMs) / 1000} s off`,
        );
      const waitSeconds = retrySeconds[index] ?? 0;
      const afterMs = (each.heardMs ?? each.atMs) + waitSeconds * 1000;
      dueMs = waitSeconds > queueSeconds ? Math.ceil(afterMs / minuteMs) * minuteMs : afterMs;
    }
    const last = arrivals.at(-1);
    if (endpoint.enabled && (!last || failed(last)))
      report("attempts come when they are due", `${event.id}: none after ${last?.attempt ?? 0}`);
  }
  return checked;
}

/** When the posts of each delivery came, in seconds from its event. */
export function secondsOfArrivals(world: WebhookWorld): number[][] {
  return seeWebhooks(world).ways.map(({ event, arrivals }) =>
    arrivals.map(({ atMs }) => (atMs - event.atMs) / 1000),
  );
}
