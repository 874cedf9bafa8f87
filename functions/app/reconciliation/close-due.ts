import { addDays, addSeconds, dayAfter, dayOf, dayStart } from "../../domain/core/time.ts";
import { TooLarge } from "../core/time-budget.ts";
import { tenantsBefore } from "../tenants/walk-store.ts";
import { type CloseContext, closeDay, settleSeconds } from "./close.ts";
import { closeOf, dayBefore, lastCloseBefore, stretchOf } from "./close-record.ts";
import { hasMoved } from "./close-walk.ts";

/** How many days without a close are caught up with; older ones are closed when they are asked for. */
const catchUpDays = 7;

/** What one run closed. `done` is false where time ran out; the next run goes on. */
export interface ClosedDays {
  readonly closes: number;
  readonly done: boolean;
}

/** Closes every day that has ended and has no close yet. Safe to do twice, and at the same time. */
export async function closeDue(context: CloseContext): Promise<ClosedDays> {
  let closes = 0;
  try {
    for await (const _ of closing(context)) closes += 1;
    return { closes, done: true };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return { closes, done: false };
  }
}

/** Each tenant with movements first, everybody last, whose close says that the day is done. */
async function* closing(context: CloseContext): AsyncGenerator<string> {
  // Five minutes ago is another day until the entries of yesterday are all in the index.
  const today = dayOf(addSeconds(context.clock.now(), -settleSeconds));
  const yesterday = dayBefore(today);
  const last = await lastCloseBefore(context, null, today);
  const oldest = dayOf(addDays(dayStart(today), -catchUpDays));
  const next = last ? dayAfter(last.figures.date) : yesterday;
  for (let date = next < oldest ? oldest : next; date <= yesterday; date = dayAfter(date)) {
    let hasTenants = false;
    for await (const tenant of tenantsBefore(context.store, stretchOf(date).to, null)) {
      hasTenants = true;
      if (context.isLate()) throw new TooLarge("out of time");
      if (!(await hasMoved(context, tenant, stretchOf(date)))) continue;
      if (await closeOf(context, tenant.id, date)) continue;
      await closeDay(context, tenant, date);
      yield date;
    }
    if (!hasTenants) continue;
    await closeDay(context, null, date);
    yield date;
  }
}
