import { Refusal } from "../../domain/core/refusal.ts";
import { duePartitions, monitorPartitions, upkeepPartitions, walkPartitions } from "../core/due-index.ts";
import { dueRows } from "../core/due-rows.ts";
import { logFailure } from "../core/error-text.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Log, Row } from "../core/ports.ts";
import { type SenderContext, sendDelivery } from "../webhooks/deliver.ts";
import { loadedDelivery, orderOf } from "../webhooks/delivery-rows.ts";
import { disableEndpoint } from "../webhooks/endpoint-changes.ts";
import { completeScreen } from "./complete-pending-screens.ts";
import type { ListChangesContext } from "./list-changes.ts";
import { type RescreenResult, rescreenMonitor } from "./rescreen-monitors.ts";
import { goWalk, orderWalks } from "./schedule-rescreens.ts";
import { screenRecordType } from "./screen-record.ts";
import type { ScreenContext } from "./screening-context.ts";

export interface ScreeningSweepContext extends ScreenContext, ListChangesContext {
  /** Its deliveries are in the same book. */
  readonly sender: SenderContext;
  readonly log: Log;
}

export interface ScreeningSweepResult {
  readonly rescreened: number;
  readonly alerted: number;
  readonly completed: number;
  readonly sent: number;
  readonly failed: number;
}

type Counters = { -readonly [K in keyof ScreeningSweepResult]: number };

/** Rows of one kind that one sweep looks at. */
const rowLimit = 400;

/** Alerts and pending screens that one sweep takes up: many more than one receiver's share, so that a black hole does not hide the others. */
const dueLimit = 1000;

const atOnce = 8;

/** Alerts under way to one host, and hosts that are posted to, at once. */
const postsPerHost = 5;
const hostsAtOnce = 100;

/** Does what is due: addresses to screen again, screens that were pending, alerts to send. Begins nothing more once `isLate`; safe to do twice, and at the same time. */
export async function sweepScreening(
  context: ScreeningSweepContext,
  isLate: () => boolean,
): Promise<ScreeningSweepResult> {
  const counters: Counters = { rescreened: 0, alerted: 0, completed: 0, sent: 0, failed: 0 };
  // What one piece of the work finds out is due for the next one at once.
  const due = (limit: number, partitions: readonly string[]) =>
    dueRows(context.store, `${context.clock.now()}~`, limit, partitions);
  await tried(context, counters, "lists", () => orderWalks(context));
  for (const row of await due(rowLimit, walkPartitions)) {
    if (isLate()) break;
    const screenAll = (ids: readonly string[]) => rescreen(context, counters, ids, isLate);
    await tried(context, counters, row.pk, () => goWalk(context, row, screenAll, isLate));
  }
  const monitors = await due(rowLimit, monitorPartitions);
  await rescreen(
    context,
    counters,
    monitors.map(({ pk }) => pk),
    isLate,
  );
  for (const row of await due(rowLimit, upkeepPartitions))
    await tried(context, counters, row.pk, () => upkeep(context, row));
  const rows = await due(dueLimit, duePartitions);
  await Promise.all([complete(context, counters, rows, isLate), send(context, counters, rows, isLate)]);
  return counters;
}

/** Does a piece of the work; whether it came to its end. What cannot be screened by now is no trouble of this piece. */
async function tried(
  context: ScreeningSweepContext,
  counters: Counters,
  correlationId: string,
  piece: () => Promise<void>,
): Promise<boolean> {
  try {
    await piece();
    return true;
  } catch (error) {
    counters.failed += 1;
    if (!(error instanceof Refusal)) logFailure(context, "sweep failed", { operation: "sweep", correlationId }, error);
    return false;
  }
}

const isScreened: Readonly<Record<RescreenResult, boolean>> = {
  alerted: true,
  unchanged: true,
  left_alone: false,
  gone: false,
};

/** Screens monitored addresses again; whether all of them. */
async function rescreen(
  context: ScreeningSweepContext,
  counters: Counters,
  ids: readonly string[],
  isLate: () => boolean,
): Promise<boolean> {
  const done = await inOrder(
    ids,
    atOnce,
    async (id) =>
      !isLate() &&
      (await tried(context, counters, id, async () => {
        const what = await rescreenMonitor(context, id);
        if (isScreened[what]) counters.rescreened += 1;
        if (what === "alerted") counters.alerted += 1;
      })),
  );
  return done.every(Boolean);
}

async function complete(
  context: ScreeningSweepContext,
  counters: Counters,
  rows: readonly Row[],
  isLate: () => boolean,
): Promise<void> {
  const pending = rows.filter(({ type }) => type === screenRecordType.type);
  await inOrder(pending, atOnce, async (row) => {
    if (isLate()) return;
    await tried(context, counters, row.pk, async () => {
      if (await completeScreen(context, row)) counters.completed += 1;
    });
  });
}

/** Switches an endpoint off that is gone or has failed for days. */
async function upkeep(context: ScreeningSweepContext, row: Row): Promise<void> {
  await disableEndpoint({ ...context, deliveries: context.sender.deliveries }, row);
}

/** Sends what is due, host by host beside one another, so that one that does not answer keeps none but its own waiting. */
async function send(
  context: ScreeningSweepContext,
  counters: Counters,
  rows: readonly Row[],
  isLate: () => boolean,
): Promise<void> {
  const { sender } = context;
  const waiting = rows.flatMap((row) => loadedDelivery(row)?.state ?? []);
  const hosts = Map.groupBy(waiting, ({ url }) => new URL(url).host);
  await inOrder([...hosts.values()], hostsAtOnce, (deliveries) =>
    inOrder(deliveries, postsPerHost, async (each) => {
      if (isLate()) return;
      if (await tried(context, counters, each.id, () => sendDelivery(sender, orderOf(each)))) counters.sent += 1;
    }),
  );
}
