import type { CalendarDate } from "../core/banking-day.ts";
import { type DatedRow, rowOn } from "../core/dated-row.ts";

export type EntryNetwork = "same_day_ach" | "rtp" | "fednow";

/** The most that one entry or payment may be, in cents. `verify` says what of the row no document of the network's own confirms. */
export interface EntryLimit extends DatedRow {
  readonly network: EntryNetwork;
  readonly maxCents: number;
  readonly source: string;
  readonly verify?: string;
}

const nacha = "Nacha: Increasing the Same Day ACH Dollar Limit; Federal Reserve Financial Services, FedACH notice";
const clearingHouse = "U.S. Bank: Real-time payments; digitaltransactions.net on FedNow's limit (2025-09)";
const reserveBanks = "EPCOR: Limits lifted, rails shifted (2025-06-16); American Banker on FedNow's limit (2025-09)";

/** What an entry may be at most, by network and first day in New York. Same-day ACH has a proposal of 10,000,000.00, which is no row until it is a rule. No rail here settles by RTP or FedNow: their rows are for one that will. */
export const entryLimits: readonly EntryLimit[] = [
  { network: "same_day_ach", from: "2016-09-23", maxCents: 2_500_000, source: nacha, verify: "the first day" },
  { network: "same_day_ach", from: "2020-03-20", maxCents: 10_000_000, source: nacha, verify: "the day of March 2020" },
  { network: "same_day_ach", from: "2022-03-18", maxCents: 100_000_000, source: nacha },
  { network: "rtp", from: "2022-04-14", maxCents: 100_000_000, source: clearingHouse, verify: "the first day" },
  { network: "rtp", from: "2025-02-09", maxCents: 1_000_000_000, source: clearingHouse, verify: "the day of February" },
  { network: "fednow", from: "2023-07-20", maxCents: 50_000_000, source: reserveBanks, verify: "the first day" },
  { network: "fednow", from: "2025-06-24", maxCents: 100_000_000, source: reserveBanks },
  {
    network: "fednow",
    from: "2025-11-30",
    maxCents: 1_000_000_000,
    source: reserveBanks,
    verify: "the day of November",
  },
];

/** The most that an entry may be on a network on a day, in cents; null before the network's first row. */
export function entryLimitOn(network: EntryNetwork, day: CalendarDate): number | null {
  const rows = entryLimits.filter((each) => each.network === network);
  return rowOn(rows, day)?.maxCents ?? null;
}

/** Whether an amount in cents is within what a same-day entry may be on a day. */
export function fitsSameDay(amountCents: number, day: CalendarDate): boolean {
  const maxCents = entryLimitOn("same_day_ach", day);
  return maxCents !== null && amountCents <= maxCents;
}
