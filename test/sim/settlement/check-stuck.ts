import type { PayRequest } from "../../../functions/app/settlement/pay-invoice.ts";
import { bridgeMeaning } from "../../../functions/domain/rails/bridge-state.ts";
import { waitsForFloat } from "../../../functions/domain/settlement/float.ts";
import { reserveKey } from "../../../functions/domain/settlement/reserve-payout.ts";
import { reviewReason } from "../../../functions/domain/settlement/review-reason.ts";
import { isEnded, type Settlement } from "../../../functions/domain/settlement/settlement.ts";
import type { BridgeSide } from "../../support/world/bridge/side.ts";
import type { Client } from "../../support/world/core/clients.ts";
import type { World } from "../../support/world/settlement/world.ts";
import type { Report } from "./invariants.ts";
import type { SettlementObservations } from "./seen.ts";

/** Whether a settlement that has not ended has a reason: it waits for a word of the rail that has not been spoken. */
function waitsRightly(world: World, state: Settlement): boolean {
  const { waiting } = state;
  if (waiting === null || !world.machines.waitsFor(waiting.token)) return false;
  const reply = world.railLine.calls
    .filter(({ callback, taken }) => taken && callback.railRef === state.payment.railRef)
    .flatMap(({ callback }) => callback.events.map(({ kind }) => kind));
  if (state.status === "collecting")
    return waiting.state === "collect" && (!reply.includes("funds_received") || state.mismatchCents !== null);
  return state.status === "settling" && waiting.state === "proof" && !reply.includes("payment_processed");
}

function waitsForBridge(world: World, state: Settlement): boolean {
  const { status, waiting, payment, mismatchCents, unappliedCents } = state;
  if (waiting === null || !world.machines.waitsFor(waiting.token)) return false;
  const ref = status === "settling" ? (payment.payoutRef ?? payment.railRef) : payment.railRef;
  const transfer = world.bridge?.bank.transfers.find(({ id }) => id === ref);
  const meaning = transfer && bridgeMeaning(transfer.state, transfer.leg);
  const open = meaning === "waits" || meaning === "unknown";
  if (status === "settling") return waiting.state === "proof" && open;
  return (
    status === "collecting" && waiting.state === "collect" && (open || mismatchCents !== null || unappliedCents > 0)
  );
}

function isOnItsWayBack({ bank }: BridgeSide, transferRef: string | null): boolean {
  const transfer = bank.transfers.find(({ id }) => id === transferRef);
  const meaning = transfer && bridgeMeaning(transfer.state, "return");
  return meaning === "waits" || meaning === "unknown";
}

/** Whether a reserve's payout is begun though the rail has none under way. */
function isReserveStuck(world: World, state: Settlement): boolean {
  const { bridge, vendors } = world;
  if (state.reserve?.status !== "releasing") return false;
  if (!bridge) {
    const reply = vendors.payouts.get(reserveKey(state))?.answer;
    return reply === undefined || "refused" in reply || reply.txHash !== null;
  }
  const payouts = bridge.bank.transfers.filter(
    ({ leg, asked: input }) =>
      leg === "payout" && input.client_reference_id?.includes(`@${state.payment.railRef}@reserve-`),
  );
  // What Bridge did during the last look, without a callback, is for the next one.
  const isOpen = ({ state: is, leg, updatedAt }: (typeof payouts)[number]) =>
    updatedAt >= world.sweptAt || ["waits", "unknown"].includes(bridgeMeaning(is, leg));
  return !payouts.some(isOpen);
}

/** Whether money on its way back is with Bridge, or waits for our own balance where somebody sees it. */
function isRightlySentBack(bridge: BridgeSide, state: Settlement, transferRef: string | null): boolean {
  return isOnItsWayBack(bridge, transferRef) || (waitsForFloat(state) && reviewReason(state)?.kind === "float_short");
}

/** Nothing is half done: every client has an answer, every machine and settlement has ended or waits for the rail. */
export function checkRest(world: World, seen: SettlementObservations, report: Report): void {
  const name = "nothing is stuck";
  const rightly = world.bridge ? waitsForBridge : waitsRightly;
  for (const { call, isDone } of world.clients.all) if (!isDone) report(name, `${call.idempotencyKey} has no answer`);
  for (const { callback, taken } of world.railLine.calls)
    if (!taken) report(name, `${callback.events[0]?.kind} for ${callback.railRef} was never taken`);
  const ends = new Map(seen.settlements.map(({ state }) => [state.id, state]));
  for (const { state } of seen.settlements)
    if (!isEnded(state.status) && !rightly(world, state))
      report(name, `${state.id} is ${state.status}, waiting for ${state.waiting?.state ?? "nothing"}`);
  for (const { state } of seen.settlements)
    if (world.bridge && state.sendBack !== null && !isRightlySentBack(world.bridge, state, state.sendBack.transferRef))
      report(name, `${state.id} is being sent back as ${state.sendBack.transferRef}`);
  for (const { state } of seen.settlements)
    if (isReserveStuck(world, state)) report(name, `the reserve of ${state.id} is being released`);
  for (const { name: machine, status, state, failure } of world.machines.executions.values()) {
    if (status === "failed") report(name, `machine ${machine} failed: ${failure}`);
    const settlement = ends.get(machine.slice(0, machine.lastIndexOf("-")));
    if (status === "running" && (!settlement || isEnded(settlement.status)))
      report(name, `machine ${machine} waits at ${state} for a settlement that has ended`);
  }
  for (const { id, status, nextAttemptAt } of seen.deliveries)
    if (nextAttemptAt !== null && nextAttemptAt <= world.sweptAt) report(name, `delivery ${id} is ${status} and due`);
}

interface PaidResult {
  readonly payment: { readonly invoiceId: string; readonly amountCents: number };
  readonly settlement: { readonly id: string; readonly tenantId: string };
}

/** Whose call it is, and under which key. */
export function scopeOf({ tenantId, operation, idempotencyKey }: PayRequest): string {
  return `${tenantId} ${operation} ${idempotencyKey}`;
}

function resultOf({ response }: Client<PayRequest>): PaidResult | undefined {
  const outcome = response?.outcome;
  return outcome?.kind === "result" ? (outcome.result as PaidResult) : undefined;
}

/** Every key made one settlement at most, every settlement has its key, and everyone was told what they asked for. */
export function checkKeys(world: World, seen: SettlementObservations, report: Report): void {
  const byScope = new Map<string, string>();
  const response = new Set<string>();
  for (const client of world.clients.all) {
    const result = resultOf(client);
    if (!result) continue;
    const { id, tenantId } = result.settlement;
    const { call } = client;
    const scope = scopeOf(call);
    const before = byScope.get(scope);
    if (before !== undefined && before !== id) report("one execution a key", `${scope}: ${before} and ${id}`);
    if (before === undefined && response.has(id))
      report("a key belongs to its tenant, route and body", `${scope} was told of another's ${id}`);
    byScope.set(scope, id);
    response.add(id);
    const fits = tenantId === call.tenantId && result.payment.invoiceId === call.invoiceId;
    const exact = call.amountCents === undefined || result.payment.amountCents === call.amountCents;
    if (!fits || !exact) report("a key belongs to its tenant, route and body", `${scope} was told of ${id}`);
  }
  for (const { state } of seen.settlements)
    if (!response.has(state.id) && !state.appliedFrom) report("one execution a key", `nobody was told of ${state.id}`);
  checkReuse(world, report);
}

function checkReuse(world: World, report: Report): void {
  for (const { refusal, call } of world.clients.all) {
    if (refusal?.code !== "idempotency_key_reuse") continue;
    const scope = scopeOf(call);
    const others = world.clients.all.some(
      (other) => scopeOf(other.call) === scope && other.call.fingerprint !== call.fingerprint,
    );
    if (!others) report("a key belongs to its tenant, route and body", `${scope} was no reuse`);
  }
}
