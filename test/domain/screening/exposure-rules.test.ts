import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../../functions/domain/core/canonical-json.ts";
import type { ExposureAnswer, ExposureFinding } from "../../../functions/domain/screening/exposure.ts";
import {
  categoryOf,
  exposureProviders,
  findingsOf,
  isReachableExposure,
  levelOfTen,
  withOverall,
} from "../../../functions/domain/screening/exposure-mapping.ts";
import {
  exposureRules,
  exposureRulesVersion,
  scoreOf,
  weigh,
} from "../../../functions/domain/screening/exposure-rules.ts";
import {
  exposureKinds,
  levelOf,
  riskCategories,
  riskLevels,
  screenActions,
} from "../../../functions/domain/screening/risk.ts";

const findings = fc.record<ExposureFinding>({
  category: fc.constantFrom(...riskCategories),
  entity: fc.option(fc.string({ maxLength: 12 })),
  exposure: fc.constantFrom(...exposureKinds),
  shareBps: fc.option(fc.integer({ min: 0, max: 10_000 })),
  severity: fc.constantFrom(...riskLevels),
});

const answers = fc.record<ExposureAnswer>({
  provider: fc.constantFrom("chainalysis", "elliptic"),
  status: fc.constantFrom("complete", "complete", "pending", "error"),
  ref: fc.constant("r"),
  findings: fc.array(findings, { maxLength: 6 }),
  score: fc.constant(null),
});

const many = { numRuns: 10_000 };

function rank(action: (typeof screenActions)[number]): number {
  return screenActions.indexOf(action);
}

function found(about: Partial<ExposureFinding>): ExposureFinding {
  return { category: "scam", entity: null, exposure: "ownership", shareBps: null, severity: "low", ...about };
}

/** What one finding comes to by itself. */
function judgeFinding(finding: ExposureFinding) {
  const answer = { provider: "elliptic", status: "complete", ref: null, score: null } as const;
  const { score, action } = weigh([{ ...answer, findings: [finding] }]);
  return { score, action };
}

describe("the rules of exposures", () => {
  test("change with their version", () => {
    const shares = [null, 0, 1, 99, 100, 499, 500, 999, 1_000, 2_499, 2_500, 4_999, 5_000, 10_000];
    const all = riskCategories.flatMap((category) =>
      exposureKinds.flatMap((exposure) =>
        shares.flatMap((shareBps) =>
          riskLevels.map((severity) => judgeFinding(found({ category, exposure, shareBps, severity }))),
        ),
      ),
    );
    const digest = createHash("sha256")
      .update(canonicalJson([exposureRules, all]))
      .digest("hex");
    expect([exposureRulesVersion, digest.slice(0, 16)]).toEqual(["1", "60bfc37107cb01a0"]);
  });

  test.each(riskCategories)("climb with the share, for %s, and begin at nothing", (category) => {
    for (const exposure of exposureKinds) {
      const rungs = exposureRules[category][exposure];
      expect(rungs[0][0]).toBe(0);
      for (const [place, [from, score]] of rungs.entries()) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        const below = rungs[place - 1];
        if (!below) continue;
        expect(from).toBeGreaterThan(below[0]);
        expect(score).toBeGreaterThan(below[1]);
      }
    }
  });

  test.each(["sanctions", "terrorist_financing", "csam"] as const)("block whoever is of %s, wholly", (category) => {
    expect(judgeFinding(found({ category }))).toEqual({ score: 100, action: "block" });
    expect(judgeFinding(found({ category, exposure: "counterparty", shareBps: 1 })).action).toBe("review");
    expect(judgeFinding(found({ category, exposure: "counterparty", shareBps: 1_000 })).action).toBe("block");
    expect(judgeFinding(found({ category, exposure: "indirect", shareBps: 99 })).action).toBe("allow");
    expect(judgeFinding(found({ category, exposure: "indirect", shareBps: 100 })).action).toBe("review");
  });

  test("let an exchange pass, and never what is unknown", () => {
    for (const exposure of exposureKinds) {
      expect(judgeFinding(found({ category: "exchange", exposure }))).toMatchObject({ action: "allow" });
      expect(judgeFinding(found({ category: "unknown", exposure, shareBps: 0 }))).toMatchObject({ action: "review" });
    }
  });

  test("take a share that is not told for all of it", () => {
    fc.assert(
      fc.property(findings, (each) => {
        expect(judgeFinding({ ...each, shareBps: null })).toEqual(judgeFinding({ ...each, shareBps: 10_000 }));
      }),
    );
  });

  test("are never milder than the provider, and look at everything from medium on", () => {
    fc.assert(
      fc.property(findings, (each) => {
        const { score, action } = judgeFinding(each);
        expect(riskLevels.indexOf(levelOf(score))).toBeGreaterThanOrEqual(riskLevels.indexOf(each.severity));
        expect(action).toBe(score < 25 ? "allow" : score < 80 ? "review" : "block");
        expect(score).toBe(scoreOf(each));
      }),
      many,
    );
  });
});

describe("findings weighed together", () => {
  test("never score less nor act more loosely for one finding more", () => {
    fc.assert(
      fc.property(fc.array(answers, { maxLength: 3 }), findings, fc.nat(), (all, more, at) => {
        const place = all.length === 0 ? 0 : at % all.length;
        const added =
          all.length === 0
            ? [{ provider: "x", status: "complete" as const, ref: null, findings: [more], score: null }]
            : all.map((each, index) => (index === place ? { ...each, findings: [...each.findings, more] } : each));
        const before = weigh(all);
        const after = weigh(added);
        expect(after.score).toBeGreaterThanOrEqual(before.score);
        expect(rank(after.action)).toBeGreaterThanOrEqual(rank(before.action));
      }),
      many,
    );
  });

  test("come to the same in whatever order they were told, the worst first", () => {
    fc.assert(
      fc.property(fc.array(answers, { maxLength: 3 }), (all) => {
        const turned = all.toReversed().map((each) => ({ ...each, findings: each.findings.toReversed() }));
        expect(weigh(turned)).toEqual(weigh(all));
        const { events, score } = weigh(all);
        if (events[0]) expect(events[0].severity).toBe(levelOf(score));
      }),
      many,
    );
  });

  test("say nothing where the answer is pending or failed", () => {
    const answer = { provider: "elliptic", ref: "1", findings: [found({ category: "sanctions" })], score: null };
    expect(weigh([{ ...answer, status: "pending" }])).toEqual({ score: 0, action: "allow", events: [] });
    expect(weigh([{ ...answer, status: "error" }])).toEqual({ score: 0, action: "allow", events: [] });
    expect(weigh([{ ...answer, status: "complete" }])).toMatchObject({
      ...{ score: 100, action: "block" },
      events: [{ source: "elliptic", category: "sanctions", severity: "critical", listId: null, removedAt: null }],
    });
  });
});

describe("a provider's words", () => {
  test("are read whatever their case and spaces", () => {
    expect(categoryOf("chainalysis", "  Darknet  Market ")).toBe("darknet_market");
    expect(categoryOf("elliptic", "Dark Market")).toBe("darknet_market");
    expect(categoryOf("trm", "Sanctions")).toBe("sanctions");
  });

  test("that are new to us are unknown, and a service like any other is no finding", () => {
    for (const provider of exposureProviders)
      for (const word of ["", "brand new crime", "__proto__", "constructor", "toString"])
        expect(categoryOf(provider, word)).toBe("unknown");
    expect(categoryOf("chainalysis", "fee")).toBeNull();
  });

  test("of a service that the provider calls grave stay a finding", () => {
    const reply = { word: "mining", entity: "Pool", exposure: "counterparty", percent: 60 } as const;
    expect(findingsOf("chainalysis", [{ ...reply, severity: "low" }])).toEqual([]);
    expect(findingsOf("chainalysis", [{ ...reply, severity: "high" }])).toMatchObject([
      { category: "unknown", severity: "high", entity: "Pool" },
    ]);
  });

  test("of one kind are added up, under the name of the largest", () => {
    const one = { word: "scam", exposure: "counterparty", severity: "low" } as const;
    expect(
      findingsOf("elliptic", [
        { ...one, entity: "Small", percent: 0.004 },
        { ...one, entity: "Large", percent: 30, severity: "medium" },
        { ...one, word: "Ponzi Scheme", entity: "Ponzi", percent: 12 },
        { ...one, entity: "Far", exposure: "indirect", percent: 90 },
      ]),
    ).toEqual([
      { category: "scam", exposure: "counterparty", entity: "Large", shareBps: 4_201, severity: "medium" },
      { category: "scam", exposure: "indirect", entity: "Far", shareBps: 9_000, severity: "low" },
    ]);
  });

  test("without a share have none in sum, and never more than all", () => {
    const one = { word: "scam", entity: null, exposure: "counterparty", severity: "low" } as const;
    expect(
      findingsOf("elliptic", [
        { ...one, percent: 3 },
        { ...one, percent: null },
      ]),
    ).toMatchObject([{ shareBps: null }]);
    expect(
      findingsOf("elliptic", [
        { ...one, percent: 80 },
        { ...one, percent: 80 },
      ]),
    ).toMatchObject([{ shareBps: 10_000 }]);
  });

  test("for the whole address are kept where the findings come to less", () => {
    expect(withOverall([], "low")).toEqual([]);
    expect(withOverall([], "critical")).toMatchObject([{ category: "unknown", severity: "critical" }]);
    const sanctions = found({ category: "sanctions" });
    expect(withOverall([sanctions], "critical")).toEqual([sanctions]);
    expect(withOverall([found({ category: "exchange" })], "medium")).toHaveLength(2);
  });

  test.each([
    [0, "low"],
    [2.49, "low"],
    [2.5, "medium"],
    [5, "high"],
    [7.5, "critical"],
    [10, "critical"],
  ])("%f of ten is %s", (score, level) => expect(levelOfTen(score)).toBe(level));

  test("are declared for TRM, which no stage can switch on", () => {
    expect(exposureProviders.filter((name) => !isReachableExposure(name))).toEqual(["trm"]);
  });
});
