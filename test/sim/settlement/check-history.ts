import type { Entry } from "../../../functions/app/core/aggregate.ts";
import { eventNames } from "../../../functions/domain/core/event.ts";
import { basisPointsOf } from "../../../functions/domain/core/money.ts";
import { type Settlement, settlementMoves } from "../../../functions/domain/settlement/settlement.ts";
import type { World } from "../../support/world/settlement/world.ts";
import { chainFault, pathFaults, type Response } from "../core/checks.ts";
import { deliveryFault, sequenceFaults } from "../core/delivered-data.ts";
import type { Report } from "./invariants.ts";
import type { SettlementObservations } from "./seen.ts";

function checkChain(response: Response<{ id: string }>, report: Report): void {
  const fault = chainFault(response);
  if (fault) report(fault.kind === "gap" ? historyName : chainName, `${response.state.id}: ${fault.what}`);
}

const chainName = "the hash chain verifies";
const historyName = "history is an allowed path without gaps that ends at the status";

const graph = { first: "created", moves: settlementMoves };

/** The one event that a move announces; notes without a move are told by what changed. */
const announced: Readonly<Record<string, string>> = {
  completed: "settlement.completed",
  declined: "settlement.declined",
  failed: "settlement.failed",
};

function expectedEvent({ from, to, reason }: Entry): string | undefined {
  if (reason.startsWith("reserve kept:")) return "reserve.hold_blocked";
  if (reason === "reserve due, nothing speaks against its release") return "reserve.release_ready";
  if (from !== to) return announced[to];
  if (to === "completed" && reason.startsWith("payment returned")) return "settlement.returned_after_disbursement";
  if (reason.startsWith("payout submitted")) return "settlement.settling";
  if (reason.startsWith("stalled:")) return "settlement.stalled";
  if (reason.endsWith("we do not know")) return "settlement.rail_unknown";
  if (/^received \d+ cents(, expected| more than was settled)/.test(reason)) return "settlement.amount_mismatch";
  return undefined;
}

/** A rail that cannot hold says so at once, where there would have been something to hold. */
function expectedAtOpening(state: Settlement, rules: SettlementObservations["rules"]): string | undefined {
  const { reserveBps = 0 } = rules.find(({ id }) => id === state.feeRuleId) ?? {};
  const wishedCents = basisPointsOf(state.fiatInCents - state.feeCents, reserveBps);
  return !state.keepsReserve && wishedCents > 0 ? "reserve.hold_blocked" : undefined;
}

function checkEvents(
  { state, entries }: Response<Settlement>,
  rules: SettlementObservations["rules"],
  report: Report,
): void {
  const name = "events follow from the history";
  const once = new Set<string>();
  let ofReserve: string | undefined;
  for (const each of entries) {
    const expected = each.from === null ? expectedAtOpening(state, rules) : expectedEvent(each);
    const is = each.events.map((event) => event.name).join(", ");
    if (is !== (expected ?? "")) report(name, `${state.id} entry ${each.seq}: ${is}, not ${expected}`);
    if (expected === undefined || expected === "settlement.amount_mismatch") continue;
    if (expected.startsWith("reserve.")) {
      // A reserve is blocked for one reason after the other, and ready again in between.
      if (each.reason === ofReserve) report(name, `${state.id}: ${each.reason} a second time`);
      ofReserve = each.reason;
      continue;
    }
    // The collection may stall, and then the payout.
    const what = expected === "settlement.stalled" ? `${expected} while ${each.to}` : expected;
    if (once.has(what)) report(name, `${state.id}: ${what} a second time`);
    once.add(what);
  }
}

/** Histories: gap-free, chained, along the allowed moves, with the events that follow from them. */
export function checkHistories(seen: SettlementObservations, report: Report): void {
  for (const response of seen.settlements) {
    checkChain(response, report);
    const { id, status } = response.state;
    for (const fault of pathFaults(response.entries, status, graph)) report(historyName, `${id}: ${fault}`);
    checkEvents(response, seen.rules, report);
  }
  for (const { entries } of [...seen.settlements, ...seen.invoices])
    for (const fault of sequenceFaults(entries)) report("events follow from the history", fault);
  for (const response of [...seen.invoices, ...seen.creditNotes]) checkChain(response, report);
}

const listed: ReadonlySet<string> = new Set(eventNames);

/** Every event reached every endpoint of its tenant, with its data as it is on the audit trail and nothing beside that but what is said of every event. */
export function checkDeliveries(world: World, seen: SettlementObservations, report: Report): void {
  const taken = new Map<string, string>();
  for (const { eventId, url, status, body } of world.receivers.arrivals)
    if (status === 200) taken.set(`${eventId} ${url}`, body);
  const troubled = new Set(world.receivers.arrivals.flatMap((each) => (each.status === 200 ? [] : [each.eventId])));
  const given = new Map(seen.deliveries.map((each) => [`${each.eventId} ${each.url}`, each]));
  for (const { state, entries } of [...seen.settlements, ...seen.invoices])
    for (const entry of entries)
      for (const event of entry.events)
        for (const { url, tenantId } of seen.endpoints) {
          if (tenantId !== state.tenantId) continue;
          const { id, name } = event;
          const body = taken.get(`${id} ${url}`);
          const fault = body === undefined ? undefined : deliveryFault(body, event, entry);
          if (fault !== undefined) report("only listed events are sent", fault);
          if (body !== undefined) continue;
          const delivery = given.get(`${id} ${url}`);
          // What the receiver or its network refused is still on its way, or was refused six times.
          const excused = delivery && (troubled.has(id) || world.courierTroubled);
          if (!excused || (delivery.status !== "failed" && delivery.attemptsMade < 6))
            report("no event is lost", `${name} ${id}: ${delivery?.status ?? "never queued"}`);
        }
}

/** What arrived: listed names, genuine signatures, each attempt once, six at most. */
export function checkArrivals(world: World, report: Report): void {
  const name = "an attempt is posted once, six at most, genuinely signed";
  const posts = new Set<string>();
  const counts = new Map<string, number>();
  for (const { deliveryId, attempt, forged, body } of world.receivers.arrivals) {
    const post = `${deliveryId} attempt ${attempt}`;
    if (posts.has(post)) report(name, `${post} came twice`);
    posts.add(post);
    const count = (counts.get(deliveryId) ?? 0) + 1;
    counts.set(deliveryId, count);
    if (count > 6 || attempt > 6) report(name, `${deliveryId}: ${count} posts, attempt ${attempt}`);
    // One that is late was signed by a process that time passed over.
    if (forged && !forged.startsWith("signed ")) report(name, `${deliveryId}: ${forged}`);
    const { event, ...rest } = JSON.parse(body) as { event: string; data: unknown };
    if (!listed.has(event)) report("only listed events are sent", event);
    if (Object.keys(rest).join() !== "data") report("only listed events are sent", `${event} carries more`);
  }
}
