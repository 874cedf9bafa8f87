import { convertCents } from "../../../functions/domain/core/money.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { unitsOf } from "../../../functions/domain/core/units.ts";
import { rateOf } from "../../../functions/domain/core/vendor-amount.ts";
import type { Invoice } from "../../../functions/domain/invoicing/invoice.ts";
import type { RailEvent } from "../../../functions/domain/rails/rail-event.ts";
import { returnCost } from "../../../functions/domain/rails/return-cost.ts";
import { railTells } from "../../../functions/domain/settlement/apply-rail-event.ts";
import { recordConversion, startConversion } from "../../../functions/domain/settlement/conversion.ts";
import { drawFloat, floatDraw } from "../../../functions/domain/settlement/float.ts";
import { type LedgerEntry, ledgerEntry } from "../../../functions/domain/settlement/ledger.ts";
import { decideAction, type SettlementAction } from "../../../functions/domain/settlement/operator-actions.ts";
import { callBack, isNoOp, isSendBackDue, recordSendBack } from "../../../functions/domain/settlement/payer-refund.ts";
import { type Settlement, settlement as schema } from "../../../functions/domain/settlement/settlement.ts";
import type { SettlementChange } from "../../../functions/domain/settlement/settlement-change.ts";
import {
  failSettlement,
  hasFreshPass,
  recordPayout,
  recordScreen,
  screenRound,
} from "../../../functions/domain/settlement/transitions.ts";
import { settlementPosition } from "../../../functions/domain/settlement/wallet.ts";
import { aRule, aSentInvoice, later, openedSettlement, verdicts, withReasons } from "../core/samples.ts";
import { UnitLedger } from "../core/unit-ledger.ts";

/** Money as it really is, whoever has heard of it: what the payer sent, and where the rail has let it go. */
class Bank {
  /** All that the payer sent, in cents. */
  cameCents = 0;
  takenBack = false;
  /** The rail cannot deliver what came, and keeps it. */
  gaveUp = false;
  payout: "none" | "under_way" | "paid" | "refused" = "none";
  /** By the key of the order; a repeat is the same order. */
  readonly sentBack = new Map<string, { amountCents: number; state: "under_way" | "sent" | "failed" }>();
  #wallet = 0n;
  readonly #rate: string;
  /** Everything that it has said, in the order in which it was true. */
  readonly said: (readonly RailEvent[])[] = [];

  constructor(rate: string) {
    this.#rate = rate;
  }

  /** All that came, in stablecoin, by the rail's receipt. */
  get bought(): string {
    return convertCents(this.cameCents, this.#rate);
  }

  /** The rate at which it has converted, by its own receipt, of all that has come by now. */
  get conversion() {
    return { rate: rateOf(this.bought, this.cameCents), bought: this.bought };
  }

  /** What lies in the rail's wallet of it but for a payout, in millionths; what a bank takes back may leave less than nothing. */
  get wallet(): bigint {
    return this.#wallet - unitsOf(returnCost(this.sentBackCents));
  }

  get sentBackCents(): number {
    return [...this.sentBack.values()].reduce(
      (sum, { amountCents, state }) => sum + (state === "failed" ? 0 : amountCents),
      0,
    );
  }

  pay(amountCents: number): void {
    if (this.takenBack || this.gaveUp) return;
    const before = unitsOf(this.bought);
    this.cameCents += amountCents;
    this.#wallet += unitsOf(this.bought) - before;
    this.said.push([this.#total()]);
  }

  /** The payer's own bank takes all of it back. */
  takeBack(code: string): void {
    if (this.takenBack || this.cameCents === 0) return;
    this.takenBack = true;
    this.#wallet -= unitsOf(this.bought);
    this.said.push([this.#total(), { kind: "returned", code }]);
  }

  /** The rail gives the collection up, and keeps what came of it. */
  giveUp(): void {
    if (this.takenBack || this.gaveUp || this.payout !== "none") return;
    this.gaveUp = true;
    const failed: RailEvent = { kind: "failed", code: "undeliverable" };
    this.said.push(this.cameCents > 0 ? [this.#total(), failed] : [failed]);
  }

  prove(): void {
    if (this.payout !== "under_way") return;
    this.payout = "paid";
    this.said.push([{ kind: "payment_processed", txHash: "0xproof" }]);
  }

  refuse(): void {
    if (this.payout !== "under_way") return;
    this.payout = "refused";
    this.said.push([{ kind: "failed", code: "undeliverable", leg: "payout" }]);
  }

  #total(): RailEvent {
    return { kind: "funds_received", totalCents: this.cameCents, bought: this.bought };
  }
}

/** A settlement of a rail that pools what it holds, which waits for a transfer, its invoice, its entries, and the bank that really has the money. */
export class RailLife {
  readonly bank: Bank;
  readonly entries: LedgerEntry[] = [];
  readonly units: UnitLedger<Settlement>;
  /** What the rail says that a return takes out of its wallet, where it says anything. */
  returnTakes: string | undefined;
  /** Our own balance in the wallet, in millionths. */
  operatorUnits = 0n;
  readonly rule = aRule({ bps: 250, reserveBps: 1000 });
  settlement: Settlement;
  invoice: Invoice;
  /** Sent back by operators outside the rail, in cents. */
  offRailCents = 0;
  atSeconds = 0;

  constructor(amountCents: number, source: "ach" | "ach_push" = "ach_push", rate = "1") {
    this.bank = new Bank(rate);
    const pair = openedSettlement({ amountCents, rule: this.rule, invoice: aSentInvoice(1e9), source });
    const payment = { ...pair.settlement.payment, railRef: "tr_1" };
    const vendors = { rail: "bridge", conversionVendor: "bridge" };
    const row = { ...pair.settlement, ...vendors, status: "collecting", refundable: true, payment };
    this.settlement = schema.parse(row);
    this.units = new UnitLedger(settlementPosition, this.settlement);
    this.invoice = pair.invoice;
  }

  get now(): string {
    return later(this.atSeconds);
  }

  /** Applies a decision as a book would: what is written must be readable again. */
  apply(decided: SettlementChange | readonly SettlementChange["settlement"][number][] | Refusal): void {
    if (decided instanceof Refusal) return;
    const change: SettlementChange = "settlement" in decided ? decided : { settlement: decided, invoice: [] };
    for (const transition of withReasons(change.settlement)) {
      const { next, from, to, quiet, postings = [] } = transition;
      this.units.book(transition);
      const { id: aggregateId, tenantId } = this.settlement;
      const seq = this.entries.length + 1;
      const entry = { aggregateId, aggregateType: "settlement", tenantId, seq, from, to, at: this.now };
      if (!quiet) this.entries.push(ledgerEntry.parse({ ...entry, postings }));
      if (quiet && postings.length > 0) throw new Error("postings off the trail");
      this.settlement = schema.parse(JSON.parse(JSON.stringify(next)));
    }
    this.invoice = change.invoice.at(-1)?.next ?? this.invoice;
  }

  /** What the machine does next where it stands, so many times. */
  goOn(verdict: keyof typeof verdicts, steps = 1): void {
    const { settlement: state, now, bank } = this;
    const screen = () => recordScreen(state, verdicts[verdict], screenRound(state, now), now);
    if (state.status === "screening") this.apply(screen());
    else if (state.status === "screened") this.apply(hasFreshPass(state, now) ? startConversion(state, now) : screen());
    else if (state.status === "converting") this.apply(recordConversion(state, bank.conversion, now));
    else if (state.status === "settling") this.#payOut(verdict, screen);
    if (steps > 1) this.goOn(verdict, steps - 1);
  }

  #payOut(verdict: keyof typeof verdicts, screen: () => readonly SettlementChange["settlement"][number][]): void {
    const { settlement: state, now, bank } = this;
    const no = { code: "undeliverable", reason: "the rail has given it up" };
    if (bank.payout === "none" && !hasFreshPass(state, now)) this.apply(screen());
    else if (bank.gaveUp) this.apply([failSettlement(state, no, now)]);
    else {
      if (bank.payout === "none") bank.payout = "under_way";
      if (verdict !== "silent") this.apply(recordPayout(state, `token ${this.atSeconds}`, now, "tr_2"));
    }
  }

  /** Whatever is still under way comes to its end, and everything that the bank has said is heard at last. */
  end(): void {
    this.bank.prove();
    for (const nth of this.bank.said.keys()) this.hear(nth);
    this.operatorUnits = 10n ** 12n;
    while (this.settlement.sendBack) this.sweepSendBack("sent", true);
  }

  /** What stands on an account, in cents. */
  on(name: string): number {
    const all = this.entries.flatMap(({ postings }) => postings);
    return all.reduce((sum, { account, amountCents }) => sum + (account === name ? amountCents : 0), 0);
  }

  /** Hears one of the things that the bank has said, the first ones as well as the last. */
  hear(nth: number): void {
    const reply = this.bank.said[nth % Math.max(this.bank.said.length, 1)];
    if (reply) this.apply(railTells(this.settlement, this.invoice, reply, this.now));
  }

  act(name: SettlementAction, verdict: "pass" | "decline" = "pass"): void {
    const { settlement, invoice, rule, now } = this;
    const before = this.settlement.sentBack.length;
    this.apply(decideAction(name, { settlement, invoice, rule, reference: "WIRE", verdict, by: "apr_1", now }));
    const added = this.settlement.sentBack.slice(before);
    if (name === "returned_off_platform")
      this.offRailCents += added.reduce((sum, { amountCents }) => sum + amountCents, 0);
  }

  /** The sweeper tells the rail to send money back, or asks how that stands. `heard` false: the answer is lost. */
  sweepSendBack(answer: "under_way" | "sent" | "failed", heard: boolean): void {
    const { sendBack } = this.settlement;
    if (!sendBack) return;
    this.atSeconds += 601;
    if (isNoOp(this.settlement)) {
      this.apply(callBack(this.settlement, this.now));
      return;
    }
    const short = drawFloat(this.settlement, this.operatorUnits, this.now);
    this.apply(short);
    if (floatDraw(this.settlement) !== undefined) return;
    const { key, amountCents } = sendBack;
    const { bank } = this;
    const order = bank.sentBack.get(key) ?? { amountCents, state: "under_way" };
    const others = bank.sentBackCents - (bank.sentBack.get(key)?.state === "under_way" ? amountCents : 0);
    const hasIt = bank.takenBack ? 0 : bank.cameCents - others;
    if (order.state === "under_way") order.state = hasIt < amountCents ? "failed" : answer;
    this.bank.sentBack.set(key, order);
    if (!heard) return;
    if (!isSendBackDue(this.settlement, this.now)) return;
    const returned = order.state === "under_way" ? null : order.state;
    const { settlement, invoice, now } = this;
    const report = { transferRef: `of ${key}`, returned, cost: this.returnTakes };
    this.apply(recordSendBack({ settlement, invoice, now }, report));
  }
}
