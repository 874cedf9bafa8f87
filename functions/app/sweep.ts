import { Refusal } from "../domain/refusal.ts";
import { resumeScreen, unpark } from "../domain/settle.ts";
import type { Instant } from "../domain/time.ts";
import { loaded } from "./aggregate.ts";
import { type DispatchDesk, dispatchEntry } from "./dispatch.ts";
import { duePartitions } from "./due.ts";
import { settlementKind } from "./kinds.ts";
import type { PayDesk } from "./pay-desk.ts";
import { continueClaim } from "./pay-invoice.ts";
import type { Book, Row } from "./ports.ts";
import { changeSettlement } from "./settlements.ts";

/** What the sweeper works with: it finishes what pay and the outbox began. */
export type SweepDesk = PayDesk & DispatchDesk;

/** What one sweep did. */
export interface Swept {
  readonly handedOn: number;
  readonly continued: number;
  readonly resumed: number;
  readonly queued: number;
  readonly failed: number;
}

const pageLimit = 100;

/** Does what is due: entries not handed on, pay calls left half way, settlements to look at again, deliveries to send. */
export async function sweep(desk: SweepDesk): Promise<Swept> {
  const now = desk.clock.now();
  const done = { handedOn: 0, continued: 0, resumed: 0, queued: 0, failed: 0 };
  for (const row of await dueRows(desk.book, now)) {
    try {
      const what = await sweepRow(desk, row, now);
      if (what) done[what] += 1;
    } catch (error) {
      if (!(error instanceof Refusal))
        console.error(JSON.stringify({ message: "sweep failed", key: row.pk, error: String(error) }));
      done.failed += 1;
    }
  }
  const deliveries = await dueRows(desk.deliveries, now);
  if (deliveries.length > 0)
    await desk.queue.send(deliveries.map((row) => ({ deliveryId: row.pk, delaySeconds: 0 })));
  return { ...done, queued: deliveries.length };
}

async function sweepRow(
  desk: SweepDesk,
  row: Row,
  now: Instant,
): Promise<"handedOn" | "continued" | "resumed" | undefined> {
  switch (row.type) {
    case "entry":
      await dispatchEntry(desk, row);
      return "handedOn";
    case "claim":
      await continueClaim(desk, row);
      return "continued";
    case "settlement":
      await lookAgain(desk, row, now);
      return "resumed";
    default:
      return undefined;
  }
}

async function lookAgain(desk: SweepDesk, row: Row, now: Instant): Promise<void> {
  const found = loaded(settlementKind, row);
  if (!found) return;
  await changeSettlement(desk, found, (state) => {
    if (state.parked) return state.parked.until <= now ? unpark(state, now) : [];
    return state.screenDueAt !== null && state.screenDueAt <= now ? resumeScreen(state, now) : [];
  });
}

/** The rows due by now, whole: the index tells their keys, the book their state. */
async function dueRows(book: Book, now: Instant): Promise<Row[]> {
  const due: Row[] = [];
  for (const pk of duePartitions) {
    const listed = await book.page({ index: "due", pk, upTo: `${now}~`, limit: pageLimit });
    if (listed.length === 0) continue;
    const rows = await book.read(listed.map(({ pk, sk }) => ({ pk, sk })));
    due.push(...rows.flatMap((row) => (row ? [row] : [])));
  }
  return due;
}
