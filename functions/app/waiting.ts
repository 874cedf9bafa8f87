import { reviewReasonAt, stalledSeconds } from "../domain/review-reason.ts";
import { addSeconds } from "../domain/time.ts";
import { loaded } from "./aggregate.ts";
import { reviewPartition, settlementKind } from "./kinds.ts";
import type { Book, Clock, Meter, Row } from "./ports.ts";

/** More parked settlements than this are as alarming as this many. */
const mostParked = 100;

/** Settlements in flight that are looked at for one that has stalled, from those that could only just have. */
const mostInFlight = 400;

const batch = 100;

interface WaitingDesk {
  readonly book: Book;
  readonly clock: Clock;
  readonly meter: Meter;
}

/** Counts the settlements that wait for a vendor or for a proof beyond their time: two queries and a bounded look at what they name. */
export async function countWaiting(desk: WaitingDesk): Promise<void> {
  const parked = await desk.book.page({ index: "review", pk: reviewPartition("parked"), limit: mostParked });
  desk.meter.count("ParkedSettlements", parked.length);
  desk.meter.count("StalledSettlements", await countStalled(desk));
}

async function countStalled({ book, clock }: WaitingDesk): Promise<number> {
  const now = clock.now();
  const keys = await book.page({
    index: "review",
    pk: reviewPartition("in_flight"),
    upTo: `${addSeconds(now, -stalledSeconds)}~`,
    limit: mostInFlight,
    newestFirst: true,
  });
  const stalled = (row: Row | undefined) => {
    const found = loaded(settlementKind, row);
    return found !== undefined && reviewReasonAt(found.state, now)?.kind === "stalled";
  };
  let count = 0;
  for (let start = 0; start < keys.length; start += batch) {
    const rows = await book.read(keys.slice(start, start + batch).map(({ pk, sk }) => ({ pk, sk })));
    count += rows.filter(stalled).length;
  }
  return count;
}
