import { describe, expect, test } from "vitest";
import { addressCount, implausible } from "../../../functions/domain/screening/list-check.ts";
import type { ListHead, ParsedList } from "../../../functions/domain/screening/list-entry.ts";
import { listSpecs } from "../../../functions/domain/screening/list-sources.ts";
import { noon } from "../../support/core/samples.ts";

const spec = { ...listSpecs.ofac_sdn, minimumAddresses: 10 };

function listed(count: number, publishedAt = "2026-11-02"): ParsedList {
  const addresses = Array.from({ length: count }, (_, at) => ({ address: `0x${at}`, asset: "ETH", partyUid: "1" }));
  return { publishedAt, records: 1, parties: [], addresses };
}

function goodList(records: number, publishedAt = "2026-11-01"): ListHead {
  return {
    ...{ list: "ofac_sdn", title: "", publishedAt, sha256: "", records, loadedAt: noon, since: noon },
    ...{ indexKey: "", fileKey: "", staleAfterSeconds: 1 },
  };
}

function problem(parsed: ParsedList, good?: ListHead, byHand = false): string | undefined {
  return implausible(parsed, { spec, good, byHand, now: noon });
}

test("an address counts once, whatever its letters' case and however many it belongs to", () => {
  const addresses = ["0xAb", "0xab", "T1"].map((address) => ({ address, asset: "", partyUid: "" }));
  expect(addressCount(addresses)).toBe(2);
});

describe("a file that was fetched", () => {
  test("takes the place of the good list where it is newer and about as long", () => {
    expect(problem(listed(12), goodList(12))).toBeUndefined();
    expect(problem(listed(12))).toBeUndefined();
  });

  test("is refused without an address", () => {
    expect(problem(listed(0))).toMatch("no address");
  });

  test("is refused where the first one is shorter than the list has ever been", () => {
    expect(problem(listed(9))).toMatch("9 addresses; the list has had 10");
  });

  test("is refused where it is of an earlier day, and not where it is of the same one", () => {
    expect(problem(listed(12, "2026-10-31"), goodList(12))).toMatch("older than the good list");
    expect(problem(listed(12, "2026-11-01"), goodList(12))).toBeUndefined();
  });

  test("is refused where its day is still to come, or every later list would be older", () => {
    expect(problem(listed(12, "2062-11-02"))).toMatch("still to come");
  });
});

describe("a file that an operator brings", () => {
  test("may be small, old and early", () => {
    expect(problem(listed(1, "2062-11-02"), undefined, true)).toBeUndefined();
    expect(problem(listed(12, "2001-01-01"), goodList(12), true)).toBeUndefined();
  });

  test("is refused without an address all the same", () => {
    expect(problem(listed(0), undefined, true)).toMatch("no address");
  });
});

test.each([false, true])("half of the good list's addresses will do, one less will not (by hand: %s)", (byHand) => {
  expect(problem(listed(50), goodList(100), byHand)).toBeUndefined();
  expect(problem(listed(50), goodList(101), byHand)).toMatch("under half");
  expect(problem(listed(10), goodList(100), byHand)).toMatch("10 addresses, under half of the good list's 100");
});
