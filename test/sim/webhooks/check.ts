import { maxAttempts, retrySeconds } from "../../../functions/domain/webhooks/webhook.ts";
import type { ReceivedWebhook } from "../../support/world/core/receivers.ts";
import type { WebhookWorld } from "../../support/world/webhooks/world.ts";
import { expectedData } from "../core/delivered-data.ts";
import type { Report } from "../core/simulation.ts";
import { seeWebhooks, type Way, type WebhookObservations } from "./seen.ts";

/** Reasons for which a delivery may end without six attempts, each true of its endpoint. */
function closedRightly({ endpoint, delivery }: Way, { gone, condemned }: WebhookObservations): boolean {
  const reason = delivery?.endedReason;
  if (endpoint.enabled || !reason) return false;
  if (reason === "answered_410") return gone.has(endpoint.url);
  return reason === condemned.get(endpoint.id) || reason === "endpoint_disabled";
}

function isTaken(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** What a sender can know of an answer: nothing, where it was lost on its way. */
function given(arrival: ReceivedWebhook | undefined): number | null {
  return arrival?.told ? arrival.status : null;
}

/** Every event that an endpoint wants was delivered, or ended for a reason that holds. */
function checkEnding(way: Way, seen: WebhookObservations, report: WebhookReport): void {
  const { event, endpoint, delivery } = way;
  const what = `${event.name} ${event.id} for ${endpoint.id}`;
  if (!delivery) {
    if (endpoint.enabled) report("no event is lost", `${what}: never queued`);
    return;
  }
  const { status, attemptsMade, nextAttemptAt, endedReason } = delivery;
  const text = `${what}: ${status} after ${attemptsMade} attempts, ${endedReason ?? "no reason"}`;
  if (nextAttemptAt !== null || status === "pending") report("nothing is left waiting", text);
  else if (status === "failed" && !(seen.once.has(delivery.id) && attemptsMade > 0)) report("no event is lost", text);
  if (status !== "exhausted") return;
  const used = endedReason === "attempts_used" && attemptsMade === maxAttempts;
  if (!used && !closedRightly(way, seen)) report("no event is lost", text);
}

/** Each record of an attempt is of a post that was made, with the answer that was given. */
function checkRecords({ delivery, arrivals }: Way, report: WebhookReport): void {
  if (!delivery) return;
  const { id, attempts, attemptsMade, status } = delivery;
  const came = new Map(arrivals.map((each) => [each.attempt, each]));
  for (const { number, status: recorded } of attempts) {
    const was = given(came.get(number));
    if (recorded !== was)
      report("a delivery tells what was sent", `${id} attempt ${number}: ${recorded}, but it was ${was}`);
  }
  const numbers = attempts.map(({ number }) => number);
  const highest = Math.max(0, ...numbers, ...came.keys());
  if (new Set(numbers).size < numbers.length || highest > attemptsMade)
    report("a delivery tells what was sent", `${id}: ${numbers.join()} of ${attemptsMade}`);
  const taken = attempts.some(({ number }) => isTaken(given(came.get(number))));
  if (taken !== (status === "delivered"))
    report("a 2xx and nothing else is success", `${id}: ${status} after ${told(arrivals)}`);
}

function told(arrivals: readonly ReceivedWebhook[]): string {
  return arrivals.map(({ attempt, status }) => `${attempt}:${status}`).join(" ") || "nothing";
}

/** What came for one delivery: its own event, each attempt once, six at most, counting up, never early. */
function checkArrivals({ event, endpoint, arrivals }: Way, patient: boolean, report: WebhookReport): void {
  // Nothing that a tenant's entries tell of has an object.
  const body = JSON.stringify({ event: event.name, data: expectedData(event, undefined) });
  const counts = new Set<number>();
  let before: ReceivedWebhook | undefined;
  for (const each of arrivals) {
    const what = `${each.deliveryId} attempt ${each.attempt}`;
    if (each.eventId !== event.id || each.body !== body || each.url !== endpoint.url)
      report(
        "an event comes with its own id and bytes, to its own endpoint",
        `${what}: ${each.eventId}, not ${event.id}`,
      );
    if (each.forged) report("both signatures hold for the bytes that came", `${what}: ${each.forged}`);
    if (counts.has(each.attempt)) report("an attempt is posted once, six at most", `${what} came twice`);
    counts.add(each.attempt);
    if (before && each.attempt <= before.attempt) report("attempts count up", `${what} after ${before.attempt}`);
    const early = patient ? earliestMs(event.atMs, before, each) - each.atMs : 0;
    if (early > 0) report("no attempt comes before its time", `${what}: ${early} ms early`);
    if (each.wrong === "off") report("nothing is sent to an endpoint that is off", what);
    if (each.wrong === "crowded") report("an endpoint at rest is asked by one at a time", what);
    before = each;
  }
  const past = arrivals.some(({ attempt }) => attempt > maxAttempts);
  if (arrivals.length > maxAttempts || past)
    report("an attempt is posted once, six at most", `${arrivals.length} posts: ${told(arrivals)}`);
}

/** From the end of the attempt before, by the schedule; attempts that died before they were posted have their waits too. */
function earliestMs(emittedMs: number, before: ReceivedWebhook | undefined, next: ReceivedWebhook): number {
  const [fromMs, made] = before ? [before.heardMs ?? before.atMs, before.attempt] : [emittedMs, 0];
  const waits = retrySeconds.slice(Math.max(0, made - 1), next.attempt - 1);
  const own = made === 0 ? retrySeconds.slice(0, next.attempt - 1) : waits;
  return fromMs + own.reduce((sum, seconds) => sum + seconds * 1000, 0);
}

function checkSecrets(world: WebhookWorld, { endpoints }: WebhookObservations, report: WebhookReport): void {
  const secrets = new Set(endpoints.map(({ sealedSecret }) => sealedSecret));
  for (const row of world.deliveries.rows()) {
    const { attempts = [] } = row.body as { attempts?: readonly { excerpt: string }[] };
    for (const { excerpt } of attempts)
      if (excerpt.includes("v1=") || [...secrets].some((secret) => excerpt.includes(secret)))
        report("no secret is kept with an answer", row.pk);
  }
}

/** Checks everything on a world of webhooks that has come to rest. */
export function checkWebhooks(world: WebhookWorld, report: WebhookReport): void {
  const seen = seeWebhooks(world);
  for (const way of seen.ways) {
    checkEnding(way, seen, report);
    checkRecords(way, report);
    checkArrivals(way, !world.forced, report);
  }
  for (const { url, deliveryId } of seen.unmatched)
    report("an event comes with its own id and bytes, to its own endpoint", `${deliveryId} at ${url}`);
  for (const row of seen.due) report("nothing is left waiting", `${row} is due`);
  checkSecrets(world, seen, report);
}

const minuteMs = 60_000;

/** What a queue delays itself; longer waits end with the sweeper's next minute. */
const queueSeconds = 900;

function failed({ status, attempt }: ReceivedWebhook): boolean {
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
  return seeWebhooks(world).ways.map(({ event, arrivals }) => arrivals.map(({ atMs }) => (atMs - event.atMs) / 1000));
}

/** What must hold of webhooks after every run, by name. */
export const webhookInvariants = [
  "no event is lost",
  "nothing is left waiting",
  "an event comes with its own id and bytes, to its own endpoint",
  "both signatures hold for the bytes that came",
  "an attempt is posted once, six at most",
  "attempts count up",
  "an attempt counts only if it could be posted",
  "no attempt comes before its time",
  "attempts come when they are due",
  "nothing is sent to an endpoint that is off",
  "an endpoint at rest is asked by one at a time",
  "a 2xx and nothing else is success",
  "a delivery tells what was sent",
  "no secret is kept with an answer",
] as const;

export type WebhookInvariant = (typeof webhookInvariants)[number];

export type WebhookReport = Report<WebhookInvariant>;
