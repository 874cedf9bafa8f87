import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import { escrowLedgerOf } from "../../../functions/domain/escrow/ledger.ts";
import { bridgeMeaning } from "../../../functions/domain/rails/bridge-state.ts";
import type { RailTransfer } from "../../../functions/domain/rails/transfer.ts";
import { escrowBreaksOf, escrowRailRefsOf } from "../../../functions/domain/reconciliation/escrow-recon-break.ts";
import { hashOf, outOf, type SimTransfer } from "../../support/bridge-sim/transfer.ts";
import { micros } from "../../support/vendor-sim/decimal.ts";
import type { BridgeSide } from "../../support/world/bridge/side.ts";
import { partsOfKey } from "../../support/world/escrow/bank-book.ts";
import type { EscrowSide } from "../../support/world/escrow/side.ts";
import type { World } from "../../support/world/settlement/world.ts";
import { checkAnswers, checkQueues } from "../core/checks.ts";
import { checkEscrowDisputes } from "../escrow/check-disputes.ts";
import { checkEscrowGate } from "../escrow/check-gate.ts";
import { checkEscrowLedger, payoutsOfOne } from "../escrow/check-money.ts";
import { checkLeftRest, checkParts } from "../escrow/check-parts.ts";
import { checkEscrowHistories, scopeOf } from "../escrow/check-rest.ts";
import { type EscrowAnswer, type SeenEscrows, seeEscrows } from "../escrow/seen.ts";
import type { Report } from "../settlement/invariants.ts";

const unitsPerCent = 10_000n;

/** Whether a transfer is of an escrow's, of whatever leg. */
export function isOfEscrow({ asked }: SimTransfer): boolean {
  return asked.client_reference_id?.startsWith("esc_") === true;
}

function transfersOf({ bank }: BridgeSide, { state }: EscrowAnswer): SimTransfer[] {
  return bank.transfers.filter(({ asked }) => asked.client_reference_id?.split(/[.@]/)[0] === state.id);
}

/** Under which of our keys a payout was ordered, by its reference: what Bridge has of a key tells nothing. */
function keyOf({ asked }: SimTransfer): string {
  const [whose = "", , part = ""] = asked.client_reference_id?.split("@") ?? [];
  return [whose.split(".")[0], ...part.split("-")].join(":");
}

const backAtBridge = ["undeliverable", "error", "canceled"];

/** Payouts and returns that left the wallet, and have not come back. */
function goneOf(side: BridgeSide, escrow: EscrowAnswer): SimTransfer[] {
  return transfersOf(side, escrow).filter(
    ({ leg, state }) => (leg === "payout" || leg === "return") && !backAtBridge.includes(state),
  );
}

/** No more leaves for an escrow than its deposits became, and one payout at most takes what was held. */
function checkPayouts(side: BridgeSide, escrow: EscrowAnswer, report: Report): void {
  const { state } = escrow;
  const holds = transfersOf(side, escrow).filter(({ leg }) => leg === "hold");
  const bought = holds.reduce((sum, each) => sum + outOf(each, side.bank.knobs), 0n);
  const gone = goneOf(side, escrow);
  const payouts = gone.filter(({ leg }) => leg === "payout");
  const units = payouts.reduce((sum, { received }) => sum + received, 0n);
  if (units > bought)
    report("nothing leaves for an escrow but what its deposit bought", `${state.id} took ${units - bought} more`);
  const legs = payouts.map((each) => partsOfKey(keyOf(each)).leg).toSorted();
  if (!payoutsOfOne.includes(legs.join()))
    report("one payout an escrow, under one key with one body", `${state.id}: ${payouts.map(({ id }) => id).join()}`);
  const left = payouts.map((each) => ({ key: keyOf(each), wallet: each.asked.destination.to_address ?? "" }));
  checkParts(escrow, left, report);
  const take = side.bank.knobs.hashChanges ? "final" : "preliminary";
  const isProven = (hash: string | null) =>
    hash === null ||
    gone.some((each) => hashOf(each, take) === hash) ||
    // Sent back to the payer's bank, which shows no hash on chain.
    gone.some(({ leg, id }) => leg === "return" && id === hash);
  if (!isProven(state.releaseTxHash) || !isProven(state.refundTxHash))
    report("a payout's hash is the final one", `${state.id}: ${state.releaseTxHash ?? state.refundTxHash}`);
  for (const payout of payouts) {
    const { id, received } = payout;
    const key = keyOf(payout);
    const ordered = escrow.states.findLast(({ state: each }) => each.intent?.key === key);
    if (!ordered) report("one payout an escrow, under one key with one body", `${id} was never ordered`);
    else checkShare(side, ordered.state, received, report);
  }
}

/** Rates and shares are cut to the millionth, each once; what a release leaves is what two shares differ by. */
const cuts = { release: 2n, refund: 2n, rest: 3n } as const;

/** Who is paid gets their share of what the collection had bought when it was ordered. */
function checkShare({ bank }: BridgeSide, { id, funding, intent }: Escrow, paid: bigint, report: Report): void {
  const hold = bank.transfers.find((each) => each.id === funding?.railRef);
  if (!hold || !funding || !intent || bank.knobs.amountOffCents !== 0) return;
  const came = BigInt(funding.receivedCents) * unitsPerCent;
  const bought = outOf({ ...hold, received: came }, bank.knobs);
  const off = paid - (bought * BigInt(intent.amountCents) * unitsPerCent) / came;
  const cut = cuts[intent.leg];
  if (off > cut || off < -cut)
    report("a client gets what its deposit bought, less fee and reserve", `${id}: ${paid}, ${off} millionths off`);
}

/** Cents of an escrow's payers that are with Bridge by its own books; more than one figure where its word leaves it open. */
function theirCents(side: BridgeSide, escrow: EscrowAnswer): { readonly cents: number; readonly isOpen: boolean } {
  let cents = 0;
  let isOpen = false;
  for (const { leg, state, received, asked } of transfersOf(side, escrow)) {
    const meaning = bridgeMeaning(state, leg);
    if (leg === "hold" && (meaning === "failed" || meaning === "unknown")) isOpen ||= received > 0n;
    if (leg === "hold" && meaning === "collected")
      cents += Number(received / unitsPerCent) + (received > 0n ? side.bank.knobs.amountOffCents : 0);
    if (leg === "return" && state === "payment_processed") cents -= Number(micros(asked.amount ?? "0") / unitsPerCent);
  }
  return { cents, isOpen };
}

/** The same by our record; what a refund's payout took of the money beside is still a deposit in Bridge's books. */
function ourCents({ state, states }: EscrowAnswer): number {
  const { funding, pastFundings, paidLeg, amountCents } = state;
  const refund = states.findLast(({ state: each }) => each.intent?.leg === "refund")?.state.intent;
  const besideCents = paidLeg === "refund" && refund ? refund.amountCents - amountCents : 0;
  const all = funding ? [...pastFundings, funding] : pastFundings;
  return all.reduce((sum, each) => {
    const isGone = each.returned !== null || (each === funding && state.returned !== null);
    const paidCents = each === funding ? besideCents : 0;
    return sum + (isGone ? 0 : each.receivedCents) - (each.sentBackCents - paidCents);
  }, 0);
}

/** What reconciliation names of escrows, by the rail's own list of what it moved. */
async function namedBreaks(world: World, seen: SeenEscrows): Promise<ReadonlySet<string>> {
  const { bridge, scheduler } = world;
  const known = [...new Set(seen.escrows.flatMap(({ state }) => escrowRailRefsOf(state)))];
  let moves: readonly RailTransfer[] = [];
  scheduler.spawn(
    "reconciliation",
    async () => {
      moves = (await bridge?.rail().transfersOf(known)) ?? [];
    },
    () => undefined,
  );
  await scheduler.settle();
  const named = seen.escrows.filter(({ state, entries }) => {
    const own = escrowRailRefsOf(state);
    const theirs = moves.filter(
      ({ railRef, transferRef }) => own.includes(railRef ?? "") || own.includes(transferRef ?? ""),
    );
    return escrowBreaksOf(state, escrowLedgerOf(entries, state.paidLeg), theirs, world.clock.now()).length > 0;
  });
  return new Set(named.map(({ state }) => state.id));
}

/** An escrow's payout in flight is one that Bridge has and has not decided, and somebody looks at it again. */
function checkStuck(side: BridgeSide, { machines }: EscrowSide, escrow: EscrowAnswer, report: Report): void {
  const { state, row } = escrow;
  const { intent, waiting, sendBack, id } = state;
  const isOnItsWay = (wanted: string) =>
    goneOf(side, escrow).some(({ leg, state: is }) => {
      const meaning = bridgeMeaning(is, leg);
      return leg === wanted && (meaning === "waits" || meaning === "unknown");
    });
  if (intent && !isOnItsWay("payout")) report("nothing is stuck", `${intent.key} is in flight, at Bridge it is not`);
  const listens = waiting !== null && machines.waitsFor(waiting.token);
  if (intent && !listens && !row.index?.due) report("nothing is stuck", `${id}: nobody will look at ${intent.key}`);
  if (sendBack && !isOnItsWay("return") && sendBack.cost !== undefined)
    report("nothing is stuck", `${sendBack.key} is under way, at Bridge it is not`);
  if (state.status === "awaiting_funds" && state.funding?.cancelledAt === null && !row.index?.due)
    report("nothing is stuck", `${id} waits for money, and nobody will look again`);
}

function checkMachines({ machines }: EscrowSide, seen: SeenEscrows, report: Report): void {
  const intents = new Map(seen.escrows.map(({ state }) => [state.id, state.intent]));
  for (const { name: machine, status, state, failure } of machines.executions.values()) {
    if (status === "failed") report("nothing is stuck", `machine ${machine} failed: ${failure}`);
    if (status === "running" && !intents.get(machine.slice(0, machine.lastIndexOf("-"))))
      report("nothing is stuck", `machine ${machine} waits at ${state} for no payout`);
  }
}

/** Whose payouts of escrows were ordered at Bridge, and by which screens they may have been. */
function gateOf({ bridge, vendors }: World) {
  const made = bridge?.network.made ?? [];
  const orders = made.flatMap(({ transfer, askedAtMs: atMs }) =>
    transfer.leg === "payout" && isOfEscrow(transfer)
      ? [{ asked: { key: keyOf(transfer), wallet: transfer.asked.destination.to_address ?? "" }, atMs }]
      : [],
  );
  const effects = [...vendors.screens.values(), ...vendors.readings.values()];
  const screens = effects.map(({ asked, answer: verdict, atMs, lastMs }) => ({
    ...{ asked, verdict, atMs: [atMs, lastMs] },
  }));
  return { orders, screens };
}

/** Checks the escrows of a world over Bridge; the ids of those of which Bridge's word leaves open what is with it, or differs from what we heard. */
export async function checkBridgeEscrows(
  world: World,
  side: BridgeSide,
  report: Report,
): Promise<{ readonly seen: SeenEscrows; readonly open: ReadonlySet<string> }> {
  const { escrows } = world;
  if (!escrows) return { seen: { escrows: [], claims: [], pending: [], deliveries: [] }, open: new Set() };
  const { store, deliveries, zombies } = world;
  const seen = seeEscrows({ store, deliveries, journal: escrows.journal });
  checkEscrowLedger(seen, report);
  checkEscrowHistories(seen, report);
  checkEscrowDisputes(world, seen, report);
  if (!zombies) checkEscrowGate(gateOf(world), seen, report);
  checkQueues(seen.escrows, seen, (detail) => report("no event is lost", detail));
  const isKept = (kind: string) => kind === "result" || world.happened["forgotten rows"] === 0;
  checkAnswers(
    escrows.clients,
    scopeOf,
    (detail) => report("one execution a key, and everyone has an answer", detail),
    isKept,
  );
  checkMachines(escrows, seen, report);
  const named = await namedBreaks(world, seen);
  const open = new Set<string>();
  for (const escrow of seen.escrows) {
    checkPayouts(side, escrow, report);
    checkStuck(side, escrows, escrow, report);
    checkLeftRest(escrow, report);
    const { cents, isOpen } = theirCents(side, escrow);
    const ours = ourCents(escrow);
    const { id, status } = escrow.state;
    if (isOpen || cents !== ours) open.add(id);
    if (!isOpen && cents !== ours && !named.has(id))
      report("the ledger is the vendor's books", `${id} ${status}: ${ours} on record, Bridge says ${cents}`);
  }
  return { seen, open };
}
