import { copyWrites, isCopy } from "../../../functions/adapters/aws/copies.ts";
import { listOfLane } from "../../../functions/adapters/aws/lanes.ts";
import type { Key, Row, Write } from "../../../functions/app/core/ports.ts";

/** Writes without those of copies: here a copy is made when it is read, so that a test may change a row by itself. */
export function withoutCopies(writes: readonly Write[]): Write[] {
  return writes.filter((write) => !("put" in write && isCopy(write.put)));
}

/** Where the row is that a copy is of; any other key as it is. */
export function ownKey(key: Key): Key {
  return isCopy(key) ? { pk: listOfLane(key.pk), sk: "row" } : key;
}

/** What is at a key, where its row is as it is. */
export function rowOrCopy({ pk, sk }: Key, row: Row): Row {
  const copies = isCopy({ pk, sk }) ? copyWrites([{ put: row, expect: "any" }]) : [];
  const found = copies.flatMap((write) => ("put" in write && write.put.pk === pk ? [write.put] : []));
  return found[0] ?? row;
}
