import { mockReference } from "../../../../functions/adapters/mock/rail-mock.ts";
import type { Screening } from "../../../../functions/app/gate/ports.ts";
import type { Payout, Rail, VendorNo } from "../../../../functions/app/rails/ports.ts";
import type { ScreenVerdict } from "../../../../functions/domain/gate/payout-gate.ts";
import { issuerFreeze } from "../../../../functions/domain/rails/issuer-freeze.ts";
import type { ReportedTransfer } from "../../../../functions/domain/rails/reported-event.ts";

export type Input<F extends (input: never) => unknown> = Parameters<F>[0];

/** What the bank keeps of one collection: what came in, what its payer took back, and whether it was given up. */
export interface BankFile {
  readonly reference: string;
  /** The key that it was asked for under; null where it came without that. */
  readonly key: string | null;
  readonly askedCents: number;
  /** Came without our asking: it is an escrow's only once that says so. */
  readonly isFound: boolean;
  state: "waits" | "done" | "cancelled" | "refused";
  receivedCents: number;
  takenBackCents: number;
  /** What went back to its payer because we asked for it. */
  sentBackCents: number;
  /** Whether we have asked to give it up: then nobody looks after it any more, and no word of it may be lost. */
  isGivenUp: boolean;
}

/** A payout as the bank has it; `again` counts how often its key came. */
export interface BankPayout {
  readonly asked: Input<Rail["disburse"]>;
  state: "pending" | "done" | "failed";
  readonly txHash: string;
  /** When whoever asked for it first had decided to. */
  readonly atMs: number;
  again: number;
}

/** A deposit that was to go back to its payer, under one of our keys. */
export interface BankReturn {
  readonly asked: Omit<Input<Rail["returnDeposit"]>, "orderedAt">;
  readonly transferRef: string;
  state: "pending" | "done" | "failed";
}

/** A screen that was really bought. */
export interface Bought {
  readonly asked: Input<Screening["screen"]>;
  readonly verdict: ScreenVerdict;
  /** When it was asked for, each time with the same answer. */
  readonly atMs: number[];
}

const rejected: VendorNo = { refused: { code: "payout_rejected", reason: "the bank pays nothing out there" } };

/** The escrow, and the leg or stage, that one of our keys for an outside call names. */
export function partsOfKey(key: string): { readonly escrowId: string; readonly leg: string; readonly number: number } {
  const [escrowId = "", leg = "", number = "1"] = key.split(":");
  return { escrowId, leg, number: Number(number) };
}

export const returnRefusal: VendorNo = { refused: { code: "not_held", reason: "the bank does not hold this deposit" } };

/** What the bank says of a return. */
export function wordOf({ asked: input, transferRef, state }: BankReturn): ReportedTransfer {
  const { railRef } = input;
  const returned = state === "done" ? ("sent" as const) : state === "failed" ? ("failed" as const) : null;
  const about = { railRef, transferRef, reference: mockReference(railRef), leg: "return" as const, events: [] };
  return { ...about, returned, receivedCents: null, paid: null, state };
}

/** What the bank answers to a payout. */
export function answerOf({ state, txHash, asked: { wallet } }: BankPayout): Payout | VendorNo {
  if (state === "failed") return wallet.includes("FROZEN") ? { refused: issuerFreeze } : rejected;
  return { txHash: state === "done" ? txHash : null };
}
