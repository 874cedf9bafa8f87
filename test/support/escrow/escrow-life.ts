import { deepEqual, equal, ok } from "node:assert/strict";
import { convertCents } from "../../../functions/domain/core/money.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { addSeconds, secondsBetween } from "../../../functions/domain/core/time.ts";
import { unitsOf } from "../../../functions/domain/core/units.ts";
import { fundingsOf } from "../../../functions/domain/escrow/collections.ts";
import { conditionsOf } from "../../../functions/domain/escrow/conditions.ts";
import type { NewEscrow } from "../../../functions/domain/escrow/create.ts";
import type { Escrow, EscrowTransitions } from "../../../functions/domain/escrow/escrow.ts";
import { drawEscrowFloat } from "../../../functions/domain/escrow/float.ts";
import { expectedEscrowBalances } from "../../../functions/domain/escrow/ledger.ts";
import type { PayoutIntent } from "../../../functions/domain/escrow/movement.ts";
import {
  mayDisburse,
  recordPayoutProof,
  recordPayoutSubmission,
  refusePayout,
  tellPayout,
  withdrawPayout,
} from "../../../functions/domain/escrow/payout.ts";
import { recordEscrowSendBack } from "../../../functions/domain/escrow/send-back.ts";
import { escrowPosition } from "../../../functions/domain/escrow/wallet.ts";
import { returnCost } from "../../../functions/domain/rails/return-cost.ts";
import { addPostings, type Balances } from "../../../functions/domain/settlement/ledger.ts";
import { noon } from "../core/samples.ts";
import { UnitLedger } from "../core/unit-ledger.ts";
import { beneficiary, buyer, createdEscrow } from "./escrow-samples.ts";

/** What the rail answers when it is told to pay out: with a proof, without one, no; or nothing, having taken it at once, later, or never. */
export const answers = ["proof", "taken", "no", "lostTaken", "lostLate", "lostNever"] as const;
export type Answer = (typeof answers)[number];

const ends: readonly string[] = ["released", "refunded", "expired"];

/** An escrow with the world around it: the rail that pays by key, the payer's bank, and what people really decided. */
export class EscrowLife {
  state: Escrow;
  now = noon;
  dispute = false;
  readonly path: string[];
  readonly reasons: string[] = [];
  readonly approvals = new Map<string, string>();
  readonly milestones: string[];
  readonly said = new Map<string, { outcome: string; risk: string | null; at: string }>();
  readonly payouts = new Map<string, { leg: string; cents: number; amount: string; address: string; end: string }>();
  /** A payout order that is still on its way to the rail, and when that was told. */
  /** What the rail sent back to the payer's bank, by key. */
  readonly sentBack = new Map<string, number>();
  late: { readonly order: PayoutIntent; readonly toldAt: string } | null = null;
  /** What came under each collection, and which of them its bank took back. */
  readonly deposits = new Map<string, number>();
  readonly takenBack = new Set<string>();
  readonly #balances: Balances = {};
  readonly units: UnitLedger<Escrow>;
  readonly #rate: string;
  #blocked = "";

  /** On a rail that pools what it holds; a dollar buys `rate` of stablecoin. */
  constructor(terms: Partial<NewEscrow>, rate = "1") {
    this.state = { ...createdEscrow(terms), adapter: "bridge" };
    this.units = new UnitLedger(escrowPosition, this.state);
    this.#rate = rate;
    this.path = [this.state.status];
    this.milestones = this.state.milestones.map(() => "pending");
  }

  get depositedCents(): number {
    return [...this.deposits].reduce((sum, [railRef, cents]) => sum + (this.takenBack.has(railRef) ? 0 : cents), 0);
  }

  /** More comes under a collection; what it has come to. */
  deposit(railRef: string, cents: number): number {
    const totalCents = (this.deposits.get(railRef) ?? 0) + cents;
    this.deposits.set(railRef, totalCents);
    return totalCents;
  }

  /** What so much became, in stablecoin. */
  bought(cents: number): string {
    return convertCents(cents, this.#rate);
  }

  /** What lies in the rail's wallet, by what really happened there, in millionths. */
  get wallet(): bigint {
    let sum = 0n;
    for (const [railRef, cents] of this.deposits) if (!this.takenBack.has(railRef)) sum += unitsOf(this.bought(cents));
    for (const { end, amount } of this.payouts.values()) if (end === "proof") sum -= unitsOf(amount);
    for (const [key, cents] of this.sentBack) if (!key.startsWith("wire")) sum -= unitsOf(returnCost(cents));
    return sum;
  }

  /** A deposit that the rail has sent back, or is sending, takes no more in. */
  isGoneBack(railRef: string): boolean {
    const known = fundingsOf(this.state).find((each) => each.railRef === railRef);
    return this.state.sendBack?.railRef === railRef || known?.returnRef != null;
  }

  get facts() {
    return { disputeOpen: this.dispute };
  }

  /** Commits what was decided, and checks each transition as it is. */
  commit(transitions: EscrowTransitions): void {
    for (const transition of transitions) {
      equal(transition.from, this.state.status);
      equal(
        (transition.postings ?? []).reduce((sum, { amountCents }) => sum + amountCents, 0),
        0,
      );
      if (ends.includes(this.state.status)) equal(transition.to, transition.from);
      addPostings(this.#balances, transition.postings ?? []);
      this.units.book(transition);
      this.#checkBlockedOnce(transition);
      if (transition.to !== transition.from) this.path.push(transition.to);
      this.reasons.push(transition.reason);
      this.state = transition.next;
    }
  }

  /** Commits a decision that may be a no; whether it was one. */
  decide(outcome: EscrowTransitions | Refusal): boolean {
    if (outcome instanceof Refusal) return false;
    this.commit(outcome);
    return true;
  }

  /** escrow.release_blocked, once per change of the list and never for an empty one. */
  #checkBlockedOnce({ next, events = [] }: EscrowTransitions[number]): void {
    const response = events.filter(({ name }) => name === "escrow.release_blocked");
    const waits = next.status === "release_pending" && next.intent === null;
    const list = waits ? next.unmet.join("|") : this.#blocked;
    const isNew = list !== "" && list !== this.#blocked;
    equal(response.length, isNew ? 1 : 0, `blocked by ${list} after ${this.#blocked}`);
    // A withdrawn refund leaves the list as it was.
    this.#blocked = next.intent?.leg === "release" ? "" : list;
  }

  /** Time passes; what is on its way to the rail arrives there within a minute. */
  tick(seconds: number): void {
    if (this.late && secondsBetween(this.late.toldAt, this.now) + seconds >= 60) this.land();
    this.now = addSeconds(this.now, seconds);
  }

  /** What is on its way to the rail arrives there. */
  land(): void {
    const { late } = this;
    this.late = null;
    if (late && !this.payouts.has(late.order.key)) this.#take(late.order, "taken");
  }

  #take({ key, leg, amountCents: cents, amount, address }: PayoutIntent, end: string): void {
    this.payouts.set(key, { leg, cents, amount, address, end });
    const open = [...this.payouts.values()].filter((each) => each.end !== "no");
    ok(open.length <= 1, `paid twice: ${JSON.stringify([...this.payouts])}`);
  }

  /** Tells the rail to pay, where the record allows it at this moment. */
  send(answer: Answer): void {
    const { intent } = this.state;
    if (!intent) return;
    if (this.payouts.has(intent.key)) {
      this.ask();
      return;
    }
    const transitions = tellPayout(this.state, intent.key, this.facts, this.now);
    equal(transitions.length > 0, mayDisburse(this.state, this.facts, this.now));
    if (transitions.length === 0) return;
    this.commit(transitions);
    this.#checkMayPay(intent);
    if (answer === "lostNever") return;
    if (answer === "lostLate") {
      this.late = { order: intent, toldAt: this.now };
      return;
    }
    this.#take(intent, answer === "lostTaken" ? "taken" : answer);
    if (answer !== "lostTaken") this.ask();
  }

  /** Asks the rail by key, as the machine does after a lost answer; what it does not know may be taken back. */
  ask(): void {
    const { intent } = this.state;
    if (!intent) return;
    const known = this.payouts.get(intent.key);
    const { key } = intent;
    if (!known) this.commit(withdrawPayout(this.state, key, this.facts, this.now));
    else if (known.end === "taken")
      this.commit(recordPayoutSubmission(this.state, { key, transferRef: `t:${key}` }, this.now));
    else this.#tell(key, known.end);
  }

  /** The rail calls back about the payout it took: with a proof, or a definite no. */
  call(end: "proof" | "no"): void {
    for (const [key, payout] of this.payouts) {
      if (payout.end === "taken") this.payouts.set(key, { ...payout, end });
      this.#tell(key, this.payouts.get(key)?.end ?? end);
    }
  }

  /** The rail sends a deposit back, once by its key, unless its bank has taken that already. */
  sendBack(answer: "sent" | "taken" | "no"): void {
    this.commit(drawEscrowFloat(this.state, 10n ** 12n, this.now));
    const { sendBack } = this.state;
    if (!sendBack) return;
    const { key, railRef, amountCents } = sendBack;
    const isGone = this.takenBack.has(railRef) && !this.sentBack.has(key);
    const refused = { refused: { code: "not_held", reason: "it is not there" } };
    const returned = answer === "sent" || this.sentBack.has(key) ? ("sent" as const) : null;
    if (returned && !isGone) this.sentBack.set(key, amountCents);
    const report = isGone || (answer === "no" && !returned) ? refused : { transferRef: `back:${key}`, returned };
    this.commit(recordEscrowSendBack(this.state, key, report, this.now));
    if (returned || "refused" in report) deepEqual(recordEscrowSendBack(this.state, key, report, this.now), []);
  }

  /** Everything is told twice, and the second time changes nothing. */
  #tell(key: string, end: string): void {
    const tell = () =>
      end === "proof"
        ? recordPayoutProof(this.state, { key, txHash: `0x${key}` }, this.now)
        : refusePayout(this.state, { key, no: { code: "closed", reason: "closed account" } }, this.now);
    this.commit(tell());
    deepEqual(tell(), []);
  }

  /** Only with its rule and a fresh passing screen, as the world has it and not as the record says. */
  #checkMayPay({ leg, address, amountCents }: PayoutIntent): void {
    equal(address, leg === "release" ? beneficiary : buyer);
    const { netCents, funding } = this.state;
    const cameCents = this.deposits.get(funding?.railRef ?? "") ?? 0;
    ok(amountCents === netCents || (leg === "refund" && amountCents <= cameCents), `${leg} of ${amountCents}`);
    if (leg === "refund") ok(amountCents >= this.state.amountCents, "refunded less than was held");
    ok(this.#passes(address), `${leg} without a fresh pass`);
    if (leg === "release") ok(this.mayRelease(), "released without its rule");
  }

  #passes(address: string): boolean {
    const last = this.said.get(address);
    return last?.outcome === "pass" && secondsBetween(last.at, this.now) <= 900;
  }

  mayRelease(): boolean {
    const { releaseRule, requiredApprovals } = this.state;
    const voices = [...this.approvals.values()];
    const enough = voices.filter((each) => each === "approve").length >= requiredApprovals;
    const rules: Record<string, boolean> = {
      manual: true,
      milestone: !this.milestones.includes("pending") && this.milestones.includes("completed"),
      dual_approval: enough && !voices.includes("reject"),
      compliance_gate: this.said.get(beneficiary)?.risk === "low",
    };
    return rules[releaseRule] === true && this.#passes(beneficiary) && !this.dispute;
  }

  /** What must hold at every moment, whatever happened. */
  check(): void {
    const { state } = this;
    const { rail_clearing: clearing = 0, ...books } = this.#balances;
    const expected = expectedEscrowBalances(state);
    for (const account of Object.keys({ ...books, ...expected }))
      equal(books[account] ?? 0, expected[account] ?? 0, account);
    const paid = [...this.payouts.values()].filter(({ end }) => end === "proof");
    const out = paid.reduce((sum, { cents }) => sum + cents, 0);
    const back = [...this.sentBack.values()].reduce((sum, cents) => sum + cents, 0);
    equal(clearing, this.depositedCents - out - back - state.exchangeCents, "at the rail");
    this.units.check(state);
    equal(this.units.on("rail_wallet") + this.units.on("wallet_in_transit"), this.wallet, "in the wallet");
    equal(
      state.receivedCents,
      [...this.deposits.values()].reduce((sum, cents) => sum + cents, 0),
      "received",
    );
    const isFunded = this.path.includes("funded") && paid.length === 0;
    const isReturned = this.takenBack.has(state.funding?.railRef ?? "");
    const isGone = isReturned && state.intent === null;
    equal(state.heldCents, isFunded && !isGone ? state.amountCents : 0, "held");
    const holds = state.status === "funded" || state.status === "release_pending";
    const isReleasable = conditionsOf(state, this.facts, this.now).length === 0;
    equal(isReleasable, holds && this.mayRelease(), "releasable");
  }
}
