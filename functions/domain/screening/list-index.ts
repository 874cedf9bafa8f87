import { listedKeys } from "../addresses/address-keys.ts";
import type { Instant } from "../core/time.ts";
import type {
  ListChanges,
  ListedAddress,
  ListedParty,
  ListMatch,
  ListVersion,
  ParsedList,
  StoredIndex,
} from "./list-entry.ts";

interface IndexedFile {
  readonly list: string;
  /** Of the publisher's file, in lower-case hex. */
  readonly sha256: string;
}

type Removed = StoredIndex["removed"][number];

function pairOf(address: string, uid: string): string {
  return `${address.toLowerCase()} ${uid}`;
}

/** Everything that is on a list now, an address once for each of its parties. */
function listedOn(index: StoredIndex): ReadonlyMap<string, ListedAddress> {
  const pairs = index.addresses.map(([address, asset, at]) => {
    const partyUid = index.parties[at]?.uid ?? "";
    return [pairOf(address, partyUid), { address, asset, partyUid }] as const;
  });
  return new Map(pairs);
}

/** What one version of a list changed on another; null is before the first. */
export function changesBetween(previous: StoredIndex | null, next: StoredIndex): ListChanges {
  const before = previous ? listedOn(previous) : new Map<string, ListedAddress>();
  const after = listedOn(next);
  return {
    added: [...after].filter(([pair]) => !before.has(pair)).map(([, listed]) => listed),
    removed: [...before].filter(([pair]) => !after.has(pair)).map(([, listed]) => listed),
  };
}

/** Parties as an index keeps them: each once, told by its place. */
class Parties {
  readonly all: ListedParty[] = [];
  readonly #places = new Map<string, number>();

  place(party: ListedParty): number {
    const known = this.#places.get(party.uid);
    if (known !== undefined) return known;
    this.#places.set(party.uid, this.all.length);
    return this.all.push(party) - 1;
  }
}

/** A version of a list, made of its publisher's file and the version before: what the file has no more is kept as history from `now` on, what it has again is history no longer. Addresses whose party the file does not have are left out. */
export function buildIndex(
  parsed: ParsedList,
  previous: StoredIndex | null,
  { list, sha256 }: IndexedFile,
  now: Instant,
): StoredIndex {
  const parties = new Parties();
  const byUid = new Map(parsed.parties.map((party) => [party.uid, party]));
  const listed = new Map<string, StoredIndex["addresses"][number]>();
  for (const { address, asset, partyUid } of parsed.addresses) {
    const party = byUid.get(partyUid);
    const pair = pairOf(address, partyUid);
    if (party && !listed.has(pair)) listed.set(pair, [address, asset, parties.place(party)]);
  }
  const gone = new Map<string, Removed>();
  const keep = (party: ListedParty | undefined, address: string, asset: string, at: string) => {
    if (!party) return;
    const pair = pairOf(address, party.uid);
    if (listed.has(pair) || gone.has(pair)) return;
    gone.set(pair, [address, asset, parties.place(byUid.get(party.uid) ?? party), at]);
  };
  for (const [address, asset, at, when] of previous?.removed ?? []) keep(previous?.parties[at], address, asset, when);
  for (const [address, asset, at] of previous?.addresses ?? []) keep(previous?.parties[at], address, asset, now);
  return {
    list,
    publishedAt: parsed.publishedAt,
    sha256,
    parties: parties.all,
    addresses: [...listed.values()],
    removed: [...gone.values()],
  };
}

/** How an index is named in verdicts; its records are the addresses on it, each once. */
export function versionOf({ list, publishedAt, sha256, addresses }: StoredIndex): ListVersion {
  const records = new Set(addresses.map(([address]) => address.toLowerCase())).size;
  return { list, publishedAt, sha256, records };
}

export class ListIndex {
  readonly version: ListVersion;
  readonly #byKey = new Map<string, ListMatch[]>();

  constructor(stored: StoredIndex) {
    this.version = versionOf(stored);
    for (const [address, asset, at] of stored.addresses) this.#add(stored, address, asset, at, null);
    for (const [address, asset, at, removedAt] of stored.removed) this.#add(stored, address, asset, at, removedAt);
  }

  #add({ list, parties }: StoredIndex, address: string, asset: string, at: number, removedAt: string | null) {
    const party = parties[at];
    if (!party) throw new Error(`list ${list}: no party ${at}`);
    const match = { list, party, address, asset, removedAt };
    for (const key of listedKeys(address)) {
      const known = this.#byKey.get(key);
      if (known) known.push(match);
      else this.#byKey.set(key, [match]);
    }
  }

  /** What the list has under any of these keys (`addressKeys` of a value), each match once. */
  lookUp(keys: readonly string[]): readonly ListMatch[] {
    return [...new Set(keys.flatMap((key) => this.#byKey.get(key) ?? []))];
  }
}
