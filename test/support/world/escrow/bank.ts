import { createHash } from "node:crypto";
import { mockReference } from "../../../../functions/adapters/mock/rail-mock.ts";
import type { Screening } from "../../../../functions/app/gate/ports.ts";
import type { Callback } from "../../../../functions/app/operations/receive-callback.ts";
import type { Payout, Rail, VendorNo } from "../../../../functions/app/rails/ports.ts";
import { convertCents } from "../../../../functions/domain/core/money.ts";
import { unitsOf } from "../../../../functions/domain/core/units.ts";
import type { ScreenVerdict } from "../../../../functions/domain/gate/payout-gate.ts";
import type { Collection } from "../../../../functions/domain/rails/deposit-instructions.ts";
import type { RailEvent } from "../../../../functions/domain/rails/rail-event.ts";
import type { ReportedTransfer } from "../../../../functions/domain/rails/reported-event.ts";
import type { Scheduler } from "../core/scheduler.ts";
import { noAnswer, SimulatedRail, verdictOn } from "../core/simulated-rail.ts";
import {
  answerOf,
  type BankFile,
  type BankPayout,
  type BankReturn,
  type Bought,
  type Input,
  partsOfKey,
  returnRefusal,
  wordOf,
} from "./bank-book.ts";
import type { BankPlan, Deposit, PayoutPlan, Word } from "./plan.ts";

/** A rail that holds value, like the sandbox's with `--hold`, and the provider of screens: what they did under each key is their own book. */
export class EscrowBank extends SimulatedRail implements Rail, Screening {
  readonly capabilities = { collect: true, payout: true, hold: true, disburseHeld: true, refund: true };
  readonly files = new Map<string, BankFile>();
  readonly payouts = new Map<string, BankPayout>();
  readonly returns = new Map<string, BankReturn>();
  /** What lies in the wallet that all escrows share, in millionths of stablecoin. */
  pooled = 0n;
  /** Payouts that asked for more than lies there. */
  readonly short: string[] = [];
  readonly screens = new Map<string, Bought>();
  /** Whether it tells by callback what it was asked to give up. */
  readonly tellsCancelled: boolean;
  readonly #scheduler: Scheduler;
  readonly #startMs: number;
  readonly #plan: BankPlan;
  readonly #say: (callback: Callback, word: Word, isSure: boolean) => void;
  #silences = 0;

  constructor(scheduler: Scheduler, plan: BankPlan, say: (callback: Callback, word: Word, isSure: boolean) => void) {
    super();
    this.#scheduler = scheduler;
    this.#startMs = scheduler.nowMs;
    this.#plan = plan;
    this.tellsCancelled = plan.tellsCancelled !== null;
    this.#say = say;
  }

  partnerCustomer(): Promise<"approved"> {
    return this.#scheduler.call("rail.partnerCustomer", () => "approved");
  }

  async collect(input: Input<Rail["collect"]>): Promise<Collection | VendorNo> {
    const { key, reference, amountCents, source } = input;
    if (this.#plan.slowness?.collectMs) await this.#scheduler.sleep(this.#plan.slowness.collectMs);
    return this.#scheduler.call("rail.collect", () => {
      const plan = this.#plan.collection(reference);
      const railRef = `mock_${reference}`;
      const isPulled = source === "ach";
      const { isNew, file } = this.#open(railRef, { reference, key, askedCents: amountCents, isFound: false });
      // What was found before it was asked for has no key.
      if (file.askedCents !== amountCents || (file.key !== key && !file.isFound)) this.conflicts.push(key);
      if (isNew && plan.refuses) file.state = "refused";
      if (isNew && !plan.refuses && isPulled) this.#arrives(file, amountCents);
      if (isNew && !plan.refuses && !isPulled)
        for (const deposit of plan.deposits) this.#expect(railRef, file, deposit);
      if (isNew && plan.takenBackAfterMs !== null)
        this.#scheduler.later(plan.takenBackAfterMs, () => this.#takeBack(railRef, file));
      if (file.state === "refused") return { refused: { code: "rail_refused", reason: "the bank will not collect" } };
      return isPulled
        ? { railRef, state: "funds_received", instructions: null, bought: this.boughtBy(file) }
        : { railRef, state: "awaiting_funds", instructions: { payment_rail: "ach_push" } };
    });
  }

  findDeposit({ reference, amountCents }: Input<Rail["findDeposit"]>): Promise<Collection> {
    return this.#scheduler.call("rail.findDeposit", () => {
      const railRef = `mock_${reference}`;
      const { isNew, file } = this.#open(railRef, { reference, key: null, askedCents: amountCents, isFound: true });
      if (isNew) this.#arrives(file, amountCents);
      return { railRef, state: "funds_received", instructions: null, bought: this.boughtBy(file) };
    });
  }

  /** What the money of a collection became. */
  boughtBy({ receivedCents }: Pick<BankFile, "receivedCents">): string {
    return convertCents(receivedCents, this.#plan.rate ?? "1");
  }

  async disburse(input: Input<Rail["disburse"]>): Promise<Payout | VendorNo> {
    const { silentUntilMs = 0, payoutMs = 0 } = this.#plan.slowness ?? {};
    if (payoutMs > 0) await this.#scheduler.sleep(payoutMs);
    return this.#scheduler.call("rail.disburse", () => {
      if (this.#scheduler.nowMs < this.#startMs + silentUntilMs) throw new Error("the bank is silent");
      const before = this.payouts.get(input.key);
      if (before) {
        before.again += 1;
        if (JSON.stringify(before.asked) !== JSON.stringify(input)) this.conflicts.push(input.key);
        return answerOf(before);
      }
      if (!this.files.has(input.railRef)) this.conflicts.push(input.key);
      const txHash = `0x${createHash("sha256").update(input.key).digest("hex")}`;
      const { askedAtMs: atMs } = this.#scheduler;
      const { leg, number } = partsOfKey(input.key);
      const plan = this.#plan.payout(leg, number);
      // Money that is not there any more is paid out to nobody, and none to a wallet that its coin's issuer has frozen.
      const isGone = (this.files.get(input.railRef)?.takenBackCents ?? 0) > 0 || input.wallet.includes("FROZEN");
      const isRefused = isGone || plan.kind === "refused";
      const state = plan.kind === "at once" && !isGone ? "done" : isRefused ? "failed" : "pending";
      const units = unitsOf(input.amount);
      if (state !== "failed" && units > this.pooled) this.short.push(input.key);
      if (state !== "failed") this.pooled -= units;
      const payout: BankPayout = { asked: input, state, txHash, atMs, again: 0 };
      this.payouts.set(input.key, payout);
      if (state === "pending" && (plan.kind === "proven" || plan.kind === "fails"))
        this.#scheduler.later(plan.afterMs, () => this.#end(payout, plan));
      return answerOf(payout);
    });
  }

  payoutOf({ key }: Input<Rail["payoutOf"]>): Promise<Payout | VendorNo | null> {
    return this.#scheduler.call("rail.payoutOf", () => {
      const payout = this.payouts.get(key);
      return payout ? answerOf(payout) : null;
    });
  }

  lookUp(railRef: string): Promise<ReportedTransfer | null> {
    return this.#scheduler.call("rail.lookUp", () => {
      const back = [...this.returns.values()].find(({ transferRef }) => transferRef === railRef);
      if (back) return wordOf(back);
      const file = this.files.get(railRef);
      if (!file) return null;
      const { receivedCents, takenBackCents, reference, state } = file;
      const events: RailEvent[] = [];
      const bought = this.boughtBy(file);
      if (receivedCents > 0) events.push({ kind: "funds_received", totalCents: receivedCents, bought });
      if (state === "cancelled" && receivedCents === 0) events.push({ kind: "failed", code: "canceled" });
      if (takenBackCents > 0) events.push({ kind: "returned", code: "R10" });
      const reply = { railRef, transferRef: railRef, reference, leg: "collection" as const, events };
      return { ...reply, returned: null, receivedCents, paid: null, state };
    });
  }

  cancelCollection(railRef: string): Promise<boolean> {
    return this.#scheduler.call("rail.cancelCollection", () => {
      const file = this.files.get(railRef);
      if (file) file.isGivenUp = true;
      if (file?.state !== "waits" || file.receivedCents > 0) return false;
      file.state = "cancelled";
      // Bridge tells by callback as well what it was told to give up.
      if (this.#plan.tellsCancelled !== null)
        this.#tell(railRef, { kind: "failed", code: "canceled" }, this.#plan.tellsCancelled, false);
      return true;
    });
  }

  /** A deposit goes back whole, and once; not what its payer's bank has taken, or what was paid out of. */
  returnDeposit({ orderedAt: _, ...input }: Input<Rail["returnDeposit"]>): Promise<ReportedTransfer | VendorNo> {
    return this.#scheduler.call("rail.returnDeposit", () => {
      const before = this.returns.get(input.key);
      if (before) {
        if (JSON.stringify(before.asked) !== JSON.stringify(input)) this.conflicts.push(input.key);
        return before.state === "failed" ? returnRefusal : wordOf(before);
      }
      const file = this.files.get(input.railRef);
      if (!file) this.conflicts.push(input.key);
      const plan = this.#plan.returns?.(partsOfKey(input.key).number) ?? "sent";
      const isThere = file?.receivedCents === input.amountCents && file.takenBackCents + file.sentBackCents === 0;
      const back: BankReturn = { asked: input, transferRef: `back_${input.key}`, state: "pending" };
      this.returns.set(input.key, back);
      if (!file || !isThere || plan === "refused") back.state = "failed";
      else this.#sendBack(file, input.amountCents);
      if (back.state === "failed") return returnRefusal;
      if (plan === "sent") back.state = "done";
      else if (plan !== "refused") this.#scheduler.later(plan.afterMs, () => this.#returned(back, plan.word));
      return wordOf(back);
    });
  }

  /** What the bank makes up or keeps, since a dollar came and a dollar goes, is its own. */
  #sendBack(file: BankFile, cents: number): void {
    file.sentBackCents = cents;
    this.pooled -= unitsOf(this.boughtBy(file));
  }

  #returned(back: BankReturn, word: Word): void {
    back.state = "done";
    const { railRef } = back.asked;
    const about = { rail: "mock", railRef, reference: mockReference(railRef), events: [] };
    this.#say({ ...about, sentBack: { transferRef: back.transferRef, returned: "sent" } }, word, false);
  }

  screen({ pendingRef, ...input }: Input<Screening["screen"]>): Promise<ScreenVerdict> {
    return this.#scheduler.call("screening.screen", () => {
      const { askedAtMs } = this.#scheduler;
      const pending = [...this.screens.values()].find(({ verdict }) => verdict.ref === pendingRef);
      if (pending) return pending.verdict;
      const before = this.screens.get(input.key);
      if (before) {
        before.atMs.push(askedAtMs);
        return before.verdict;
      }
      if (!this.answersAlways && this.#silences < this.#plan.silentScreens) {
        this.#silences += 1;
        return noAnswer;
      }
      const verdict = verdictOn(input);
      this.screens.set(input.key, { asked: input, verdict, atMs: [askedAtMs] });
      return verdict;
    });
  }

  #open(
    railRef: string,
    asked: Pick<BankFile, "reference" | "key" | "askedCents" | "isFound">,
  ): { isNew: boolean; file: BankFile } {
    const before = this.files.get(railRef);
    if (before) return { isNew: false, file: before };
    const nothing = {
      state: "waits" as const,
      receivedCents: 0,
      takenBackCents: 0,
      sentBackCents: 0,
      isGivenUp: false,
    };
    const file: BankFile = { ...asked, ...nothing };
    this.files.set(railRef, file);
    return { isNew: true, file };
  }

  #arrives(file: BankFile, cents: number): void {
    // What went back is over: nothing more is taken in under it.
    if (file.takenBackCents + file.sentBackCents > 0 || cents <= 0) return;
    const before = unitsOf(this.boughtBy(file));
    file.receivedCents += cents;
    this.pooled += unitsOf(this.boughtBy(file)) - before;
    if (file.receivedCents >= file.askedCents) file.state = "done";
  }

  /** Money on its way. What was given up bounces, unless the bank takes it all the same; then its word is repeated until it is heard. */
  #expect(railRef: string, file: BankFile, { cents, afterMs, word, isBare, bounces }: Deposit): void {
    this.#scheduler.later(afterMs, () => {
      const late = file.state === "cancelled";
      if (late && bounces) return;
      const before = file.receivedCents;
      const missing = Math.max(0, file.askedCents - before);
      this.#arrives(file, cents ?? missing);
      if (file.receivedCents === before) return;
      const whole = isBare && before === 0 && file.receivedCents === file.askedCents;
      const bought = this.boughtBy(file);
      const total = { kind: "funds_received" as const, totalCents: file.receivedCents, bought };
      const over = before >= file.askedCents;
      this.#tell(railRef, whole ? { kind: "funds_received" } : total, word, file.isGivenUp || over);
    });
  }

  #takeBack(railRef: string, file: BankFile): void {
    if (file.receivedCents === 0 || file.takenBackCents + file.sentBackCents > 0) return;
    file.takenBackCents = file.receivedCents;
    // Its bank takes it from the rail, and the rail from us, whoever's is left in the wallet: apart from what payouts ask for.
    this.pooled -= this.#leftOf(railRef, file);
    // Nobody asks about money that is here: this word alone must never be lost.
    this.#tell(railRef, { kind: "returned", code: "R10" }, [1], true);
  }

  /** What of a collection is in the wallet: all that it became, less what was paid out of it. */
  #leftOf(railRef: string, file: BankFile): bigint {
    const out = [...this.payouts.values()].filter((each) => each.asked.railRef === railRef && each.state !== "failed");
    const left = out.reduce((sum, { asked }) => sum - unitsOf(asked.amount), unitsOf(this.boughtBy(file)));
    return left > 0n ? left : 0n;
  }

  #end(payout: BankPayout, plan: Extract<PayoutPlan, { word: Word }>): void {
    const { txHash, asked: input } = payout;
    payout.state = plan.kind === "proven" ? "done" : "failed";
    if (payout.state === "failed") this.pooled += unitsOf(input.amount);
    const event: RailEvent =
      plan.kind === "proven"
        ? { kind: "payment_processed", txHash }
        : { kind: "failed", code: "payout_rejected", leg: "payout" };
    this.#tell(input.railRef, event, plan.word, false, this.#plan.namesPayouts ? input.key : undefined);
    if (plan.kind !== "fails" || plan.provenAfterMs === undefined) return;
    this.#scheduler.later(plan.provenAfterMs, () => {
      this.pooled -= unitsOf(input.amount);
      this.#end(payout, { ...plan, kind: "proven" });
    });
  }

  #tell(railRef: string, event: RailEvent, word: Word, isSure: boolean, key?: string): void {
    const about = { rail: "mock", railRef, reference: mockReference(railRef), events: [event] };
    this.#say({ ...about, ...(key !== undefined && { payout: { key } }) }, word, isSure);
  }
}
