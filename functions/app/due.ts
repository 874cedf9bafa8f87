import type { Instant } from "../domain/time.ts";
import type { Key } from "./ports.ts";

/** How many partitions the index of due work has; more spread the sweepers' load without a migration of rows. */
const dueShards = 4;

/** The partitions of the due index, one per shard. */
export const duePartitions: readonly string[] = Array.from(
  { length: dueShards },
  (_, shard) => `due#${shard}`,
);

/** Lists a row as due at a moment; rows of one aggregate share a shard. */
export function dueIndex(key: Key, at: Instant): readonly [string, string] {
  let sum = 0;
  for (const character of key.pk) sum = (sum * 31 + character.charCodeAt(0)) % 65_521;
  return [`due#${sum % dueShards}`, `${at}#${key.pk}#${key.sk}`];
}
