import { Refusal } from "../../domain/core/refusal.ts";
import { duePartitions, monitorPartitions, walkPartitions } from "../core/due.ts";
import { dueRows } from "../core/due-rows.ts";
import { failure } from "../core/error-text.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Log, Row } from "../core/ports.ts";
import { type SenderDesk, sendDelivery } from "../webhooks/deliver.ts";
import { loadedDelivery, orderOf } from "../webhooks/delivery-rows.ts";
import { switchOffCondemned } from "../webhooks/endpoint-changes.ts";
import { completeScreen } from "./complete-pending-screens.ts";
import type { ChangesDesk } from "./list-changes.ts";
import { type Rescreened, rescreenMonitor } from "./rescreen-monitors.ts";
import { goWalk, orderWalks } from "./schedule-rescreens.ts";
import { screenKind } from "./screen-record.ts";
import type { ScreenDesk } from "./screening-context.ts";

/** What the screening interface's sweeper works with. */
export interface ScreeningSweepDesk extends ScreenDesk, ChangesDesk {
  /** Its deliveries are in the same book. */
  readonly sender: SenderDesk;
  readonly log: Log;
}

/** What one sweep did. */
export interface ScreeningSwept {
  readonly rescreened: number;
  readonly alerted: number;
  readonly completed: number;
  readonly sent: number;
  readonly failed: number;
}

type Tally = { -readonly [K in keyof ScreeningSwept]: number };

/** Rows of one kind that one sweep looks at. */
const rowLimit = 400;

/** Alerts and pending screens that one sweep takes up: many more than one receiver's share, so that a black hole does not hide the others. */
const dueLimit = 1000;

/** Addresses that are screened at once. */
const atOnce = 8;

/** Alerts under way to one host, and hosts that are posted to, at once. */
const postsPerHost = 5;
const hostsAtOnce = 100;

/** Does what is due: addresses to screen again, screens that were pending, alerts to send. Begins nothing more once `isLate`; safe to do twice, and at the same time. */
export async function sweepScreening(
  desk: ScreeningSweepDesk,
  isLate: () => boolean,
): Promise<ScreeningSwept> {
  const tally: Tally = { rescreened: 0, alerted: 0, completed: 0, sent: 0, failed: 0 };
  // What one piece of the work finds out is due for the next one at once.
  const due = (limit: number, partitions: readonly string[]) =>
    dueRows(desk.book, `${desk.clock.now()}~`, limit, partitions);
  await tried(desk, tally, "lists", () => orderWalks(desk));
  for (const row of await due(rowLimit, walkPartitions)) {
    if (isLate()) break;
    const screenAll = (ids: readonly string[]) => rescreen(desk, tally, ids, isLate);
    await tried(desk, tally, row.pk, () => goWalk(desk, row, screenAll, isLate));
  }
  const monitors = await due(rowLimit, monitorPartitions);
  await rescreen(
    desk,
    tally,
    monitors.map(({ pk }) => pk),
    isLate,
  );
  const rows = await due(dueLimit, duePartitions);
  await Promise.all([complete(desk, tally, rows, isLate), send(desk, tally, rows, isLate)]);
  return tally;
}

/** Does a piece of the work; whether it came to its end. What cannot be screened by now is no trouble of this piece. */
async function tried(
  desk: ScreeningSweepDesk,
  tally: Tally,
  correlationId: string,
  piece: () => Promise<void>,
): Promise<boolean> {
  try {
    await piece();
    return true;
  } catch (error) {
    tally.failed += 1;
    const { requestId } = desk;
    if (!(error instanceof Refusal))
      desk.log.error("sweep failed", { requestId, operation: "sweep", correlationId, error: failure(error) });
    return false;
  }
}

const isScreened: Readonly<Record<Rescreened, boolean>> = {
  alerted: true,
  unchanged: true,
  left_alone: false,
  gone: false,
};

/** Screens monitored addresses again; whether all of them. */
async function rescreen(
  desk: ScreeningSweepDesk,
  tally: Tally,
  ids: readonly string[],
  isLate: () => boolean,
): Promise<boolean> {
  const done = await inOrder(
    ids,
    atOnce,
    async (id) =>
      !isLate() &&
      (await tried(desk, tally, id, async () => {
        const what = await rescreenMonitor(desk, id);
        if (isScreened[what]) tally.rescreened += 1;
        if (what === "alerted") tally.alerted += 1;
      })),
  );
  return done.every(Boolean);
}

/** Asks again about pending screens. */
async function complete(
  desk: ScreeningSweepDesk,
  tally: Tally,
  rows: readonly Row[],
  isLate: () => boolean,
): Promise<void> {
  const pending = rows.filter(({ type }) => type === screenKind.type);
  await inOrder(pending, atOnce, async (row) => {
    if (isLate()) return;
    await tried(desk, tally, row.pk, async () => {
      if (await completeScreen(desk, row)) tally.completed += 1;
    });
  });
}

/** Sends what is due, host by host beside one another, so that one that does not answer keeps none but its own waiting. */
async function send(
  desk: ScreeningSweepDesk,
  tally: Tally,
  rows: readonly Row[],
  isLate: () => boolean,
): Promise<void> {
  const { sender } = desk;
  for (const row of rows.filter(({ type }) => type === "endpoint_health"))
    await tried(desk, tally, row.pk, () =>
      switchOffCondemned({ ...desk, deliveries: sender.deliveries }, row),
    );
  const waiting = rows.flatMap((row) => loadedDelivery(row)?.state ?? []);
  const hosts = Map.groupBy(waiting, ({ url }) => new URL(url).host);
  await inOrder([...hosts.values()], hostsAtOnce, (deliveries) =>
    inOrder(deliveries, postsPerHost, async (each) => {
      if (isLate()) return;
      if (await tried(desk, tally, each.id, () => sendDelivery(sender, orderOf(each)))) tally.sent += 1;
    }),
  );
}
