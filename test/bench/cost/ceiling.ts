import { placesOf } from "../../../functions/adapters/aws/copies.ts";
import { pointerLanes, tableLanes } from "../../../functions/adapters/aws/lanes.ts";
import { outboxPartitions, shardsOf } from "../../../functions/app/core/due-index.ts";
import { mostLanes } from "../../../functions/app/core/ports-lanes.ts";
import { allPartitions } from "../../../functions/app/core/row-keys.ts";
import { reviewPartitions } from "../../../functions/app/review/queued-keys.ts";
import { overviewKeys } from "../../../functions/app/site/overview-counters.ts";
import { deliveryShards } from "../../../functions/app/webhooks/delivery-rows.ts";
import { plans } from "../../../functions/domain/screening/plan.ts";
import type { HotKey } from "./hot-keys.ts";

/** What DynamoDB gives one key a second. */
const keyUnits = { writes: 1_000, reads: 3_000 } as const;

/** A key with what it allows. */
export interface Ceiling extends HotKey {
  /** Partitions that the key stands for, where it grows to as many. */
  readonly partitions: number;
  /** Settlements a second at which it is full. */
  readonly perSecond: number;
  /** Whether it is one tenant's: others have their own. */
  readonly isTenants: boolean;
}

/** In how many places the row of a key is read. */
function copiedTo(key: string): number {
  return placesOf({ pk: key.replace(/<(\w+)>/, "$1_1"), sk: "row" });
}

/** In how many partitions a key stands that is one of several. */
function partitionsOf({ index, key }: HotKey): number {
  const isLaned = /\.(?:list|status|group)$/.test(index) && /^<(?:ten|acc)>#/.test(key);
  if (isLaned) return mostLanes;
  if (!index.includes(".") && tableLanes(key.replaceAll(/[<>]/g, "")) > 1) return pointerLanes;
  if (!index.includes(".") && copiedTo(key) > 1) return copiedTo(key);
  if (key.startsWith("usage#")) return key.endsWith("#<n>") ? plans.unlimited.counters : 1;
  if (!key.includes("#<n>")) return 1;
  if (key.startsWith("overview#")) return overviewKeys([]).totals.length;
  if (key.startsWith("all#delivery#")) return deliveryShards;
  if (key.startsWith("review#in_flight#")) return reviewPartitions("in_flight").length - 1;
  if (key.includes("outbox#")) return outboxPartitions.length;
  return key.startsWith("all#") ? allPartitions("settlement", "2026-11").length : shardsOf(key.replace("#<n>", ""));
}

/** Whether a key is one tenant's: its own, an endpoint's, or its wallet's. The account that all settlements are screened for is everybody's. */
function isOfTenant(key: string): boolean {
  return /<(?:ten|whe)>|[#| ](?:0x)?[0-9a-f]{40}$/.test(key);
}

/** What each shared key allows, the tightest first; `times` is how many of these one settlement has. */
export function ceilingsOf(keys: readonly HotKey[], times = 1): Ceiling[] {
  const found = keys.map((key): Ceiling => {
    const partitions = partitionsOf(key);
    const most = Math.min(
      key.writes === 0 ? Number.POSITIVE_INFINITY : keyUnits.writes / key.writes,
      key.reads === 0 ? Number.POSITIVE_INFINITY : keyUnits.reads / key.reads,
    );
    return { ...key, partitions, perSecond: (partitions * most) / times, isTenants: isOfTenant(key.key) };
  });
  return found.toSorted((one, other) => one.perSecond - other.perSecond);
}
