import type { Instant } from "../../domain/core/time.ts";
import type { Key } from "./ports.ts";

/** How many partitions the index of due work has; more spread the sweepers' load without a migration of rows. */
const dueShards = 4;

function partitionsOf(name: string): readonly string[] {
  return Array.from({ length: dueShards }, (_, shard) => `${name}#${shard}`);
}

/** The partitions of the due index, one per shard. */
export const duePartitions = partitionsOf("due");

/** The same for what the daily work looks at: the minute's sweeper does not see it. */
export const dailyPartitions = partitionsOf("daily");

/** The same for letters that nobody has sent yet: however many wait, they keep no money waiting. */
export const letterPartitions = partitionsOf("letter");

/** The same for monitored addresses that are to be screened again, and for walks over those that something has changed for: no backlog of the one keeps the other waiting. */
export const monitorPartitions = partitionsOf("monitor");
export const walkPartitions = partitionsOf("walk");

function placeOf(name: string, key: Key, at: Instant): readonly [string, string] {
  let sum = 0;
  for (const character of key.pk) sum = (sum * 31 + character.charCodeAt(0)) % 65_521;
  return [`${name}#${sum % dueShards}`, `${at}#${key.pk}#${key.sk}`];
}

/** Lists a row as due at a moment; rows of one aggregate share a shard. */
export function dueIndex(key: Key, at: Instant): readonly [string, string] {
  return placeOf("due", key, at);
}

/** Lists a row for the daily work after a moment. */
export function dailyIndex(key: Key, at: Instant): readonly [string, string] {
  return placeOf("daily", key, at);
}

export function letterIndex(key: Key, at: Instant): readonly [string, string] {
  return placeOf("letter", key, at);
}

export function monitorIndex(key: Key, at: Instant): readonly [string, string] {
  return placeOf("monitor", key, at);
}

export function walkIndex(key: Key, at: Instant): readonly [string, string] {
  return placeOf("walk", key, at);
}
