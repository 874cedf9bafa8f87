import { describe, expect, test } from "vitest";
import { weigh } from "../../../functions/domain/screening/exposure-rules.ts";
import { ChainalysisSim, cleanAssessment } from "../../support/exposure-sim/chainalysis.ts";
import { cleanAnalysis, contribution, EllipticSim, triggeredRule } from "../../support/exposure-sim/elliptic.ts";
import { chainalysisOn, ellipticOn, evm, lower, subject } from "../../support/screening/exposure-scenes.ts";

describe("what Elliptic tells", () => {
  test("of rules that were triggered is near, far, or the address itself, as grave as the rule", async () => {
    await using sim = await EllipticSim.start();
    sim.analyses.set(
      lower,
      cleanAnalysis(lower, {
        risk_score: 9.038007,
        contributions: { source: [], destination: [] },
        evaluation_detail: {
          source: [triggeredRule("Dark Market", { near: 50, far: 45 }, 9.038007)],
          destination: [triggeredRule("Mixer", { near: 5 }, 3, { is_screened_address: true })],
        },
      }),
    );
    const { findings, score } = await ellipticOn(sim).ask(subject(evm));
    expect(score).toBe("9.038007");
    expect(findings).toEqual([
      {
        category: "darknet_market",
        exposure: "counterparty",
        entity: "AlphaBay",
        shareBps: 5_000,
        severity: "critical",
      },
      { category: "darknet_market", exposure: "indirect", entity: "AlphaBay", shareBps: 4_500, severity: "critical" },
      { category: "mixer", exposure: "ownership", entity: "AlphaBay", shareBps: null, severity: "medium" },
    ]);
  });

  test("of somebody sanctioned behind another category is sanctions, too", async () => {
    await using sim = await EllipticSim.start();
    const rule = triggeredRule("Exchange", { near: 20 }, 8, { risk_triggers: { is_sanctioned: true } });
    const evaluation = { source: [rule], destination: [] };
    sim.analyses.set(lower, cleanAnalysis(lower, { risk_score: 8, evaluation_detail: evaluation }));
    const answer = await ellipticOn(sim).ask(subject(evm));
    expect(answer.findings).toContainEqual(expect.objectContaining({ category: "sanctions", shareBps: 2_000 }));
    expect(weigh([answer]).action).toBe("block");
  });

  test("of flows without a rule counts all the same, and of nobody known it says nothing", async () => {
    await using sim = await EllipticSim.start();
    const source = [contribution("Hydra", "Dark Market", { far: 60 }), contribution("", null, { near: 40 })];
    sim.analyses.set(lower, cleanAnalysis(lower, { contributions: { source, destination: [] } }));
    const answer = await ellipticOn(sim).ask(subject(evm));
    expect(answer.findings).toMatchObject([{ category: "darknet_market", exposure: "indirect", shareBps: 6_000 }]);
    expect(weigh([answer])).toMatchObject({ score: 60, action: "review" });
  });

  test("of behaviour, of which there is no category, is looked at", async () => {
    await using sim = await EllipticSim.start();
    const matched_behaviors = [{ behavior_type: "Peeling Chain", length: 7, usd_value: 10_500 }];
    const rule = { ...triggeredRule("x", {}, 1), matched_elements: [], matched_behaviors };
    const evaluation = { source: [], destination: [rule] };
    sim.analyses.set(lower, cleanAnalysis(lower, { risk_score: 1, evaluation_detail: evaluation }));
    expect(weigh([await ellipticOn(sim).ask(subject(evm))]).action).toBe("review");
  });

  test("of an address that no chain has seen is a definite nothing", async () => {
    await using sim = await EllipticSim.start();
    sim.unseen.add(lower);
    expect(await ellipticOn(sim).ask(subject(evm))).toEqual({
      ...{ provider: "elliptic", status: "complete", ref: null, findings: [], score: "not_in_blockchain" },
    });
  });

  test("to nobody, while the secret has no key of it, is nothing", async () => {
    await using sim = await EllipticSim.start();
    const none = async () => Promise.reject(new Error("the vendor secret has no keys for elliptic"));
    await expect(ellipticOn(sim, none).ask(subject(evm))).rejects.toThrow("no keys");
    expect(sim.calls).toEqual([]);
  });

  test("to a key that was replaced is told to the new one", async () => {
    await using sim = await EllipticSim.start();
    const accounts = [{ ...sim.account, apiSecret: "b2xk" }];
    const elliptic = ellipticOn(sim, async () => accounts.shift() ?? sim.account);
    expect(await elliptic.ask(subject(evm))).toMatchObject({ status: "complete" });
    expect(sim.turnedAway).toEqual(["signature"]);
  });
});

describe("what Chainalysis tells", () => {
  test("of exposures is a share of what went the same way", async () => {
    await using sim = await ChainalysisSim.start();
    const direct = { exposureType: "direct", direction: "sent" };
    sim.assessments.set(
      lower,
      cleanAssessment(lower, {
        exposures: [
          { category: "mixing", value: 30, ...direct },
          { category: "exchange", value: 70, ...direct },
          { category: "scam", value: 5, exposureType: "indirect", direction: "received" },
          { category: "ransomware", value: 0, exposureType: "indirect", direction: "received" },
        ],
      }),
    );
    const { findings } = await chainalysisOn(sim).ask(subject(evm));
    expect(findings).toMatchObject([
      { category: "mixer", exposure: "counterparty", shareBps: 3_000 },
      { category: "exchange", exposure: "counterparty", shareBps: 7_000 },
      { category: "scam", exposure: "indirect", shareBps: 10_000 },
    ]);
  });

  test("of a rule of the account is as grave as the rule", async () => {
    await using sim = await ChainalysisSim.start();
    const ruleTriggered = { risk: "High", minThreshold: 1, maxThreshold: 50, exposureType: "indirect" };
    const triggers = [{ category: "gambling", percentage: 2.5, message: "over 1 %", ruleTriggered }];
    sim.assessments.set(lower, cleanAssessment(lower, { risk: "High", triggers, exposures: [] }));
    const answer = await chainalysisOn(sim).ask(subject(evm));
    expect(answer).toMatchObject({
      score: "high",
      findings: [{ category: "gambling", exposure: "indirect", shareBps: 250, severity: "high" }],
    });
    expect(weigh([answer])).toMatchObject({ score: 50, action: "review" });
  });

  test("of the whole address is kept where nothing else explains it", async () => {
    await using sim = await ChainalysisSim.start();
    sim.assessments.set(lower, cleanAssessment(lower, { risk: "Severe" }));
    expect(weigh([await chainalysisOn(sim).ask(subject(evm))])).toMatchObject({ score: 75, action: "review" });
  });

  test("in a word for risk that is none of its four is nothing", async () => {
    await using sim = await ChainalysisSim.start();
    sim.assessments.set(lower, cleanAssessment(lower, { risk: "Unknown" }));
    await expect(chainalysisOn(sim).ask(subject(evm))).rejects.toThrow("cannot read");
  });
});
