import * as z from "zod";
import { centsText, isSameAmount } from "../core/money.ts";
import { addSeconds, type Instant } from "../core/time.ts";
import { type RailTransfer, transferKinds } from "../rails/transfer.ts";
import { offRailCents, openBreaks } from "../settlement/held-funds.ts";
import type { RailMove, RecordLedger } from "../settlement/ledger.ts";
import type { Settlement } from "../settlement/settlement.ts";

/** How the ledger and the rail's own list can differ. */
export const breakKinds = [
  "amount_mismatch",
  "missing_on_our_side",
  "missing_on_theirs",
  "duplicate",
  "late",
  "wallet_balance",
] as const;

export type BreakType = (typeof breakKinds)[number];

/** One difference that a person must explain. `ours` and `theirs` are amounts as text, or null where there is none. */
export const reconBreak = z.object({
  kind: z.string().meta({ description: `${breakKinds.join(", ")}, or what the record itself holds open` }),
  about: z
    .enum([...transferKinds, "record", "wallet"])
    .describe("what kind of movement it is, or the record, or a wallet"),
  settlementId: z.string().nullable(),
  escrowId: z.string().nullable(),
  feeSweepId: z.string().optional().meta({ description: "of a sweep of fees alone" }),
  tenantId: z.string().nullable(),
  railRef: z.string().nullable(),
  ours: z.string().nullable().describe("what our ledger says, as an amount; null where it has none"),
  theirs: z.string().nullable().describe("what the rail says, as an amount; null where it has none"),
  at: z.string().describe("when it happened, by whichever side tells"),
});

export type ReconBreak = z.infer<typeof reconBreak>;

/** What happened within the last minutes may be on its way to the other side: it is not missing yet. */
const underWaySeconds = 300;

/** The ledger may be this much behind the rail before that is a break. */
const lateSeconds = 3600;

/** One direction of one settlement or escrow, as both sides tell it; amounts are comparable texts. */
interface Comparison {
  readonly kind: RailTransfer["kind"];
  readonly ours: string | null;
  readonly bookedAt: Instant | null;
  readonly theirs: readonly RailTransfer[];
  /** The sum of theirs. */
  readonly total: string | null;
}

function isOld(at: Instant | null, now: Instant): boolean {
  return at === null || addSeconds(at, underWaySeconds) <= now;
}

/** How the two sides differ about one direction; undefined when they agree, or when the difference may be on its way. */
export function differenceOf({ kind, ours, bookedAt, theirs, total }: Comparison, now: Instant) {
  const found = (what: BreakType, at: Instant | null) => ({ kind: what, about: kind, ours, theirs: total, at });
  const first = theirs[0];
  if (ours === null && !first) return undefined;
  if (!first) return isOld(bookedAt, now) ? found("missing_on_theirs", bookedAt) : undefined;
  if (ours === null) return isOld(first.at, now) ? found("missing_on_our_side", first.at) : undefined;
  const last = theirs.at(-1) ?? first;
  if (total === null || !isSameSum(total, ours)) {
    if (!theirs.every(({ at }) => isOld(at, now))) return undefined;
    const twice = theirs.filter((each) => isSameAmount(textOf(each), ours)).length > 1;
    return found(twice ? "duplicate" : "amount_mismatch", last.at);
  }
  const late = bookedAt !== null && addSeconds(first.at, lateSeconds) < bookedAt;
  return late ? found("late", first.at) : undefined;
}

/** Whether two amounts, or two sums of some, are the same part by part: `1.5` is `1.500000`. */
function isSameSum(one: string, other: string): boolean {
  const parts = other.split(" + ");
  const same = (part: string, at: number) => isSameAmount(part, parts[at] ?? "");
  return one.split(" + ").length === parts.length && one.split(" + ").every(same);
}

function textOf({ amount, amountCents }: RailTransfer): string {
  return amount ?? centsText(amountCents ?? 0);
}

function doneOf(transfers: readonly RailTransfer[], kind: RailTransfer["kind"]): RailTransfer[] {
  return transfers.filter((each) => each.kind === kind && each.state === "done");
}

function compareFiat(kind: "collection" | "return", ours: RailMove, transfers: readonly RailTransfer[]): Comparison {
  const theirs = doneOf(transfers, kind);
  const sum = theirs.reduce((total, { amountCents }) => total + (amountCents ?? 0), 0);
  return {
    ...{ kind, theirs, bookedAt: ours.bookedAt },
    ours: ours.amountCents === 0 ? null : centsText(ours.amountCents),
    total: theirs.length === 0 ? null : centsText(sum),
  };
}

/** Stablecoin amounts are compared as the texts that were ordered; two payouts never add up to a right one. */
function comparePayout(ordered: string | null, ours: RailMove, transfers: readonly RailTransfer[]): Comparison {
  const theirs = doneOf(transfers, "payout");
  return {
    ...{ kind: "payout", theirs, bookedAt: ours.bookedAt },
    ours: ours.amountCents === 0 ? null : ordered,
    total: theirs.length === 0 ? null : theirs.map(textOf).join(" + "),
  };
}

/** The references under which the rail has moved something for a settlement, in the order it was ordered; a rail without transfers of their own for later legs has one. */
export function railRefsOf({ payment, reserve, sentBack }: Settlement): string[] {
  const released = reserve?.status === "released" ? reserve.payout?.ref : null;
  const returned = sentBack.flatMap(({ byRail, reference }) => (byRail ? [reference] : []));
  const refs = [payment.railRef, payment.payoutRef, released, ...returned];
  return [...new Set(refs.filter((ref) => ref != null))];
}

/** What was ordered to the wallet: the net, and a released reserve beside it. */
function orderedOut({ usdtOut, reserve }: Settlement): string | null {
  const released = reserve?.status === "released" ? reserve.usdtOut : null;
  return usdtOut !== null && released !== null ? `${usdtOut} + ${released}` : usdtOut;
}

/** A record with its ledger and the rail's own list of it. `ordered` is what left for the wallet, `offRailCents` what operators sent back outside the rail, which is not on its list. */
export interface RecordComparison {
  readonly record: Pick<ReconBreak, "settlementId" | "escrowId" | "tenantId" | "railRef">;
  readonly updatedAt: Instant;
  readonly ledger: RecordLedger;
  readonly transfers: readonly RailTransfer[];
  readonly ordered: string | null;
  readonly offRailCents: number;
  readonly own: readonly Pick<ReconBreak, "kind" | "ours" | "theirs" | "at">[];
}

/** Every way in which a ledger, its record and the rail's own list differ, in the order of the directions. */
export function differences(compared: RecordComparison, now: Instant): ReconBreak[] {
  const { record, updatedAt, ledger, transfers, ordered, own } = compared;
  const byRail = ledger.returned.amountCents - compared.offRailCents;
  const directions = [
    compareFiat("collection", ledger.collected, transfers),
    comparePayout(ordered, ledger.paidOut, transfers),
    compareFiat("return", { ...ledger.returned, amountCents: byRail }, transfers),
  ];
  const found = directions.flatMap((each) => {
    const differs = differenceOf(each, now);
    return differs ? [{ ...record, ...differs, at: differs.at ?? updatedAt }] : [];
  });
  return [...found, ...own.map((each) => ({ about: "record" as const, ...record, ...each }))];
}

export function breaksOf(
  state: Settlement,
  ledger: RecordLedger,
  transfers: readonly RailTransfer[],
  now: Instant,
): ReconBreak[] {
  const { id: settlementId, tenantId, payment, updatedAt } = state;
  const record = { settlementId, escrowId: null, tenantId, railRef: payment.railRef };
  const ordered = orderedOut(state);
  const own = ownBreaks(state);
  return differences({ record, updatedAt, ledger, transfers, ordered, own, offRailCents: offRailCents(state) }, now);
}

/** What the record itself holds open: an amount that nobody has decided about, and what came out of turn. */
function ownBreaks(state: Settlement): RecordComparison["own"] {
  const { payment, mismatchCents } = state;
  const stored = openBreaks(state).map(({ kind, at }) => ({ kind, ours: null, theirs: null, at }));
  if (mismatchCents === null || state.status !== "collecting") return stored;
  const ours = centsText(state.fiatInCents);
  const at = payment.receivedAt ?? state.updatedAt;
  return [{ kind: "amount_mismatch", ours, theirs: centsText(mismatchCents), at }, ...stored];
}

/** Whose a transfer is, as far as we know. */
export type TransferOwner = Pick<ReconBreak, "settlementId" | "escrowId" | "feeSweepId" | "tenantId">;

/** The record that a transfer says it belongs to: whose it is, where it was collected, and every reference under which the rail has moved something for it. */
export interface TransferRecord {
  readonly owned: TransferOwner;
  readonly collectedAs: readonly string[];
  readonly railRefs: readonly string[];
}

/** Whether a record has a transfer: its collection's reference, and its own where the rail gives one. */
export function hasTransfer(
  { collectedAs, railRefs }: TransferRecord,
  { railRef, transferRef }: Pick<RailTransfer, "railRef" | "transferRef">,
): boolean {
  return collectedAs.includes(railRef) && (transferRef === undefined || railRefs.includes(transferRef));
}

/** A transfer for which we have no record at all; or whose record was collected under another of the rail's references, or knows of others than this. */
export function unmatchedBreak(transfer: RailTransfer, record: TransferRecord | undefined): ReconBreak {
  const isFirst = record === undefined || record.railRefs.every((ref) => ref === transfer.railRef);
  return {
    kind: isFirst ? "missing_on_our_side" : "duplicate",
    about: transfer.kind,
    ...(record?.owned ?? { settlementId: null, escrowId: null, tenantId: null }),
    railRef: transfer.railRef,
    ours: null,
    theirs: textOf(transfer),
    at: transfer.at,
  };
}

/** Whether a transfer is old and done enough that we must have heard of it. */
export function isRecordExpected(transfer: RailTransfer, now: Instant): boolean {
  return transfer.state === "done" && isOld(transfer.at, now);
}
