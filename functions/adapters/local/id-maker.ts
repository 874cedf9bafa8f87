import { randomFillSync, randomInt } from "node:crypto";
import { monotonicFactory, ulid } from "ulid";
import type { NewId } from "../../app/core/ports.ts";

/** The system's randomness, drawn for 64 ids at a time: a call for each character of an id took longer than the rest of it. */
const drawn = new Uint8Array(1024);
let used = drawn.length;

/** A fraction of one byte that nobody else is given; an id takes the upper five bits of it for each character. */
function fraction(): number {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const byte = drawn[used] ?? 0;
  drawn[used] = 0;
  used += 1;
  return byte / 256;
}

/** Events of one millisecond are listed by their ids: in the order in which they were made. */
const inOrder = monotonicFactory(fraction);

/** An API key shows how it begins: what all keys of an hour begin with would tell none from another. */
const anyTimeMs = 2 ** 48 - 1;

/** An id of a kind, made at a moment. */
export const newId: NewId = (prefix, now) => {
  if (prefix === "key") return `key_${ulid(randomInt(anyTimeMs), fraction)}`;
  const ms = Date.parse(now);
  return `${prefix}_${prefix === "evt" ? inOrder(ms) : ulid(ms, fraction)}`;
};
