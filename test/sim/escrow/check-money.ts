import type { Entry } from "../../../functions/app/core/aggregate.ts";
import { shareOf, unitsOf } from "../../../functions/domain/core/units.ts";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import { type BankFile, type BankPayout, type BankReturn, partsOfKey } from "../../support/world/escrow/bank-book.ts";
import type { EscrowWorld } from "../../support/world/escrow/world.ts";
import { hasFrozenMark } from "../core/frozen.ts";
import { checkParts } from "./check-parts.ts";
import type { EscrowReport } from "./invariants.ts";
import type { EscrowAnswer, SeenEscrows } from "./seen.ts";

function balanceOf(entries: readonly Entry[], account: string): number {
  let sum = 0;
  for (const { postings } of entries)
    for (const each of postings) if (each.account === account) sum += each.amountCents;
  return sum;
}

const heldName = "held is what was funded and neither released nor refunded, at every moment";

function mayHold({ status, heldCents, amountCents, feeCents, netCents, paidLeg, returned, intent }: Escrow): boolean {
  // Once its release is paid, what that left.
  const whole = paidLeg === "release" ? amountCents - feeCents - netCents : amountCents;
  if (status === "funded" || status === "release_pending") return heldCents === whole && whole > 0;
  // What its payer took back while a refund was in flight is held until that has come to its end.
  if (status === "failed") return heldCents === 0 || (heldCents === whole && (returned === null || intent !== null));
  return heldCents === 0;
}

function checkHeld({ state: { id }, entries, states }: EscrowAnswer, report: EscrowReport): void {
  for (const { state, seq } of states) {
    const held = -balanceOf(entries.slice(0, seq), "escrow_held");
    if (held !== state.heldCents)
      report(heldName, `${id} at entry ${seq}: the ledger holds ${held}, the record ${state.heldCents}`);
    else if (!mayHold(state)) report(heldName, `${id} is ${state.status} and holds ${state.heldCents}`);
  }
  for (const { seq, postings } of entries)
    if (postings.reduce((sum, { amountCents }) => sum + amountCents, 0) !== 0)
      report(heldName, `${id} entry ${seq} is not balanced`);
}

/** What a payout stands for, in cents: what was ordered under its key, whatever stablecoin that was. */
function paidCents({ states }: EscrowAnswer, { asked: input }: BankPayout): number {
  const ordered = states.find(({ state }) => state.intent?.key === input.key);
  return ordered?.state.intent?.amountCents ?? 0;
}

/** The wallet that all share pays each no more than its own deposit became, at whatever rate. */
function checkBought(world: EscrowWorld, { state }: EscrowAnswer, report: EscrowReport): void {
  const name = "nothing leaves for an escrow but what its deposit bought";
  const out = payoutsOf(world, state.id).filter((payout) => payout.state !== "failed");
  const files = [...world.bank.files.values()].filter(({ reference }) => reference.split(".")[0] === state.id);
  const bought = files.reduce((sum, file) => sum + unitsOf(world.bank.boughtBy(file)), 0n);
  const left = out.reduce((sum, { asked: input }) => sum - unitsOf(input.amount), bought);
  if (left < 0n) report(name, `${state.id} took ${-left} millionths more`);
}

function payoutsOf(world: EscrowWorld, id: string): BankPayout[] {
  return [...world.bank.payouts.values()].filter(({ asked: input }) => partsOfKey(input.key).escrowId === id);
}

function checkRail(world: EscrowWorld, response: EscrowAnswer, report: EscrowReport): void {
  const name = "the ledger is the rail's file";
  const { state, entries } = response;
  // A deposit that was found when another had funded the escrow is none of it: its client was told so.
  const taken = [...state.pastFundings, state.funding].map((funding) => funding?.railRef);
  const files = [...world.bank.files]
    .filter(
      ([ref, { reference, isFound }]) => reference.split(".")[0] === state.id && (!isFound || taken.includes(ref)),
    )
    .map(([, file]) => file);
  const sum = (of: (file: BankFile) => number) => files.reduce((total, file) => total + of(file), 0);
  const receivedCents = sum((file) => file.receivedCents);
  const backCents = sum((file) => file.takenBackCents + file.sentBackCents);
  const paid = payoutsOf(world, state.id).filter((payout) => payout.state === "done");
  const out = paid.reduce((cents, payout) => cents + paidCents(response, payout), 0);
  // What is on its way back has left the bank's own account, and is booked once it is there.
  const onItsWay = [...world.bank.returns.values()].filter((each) => each.state === "pending" && isOf(state, each));
  const there = receivedCents - backCents - out + onItsWay.reduce((total, { asked }) => total + asked.amountCents, 0);
  const clearing = balanceOf(entries, "rail_clearing");
  if (clearing !== there)
    report(
      name,
      `${state.id} ${state.status}: ${clearing} by the ledger, ${receivedCents} in, ${backCents} back, ${out} out at the bank`,
    );
  const fee = -balanceOf(entries, "fee_income");
  const owed = paid.some(({ asked: input }) => partsOfKey(input.key).leg === "release") ? state.feeCents : 0;
  if (fee !== owed) report(name, `${state.id}: a fee of ${fee}, not ${owed}`);
  const isProven = (leg: string, txHash: string | null) =>
    txHash === null || paid.some(({ asked: input, txHash: is }) => partsOfKey(input.key).leg === leg && is === txHash);
  const back = state.paidLeg === "release" ? "rest" : "refund";
  if (!isProven("release", state.releaseTxHash) || !isProven(back, state.refundTxHash))
    report(name, `${state.id} has a hash that the bank does not know`);
  if (state.status === "released" && state.releaseTxHash === "") report(name, `${state.id} has no hash`);
  const isReleased = paid.some(({ asked: input }) => partsOfKey(input.key).leg === "release");
  if (state.status === "refunded" && isReleased && state.strayPayoutCents === 0)
    report("what was released is not refunded", state.id);
}

/** What every account but the rail's shows of an escrow is what its record says. */
function checkRecord({ state, entries }: EscrowAnswer, report: EscrowReport): void {
  const { unappliedCents, shortfallCents, strayPayoutCents } = state;
  const should = { unapplied_receipts: -unappliedCents, return_shortfall: shortfallCents };
  for (const [account, cents] of Object.entries({ ...should, payout_after_return: strayPayoutCents })) {
    const is = balanceOf(entries, account);
    if (is !== cents) report("the ledger agrees with the record", `${state.id}: ${account} ${is}, not ${cents}`);
  }
}

function isOf({ id }: Escrow, { asked: input }: BankReturn): boolean {
  return partsOfKey(input.key).escrowId === id;
}

/** A refund pays back what is held, and what came beside it under the same collection. */
function isRefundOf(world: EscrowWorld, response: EscrowAnswer, payout: BankPayout): boolean {
  const { state } = response;
  const cents = paidCents(response, payout);
  return cents >= state.amountCents && isShareOf(world, state, payout.asked, cents);
}

/** Whether a payout is the stablecoin that so many cents became, to the last millionth: more may have come to its collection since. */
function isShareOf(
  world: EscrowWorld,
  { funding }: Escrow,
  input: BankPayout["asked"],
  cents: number,
  most = 1n,
): boolean {
  const file = world.bank.files.get(funding?.railRef ?? "");
  if (!file || cents > file.receivedCents) return false;
  const share = unitsOf(shareOf(world.bank.boughtBy(file), cents, file.receivedCents));
  const off = unitsOf(input.amount) - share;
  return off >= -most && off <= most;
}

/** Legs that may leave for one escrow, by their order in the alphabet. */
export const payoutsOfOne: readonly string[] = ["", "refund", "release", "release,rest"];

function checkPayouts(world: EscrowWorld, response: EscrowAnswer, report: EscrowReport): void {
  const { state } = response;
  const name = "one payout an escrow, under one key with one body";
  const payouts = payoutsOf(world, state.id);
  const left = payouts.filter((each) => each.state !== "failed");
  const refused = state.pastPayouts.flatMap(({ key, code }) => (code === "withdrawn" ? [] : [key]));
  const noes = response.entries.filter(({ reason }) => /^(release|refund|rest) refused: /.test(reason)).length;
  if (new Set(refused).size !== noes) report(name, `${state.id}: ${noes} refusals of ${refused.join(", ")}`);
  const legs = left.map(({ asked: input }) => partsOfKey(input.key).leg).toSorted();
  if (!payoutsOfOne.includes(legs.join()))
    report(name, `${state.id}: ${left.map(({ asked: input }) => input.key).join(", ")}`);
  for (const payout of left) {
    const { asked: input } = payout;
    if (!isRight(world, response, payout)) report(name, `${input.key}: ${input.amount} to ${input.wallet}`);
  }
  const keys = left.map(({ asked: { key, wallet } }) => ({ key, wallet }));
  checkParts(response, keys, report);
}

const frozenName = "what is frozen is never ordered again";

/** An address that the coin's issuer was found to have frozen is told to the bank under one key alone, and is marked with its tenant. */
function checkFrozen(world: EscrowWorld, { state }: EscrowAnswer, report: EscrowReport): void {
  const orders = payoutsOf(world, state.id).filter(({ asked: input }) => input.wallet.includes("FROZEN"));
  for (const [wallet, to] of Map.groupBy(orders, ({ asked: input }) => input.wallet))
    if (to.length > 1) report(frozenName, `${state.id}: ${to.length} orders to ${wallet}`);
  for (const { code, address } of state.pastPayouts)
    if (code === "frozen_by_issuer" && !hasFrozenMark(world.store.rows(), state.tenantId, address))
      report(frozenName, `${state.id}: its tenant has no mark of ${address}`);
}

/** Whether a payout is of its share, and to where it belongs; a rest is what the release's share leaves, cut once more. */
function isRight(world: EscrowWorld, response: EscrowAnswer, payout: BankPayout): boolean {
  const { state } = response;
  const { asked: input } = payout;
  const { leg } = partsOfKey(input.key);
  if (leg === "release") return isShareOf(world, state, input, state.netCents) && input.wallet === state.payoutAddress;
  if (input.wallet !== state.refundAddress) return false;
  return leg === "rest"
    ? isShareOf(world, state, input, paidCents(response, payout), 2n)
    : isRefundOf(world, response, payout);
}

/** What is held is what the ledger says, and so is every account but the rail's. */
export function checkEscrowLedger(seen: SeenEscrows, report: EscrowReport): void {
  for (const response of seen.escrows) {
    checkHeld(response, report);
    checkRecord(response, report);
  }
}

/** Money: what is held, what moved at the bank, and that it left once. */
export function checkEscrowMoney(world: EscrowWorld, seen: SeenEscrows, report: EscrowReport): void {
  checkEscrowLedger(seen, report);
  for (const response of seen.escrows) {
    checkRail(world, response, report);
    checkPayouts(world, response, report);
    checkFrozen(world, response, report);
    checkBought(world, response, report);
  }
  for (const key of world.bank.short)
    report("nothing leaves for an escrow but what its deposit bought", `${key} found too little in the wallet`);
  const ids = new Set(seen.escrows.map(({ state }) => state.id));
  for (const { asked: input } of world.bank.payouts.values())
    if (!ids.has(partsOfKey(input.key).escrowId))
      report("one payout an escrow, under one key with one body", `${input.key} names no escrow`);
  for (const key of world.bank.conflicts)
    report("one payout an escrow, under one key with one body", `${key} came with other words`);
}
