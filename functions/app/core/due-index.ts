import { backoffSeconds } from "../../domain/core/backoff.ts";
import type { NextLook } from "../../domain/core/next-look.ts";
import { addSeconds, type Instant } from "../../domain/core/time.ts";
import type { Key } from "./ports.ts";
import { spreadOf } from "./ports-lanes.ts";

/** Partitions of what every settlement comes to and leaves again, two writes of an index each time; a key takes 1,000 a second. */
const busyShards: ReadonlyMap<string, number> = new Map([
  ["due", 64],
  ["entry", 64],
  ["look_up", 32],
  ["claim", 16],
]);

/** How many partitions a kind of due work has; more spread the load without a migration of rows, fewer would lose some. */
export function shardsOf(name: string): number {
  return busyShards.get(name) ?? 4;
}

function partitionsOf(name: string): readonly string[] {
  return Array.from({ length: shardsOf(name) }, (_, shard) => `${name}#${shard}`);
}

/** The partitions of due work that nobody outside is asked for, one per shard; in the deliveries' table, of deliveries. */
export const duePartitions = partitionsOf("due");

/** The same for entries that are still on the outbox, for money calls left half way, and for looks at somebody outside: no backlog of the one keeps another waiting. */
export const entryPartitions = partitionsOf("entry");
export const claimPartitions = partitionsOf("claim");
export const lookUpPartitions = partitionsOf("look_up");

/** In the deliveries' table, the same for endpoints to switch off and replays to go on with. */
export const upkeepPartitions = partitionsOf("upkeep");

/** The same for what the daily work looks at: the minute's sweeper does not see it. */
export const dailyPartitions = partitionsOf("daily");

/** The same for letters that nobody has sent yet: however many wait, they keep no money waiting. */
export const letterPartitions = partitionsOf("letter");

/** The same for monitored addresses that are to be screened again, and for walks over those that something has changed for: no backlog of the one keeps the other waiting. */
export const monitorPartitions = partitionsOf("monitor");
export const walkPartitions = partitionsOf("walk");

/** Aggregates whose entries may not have been handed on, in an index of their own. */
const outboxShards = 64;
export const outboxPartitions = Array.from({ length: outboxShards }, (_, shard) => `outbox#${shard}`);

/** The index that a partition of due work is of. */
export function indexOfPartition(partition: string): "due" | "outbox" {
  return partition.startsWith("outbox#") ? "outbox" : "due";
}

type DuePlace = readonly [string, string];

function placeOf(name: string, key: Key, at: Instant): DuePlace {
  return [`${name}#${spreadOf(key.pk) % shardsOf(name)}`, sortOf(key, at)];
}

function sortOf({ pk, sk }: Key, at: Instant): string {
  return `${at}#${pk}#${sk}`;
}

/** Lists a row as due at a moment; rows of one aggregate share a shard. */
export function dueIndex(key: Key, at: Instant): DuePlace {
  return placeOf("due", key, at);
}

/** Lists a record at its next look: with those that ask somebody outside, or with the others. */
export function nextLookIndex(key: Key, { at, asks }: NextLook): DuePlace {
  return placeOf(asks ? "look_up" : "due", key, at);
}

/** Where the last release listed an entry with a mark of its own. */
export function entryIndex(key: Key, at: Instant): DuePlace {
  return placeOf("entry", key, at);
}

/** What comes of an aggregate within so long is taken off the outbox together; the stream's consumers and the queues have it by then. */
export const outboxGraceSeconds = 30;

/** The mark of an aggregate whose entries from this one on, of that moment, may not have been handed on; it stays where it is while more come. */
export function outboxIndex(entry: Key, at: Instant): DuePlace {
  const until = addSeconds(at, outboxGraceSeconds);
  return [`outbox#${spreadOf(entry.pk) % outboxShards}`, sortOf(entry, until)];
}

/** The sort key of the first entry that a mark is for. */
export function firstMarkedEntry(place: string): string {
  return /#(entry#\d{8})(?:#\d+)?$/.exec(place)?.[1] ?? "entry#";
}

export function claimIndex(key: Key, at: Instant): DuePlace {
  return placeOf("claim", key, at);
}

export function upkeepIndex(key: Key, at: Instant): DuePlace {
  return placeOf("upkeep", key, at);
}

/** Lists a row for the daily work after a moment. */
export function dailyIndex(key: Key, at: Instant): DuePlace {
  return placeOf("daily", key, at);
}

export function letterIndex(key: Key, at: Instant): DuePlace {
  return placeOf("letter", key, at);
}

export function monitorIndex(key: Key, at: Instant): DuePlace {
  return placeOf("monitor", key, at);
}

export function walkIndex(key: Key, at: Instant): DuePlace {
  return placeOf("walk", key, at);
}

/** Where a row that failed at a place, or stayed there, is due next: its place counts the failures in a row, and what it is written with begins anew. */
export function postponedPlace(key: Key, place: string, now: Instant): string {
  const failures = failuresAt(key, place) + 1;
  return `${sortOf(key, addSeconds(now, backoffSeconds(failures, key.pk)))}#${failures}`;
}

/** How many times in a row a row had failed when it came to a place. */
function failuresAt(key: Key, place: string): number {
  const [at = ""] = place.split("#", 1);
  return Number(place.slice(sortOf(key, at).length + 1)) || 0;
}
