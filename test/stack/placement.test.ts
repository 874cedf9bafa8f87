import { describe, expect, it } from "vitest";
import { placement } from "../../lib/stage/placement.ts";
import { flatten } from "./flatten.ts";
import { production, screeningSynthesisWith, stageWith, synthesisWith } from "./synth.ts";
import type { Synthesis } from "./synthesis.ts";

const products = [
  ["the rails", "rails", synthesisWith],
  ["the screening interface", "screening", screeningSynthesisWith],
] as const;

describe.each(products)("the stack of %s", (_, product, of) => {
  it("belongs to the account and the region of its stage, and cannot be deleted by mistake, in production", () => {
    const { account, region, terminationProtection } = of(production).settings;
    expect({ account, region, terminationProtection }).toEqual({
      ...{ account: "111122223333", region: "us-east-1", terminationProtection: true },
    });
  });

  it("belongs to where the credentials point, and can be deleted, on a developer's stage", () => {
    expect(placement(stageWith({ stage: "dev-anna" }), product)).toEqual({
      ...{ description: `sluice ${product}, stage dev-anna`, env: {}, terminationProtection: false },
    });
  });
});

describe("the Lambdas of a production that is not called prod", () => {
  it("know that it is live, as those of no other stage do", () => {
    for (const [live, context] of [
      ["true", production],
      ["false", { stage: "dev-anna" }],
    ] as const) {
      const environments = products.flatMap(([, , of]) => environmentsOf(of(context)));
      expect(environments.length).toBeGreaterThan(60);
      for (const { LIVE } of environments) expect(LIVE).toBe(live);
    }
  });
});

/** The settings of every Lambda of ours in a stack and those nested in it. */
function environmentsOf(synthesis: Synthesis): Record<string, unknown>[] {
  return Object.values(flatten(synthesis).findResources("AWS::Lambda::Function"))
    .filter(({ Properties }) => Properties.FunctionName !== undefined)
    .map(({ Properties }) => Properties.Environment.Variables);
}
