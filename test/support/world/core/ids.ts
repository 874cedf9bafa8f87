import type { NewId } from "../../../../functions/app/core/ports.ts";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function coded(value: number, length: number): string {
  let text = "";
  for (let left = value, place = 0; place < length; place += 1) {
    text = alphabet[left % 32] + text;
    left = Math.floor(left / 32);
  }
  return text;
}

/** Ids in the form of the real ones that are the same in every run: the moment, and a count. */
export function countedIds(): NewId {
  let count = 0;
  return (prefix, now) => {
    if (prefix.length < 3) throw new Error("an id that does not say what it is");
    count += 1;
    return `${prefix}_${coded(Date.parse(now), 10)}${coded(count, 16)}`;
  };
}
