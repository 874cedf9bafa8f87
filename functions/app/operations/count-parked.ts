import type { ReviewKind } from "../../domain/review/review-reason-code.ts";
import type { Book, Meter } from "../core/ports.ts";
import { reviewPartition } from "../review/records.ts";

/** More than this many are as alarming as this many. */
const most = 100;

interface WaitingDesk {
  readonly book: Book;
  readonly meter: Meter;
}

/** Counts the settlements and escrows that wait for a vendor, and those whose rail has taken longer than it may: two queries. */
export async function countWaiting(desk: WaitingDesk): Promise<void> {
  desk.meter.count("ParkedSettlements", await howMany(desk, "parked"));
  desk.meter.count("StalledSettlements", await howMany(desk, "stalled"));
}

async function howMany({ book }: WaitingDesk, kind: ReviewKind): Promise<number> {
  const rows = await book.page({ index: "review", pk: reviewPartition(kind), limit: most });
  return rows.length;
}
