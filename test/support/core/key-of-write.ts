import type { Key, Write } from "../../../functions/app/core/ports.ts";

/** The row that a write is about. */
export function keyOf(write: Write): Key {
  if ("put" in write) return write.put;
  if ("remove" in write) return write.remove;
  if ("count" in write) return write.count;
  if ("postpone" in write) return write.postpone;
  if ("mark" in write) return write.mark;
  return "check" in write ? write.check : write.handedOn;
}
