import { bridgeMeaning } from "../../../functions/domain/rails/bridge-state.ts";
import type { RailTransfer } from "../../../functions/domain/rails/transfer.ts";
import { breaksOf, railRefsOf } from "../../../functions/domain/reconciliation/break.ts";
import { ledgerOf } from "../../../functions/domain/settlement/ledger.ts";
import { reviewReason } from "../../../functions/domain/settlement/review-reason.ts";
import { isEnded, type Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { hashOf, outOf, type SimTransfer } from "../../support/bridge-sim/transfer.ts";
import { decimal, micros } from "../../support/vendor-sim/decimal.ts";
import type { BridgeSide } from "../../support/world/bridge-side.ts";
import type { World } from "../../support/world/world.ts";
import type { Told } from "../core/trail.ts";
import type { Report } from "../settlement/findings.ts";
import type { Seen } from "../settlement/seen.ts";

const name = "the ledger is the vendor's books";

/** What reconciliation would name to operators, by settlement: the directions in which the two sides differ. */
export type Named = ReadonlyMap<string, ReadonlySet<string>>;

/** Reconciles every settlement by the real adapter's own list of what Bridge moved. */
export async function reconciled(world: World, seen: Seen): Promise<Named> {
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
    const breaks = breaksOf(state, ledgerOf(entries), theirs, world.clock.now());
    named.set(state.id, new Set(breaks.map(({ about }) => about)));
  }
  return named;
}

interface Position {
  /** Cents of the payer's that are with us: come, and not gone back. */
  readonly inCents: number;
  /** The payout's hash; null where nothing was paid. */
  readonly hash: string | null;
}

/** What our ledger and record say. */
function ours({ state, entries }: Told<Settlement>): Position {
  let clearing = 0;
  for (const { postings } of entries)
    for (const { account, amountCents } of postings) if (account === "rail_clearing") clearing += amountCents;
  const paidOut = state.txHash === null ? 0 : state.netCents;
  const reserve = state.reserve?.status === "released" ? state.reserveCents : 0;
  return { inCents: clearing + paidOut + reserve, hash: state.txHash };
}

/** What Bridge's books say; more than one figure where its own word leaves it open whose the money is. */
function theirs(
  side: BridgeSide,
  collection: SimTransfer,
): { inCents: readonly number[]; hash: string | null } {
  const { bank, reached } = side;
  const { knobs } = bank;
  const told = Number(collection.received / 10_000n) + (collection.received > 0n ? knobs.amountOffCents : 0);
  const meaning = bridgeMeaning(collection.state, collection.leg);
  const held = meaning === "collected" || meaning === "collected_and_paid";
  const open = meaning === "failed" || meaning === "unknown";
  const payout =
    collection.leg === "direct"
      ? collection
      : bank.transfers.find(
          ({ leg, asked }) =>
            leg === "payout" && asked.client_reference_id?.endsWith(`@${collection.id}`) === true,
        );
  const paid = payout !== undefined && reached.get(payout.id)?.has("payment_processed") === true;
  const back = bank.transfers.reduce(
    (sum, { leg, asked, state, received }) =>
      leg === "return" &&
      state === "payment_processed" &&
      asked.destination.deposit_id === collection.depositId
        ? sum + Number(received / 10_000n)
        : sum,
    0,
  );
  const take = knobs.hashChanges ? "final" : "preliminary";
  return {
    inCents: (held ? [told] : open ? [0, told] : [0]).map((cents) => cents - back),
    hash: paid ? hashOf(payout, take) : null,
  };
}

/** Whether a word about one of a settlement's transfers never reached us, or was one that nobody could read, and nobody asks any more because it has ended: reconciliation names it then. */
function isExcused({ line, bank }: BridgeSide, state: Settlement, about: string, named: Named): boolean {
  const own = bank.transfers.filter(({ asked }) => asked.client_reference_id?.startsWith(state.id));
  const lost = line.calls.some(
    (call) => call.lost && !call.taken && own.some(({ id }) => id === call.transferId),
  );
  const unread = lost || state.unknownRailState !== null;
  return unread && isEnded(state.status) && named.get(state.id)?.has(about) === true;
}

/** Every cent that Bridge took or paid is on our ledger, once; what is not is in somebody's queue, with a reason. */
export function checkBridgeBooks(side: BridgeSide, seen: Seen, report: Report, named: Named): void {
  for (const told of seen.settlements) {
    const { state } = told;
    const mine = ours(told);
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
    checkPayout(side, told, yours.hash, report, named);
    const held = (state.status === "declined" || state.status === "failed") && mine.inCents > 0;
    const unknown = bridgeMeaning(collection.state, collection.leg) === "unknown";
    if ((held || unknown || state.mismatchCents !== null) && reviewReason(state) === null)
      report("what the rail leaves open is in somebody's queue", `${about}: nobody sees it`);
  }
  checkStrays(side, seen, report);
}

function checkPayout(
  side: BridgeSide,
  { state }: Told<Settlement>,
  hash: string | null,
  report: Report,
  named: Named,
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
function checkStrays({ bank, plan }: BridgeSide, seen: Seen, report: Report): void {
  const byRef = new Map(seen.settlements.map(({ state }) => [state.payment.railRef, state]));
  for (const transfer of bank.transfers) {
    if (transfer.leg === "direct" || transfer.leg === "hold") {
      if (!byRef.has(transfer.id)) report(name, `${transfer.id} is no settlement's collection`);
      continue;
    }
    const reference = transfer.asked.client_reference_id ?? "";
    const state = byRef.get(reference.split("@")[1] ?? "");
    // A reserve that could not be paid out is held again, and what was ordered is taken off the record.
    const isHeldAgain = reference.includes("@reserve-") && state?.reserve?.blocked;
    if (isHeldAgain && transfer.state === "undeliverable") continue;
    const amount = decimal(outOf(transfer, bank.knobs.rate));
    const ordered = [state?.usdtOut, state?.reserve?.usdtOut].flatMap((text) =>
      text ? [decimal(micros(text))] : [],
    );
    if (transfer.leg === "payout" && plan.mode === "two_leg" && !ordered.includes(amount))
      report(name, `${transfer.id} paid ${amount}, ordered ${ordered.join(" and ")}`);
  }
}
