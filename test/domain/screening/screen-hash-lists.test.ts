import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressKeys } from "../../../functions/domain/addresses/address-keys.ts";
import { canonicalJson } from "../../../functions/domain/core/canonical-json.ts";
import type { ParsedList } from "../../../functions/domain/screening/list-entry.ts";
import { buildIndex, ListIndex } from "../../../functions/domain/screening/list-index.ts";
import { decide } from "../../../functions/domain/screening/verdict.ts";
import { heavyRuns } from "../../support/core/heavy-runs.ts";
import {
  judgedOf,
  matchOf,
  otherWallet,
  ownEntryOf,
  partyOf,
  subjectOf,
  wallet,
} from "../../support/screening/screen-samples.ts";

const asked = [wallet, wallet.toLowerCase(), otherWallet, "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu"];

/** Lists of a few parties and addresses, so that two of them often agree on one address and differ on another. */
const list: fc.Arbitrary<ParsedList> = fc
  .record({
    parties: fc.uniqueArray(
      fc.record({
        uid: fc.constantFrom("1", "2", "3"),
        name: fc.constantFrom("Some PARTY", "Some Other PARTY"),
        programs: fc.subarray(["CYBER2", "SDGT", "DPRK4"]),
        category: fc.constantFrom("sanctions" as const, "terrorist_financing" as const),
      }),
      { selector: ({ uid }) => uid, minLength: 1 },
    ),
    addresses: fc.uniqueArray(
      fc.record({ address: fc.constantFrom(...asked), asset: fc.constantFrom("XBT", "ETH"), at: fc.nat(2) }),
      { selector: ({ address, at }) => `${address.toLowerCase()} ${at}`, maxLength: 6 },
    ),
  })
  .map(({ parties, addresses }) => ({
    ...{ publishedAt: "2026-08-20", records: parties.length },
    parties: parties.map((each) => partyOf(each)),
    addresses: addresses
      .filter(({ at }) => at < parties.length)
      .map(({ address, asset, at }) => ({ address, asset, partyUid: parties[at]?.uid ?? "" })),
  }));

interface Published {
  readonly before: ParsedList | null;
  readonly now: ParsedList;
  /** Of the file. */
  readonly sha256: string;
}

const published: fc.Arbitrary<Published> = fc.record({
  before: fc.option(list),
  now: list,
  // The same for most of them: a file's hash is not what is to tell lists apart here.
  sha256: fc.constantFrom("a".repeat(64), "a".repeat(64), "a".repeat(64), "b".repeat(64)),
});

const loadedAt = "2026-09-01T08:00:00.000Z";

function indexOf({ before, now, sha256 }: Published): ListIndex {
  const file = { list: "ofac_sdn", sha256 };
  const previous = before && buildIndex(before, null, { ...file, sha256: "0".repeat(64) }, loadedAt);
  return new ListIndex(buildIndex(now, previous, file, loadedAt));
}

function answered(value: string, index: ListIndex) {
  const matches = index.lookUp(addressKeys(value));
  const subject = subjectOf({ value }, { matches, own: [] });
  return { matches, hash: decide(judgedOf({ subject, matches, listVersions: [index.version] })).decisionHash };
}

/** What a list says of an address, in no order. */
function said({ matches }: { matches: readonly unknown[] }, { version }: ListIndex): string {
  return canonicalJson([version, ...matches.map((each) => canonicalJson(each)).toSorted()]);
}

describe("the decision hash over any two lists", () => {
  test("is the same where both say the same of the address, and another where they do not", () => {
    let alike = 0;
    const pair = published.chain((one) =>
      fc.record({
        value: fc.constantFrom(...asked),
        one: fc.constant(one),
        other: fc.oneof(
          fc.constant(structuredClone(one)),
          published.map(({ before }) => ({ ...one, before })),
          published.map(({ now }) => ({ ...one, now })),
          published,
        ),
      }),
    );
    fc.assert(
      fc.property(pair, ({ value, one, other }) => {
        const [first, second] = [indexOf(one), indexOf(other)];
        const [here, there] = [answered(value, first), answered(value, second)];
        const same = said(here, first) === said(there, second);
        alike += same ? 1 : 0;
        expect(here.hash === there.hash).toBe(same);
      }),
      { numRuns: heavyRuns },
    );
    // Both cases were tried.
    expect(alike).toBeGreaterThan(heavyRuns / 10);
    expect(alike).toBeLessThan(9_000);
  });

  test("is the same over the same list, in whatever order its file has it", () => {
    const shuffled = fc
      .tuple(fc.constantFrom(...asked), published)
      .chain(([value, given]) =>
        fc.record({
          value: fc.constant(value),
          given: fc.constant(given),
          parties: fc.shuffledSubarray([...given.now.parties], { minLength: given.now.parties.length }),
          addresses: fc.shuffledSubarray([...given.now.addresses], { minLength: given.now.addresses.length }),
        }),
      );
    fc.assert(
      fc.property(shuffled, ({ value, given, parties, addresses }) => {
        const other = { ...given, now: { ...given.now, parties, addresses } };
        expect(answered(value, indexOf(other)).hash).toBe(answered(value, indexOf(given)).hash);
      }),
      { numRuns: 2_000 },
    );
  });
});

test("the decision hash stays what it is from release to release, unless the rules have another version", () => {
  const decided = decide(judgedOf({ matches: [matchOf()], own: [ownEntryOf()] }));
  expect(decided.decisionHash).toMatch(/^1301f41e23e697bb/);
});

test.each(["id", "reason", "entity"] as const)("an own entry's %s is part of the decision hash", (field) => {
  const [one, other] = ["this", "that"].map((reply) => decide(judgedOf({ own: [ownEntryOf({ [field]: reply })] })));
  expect(one?.decisionHash).not.toBe(other?.decisionHash);
});
