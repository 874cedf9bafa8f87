import { createHash } from "node:crypto";
import type { Screening } from "../../../../functions/app/gate/ports.ts";
import type { Conversion, ConversionResult, Payout, Rail, VendorNo } from "../../../../functions/app/rails/ports.ts";
import type { ScreenVerdict } from "../../../../functions/domain/gate/payout-gate.ts";
import type { Collection } from "../../../../functions/domain/rails/deposit-instructions.ts";
import type { RailEvent } from "../../../../functions/domain/rails/rail-event.ts";
import type { ReportedTransfer } from "../../../../functions/domain/rails/reported-event.ts";
import type { BridgePlan } from "../bridge/side.ts";
import type { Process, Scheduler } from "../core/scheduler.ts";
import { noAnswer, SimulatedRail, verdictOn } from "../core/simulated-rail.ts";
import { payoutNo, type RailFile, type RefundPlan, reportedBy, reportedReturn, totalOf } from "./rail-file.ts";

type Input<F extends (input: never) => unknown> = Parameters<F>[0];

/** Something done outside under a key; the same key with the same words is the same thing. */
export interface Effect<A, R> {
  readonly asked: A;
  readonly answer: R;
  /** When it was asked for first. */
  readonly atMs: number;
  /** When it was last asked for, each time with the same answer. */
  lastMs: number;
}

/** What the rail will do with a collection, drawn when it is asked for the first time. */
export interface RailPlan {
  readonly refuses: boolean;
  /** Callbacks that follow the collection, each after so many milliseconds. */
  readonly afterCollection: readonly { delayMs: number; event: RailEvent }[];
  /** Callbacks that follow the payout; a hash of "" stands for the payout's own. */
  readonly afterPayout: readonly { delayMs: number; event: RailEvent }[];
}

/** Calls that have no answer for a while, though they may take effect. */
export interface VendorSilence {
  readonly call: "convert" | "disburse";
  readonly untilMs: number;
  readonly effect: boolean;
}

/** Where the Lambda is frozen that has the first answer to a screen before disbursement, to a conversion, or to a reserve's payout. */
export interface FrozenCall {
  readonly call: "screen" | "convert" | "reserve";
  readonly forMs: number;
}

/** How the vendors of one world behave. */
export interface VendorPlan {
  readonly rate: string;
  collection(key: string): RailPlan;
  /** How often a wallet's screen before disbursement gives no answer before it does. */
  readonly silentScreens: number;
  /** What becomes of money that the rail is told to send back; a rail without this has no leg for that. */
  readonly refund?: RefundPlan | undefined;
  readonly silence?: VendorSilence | undefined;
  readonly frozen?: FrozenCall | undefined;
  /** Whether the rail refuses the first payout of a reserve, or all of them since the coin's issuer has frozen the wallet. */
  readonly refusesReserve?: boolean | "frozen" | undefined;
  /** Set where the rail is Bridge; then these vendors only screen. */
  readonly bridge?: BridgePlan | undefined;
  /** Whether there are escrows over the same rail. */
  readonly holdsEscrows?: boolean;
}

function hashOf(key: string): string {
  return `0x${createHash("sha1").update(key).digest("hex")}`;
}

function railRefOf(reference: string): string {
  return `mock_${reference.replaceAll(/(stl|inv)_/g, "")}`;
}

/** The settlement that one of our keys for an outside call names. */
export function settlementOfKey(key: string): string {
  return key.split(":")[0] ?? "";
}

/** Whether a payout's key is for a settlement's reserve. */
export function isReserveKey(key: string): boolean {
  return key.split(":")[1] === "reserve";
}

/** Rail, conversion and screening in one: they keep what they did under each key, and count it. */
export class TestVendors extends SimulatedRail implements Rail, Conversion, Screening {
  readonly capabilities: Rail["capabilities"];
  readonly collections = new Map<string, Effect<Input<Rail["collect"]>, Collection | VendorNo>>();
  readonly conversions = new Map<string, Effect<Input<Conversion["convert"]>, ConversionResult | VendorNo>>();
  readonly payouts = new Map<string, Effect<Input<Rail["disburse"]>, Payout | VendorNo>>();
  /** Screens that were bought. */
  readonly screens = new Map<string, Effect<Input<Screening["screen"]>, ScreenVerdict>>();
  /** What was told of a screen of before that was pending, by the key of the round that asked. */
  readonly readings = new Map<string, Effect<Input<Screening["screen"]>, ScreenVerdict>>();
  /** Money that went back to its payer, or will. */
  readonly returns = new Map<string, Effect<Input<Rail["returnDeposit"]>, ReportedTransfer | VendorNo>>();
  /** Payouts whose answer reached a process of ours. */
  readonly heard: { readonly key: string; readonly process: Process | undefined }[] = [];
  readonly #scheduler: Scheduler;
  readonly #plan: VendorPlan;
  readonly #emit: (railRef: string, event: RailEvent, delayMs: number) => void;
  readonly #startMs: number;
  readonly #silences = new Map<string, number>();
  readonly #files = new Map<string, RailFile>();
  #hasFrozen = false;

  constructor(
    scheduler: Scheduler,
    plan: VendorPlan,
    emit: (railRef: string, event: RailEvent, delayMs: number) => void,
  ) {
    super();
    this.#scheduler = scheduler;
    this.#startMs = scheduler.nowMs;
    this.#plan = plan;
    this.#emit = emit;
    const legs = { collect: true, payout: true, hold: false, disburseHeld: false };
    this.capabilities = { ...legs, refund: plan.refund !== undefined };
  }

  partnerCustomer(id: string): Promise<"approved" | "not_approved"> {
    return this.#scheduler.call("rail.partnerCustomer", () => {
      if (id.includes("ERROR")) throw new Error("the partner does not answer");
      return id.includes("PENDING") ? "not_approved" : "approved";
    });
  }

  collect(input: Input<Rail["collect"]>): Promise<Collection | VendorNo> {
    return this.#scheduler.call("rail.collect", () =>
      this.#once(this.collections, input, () => {
        const railRef = railRefOf(input.reference);
        const plan = this.#plan.collection(input.key);
        if (plan.refuses) return { refused: { code: "rail_refused", reason: "the rail will not collect" } };
        const asks = { reference: input.reference, askedCents: input.amountCents };
        this.#files.set(railRef, { ...asks, isPulled: input.source === "ach", words: [] });
        for (const { event, delayMs } of plan.afterCollection) this.say(railRef, event, delayMs);
        if (input.source === "ach") return { railRef, state: "funds_received", instructions: null };
        return { railRef, state: "awaiting_funds", instructions: { payment_rail: "ach_push" } };
      }),
    );
  }

  async convert(input: Input<Conversion["convert"]>): Promise<ConversionResult | VendorNo> {
    const reply = await this.#answered("convert", "conversion.convert", () =>
      this.#once(this.conversions, input, () =>
        input.wallet.includes("FAILCONVERT")
          ? { refused: { code: "conversion_failed", reason: "no conversion for this wallet" } }
          : { rate: this.#plan.rate },
      ),
    );
    await this.#freeze("convert");
    return reply;
  }

  async disburse(input: Input<Rail["disburse"]>): Promise<Payout | VendorNo> {
    const process = this.#scheduler.current;
    const reply = await this.#answered("disburse", "rail.disburse", () =>
      this.#once(this.payouts, input, () => {
        const no = payoutNo(input, this.#plan.refusesReserve);
        if (no) return no;
        const own = hashOf(input.key);
        const plan = this.#plan.collection(`${settlementOfKey(input.key)}:collect:1`);
        // What follows a payout is planned for the delivery; a reserve's has its answer, or is asked about.
        for (const { event, delayMs } of isReserveKey(input.key) ? [] : plan.afterPayout)
          this.say(input.railRef, event.kind === "payment_processed" ? { ...event, txHash: own } : event, delayMs);
        return { txHash: input.wallet.includes("NOPROOF") ? null : own };
      }),
    );
    this.heard.push({ key: input.key, process });
    if (isReserveKey(input.key)) await this.#freeze("reserve");
    return reply;
  }

  /** The answer to a call, unless its vendor is silent just now. */
  #answered<T>(call: VendorSilence["call"], name: string, act: () => T): Promise<T> {
    const { silence } = this.#plan;
    return this.#scheduler.call(name, () => {
      if (silence?.call !== call || this.#scheduler.nowMs >= this.#startMs + silence.untilMs) return act();
      if (silence.effect) act();
      throw new Error(`the vendor is silent about ${name}`);
    });
  }

  async #freeze(call: FrozenCall["call"]): Promise<void> {
    const { frozen } = this.#plan;
    if (frozen?.call !== call || this.#hasFrozen) return;
    this.#hasFrozen = true;
    await this.#scheduler.freeze(frozen.forMs);
  }

  payoutOf({ key }: Input<Rail["payoutOf"]>): Promise<Payout | VendorNo | null> {
    return this.#scheduler.call("rail.payoutOf", () => this.payouts.get(key)?.answer ?? null);
  }

  /** What its callbacks have said by now, with the total of what came; or how a return stands. */
  lookUp(railRef: string): Promise<ReportedTransfer | null> {
    return this.#scheduler.call("rail.lookUp", () => {
      for (const { asked: input, answer, atMs } of this.returns.values())
        if ("transferRef" in answer && answer.transferRef === railRef)
          return reportedReturn(input, this.#plan.refund, this.#scheduler.nowMs - atMs);
      const file = this.#files.get(railRef);
      return file ? reportedBy(railRef, file, this.#scheduler.nowMs) : null;
    });
  }

  async findDeposit(): Promise<VendorNo> {
    return { refused: { code: "unknown_deposit", reason: "nobody sends this rail anything unasked" } };
  }

  /** Refuses what the payer's bank has taken already. */
  returnDeposit(input: Input<Rail["returnDeposit"]>): Promise<ReportedTransfer | VendorNo> {
    return this.#scheduler.call("rail.returnDeposit", () =>
      this.#once(this.returns, input, () => {
        const { refund } = this.#plan;
        const labels = this.#files.get(input.railRef)?.words ?? [];
        const { nowMs } = this.#scheduler;
        const isGone = labels.some(({ event, atMs }) => event.kind === "returned" && atMs <= nowMs);
        const isRefused = refund === "refused" || (refund === "refused once" && input.key.endsWith(":return:1"));
        if (refund === undefined || isRefused || isGone)
          return { refused: { code: "rail_refused", reason: "the rail sends nothing back" } };
        return reportedReturn(input, refund, 0);
      }),
    );
  }

  /** Gives up a transfer of which nothing was said yet; what its payer sends all the same comes all the same. */
  cancelCollection(railRef: string): Promise<boolean> {
    return this.#scheduler.call("rail.cancelCollection", () => {
      const { nowMs } = this.#scheduler;
      const file = this.#files.get(railRef);
      if (!file || file.isPulled || file.words.some(({ atMs }) => atMs <= nowMs)) return false;
      file.words.push({ event: { kind: "failed", code: "canceled", canceled: true }, atMs: nowMs });
      return true;
    });
  }

  async screen({ pendingRef, ...input }: Input<Screening["screen"]>): Promise<ScreenVerdict> {
    const reply = await this.#scheduler.call("screening.screen", () => {
      const response = pendingRef === undefined ? this.screens : this.readings;
      // A screen that was pending once has the key that it was bought under for its name.
      const named = pendingRef === undefined ? input : { ...input, key: pendingRef.slice("scr_".length) };
      const silence = response.has(input.key) ? undefined : this.#silence(input);
      if (silence === "nothing") return noAnswer;
      const verdict = verdictOn(named);
      return this.#once(response, input, () =>
        silence === "pending" ? { ...verdict, status: "pending" as const, action: "review" as const } : verdict,
      );
    });
    if (input.stage === "disbursement") await this.#freeze("screen");
    return reply;
  }

  /** Whether a wallet's screen before disbursement brings no verdict this time, and how. */
  #silence({ key, stage }: Input<Screening["screen"]>): "nothing" | "pending" | undefined {
    const subject = settlementOfKey(key);
    const silences = this.#silences.get(subject) ?? 0;
    if (this.answersAlways || stage !== "disbursement" || silences >= this.#plan.silentScreens) return undefined;
    this.#silences.set(subject, silences + 1);
    return silences % 2 === 0 ? "nothing" : "pending";
  }

  /** A collection from before the world began, all of which has come; its reference. */
  remember(collection: { readonly reference: string; readonly askedCents: number }): string {
    const railRef = railRefOf(collection.reference);
    this.#files.set(railRef, { ...collection, isPulled: true, words: [] });
    return railRef;
  }

  /** What came by all that was said of a collection, in cents; undefined where there is none. */
  receivedCents(railRef: string): number | undefined {
    const file = this.#files.get(railRef);
    const labels = file?.words.map(({ event }) => event) ?? [];
    return file && totalOf(file, labels);
  }

  /** Says something of a collection, some time from now. */
  say(railRef: string, event: RailEvent, delayMs: number): void {
    this.#files.get(railRef)?.words.push({ event, atMs: this.#scheduler.nowMs + delayMs });
    this.#emit(railRef, event, delayMs);
  }

  #once<A extends { key: string }, R>(done: Map<string, Effect<A, R>>, input: A, act: () => R): R {
    const before = done.get(input.key);
    if (!before) {
      const answer = act();
      const { askedAtMs: atMs } = this.#scheduler;
      done.set(input.key, { asked: input, answer, atMs, lastMs: atMs });
      return answer;
    }
    before.lastMs = this.#scheduler.askedAtMs;
    if (JSON.stringify(before.asked) === JSON.stringify(input)) return before.answer;
    this.conflicts.push(input.key);
    throw new Error(`${input.key} came again with other words`);
  }
}
