import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Evaluation } from "../../../functions/domain/screening/evaluate.ts";
import { exposureKinds, riskCategories, riskLevels } from "../../../functions/domain/screening/risk.ts";
import { decide } from "../../../functions/domain/screening/verdict.ts";
import {
  answerOf,
  judgedOf,
  listVersion,
  matchOf,
  otherWallet,
  ownEntryOf,
  partyOf,
  subjectOf,
  wallet,
} from "../../support/screening/screen-samples.ts";

const words = fc.string({ minLength: 1, maxLength: 8 });

const finding = fc.record({
  category: fc.constantFrom(...riskCategories),
  entity: fc.option(words),
  exposure: fc.constantFrom(...exposureKinds),
  shareBps: fc.option(fc.integer({ min: 0, max: 10_000 })),
  severity: fc.constantFrom(...riskLevels),
});

const judged: fc.Arbitrary<Evaluation> = fc.record({
  subject: fc.constantFrom(wallet, otherWallet, "1Nowhere").map((value) => subjectOf({ value })),
  matches: fc.uniqueArray(
    fc
      .record({ uid: fc.constantFrom("1", "2", "3"), list: fc.constantFrom("ofac_sdn", "other"), gone: fc.boolean() })
      .map(({ uid, list, gone }) =>
        matchOf({ list, party: partyOf({ uid, name: `Party ${uid}` }), removedAt: gone ? "2026-01-01" : null }),
      ),
    { selector: ({ list, party, removedAt }) => `${list} ${party.uid} ${removedAt}`, maxLength: 4 },
  ),
  own: fc.uniqueArray(
    fc.record({ id: words, kind: fc.constantFrom("allow", "block") }).map((given) => ownEntryOf(given)),
    { selector: ({ id }) => id, maxLength: 3 },
  ),
  exposures: fc.uniqueArray(
    fc
      .record({
        provider: fc.constantFrom("chainalysis", "elliptic", "trm"),
        status: fc.constantFrom("complete", "pending", "error"),
        findings: fc.array(finding, { maxLength: 4 }),
      })
      .map((given) => answerOf(given)),
    { selector: ({ provider }) => provider },
  ),
  listVersions: fc.constant([listVersion, { ...listVersion, list: "other" }]),
});

describe("the decision hash", () => {
  test("is not told apart by the numbers that providers keep their answers under", () => {
    const hashOf = (ref: string) => decide(judgedOf({ exposures: [answerOf({ ref })] })).decisionHash;
    expect(hashOf("one")).toBe(hashOf("other"));
  });

  test("is the same for the same question over the same lists, whatever came in which order", () => {
    const shuffled = judged.chain((given) =>
      fc.record({
        given: fc.constant(given),
        other: fc.record({
          subject: fc.constant(structuredClone(given.subject)),
          matches: fc.shuffledSubarray([...given.matches], { minLength: given.matches.length }),
          own: fc.shuffledSubarray([...given.own], { minLength: given.own.length }),
          exposures: fc.shuffledSubarray([...given.exposures], { minLength: given.exposures.length }),
          listVersions: fc.constant(given.listVersions.toReversed()),
        }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ given, other }) => {
        expect(decide(other)).toEqual(decide(given));
      }),
      { numRuns: 1_000 },
    );
  });

  const one = judgedOf({ matches: [matchOf()] });
  const version = (given: Partial<typeof listVersion>) => ({ ...one, listVersions: [{ ...listVersion, ...given }] });
  const party = (given: Parameters<typeof partyOf>[0]) => ({ ...one, matches: [matchOf({ party: partyOf(given) })] });

  const changed: Readonly<Record<string, Evaluation>> = {
    "another value": { ...one, subject: subjectOf({ value: otherWallet }) },
    "the same value in another case": { ...one, subject: subjectOf({ value: wallet.toLowerCase() }) },
    "the chain by name": { ...one, subject: subjectOf({ chain: "ethereum" }) },
    "the same list of another day": version({ publishedAt: "2026-08-21" }),
    "another file of that day": version({ sha256: "c".repeat(64) }),
    "one address more on the list": version({ records: 962 }),
    "one list more": { ...one, listVersions: [listVersion, { ...listVersion, list: "other" }] },
    "another list": { ...version({ list: "other" }) },
    "no match": { ...one, matches: [] },
    "the match taken off": { ...one, matches: [matchOf({ removedAt: "2026-09-01" })] },
    "the party renamed": party({ name: "Ivan OTHER" }),
    "the party under another number": party({ uid: "101" }),
    "a programme more": party({ programs: ["CYBER2", "SDGT", "DPRK4"] }),
    "an entry of the own lists": { ...one, own: [ownEntryOf()] },
    "a provider that says nothing": { ...one, exposures: [answerOf()] },
    "a provider that fails": { ...one, exposures: [answerOf({ status: "error" })] },
  };

  test("changes with everything that matters", () => {
    const hashes = Object.entries({ one, ...changed }).map(
      ([name, each]) => [decide(each).decisionHash, name] as const,
    );
    expect(new Map(hashes).size, JSON.stringify(hashes)).toBe(hashes.length);
    for (const [hash] of hashes) expect(hash).toMatch(/^[\da-f]{64}$/);
  });
});

describe("any verdict", () => {
  test("fails closed: it allows only what is complete, listed nowhere, and blocked by nobody", () => {
    fc.assert(
      fc.property(judged, (given) => {
        const { status, action, risk_score, narrative } = decide(given);
        const stopped =
          given.matches.some(({ removedAt }) => removedAt === null) || given.own.some(({ kind }) => kind === "block");
        const unanswered = given.exposures.some((answer) => answer.status !== "complete");
        if (stopped) expect([status, action, risk_score]).toEqual(["complete", "block", 100]);
        else if (unanswered && action !== "block") expect([status === "complete", action]).toEqual([false, "review"]);
        else expect(status).toBe("complete");
        const vouched = given.own.some(({ kind }) => kind === "allow");
        if (given.subject.checksum === "bad" && !vouched) expect(action).not.toBe("allow");
        expect(narrative).not.toMatch(/undefined|null|\bNaN\b|\[object/);
      }),
      { numRuns: 2_000 },
    );
  });
});
