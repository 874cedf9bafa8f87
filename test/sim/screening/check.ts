import type { Entry } from "../../../functions/app/core/aggregate.ts";
import type { Catalogue } from "../../../functions/app/screening/list-catalogue.ts";
import { usageKey } from "../../../functions/app/screening/usage.ts";
import type { Account } from "../../../functions/domain/screening/account.ts";
import type { OwnListEntry } from "../../../functions/domain/screening/internal-list.ts";
import type { Monitor } from "../../../functions/domain/screening/monitor.ts";
import { plans } from "../../../functions/domain/screening/plan.ts";
import type { Screen } from "../../../functions/domain/screening/screen.ts";
import { screenView } from "../../../functions/domain/screening/screen-view.ts";
import type { Delivery } from "../../../functions/domain/webhooks/webhook.ts";
import type { ScreenWorld, Since } from "../../support/world/screening/world.ts";
import { chainFault, pathFaults, type Response, trailsIn } from "../core/checks.ts";
import type { Report } from "../core/simulation.ts";
import type { ScreenClient } from "./acts.ts";

/** Checks all invariants of the screening interface on a world that has come to rest. */
export function checkScreens(world: ScreenWorld, clients: readonly ScreenClient[], report: ScreenReport): void {
  const response = trailsIn(world.store.rows());
  const alerts = world.statesOf<Monitor>("monitor").flatMap((each) => each.alerts);
  const ofAlerts = new Set(alerts.map(({ screenId }) => screenId));
  const screens = response<Screen>("screen");
  const input = screens.filter(({ state }) => !ofAlerts.has(state.id));
  checkCounters(world, input.filter(isCounted).filter(isKept), report);
  checkKeys(clients, input.filter(isCounted), report);
  for (const { id } of clients.flatMap(({ replies }) => replies))
    if (!input.some(({ state }) => state.id === id)) report("an answer is kept", `${id} is not`);
  checkHistories(response, screens, report);
  for (const fault of world.listFaults) report("the catalogue names what the store has, and never a worse list", fault);
  checkVerdicts(world, screens, report);
  checkOwn(world, response<OwnListEntry>("own_entry"), report);
  checkPosts(world, report);
  checkRest(world, screens, report);
}

function isCounted({ entries }: Response<Screen>): boolean {
  return entries[0]?.to !== "error";
}

function isKept({ entries }: Response<Screen>): boolean {
  return entries.every(({ to }) => to !== "error");
}

/** The month that a row counts for, where its count is spread over several. */
function monthOfRow(pk: string): string {
  return pk.replace(/^(usage#.*#\d{4}-\d\d)#\d+$/, "$1");
}

function checkCounters(world: ScreenWorld, counted: readonly Response<Screen>[], report: ScreenReport): void {
  const rows = new Map<string, number>();
  for (const { pk, counted: is } of world.store.rows())
    if (is !== undefined) rows.set(monthOfRow(pk), (rows.get(monthOfRow(pk)) ?? 0) + is);
  for (const { id, plan } of world.statesOf<Account>("account")) {
    const most = plans[plan].screenings ?? Number.POSITIVE_INFINITY;
    const own = counted.filter(({ state }) => state.accountId === id);
    const stored = Map.groupBy(own, ({ state }) => usageKey(id, state.createdAt).pk);
    const counters = [...rows.keys()].filter((pk) => pk.startsWith(`usage#${id}#`));
    for (const pk of new Set([...counters, ...stored.keys()])) {
      const is = rows.get(pk) ?? 0;
      const should = (stored.get(pk)?.length ?? 0) + (world.usedBefore.get(pk) ?? 0);
      if (is > most) report("never above the plan", `${pk} is ${is} of ${most}`);
      if (is !== should) report("the counter equals the screens that were counted", `${pk}: ${is}, not ${should}`);
    }
  }
}

function checkKeys(clients: readonly ScreenClient[], counted: readonly Response<Screen>[], report: ScreenReport) {
  const named = "one key is one screen, its replays the same to the byte";
  const keyed = Map.groupBy(
    clients.filter(({ key }) => key !== ""),
    ({ accountId, key }) => `${accountId} ${key}`,
  );
  for (const [key, same] of keyed) {
    const replies = same.flatMap((each) => each.replies.filter(({ status }) => status !== "error"));
    if (new Set(replies.map((reply) => JSON.stringify(screenView.parse(reply)))).size > 1)
      report(named, `${key}: two answers`);
    const unkeyed = clients.some((each) => each.key === "" && same.some(({ value }) => value === each.value));
    if (unkeyed) continue;
    const values = new Set(same.map(({ value }) => value));
    const accounts = new Set(same.map(({ accountId }) => accountId));
    const screens = counted.filter(({ state }) => accounts.has(state.accountId) && values.has(state.subject.value));
    if (screens.length > 1) report(named, `${key}: ${screens.length} screens`);
    const answered = same.filter(({ replies: own }) => own.some(({ status }) => status !== "error"));
    if (new Set(answered.map(({ value }) => value)).size > 1) report(named, `${key}: for two bodies`);
  }
}

function checkHistories(
  response: ReturnType<typeof trailsIn>,
  screens: readonly Response<Screen>[],
  report: ScreenReport,
): void {
  const named = "history is an allowed path without gaps, its chain whole";
  for (const type of ["screen", "list_catalogue", "own_entry", "monitor", "webhook_endpoint"])
    for (const { head, entries } of response<unknown>(type)) {
      const fault = chainFault({ head, entries });
      if (fault) report(named, `${entries[0]?.aggregateId}: ${fault.what}`);
    }
  for (const { state, entries } of screens) {
    const first = entries[0]?.to ?? "";
    const moves = { pending: ["complete", "error"] };
    for (const fault of pathFaults(entries, state.verdict.status, { first, moves }))
      report(named, `${state.id}: ${fault}`);
  }
}

function personOf(actor: string | undefined): string {
  return (actor ?? "").replace("operator:", "").toLowerCase();
}

function checkOwn(world: ScreenWorld, response: readonly Response<OwnListEntry>[], report: ScreenReport): void {
  const named = "own entries act only with two different operators";
  const rows = world.store.rows().filter(({ type }) => type === "own_entries");
  const acting = new Set(
    rows.flatMap(({ body }) => (body as { entries: { id: string }[] }).entries.map(({ id }) => id)),
  );
  for (const { state, entries } of response) {
    const { id, status } = state;
    const isInForce = status === "active" || status === "withdrawal_proposed";
    if (acting.has(id) !== isInForce) report(named, `${id} is ${status} and ${isInForce ? "does not act" : "acts"}`);
    for (const [at, { from, to, actor }] of entries.entries())
      if (to === "withdrawn" || (from === "proposed" && to === "active"))
        if (personOf(actor) === personOf(entries[at - 1]?.actor)) report(named, `${id} ${to} by ${actor} alone`);
  }
}

function checkPosts({ receivers }: ScreenWorld, report: ScreenReport): void {
  const named = "an alert is sent at most six times, under one event id";
  const sent = Map.groupBy(receivers.arrivals, ({ deliveryId }) => deliveryId);
  for (const [id, posts] of sent) {
    if (posts.length > 6) report(named, `${id} was sent ${posts.length} times`);
    for (const what of ["eventId", "body"] as const)
      if (new Set(posts.map((each) => each[what])).size > 1) report(named, `${id} has more than one ${what}`);
    for (const { forged } of posts) if (forged !== undefined) report(named, `${id}: ${forged}`);
  }
}

/** Whether every change of a watched address's risk was told by now, once; a receiver that takes nothing has tried it. */
export function checkAlerts(world: ScreenWorld, reportOf: ScreenReport): void {
  const report = (detail: string) => reportOf("no alert is lost", detail);
  const { arrivals } = world.receivers;
  const deliveries = world.store.rows().flatMap(({ type, body }) => (type === "delivery" ? [body as Delivery] : []));
  for (const { state, entries } of trailsIn(world.store.rows())<Monitor>("monitor")) {
    const { id, value, risk } = state;
    const should = world.isBlockedNow(value) ? "block" : "allow";
    if (risk.action !== should) report(`${id} is ${risk.action}, its address ${should}`);
    const moves = entries.slice(1).map(({ reason }) => reason.slice(reason.lastIndexOf(" ") + 1));
    for (const event of moves) {
      const delivery = deliveries.find(({ eventId }) => eventId === event);
      const posts = arrivals.filter(({ eventId }) => eventId === event);
      const taken = posts.some(({ status }) => status === 200);
      // Who takes nothing was tried; what was taken is known to be.
      const isTold = posts.length > 0 && taken === (delivery?.status === "delivered");
      if (!isTold) report(`${event} of ${id}: ${delivery?.status}, ${posts.length} posts`);
    }
    const own = arrivals.filter(({ url }) => url.endsWith(value));
    const events = new Set(own.map(({ eventId }) => eventId));
    if (events.size > moves.length) report(`${id}: ${events.size} events of ${moves.length} changes`);
  }
}

function checkRest(world: ScreenWorld, screens: readonly Response<Screen>[], report: ScreenReport): void {
  for (const { state } of screens)
    if (state.verdict.status === "pending") report("nothing is stuck", `${state.id} is pending`);
  for (const { type, pk, outbox, body } of world.store.rows()) {
    if (type === "walk" || outbox) report("nothing is stuck", pk);
    if (type === "delivery" && (body as Delivery).nextAttemptAt !== null)
      report("nothing is stuck", `${pk} is ${(body as Delivery).status}`);
  }
  for (const name of world.cast.waiting()) report("nothing is stuck", name);
}

const named = "nothing is allowed by a stale, half or old list, or unasked";

/** What is read and what is written may lie so far apart: a provider's second and the waits of those who met. */
const slackMs = 15_000;
const staleMs = 72 * 3_600_000;

/** Everything that may have been in force when a verdict was made: what came before the moment last, and all that came soon after. */
function around<T>(history: readonly Since<T>[], atMs: number): readonly T[] {
  const before = history.findLastIndex((each) => each.atMs <= atMs - slackMs);
  const end = atMs + slackMs;
  return history.filter((each, at) => at >= before && each.atMs <= end).map(({ is }) => is);
}

function checkVerdicts(world: ScreenWorld, screens: readonly Response<Screen>[], report: ScreenReport): void {
  for (const { state, entries } of screens) {
    const { id, subject, exposures, verdict } = state;
    for (const entry of entries.filter(({ reason }) => reason.endsWith(": allow")))
      for (const fault of faultsOf(world, subject.value, entry)) report(named, `${id}: ${fault}`);
    const [answer] = exposures;
    if (verdict.action === "allow" && answer?.status !== "complete")
      report(named, `${id}: the provider is ${answer?.status ?? "not asked"}`);
  }
}

function faultsOf(world: ScreenWorld, value: string, { at }: Entry): string[] {
  const atMs = Date.parse(at);
  const faults: string[] = [];
  const catalogues = around(world.catalogues, atMs);
  if (!catalogues.some((each) => isFresh(each, atMs))) faults.push("no list was fresh");
  if (catalogues.length > 0 && catalogues.every((each) => world.isListed(each, value))) faults.push("it was listed");
  const own = around(world.blocked, atMs);
  const sure = world.blocked.some((each) => each.atMs <= atMs - slackMs);
  if (sure && own.every((each) => each.has(value))) faults.push("it was blocked by ourselves");
  return faults;
}

function isFresh({ lists }: Catalogue, atMs: number): boolean {
  return lists.some(({ loadedAt }) => atMs - Date.parse(loadedAt) <= staleMs);
}

/** What must hold of the screening interface after every run, by name. */
export const screenInvariants = [
  "the counter equals the screens that were counted",
  "never above the plan",
  "one key is one screen, its replays the same to the byte",
  "an answer is kept",
  "history is an allowed path without gaps, its chain whole",
  "the catalogue names what the store has, and never a worse list",
  "nothing is allowed by a stale, half or old list, or unasked",
  "own entries act only with two different operators",
  "an alert is sent at most six times, under one event id",
  "no alert is lost",
  "nothing is stuck",
] as const;

export type ScreenInvariant = (typeof screenInvariants)[number];

export type ScreenReport = Report<ScreenInvariant>;
