import * as z from "zod";
import { addSeconds, type Instant } from "../../domain/core/time.ts";
import type { Key, Row } from "./ports.ts";

/** Lanes of one owner's lists at most: with 64 of them the busiest list of a tenant takes what 1,000 settlements a second write. */
export const mostLanes = 64;

/** How many partitions a busy owner's lists are spread over. Readers look into all of them at once, writers use them from a moment on at which every reader knows. */
export const laneCount = z.object({ lanes: z.int().min(1).max(mostLanes), writtenFrom: z.string() });

export type LaneCount = Readonly<z.infer<typeof laneCount>>;

/** Longer than a count is remembered anywhere. */
const knownSeconds = 60;

/** A number below 65,521 that spreads ids evenly, the same for one id wherever it is asked. */
export function spreadOf(id: string): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + character.charCodeAt(0)) % 65_521;
  return sum;
}

/** Where an owner's count is kept: a row of its own, so that to change it loses no race on the owner's. */
export function lanesKey(ownerId: string): Key {
  return { pk: `lanes#${ownerId}`, sk: "row" };
}

/** The row that spreads an owner's lists over so many lanes, which only grow: what is listed in one must be found. */
export function lanesRow(ownerId: string, lanes: number, before: Row | undefined, now: Instant): Row {
  const known = before ? laneCount.parse(before.body).lanes : 1;
  const body: LaneCount = { lanes: Math.max(known, lanes), writtenFrom: addSeconds(now, knownSeconds) };
  return { ...lanesKey(ownerId), v: (before?.v ?? 0) + 1, type: "lanes", body };
}
