import { createHash } from "node:crypto";
import type {
  Conversion,
  ConversionResult,
  Payout,
  Rail,
  RailCapabilities,
  RailList,
  VendorNo,
} from "../../app/rails/ports.ts";
import { convertCents } from "../../domain/core/money.ts";
import type { Collection } from "../../domain/rails/deposit-instructions.ts";
import { issuerFreeze } from "../../domain/rails/issuer-freeze.ts";
import type { RailEvent } from "../../domain/rails/rail-event.ts";
import { type RailReport, railReportEvent } from "../../domain/rails/rail-report.ts";
import type { ReportedTransfer } from "../../domain/rails/reported-event.ts";
import type { RailTransfer } from "../../domain/rails/transfer.ts";
import type { MockRailFile, Move } from "./rail-file.ts";
import { movesAfter, receivedEvent, sentBackBy } from "./rail-moves.ts";

function madeUpHash(key: string): string {
  return `0x${createHash("sha256").update(key).digest("hex")}`;
}

/** The deterministic rail of the sandbox (decisions, "Sandbox"): collects at once, converts at 1, pays out with a made-up hash. Its answers follow from the question alone, so every repeat is the same; what it moved is in a file of its own, without which it does not answer. */
export class MockRail implements Rail, Conversion {
  readonly name = "mock";
  readonly mock = true;
  readonly keepsReserve = true;
  readonly poolsWallets = false;
  readonly sources = ["ach", "ach_push"] as const;
  readonly capabilities: RailCapabilities;
  readonly #file: MockRailFile;

  constructor(holds: boolean, file: MockRailFile, licensedIn: RailCapabilities["licensedIn"] = []) {
    this.#file = file;
    this.capabilities = { collect: true, payout: true, hold: holds, disburseHeld: holds, refund: holds, licensedIn };
  }

  pays(): boolean {
    return true;
  }

  async partnerCustomer(id: string): Promise<"approved" | "not_approved"> {
    if (id.includes("ERROR")) throw new Error("the mock partner does not answer");
    return id.includes("PENDING") ? "not_approved" : "approved";
  }

  async collect(request: Parameters<Rail["collect"]>[0]): Promise<Collection | VendorNo> {
    const { reference, amountCents, entry } = request;
    const railRef = mockRailRef(reference);
    const state = request.source === "ach" ? "done" : "pending";
    await this.#file.open(railRef, { reference, amountCents, state, entry });
    if (request.source === "ach")
      return { railRef, state: "funds_received", instructions: null, bought: atPar(amountCents) };
    const dollars = `${Math.trunc(request.amountCents / 100)}.${String(request.amountCents % 100).padStart(2, "0")}`;
    const instructions = {
      payment_rail: "ach_push",
      amount: dollars,
      currency: request.currency.toLowerCase(),
      bank_name: "Mock Bank of the Sandbox",
      bank_routing_number: "011000015",
      bank_account_number: digitsOf(request.key, 12),
      deposit_message: `MOCK${digitsOf(`${request.key}:message`, 10)}`,
    };
    return { railRef, state: "awaiting_funds", instructions };
  }

  /** Believes whoever names a deposit. */
  async findDeposit({ reference, amountCents }: Parameters<Rail["findDeposit"]>[0]): Promise<Collection> {
    const railRef = mockRailRef(reference);
    await this.#file.open(railRef, { reference, amountCents, state: "done" });
    return { railRef, state: "funds_received", instructions: null, bought: atPar(amountCents) };
  }

  async convert(request: Parameters<Conversion["convert"]>[0]): Promise<ConversionResult | VendorNo> {
    if (request.wallet.includes("FAILCONVERT"))
      return { refused: { code: "conversion_failed", reason: "the mock refuses to convert for this wallet" } };
    return { rate: "1" };
  }

  async disburse(request: Parameters<Rail["disburse"]>[0]): Promise<Payout | VendorNo> {
    const isFrozen = request.wallet.includes("FROZEN");
    const refuses = isFrozen || request.wallet.includes("FAILPAYOUT");
    const txHash = refuses || request.wallet.includes("NOPROOF") ? null : madeUpHash(request.key);
    const { amount, railRef } = request;
    const state = refuses ? "failed" : txHash === null ? "pending" : "done";
    await this.#file.change(railRef, ({ moves }, at) =>
      moves.some(({ kind, key }) => kind === "payout" && key === request.key)
        ? moves
        : [...moves, { kind: "payout", amountCents: null, amount, at, state, txHash, key: request.key, isFrozen }],
    );
    return refuses ? payoutNo({ isFrozen }) : { txHash };
  }

  async payoutOf(request: Parameters<Rail["payoutOf"]>[0]): Promise<Payout | VendorNo | null> {
    const moves = await this.#file.movesOf(request.railRef);
    const payout = moves?.find(({ kind, key }) => kind === "payout" && key === request.key);
    if (payout?.state === "failed") return payoutNo(payout);
    return payout ? { txHash: payout.txHash ?? null } : null;
  }

  async lookUp(transferRef: string): Promise<ReportedTransfer | null> {
    const moves = await this.#file.movesOf(transferRef);
    return moves && mockSaid(transferRef, moves);
  }

  /** Sends money of the payer's back, once by its key. */
  async returnDeposit(request: Parameters<Rail["returnDeposit"]>[0]): Promise<ReportedTransfer | VendorNo> {
    if (!this.capabilities.refund)
      return { refused: { code: "refund_unsupported", reason: "the mock does not hold value" } };
    const { railRef, key, amountCents } = request;
    await this.#file.change(railRef, (dossier, now) => sentBackBy(dossier, key, amountCents, now));
    const moves = (await this.#file.movesOf(railRef)) ?? [];
    if (!moves.some((move) => move.kind === "return" && move.key === key))
      return { refused: { code: "not_held", reason: "the mock holds less than that" } };
    return { ...mockSaid(railRef, moves), leg: "return", events: [], returned: "sent" };
  }

  /** Gives a collection up that has received nothing. */
  async cancelCollection(railRef: string): Promise<boolean> {
    const moves = (await this.#file.movesOf(railRef)) ?? [];
    if (!moves.some(({ kind, state }) => kind === "collection" && state === "pending")) return false;
    await this.does(railRef, { kind: "failed", code: "canceled", canceled: true });
    return true;
  }

  async walletBalance(): Promise<null> {
    return null;
  }

  async sweep(): Promise<VendorNo> {
    return { refused: { code: "sweep_unsupported", reason: "the mock keeps nothing in wallets" } };
  }

  async sweepOf(): Promise<null> {
    return null;
  }

  transfers(request: Parameters<Rail["transfers"]>[0]): Promise<RailList> {
    return this.#file.list(request);
  }

  transfersOf(railRefs: readonly string[]): Promise<readonly RailTransfer[]> {
    return this.#file.of(railRefs);
  }

  /** Its own word, before we hear it: what it says it did, it has done. */
  async does(railRef: string, word: RailEvent, eventId?: string): Promise<void> {
    const proof = word.kind === "payment_processed" ? word.txHash : null;
    await this.#file.change(railRef, (dossier, now) => movesAfter(dossier, word, now, proof, eventId));
  }

  /** Does what a word says, and tells it. Money whose word has an id of its own is told by its total, so that a repeat is none. */
  async tells(railRef: string, told: RailEvent, eventId: string | undefined): Promise<RailEvent> {
    const word = anotherHash(railRef, told, (await this.#file.movesOf(railRef)) ?? []);
    await this.does(railRef, word, eventId);
    if (eventId === undefined || word.kind !== "funds_received") return word;
    const moves = await this.#file.movesOf(railRef);
    return moves === null ? word : cameIn(moves);
  }
}

function payoutNo({ isFrozen = false }: Pick<Move, "isFrozen">): VendorNo {
  return isFrozen ? { refused: issuerFreeze } : payoutRefused;
}

const payoutRefused: VendorNo = {
  refused: { code: "payout_rejected", reason: "the mock pays nothing out to this address" },
};

/** What the mock calls a collection: our reference, in its own dress. */
function mockRailRef(reference: string): string {
  return `mock_${reference.replaceAll(/(stl|inv)_/g, "")}`;
}

function digitsOf(seed: string, length: number): string {
  const digest = createHash("sha256").update(seed).digest();
  return Array.from(digest.subarray(0, length), (byte) => byte % 10).join("");
}

/** The mock's dollar is worth a dollar of stablecoin. */
function atPar(cents: number): string {
  return convertCents(cents, "1");
}

/** All that came in, and what it became. */
function cameIn(moves: readonly Move[]): RailEvent {
  const totalCents = receivedEvent(moves);
  return { kind: "funds_received", totalCents, bought: atPar(totalCents) };
}

/** A second payout of a collection has another hash than the first, where the mock makes both up. */
function anotherHash(railRef: string, word: RailEvent, moves: readonly Move[]): RailEvent {
  const open = moves.find(({ kind, state }) => kind === "payout" && state === "pending");
  if (word.kind !== "payment_processed" || word.txHash !== madeUpHash(railRef) || !open?.key) return word;
  const isUsed = moves.some(({ kind, txHash }) => kind === "payout" && txHash === word.txHash);
  return isUsed ? { ...word, txHash: madeUpHash(open.key) } : word;
}

/** What the mock's own book says of a reference. */
function mockSaid(railRef: string, moves: readonly Move[]): ReportedTransfer {
  const events: RailEvent[] = [];
  const totalCents = receivedEvent(moves);
  if (totalCents > 0) events.push(cameIn(moves));
  const isGivenUp = moves.some(({ kind, state }) => kind === "collection" && state === "failed");
  if (totalCents === 0 && isGivenUp) events.push({ kind: "failed", code: "canceled", canceled: true });
  const payout = moves.find(({ kind, state }) => kind === "payout" && state === "done");
  if (payout?.txHash) events.push({ kind: "payment_processed", txHash: payout.txHash });
  return {
    ...{ railRef, transferRef: railRef, reference: mockReference(railRef), leg: "collection", events },
    ...{ returned: null, receivedCents: totalCents > 0 ? totalCents : null, paid: null, state: "mock" },
  };
}

/** The reference we gave with the collection, read back from a mock railRef; null where it is none. */
export function mockReference(railRef: string): string | null {
  const parts = /^mock_([0-9A-HJKMNP-TV-Z]{26})\.([0-9A-HJKMNP-TV-Z]{26})$/.exec(railRef);
  if (parts) return `stl_${parts[1]}.inv_${parts[2]}`;
  return /^mock_(esc_[0-9A-HJKMNP-TV-Z]{26}(?:\.\d+)?)$/.exec(railRef)?.[1] ?? null;
}

/** The mock callback's words as events; the mock makes up a hash that is left out, and no bank's code. */
export function mockEvent(reply: RailReport & { eventId?: string | undefined }): RailEvent {
  const { railRef, state, return_code: code, txHash = madeUpHash(railRef) } = reply;
  if (state === "returned" && code === undefined) return { kind: "returned", code: "unspecified" };
  return railReportEvent({ ...reply, txHash });
}
