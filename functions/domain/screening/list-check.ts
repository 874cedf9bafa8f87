import { addDays, dayOf, type Instant } from "../core/time.ts";
import type { ListHead, ParsedList } from "./list-entry.ts";
import type { ListSpec } from "./list-sources.ts";

/** What came is no whole, well-formed file of a list: cut off, empty, a web page. */
export class ListUnreadable extends Error {}

/** A whole file that cannot be this list as it is now: the one before stays. */
export class ListImplausible extends Error {}

/** How many addresses these are, each once whatever its letters' case. */
export function addressCount(addresses: ParsedList["addresses"]): number {
  return new Set(addresses.map(({ address }) => address.toLowerCase())).size;
}

/** Clocks and time zones differ by less than this. */
const aheadDays = 2;

/** Why a file is not to take the place of the good list, in a few words; undefined where it may. What comes `byHand` may be old, or a small first one: an operator wants it. */
export function implausible(
  parsed: ParsedList,
  { spec, good, byHand, now }: { spec: ListSpec; good: ListHead | undefined; byHand: boolean; now: Instant },
): string | undefined {
  const count = addressCount(parsed.addresses);
  if (count === 0) return "it names no address";
  if (good && count * 2 < good.records)
    return `it names ${count} addresses, under half of the good list's ${good.records}`;
  if (byHand) return undefined;
  if (count < spec.minimumAddresses)
    return `it names ${count} addresses; the list has had ${spec.minimumAddresses} for long`;
  if (good && parsed.publishedAt < good.publishedAt)
    return `it is of ${parsed.publishedAt}, older than the good list of ${good.publishedAt}`;
  if (parsed.publishedAt > dayOf(addDays(now, aheadDays)))
    return `it is of ${parsed.publishedAt}, a day that is still to come`;
  return undefined;
}

/** Why a fetched file cannot be a new version of the good list, however many addresses it names: it is without more than half of those there. Undefined where it can. */
export function anotherList(removed: number, good: Pick<ListHead, "records">): string | undefined {
  if (removed * 2 <= good.records) return undefined;
  return `it is without ${removed} of the good list's ${good.records} addresses: over half`;
}
