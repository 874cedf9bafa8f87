import { Refusal } from "../../../functions/domain/core/refusal.ts";
import type { Invoice } from "../../../functions/domain/invoicing/invoice.ts";
import type { RailEvent } from "../../../functions/domain/rails/rail-event.ts";
import { railTells } from "../../../functions/domain/settlement/apply-rail-event.ts";
import { type LedgerEntry, ledgerEntry } from "../../../functions/domain/settlement/ledger.ts";
import { decideAction, type SettlementAction } from "../../../functions/domain/settlement/operator-actions.ts";
import { callBack, isNoOp, isSendBackDue, recordSendBack } from "../../../functions/domain/settlement/payer-refund.ts";
import { type Settlement, settlement as schema } from "../../../functions/domain/settlement/settlement.ts";
import type { SettlementChange } from "../../../functions/domain/settlement/settlement-change.ts";
import { aRule, aSentInvoice, later, openedSettlement, withReasons } from "../core/samples.ts";

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
  /** Everything that it has said, in the order in which it was true. */
  readonly said: (readonly RailEvent[])[] = [];

  get sentBackCents(): number {
    return [...this.sentBack.values()].reduce(
      (sum, { amountCents, state }) => sum + (state === "failed" ? 0 : amountCents),
      0,
    );
  }

  pay(amountCents: number): void {
    if (this.takenBack || this.gaveUp) return;
    this.cameCents += amountCents;
    this.said.push([this.#total()]);
  }

  /** The payer's own bank takes all of it back. */
  takeBack(code: string): void {
    if (this.takenBack || this.cameCents === 0) return;
    this.takenBack = true;
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
    return { kind: "funds_received", totalCents: this.cameCents };
  }
}

/** A settlement that waits for a transfer, its invoice, its entries, and the bank that really has the money. */
export class RailLife {
  readonly bank = new Bank();
  readonly entries: LedgerEntry[] = [];
  readonly rule = aRule({ bps: 250, reserveBps: 1000 });
  settlement: Settlement;
  invoice: Invoice;
  /** Sent back by operators outside the rail, in cents. */
  offRailCents = 0;
  atSeconds = 0;

  constructor(amountCents: number, source: "ach" | "ach_push" = "ach_push") {
    const pair = openedSettlement({ amountCents, rule: this.rule, invoice: aSentInvoice(1e9), source });
    const payment = { ...pair.settlement.payment, railRef: "tr_1" };
    const row = { ...pair.settlement, status: "collecting", refundable: true, payment };
    this.settlement = schema.parse(row);
    this.invoice = pair.invoice;
  }

  get now(): string {
    return later(this.atSeconds);
  }

  /** Applies a decision as a book would: what is written must be readable again. */
  apply(decided: SettlementChange | readonly SettlementChange["settlement"][number][] | Refusal): void {
    if (decided instanceof Refusal) return;
    const change: SettlementChange = "settlement" in decided ? decided : { settlement: decided, invoice: [] };
    for (const { next, from, to, quiet, postings = [] } of withReasons(change.settlement)) {
      const { id: aggregateId, tenantId } = this.settlement;
      const seq = this.entries.length + 1;
      const entry = { aggregateId, aggregateType: "settlement", tenantId, seq, from, to, at: this.now };
      if (!quiet) this.entries.push(ledgerEntry.parse({ ...entry, postings }));
      if (quiet && postings.length > 0) throw new Error("postings off the trail");
      this.settlement = schema.parse(JSON.parse(JSON.stringify(next)));
    }
    this.invoice = change.invoice.at(-1)?.next ?? this.invoice;
  }

  /** Whatever is still under way comes to its end, and everything that the bank has said is heard at last. */
  end(): void {
    this.bank.prove();
    for (const nth of this.bank.said.keys()) this.hear(nth);
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
    const { key, amountCents } = sendBack;
    const { bank } = this;
    const order = bank.sentBack.get(key) ?? { amountCents, state: "under_way" };
    const hasIt = bank.takenBack ? 0 : bank.cameCents - bank.sentBackCents;
    if (order.state === "under_way") order.state = hasIt < amountCents ? "failed" : answer;
    this.bank.sentBack.set(key, order);
    if (!heard) return;
    if (!isSendBackDue(this.settlement, this.now)) return;
    const returned = order.state === "under_way" ? null : order.state;
    const { settlement, invoice, now } = this;
    this.apply(recordSendBack({ settlement, invoice, now }, { transferRef: `of ${key}`, returned }));
  }
}
