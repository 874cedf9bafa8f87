import * as z from "zod";
import { addBankingDays, addCalendarDays, easternDate } from "../core/banking-day.ts";
import { dollars } from "../core/money.ts";
import { addSeconds, type Instant } from "../core/time.ts";

/** That the wallet of a record was put on a list after its screens had passed. Of a tenant's settlements to one wallet one has it, for all of them. */
const listing = z.object({
  list: z.string(),
  /** As the list has it. */
  address: z.string(),
  /** The version of the lists that it came with. */
  version: z.int(),
  ref: z.string().nullable(),
  at: z.string(),
  /** The tenant's other settlements to this wallet, and what was held of them, in cents. */
  others: z.int().min(0),
  othersHeldCents: z.int().min(0),
});

export type Listing = z.infer<typeof listing>;

/** That operators have reported blocked property, or dealt with a listed wallet, under a reference. */
const blockReport = z.object({ reference: z.string(), at: z.string() });

/** What is kept of both on a record; records of before these were kept have none. */
export const blockedFields = { listing: listing.optional(), blockReports: z.array(blockReport).optional() };

interface ListedRecord {
  readonly listing?: Listing | undefined;
  readonly blockReports?: readonly z.infer<typeof blockReport>[] | undefined;
}

/** Business days in which blocked property is reported to OFAC (31 CFR 501.603). */
const reportBankingDays = 10;

/** Until when property that became blocked at `since` is to be reported: the end of the tenth banking day in New York, at 04:00 UTC of the next, which is never too late. */
export function reportDueAt(since: Instant): Instant {
  const lastDay = addBankingDays(easternDate(since), reportBankingDays);
  return addSeconds(`${addCalendarDays(lastDay, 1)}T00:00:00.000Z`, 4 * 3600);
}

function isReported({ blockReports = [] }: ListedRecord, since: Instant): boolean {
  return blockReports.some(({ at }) => at >= since);
}

/** Reports that are kept on a record; the audit trail has them all. */
const keptReports = 20;

export function withReport<R extends ListedRecord>(state: R, reference: string, now: Instant): R {
  return { ...state, blockReports: [...(state.blockReports ?? []), { reference, at: now }].slice(-keptReports) };
}

/** How a listing ends up on a record: not again for the same version, and not beside one that nobody has reported yet. */
export function isKnownListing({ listing: before, ...state }: ListedRecord, version: number): boolean {
  return before !== undefined && (before.version === version || !isReported(state, before.at));
}

/** Since when something is to be reported; undefined where nothing is, or all of it was. */
export function unreportedSince(state: ListedRecord, declinedAt: Instant | undefined): Instant | undefined {
  const moments = [declinedAt, state.listing?.at];
  return moments.filter((at) => at !== undefined && !isReported(state, at)).toSorted()[0];
}

/** Why a record of a listed wallet is in the queue, until that is reported; `heldCents` of money is still here, others' included. */
export function listingReason(state: ListedRecord, heldCents: number, deadline: Instant | null) {
  const { listing } = state;
  if (listing === undefined || isReported(state, listing.at)) return null;
  const reason = listLabels(listing, heldCents === 0 ? null : dollars(heldCents));
  return { kind: "listed" as const, reason, since: listing.at, deadline };
}

function listLabels({ list, others }: Listing, held: string | null): string {
  const more = others === 0 ? "" : ` (and ${others} more of this tenant's settlements)`;
  const came = `the wallet has come onto ${list} after it had passed its screen${more}`;
  return held === null
    ? `${came}; all of the money had left: look at it, and say under which reference it was dealt with`
    : `${came}; ${held} is still here, is blocked, and must be reported by the deadline`;
}

/** Until when blocked money must be reported that is unreported since a moment; null where none is. */
export function reportDeadlineOf(since: Instant | undefined, heldCents: number): Instant | null {
  return since === undefined || heldCents === 0 ? null : reportDueAt(since);
}

export function whyNothingToReport(since: Instant | undefined): string | undefined {
  return since === undefined ? "nothing is blocked that has not been reported" : undefined;
}
