import { bridgeMeaning } from "../../../functions/domain/rails/bridge-state.ts";
import { reserveKey } from "../../../functions/domain/settlement/reserve-payout.ts";
import { isEnded, type Settlement } from "../../../functions/domain/settlement/settlement.ts";
import type { BridgeSide } from "../../support/world/bridge-side.ts";
import type { World } from "../../support/world/world.ts";
import type { Report } from "./findings.ts";
import type { Seen } from "./seen.ts";

/** Whether a settlement that has not ended has a reason: it waits for a word of the rail that has not been spoken. */
function waitsRightly(world: World, state: Settlement): boolean {
  const { waiting } = state;
  if (waiting === null || !world.machines.waitsFor(waiting.token)) return false;
  const said = world.railLine.calls
    .filter(({ railRef, taken }) => taken && railRef === state.payment.railRef)
    .map(({ event }) => event.kind);
  if (state.status === "collecting")
    return waiting.state === "collect" && (!said.includes("funds_received") || state.mismatchCents !== null);
  return state.status === "settling" && waiting.state === "proof" && !said.includes("payment_processed");
}

/** The same where Bridge itself can be looked at. */
function waitsForBridge(world: World, state: Settlement): boolean {
  const { status, waiting, payment, mismatchCents, unappliedCents } = state;
  if (waiting === null || !world.machines.waitsFor(waiting.token)) return false;
  const ref = status === "settling" ? (payment.payoutRef ?? payment.railRef) : payment.railRef;
  const transfer = world.bridge?.bank.transfers.find(({ id }) => id === ref);
  const meaning = transfer && bridgeMeaning(transfer.state, transfer.leg);
  const open = meaning === "waits" || meaning === "unknown";
  if (status === "settling") return waiting.state === "proof" && open;
  return (
    status === "collecting" &&
    waiting.state === "collect" &&
    (open || mismatchCents !== null || unappliedCents > 0)
  );
}

function isOnItsWayBack({ bank }: BridgeSide, transferRef: string | null): boolean {
  const transfer = bank.transfers.find(({ id }) => id === transferRef);
  const meaning = transfer && bridgeMeaning(transfer.state, "return");
  return meaning === "waits" || meaning === "unknown";
}

/** Whether a reserve's payout is begun though the rail has none under way. */
function isReserveStuck({ bridge, vendors }: World, state: Settlement): boolean {
  if (state.reserve?.status !== "releasing") return false;
  if (!bridge) {
    const said = vendors.payouts.get(reserveKey(state))?.answer;
    return said === undefined || "refused" in said || said.txHash !== null;
  }
  const payouts = bridge.bank.transfers.filter(
    ({ leg, asked }) =>
      leg === "payout" && asked.client_reference_id?.includes(`@${state.payment.railRef}@reserve-`),
  );
  return !payouts.some((each) => ["waits", "unknown"].includes(bridgeMeaning(each.state, each.leg)));
}

/** Nothing is half done: no claim runs, no entry waits, every machine and settlement has ended or waits for the rail. */
export function checkRest(world: World, seen: Seen, report: Report): void {
  const name = "nothing is stuck";
  const rightly = world.bridge ? waitsForBridge : waitsRightly;
  for (const { key, body } of seen.claims) if (body.status === "running") report(name, `${key} still runs`);
  for (const { pk, sk } of seen.pending) report(name, `${pk} ${sk} is not handed on`);
  for (const { ask, answer } of world.askers)
    if (answer === undefined) report(name, `${ask.idempotencyKey} has no answer`);
  for (const { railRef, event, taken } of world.railLine.calls)
    if (!taken) report(name, `${event.kind} for ${railRef} was never taken`);
  const ends = new Map(seen.settlements.map(({ state }) => [state.id, state]));
  for (const { state } of seen.settlements)
    if (!isEnded(state.status) && !rightly(world, state))
      report(name, `${state.id} is ${state.status}, waiting for ${state.waiting?.state ?? "nothing"}`);
  for (const { state } of seen.settlements)
    if (world.bridge && state.sendBack !== null && !isOnItsWayBack(world.bridge, state.sendBack.transferRef))
      report(name, `${state.id} is being sent back as ${state.sendBack.transferRef}`);
  for (const { state } of seen.settlements)
    if (isReserveStuck(world, state)) report(name, `the reserve of ${state.id} is being released`);
  for (const { name: machine, status, state, failure } of world.machines.executions.values()) {
    if (status === "failed") report(name, `machine ${machine} failed: ${failure}`);
    const settlement = ends.get(machine.slice(0, machine.lastIndexOf("-")));
    if (status === "running" && (!settlement || isEnded(settlement.status)))
      report(name, `machine ${machine} waits at ${state} for a settlement that has ended`);
  }
  for (const { id, status, nextAttemptAt } of seen.deliveries.values())
    if (nextAttemptAt !== null && nextAttemptAt <= world.clock.now())
      report(name, `delivery ${id} is ${status} and due`);
}
