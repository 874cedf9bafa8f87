import { platform } from "../../domain/core/operator.ts";
import { commit } from "../core/change.ts";
import type { CommitContext } from "../core/context.ts";
import type { Store } from "../core/ports.ts";
import { laneCount, lanesKey, lanesRow, mostLanes } from "../core/ports-lanes.ts";
import type { Part } from "./root.ts";

/** How much more a busy second brings than the mean of its day: 5,000 where a month brings 100 million (docs/scale.md). */
const busySecond = 128;

/** Write units that a lane is to take in such a second: half of what DynamoDB gives a key. */
const laneUnits = 500;

const daySeconds = 86_400;

/** Lanes for the lists of whoever has so many audit entries a day, each of them a unit of the busiest list there is: a power of two. */
export function lanesFor(entriesADay: number): number {
  const lanes = ((entriesADay / daySeconds) * busySecond) / laneUnits;
  return Math.min(mostLanes, 2 ** Math.ceil(Math.log2(Math.max(1, lanes))));
}

/** Spreads the lists of those over more lanes who had more entries in a day than theirs take, of their webhooks as well: an event has an entry and seldom more than three endpoints. Who loses a race here lost it to another run over the same day. */
export async function growLanes(
  context: CommitContext & { readonly deliveries?: Store },
  parts: readonly Part[],
): Promise<void> {
  const { deliveries } = context;
  await growLanesIn(context, parts);
  if (deliveries) await growLanesIn({ ...context, store: deliveries }, parts);
}

async function growLanesIn(context: CommitContext, parts: readonly Part[]): Promise<void> {
  for (const [owner, own] of Map.groupBy(parts, ({ tenantId }) => tenantId)) {
    const lanes = lanesFor(own.reduce((sum, { entries }) => sum + entries, 0));
    if (lanes === 1 || owner === platform) continue;
    const [row] = await context.store.read([lanesKey(owner)]);
    if (row && laneCount.parse(row.body).lanes >= lanes) continue;
    const put = lanesRow(owner, lanes, row, context.clock.now());
    await commit(context, [{ put, expect: row?.v ?? "absent" }]);
  }
}
