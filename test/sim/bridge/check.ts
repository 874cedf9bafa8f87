import type { Row } from "../../../functions/app/core/ports.ts";
import { isFreshPass } from "../../../functions/domain/gate/payout-gate.ts";
import { bridgeMeaning } from "../../../functions/domain/rails/bridge-state.ts";
import type { RailTransfer } from "../../../functions/domain/rails/transfer.ts";
import { breaksOf, railRefsOf } from "../../../functions/domain/reconciliation/break.ts";
import { settlementLedgerOf } from "../../../functions/domain/settlement/ledger.ts";
import { reviewReason } from "../../../functions/domain/settlement/review-reason.ts";
import { isEnded, type Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { hashOf, outOf, type SimTransfer } from "../../support/bridge-sim/transfer.ts";
import { decimal, micros } from "../../support/vendor-sim/decimal.ts";
import type { MadeTransfer } from "../../support/world/bridge/network.ts";
import type { BridgeSide } from "../../support/world/bridge/side.ts";
import type { World } from "../../support/world/settlement/world.ts";
import type { Response } from "../core/checks.ts";
import { passes, passMs, reservePasses } from "../settlement/check-outside.ts";
import type { Report } from "../settlement/invariants.ts";
import type { SettlementObservations } from "../settlement/seen.ts";
import { type checkBridgeEscrows, isOfEscrow } from "./check-escrows.ts";
import { besidesIn, checkClients, checkLedger } from "./check-ledger.ts";
import { isSweep } from "./check-sweeps.ts";
import { checkWallets } from "./check-wallets.ts";

const name = "the ledger is the vendor's books";

/** What reconciliation would name to operators, by settlement: the directions in which the two sides differ. */
export type NamedCheck = ReadonlyMap<string, ReadonlySet<string>>;

/** Reconciles every settlement by the real adapter's own list of what Bridge moved. */
export async function reconcileRun(world: World, seen: SettlementObservations): Promise<NamedCheck> {
  const { bridge, scheduler } = world;
  const named = new Map<string, Set<string>>();
  let moves: readonly RailTransfer[] = [];
  const known = [...new Set(seen.settlements.flatMap(({ state }) => railRefsOf(state)))];
  // An hour on, nothing that differs is merely on its way.
  world.jump(3_600_000);
  scheduler.spawn(
    "reconciliation",
    async () => {
      moves = (await bridge?.rail().transfersOf(known)) ?? [];
    },
    () => undefined,
  );
  await scheduler.settle();
  for (const { state, entries } of seen.settlements) {
    const theirs = moves.filter(({ railRef }) => railRef === state.payment.railRef);
    const breaks = breaksOf(state, settlementLedgerOf(state, entries), theirs, world.clock.now());
    named.set(state.id, new Set(breaks.map(({ about }) => about)));
  }
  return named;
}

/** Escrows over the same rail, and those of them of which Bridge's word leaves open what is with it. */
type BesideSettlements = Awaited<ReturnType<typeof checkBridgeEscrows>>;

interface Position {
  /** Cents of the payer's that are with us: come, and not gone back. */
  readonly inCents: number;
  /** The payout's hash; null where nothing was paid. */
  readonly hash: string | null;
}

function ours({ state, entries }: Response<Settlement>): Position {
  let clearing = 0;
  // What a return cost beyond its cents is no part of what the payer sent.
  for (const { postings } of entries)
    for (const { account, amountCents } of postings)
      if (account === "rail_clearing" || account === "fx_gain_loss") clearing += amountCents;
  const paidOut = state.txHash === null ? 0 : state.netCents;
  const reserve = state.reserve?.status === "released" ? state.reserveCents : 0;
  return { inCents: clearing + paidOut + reserve, hash: state.txHash };
}

/** What Bridge's books say; more than one figure where its own word leaves it open whose the money is. */
function theirs(side: BridgeSide, collection: SimTransfer): { inCents: readonly number[]; hash: string | null } {
  const { bank, reached } = side;
  const { knobs } = bank;
  const response = Number(collection.received / 10_000n) + (collection.received > 0n ? knobs.amountOffCents : 0);
  const meaning = bridgeMeaning(collection.state, collection.leg);
  const held = meaning === "collected" || meaning === "collected_and_paid";
  const open = meaning === "failed" || meaning === "unknown";
  const payout =
    collection.leg === "direct"
      ? collection
      : bank.transfers.find(
          ({ leg, asked: input }) =>
            leg === "payout" && input.client_reference_id?.endsWith(`@${collection.id}`) === true,
        );
  const paid = payout !== undefined && reached.get(payout.id)?.has("payment_processed") === true;
  const back = bank.transfers.reduce(
    (sum, { leg, asked: input, state }) =>
      leg === "return" && state === "payment_processed" && input.destination.deposit_id === collection.depositId
        ? sum + Number(micros(input.amount ?? "0") / 10_000n)
        : sum,
    0,
  );
  const take = knobs.hashChanges ? "final" : "preliminary";
  return {
    inCents: (held ? [response] : open ? [0, response] : [0]).map((cents) => cents - back),
    hash: paid ? hashOf(payout, take) : null,
  };
}

/** Whether a word about one of a settlement's transfers never reached us, or was one that nobody could read, and nobody asks any more because it has ended: reconciliation names it then. */
function isExcused({ line, bank }: BridgeSide, state: Settlement, about: string, named: NamedCheck): boolean {
  const own = bank.transfers.filter(({ asked: input }) => input.client_reference_id?.startsWith(state.id));
  const lost = line.calls.some((call) => call.lost && !call.taken && own.some(({ id }) => id === call.transferId));
  const unread = lost || state.unknownRailState !== null;
  return unread && isEnded(state.status) && named.get(state.id)?.has(about) === true;
}

/** Every cent that Bridge took or paid is on our ledger, once; what is not is in somebody's queue, with a reason. */
export function checkBridgeBooks(
  side: BridgeSide,
  seen: SettlementObservations,
  report: Report,
  { named, rows, others }: { named: NamedCheck; rows: readonly Row[]; others: BesideSettlements },
): void {
  for (const response of seen.settlements) {
    const { state } = response;
    const mine = ours(response);
    const collection = side.bank.transfers.find(({ id }) => id === state.payment.railRef);
    if (!collection) {
      if (mine.inCents !== 0 || mine.hash !== null) report(name, `${state.id}: Bridge has no collection`);
      continue;
    }
    const yours = theirs(side, collection);
    const inRight = yours.inCents.includes(mine.inCents);
    const about = `${state.id} ${state.status} ${state.payment.status}`;
    if (!inRight && !isExcused(side, state, "collection", named) && !isExcused(side, state, "return", named))
      report(name, `${about}: we hold ${mine.inCents}, Bridge says ${yours.inCents} (${collection.state})`);
    checkPayout(side, response, yours.hash, report, named);
    const held = (state.status === "declined" || state.status === "failed") && mine.inCents > 0;
    const unknown = bridgeMeaning(collection.state, collection.leg) === "unknown";
    if ((held || unknown || state.mismatchCents !== null) && reviewReason(state) === null)
      report("what the rail leaves open is in somebody's queue", `${about}: nobody sees it`);
  }
  checkStrays(side, seen, report);
  const isOpenFor = new Set(
    side.bank.transfers.flatMap(({ asked }) => {
      const id = asked.client_reference_id?.split(/[.@]/)[0] ?? "";
      return others.open.has(id) ? [asked.destination.bridge_wallet_id ?? asked.source.bridge_wallet_id ?? ""] : [];
    }),
  );
  const besides = (walletId: string) => (isOpenFor.has(walletId) ? undefined : besidesIn(side, rows, walletId));
  const agreed = (response: Response<Settlement>, collection: SimTransfer) => {
    const { inCents } = ours(response);
    return theirs(side, collection).inCents.includes(inCents) ? inCents : undefined;
  };
  const open = checkWallets(side, seen, report, agreed, besides);
  if (side.bank.knobs.amountOffCents === 0) checkClients(side, [...seen.settlements, ...others.seen.escrows], report);
  checkLedger(side, rows, (walletId) => open.has(walletId) || isOpenFor.has(walletId), report);
}

function checkPayout(
  side: BridgeSide,
  { state }: Response<Settlement>,
  hash: string | null,
  report: Report,
  named: NamedCheck,
): void {
  const about = `${state.id} ${state.status} ${state.payment.status}`;
  if (state.txHash !== null && state.txHash !== hash)
    report("a payout's hash is the final one", `${about}: ${state.txHash}, not ${hash}`);
  // Only the payer's return makes a failure of what was paid out of a hold: silence is no answer.
  if (
    hash !== null &&
    side.plan.mode === "two_leg" &&
    state.status === "failed" &&
    state.payment.status === "succeeded"
  )
    report("a payout that was made is no failure", about);
  if (hash === null || state.txHash !== null) return;
  // Straight through, what waits for operators or for a rest has been paid out already: they see both.
  const undecided = state.mismatchCents !== null || state.unappliedCents > 0;
  const parked = side.plan.mode === "one_leg" && state.status === "collecting" && undecided;
  if (!parked && !isExcused(side, state, "payout", named))
    report(name, `${about}: Bridge has paid out, and the record does not say so`);
}

/** Each payout is what was ordered, and every collection is some settlement's. */
function checkStrays({ bank, plan }: BridgeSide, seen: SettlementObservations, report: Report): void {
  const byRef = new Map(seen.settlements.map(({ state }) => [state.payment.railRef, state]));
  for (const transfer of bank.transfers) {
    if (transfer.asked.client_reference_id?.startsWith("other_")) continue;
    if (isOfEscrow(transfer) || isSweep(transfer)) continue;
    if (transfer.leg === "direct" || transfer.leg === "hold") {
      if (!byRef.has(transfer.id)) report(name, `${transfer.id} is no settlement's collection`);
      continue;
    }
    const reference = transfer.asked.client_reference_id ?? "";
    const state = byRef.get(reference.split("@")[1] ?? "");
    // A reserve that could not be paid out is held again, and what was ordered is taken off the record.
    const isHeldAgain = reference.includes("@reserve-") && state?.reserve?.blocked;
    if (isHeldAgain && bridgeMeaning(transfer.state, transfer.leg) === "failed") continue;
    const amount = decimal(outOf(transfer, bank.knobs));
    const ordered = [state?.usdtOut, state?.reserve?.usdtOut].flatMap((text) => (text ? [decimal(micros(text))] : []));
    if (transfer.leg === "payout" && plan.mode === "two_leg" && !ordered.includes(amount))
      report(name, `${transfer.id} paid ${amount}, ordered ${ordered.join(" and ")}`);
  }
}

function settlementIdOf({ transfer }: MadeTransfer): string {
  return transfer.asked.client_reference_id?.split(".")[0] ?? "";
}

function isReserve({ transfer }: MadeTransfer): boolean {
  return transfer.asked.client_reference_id?.split("@")[2]?.startsWith("reserve-") === true;
}

function purposeOf(made: MadeTransfer): string {
  const { leg, asked: input } = made.transfer;
  // A deposit that did not go back may be sent again, under the next key.
  const part = leg === "return" ? made.key : (input.client_reference_id?.split("@")[2] ?? "");
  return `${settlementIdOf(made)} ${leg === "direct" || leg === "hold" ? "collection" : leg} ${part}`.trim();
}

/** What we asked of Bridge: each thing once, each key with one body, and nothing out of money that Bridge says is not there. Callbacks: ours to take are Bridge's alone. */
export function checkBridgeCalls({ network, line }: BridgeSide, seen: SettlementObservations, report: Report): void {
  const once = "one transfer a leg, under one key with one body";
  for (const conflict of network.conflicts) report(once, `${conflict}: came with other words`);
  const known = new Set(seen.settlements.map(({ state }) => state.id));
  const purposes = new Set<string>();
  for (const made of network.made) {
    const purpose = purposeOf(made);
    if (isOfEscrow(made.transfer) || isSweep(made.transfer)) continue;
    if (!known.has(settlementIdOf(made))) report("outside keys are ours", `${purpose} names no settlement`);
    if (purposes.has(purpose)) report(once, `${purpose}: made again as ${made.transfer.id}`);
    purposes.add(purpose);
    const { collectionState: state } = made;
    if (state !== undefined && state !== "payment_processed")
      report("nothing is paid out of a collection that is not there", `${purpose}: it was ${state}`);
  }
  for (const { transferId, state, answers } of line.calls) {
    const forged = transferId === "forged";
    // A door that died has said nothing.
    const wrong = answers.some((status) => status !== null && (status === 401 || status === 400) !== forged);
    if (wrong) report("a forged callback is refused, a genuine one is let in", `${transferId} ${state}: ${answers}`);
  }
}

/** No collection before the first gate has passed, no payout before the second has, bought after the money came and still fresh. */
export function checkBridgeGate(
  world: World,
  { network, plan }: BridgeSide,
  seen: SettlementObservations,
  report: Report,
): void {
  const name = "no conversion or payout without a passing screen after collection";
  const response = new Map(seen.settlements.map((each) => [each.state.id, each]));
  for (const made of network.made) {
    const subject = response.get(settlementIdOf(made));
    if (!subject || made.transfer.leg === "return") continue;
    const { askedAtMs } = made;
    const good =
      made.transfer.leg !== "payout"
        ? [collectionPass(subject)]
        : isReserve(made)
          ? reservePasses(world, subject)
          : passes(world, subject);
    const fresh = (at: number) => at <= askedAtMs && (world.zombies || askedAtMs - at <= passMs);
    // A pass before collection is known by what a process wrote, by its own clock.
    const late = made.transfer.leg === "payout" ? fresh : (at: number) => at - world.clockSlackMs <= askedAtMs;
    if (!good.some(late)) report(name, purposeOf(made));
  }
  if (plan.mode === "two_leg") return;
  // Straight through the second gate cannot stop what is funded, but it stops the record.
  for (const each of response.values())
    if (each.state.status === "completed" && passes(world, each).length === 0)
      report(name, `${each.state.id} is completed`);
}

function collectionPass({ state }: Response<Settlement>): number {
  const first = state.screens.find(({ stage }) => stage === "collection");
  return first && isFreshPass(first, first.at) ? Date.parse(first.at) : Number.POSITIVE_INFINITY;
}
