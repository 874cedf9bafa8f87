import { describe, expect, test } from "vitest";
import { askExposures } from "../../../functions/app/screening/ask-exposures.ts";
import type { ExposureProvider } from "../../../functions/app/screening/ports.ts";
import type { ExposureAnswer } from "../../../functions/domain/screening/exposure.ts";
import { weigh } from "../../../functions/domain/screening/exposure-rules.ts";
import { cleanAnalysis, EllipticSim } from "../../support/exposure-sim/elliptic.ts";
import {
  chainalysisScene,
  ellipticOn,
  ellipticScene,
  evm,
  lower,
  sanctionsScene,
  subject,
  tron,
} from "../../support/screening/exposure-scenes.ts";

const scenes = [
  ["Chainalysis' sanctions API", sanctionsScene],
  ["Chainalysis' address screening", chainalysisScene],
  ["Elliptic's wallet screening", ellipticScene],
] as const;

/** What is made of it, and who was told of a failure. */
async function asked(provider: ExposureProvider, value = evm) {
  const failures: unknown[] = [];
  const failed = (_: string, error: unknown) => failures.push(error);
  const answers = await askExposures({ providers: [provider], failed }, subject(value), "scr_1");
  return { answer: answers[0], verdict: weigh(answers), failures };
}

function expectNoAnswer(answer: ExposureAnswer | undefined, name: string) {
  expect(answer).toEqual({ provider: name, status: "error", ref: null, findings: [], score: null });
}

describe.each(scenes)("%s", (_, scene) => {
  test("knows nothing bad of a clean address, whichever way it is written", async () => {
    await using it = await scene();
    for (const value of [evm, lower, tron]) {
      const { answer, verdict, failures } = await asked(it.provider, value);
      expect(answer).toMatchObject({ provider: it.provider.name, status: "complete" });
      expect(verdict).toMatchObject({ action: "allow" });
      expect(verdict.score).toBeLessThan(25);
      expect(failures).toEqual([]);
    }
  });

  test("has an address of somebody who is sanctioned blocked, under their name", async () => {
    await using it = await scene();
    it.say(lower, "sanctioned");
    const { answer, verdict } = await asked(it.provider);
    expect(answer?.findings).toMatchObject([{ category: "sanctions", exposure: "ownership" }, ...rest(answer)]);
    expect(answer?.findings[0]?.entity).toMatch(/^(Secondeye Solution|Evil Corp)$/);
    expect(verdict).toMatchObject({ score: 100, action: "block" });
  });

  test("has a category that is new to us looked at, and never allowed", async () => {
    await using it = await scene();
    it.say(lower, "new word");
    const { answer, verdict } = await asked(it.provider);
    expect(answer?.findings).toContainEqual(expect.objectContaining({ category: "unknown" }));
    expect(verdict.action).toBe("review");
  });

  test.each(["half", "of another"] as const)("that tells %s tells nothing", async (kind) => {
    await using it = await scene();
    it.say(lower, kind);
    const { answer, failures } = await asked(it.provider);
    expectNoAnswer(answer, it.provider.name);
    expect(String(failures)).toMatch(/cannot read|another address/);
    expect(String(failures)).not.toContain(lower);
  });

  test.each(["500_before", "500_after", "reset_before", "reset_after", "garbage", "401"] as const)(
    "that fails (%s) tells nothing",
    async (kind) => {
      await using it = await scene();
      it.faults.add({ on: "ask", kind, times: 9 });
      const { answer, failures } = await asked(it.provider);
      expectNoAnswer(answer, it.provider.name);
      expect(failures).toHaveLength(1);
      expect(String(failures)).not.toContain(lower);
    },
  );

  test("that hangs is given up at its own deadline", async () => {
    await using it = await scene(0.2);
    it.faults.add({ on: "ask", kind: "hang_before" });
    const { answer } = await asked(it.provider);
    expectNoAnswer(answer, it.provider.name);
  });

  test("that is at its limit is asked again, within its time", async () => {
    await using it = await scene();
    it.faults.add({ on: "ask", kind: "429", times: 2 });
    expect((await asked(it.provider)).answer).toMatchObject({ status: "complete" });
    it.faults.add({ on: "ask", kind: "429", times: 1, retryAfter: "60" });
    expectNoAnswer((await asked(it.provider)).answer, it.provider.name);
  });

  test("that fails five times in a row rests", async () => {
    await using it = await scene();
    it.faults.add({ on: "ask", kind: "500_before", times: 99 });
    for (let n = 0; n < 5; n++) expectNoAnswer((await asked(it.provider)).answer, it.provider.name);
    const before = it.calls.length;
    const { answer, failures } = await asked(it.provider);
    expectNoAnswer(answer, it.provider.name);
    expect(String(failures)).toContain("is resting after failures");
    expect(it.calls).toHaveLength(before);
  });

  test("is asked neither of a transaction nor of what has no form of an address", async () => {
    await using it = await scene();
    expect(it.provider.covers(subject(evm))).toBe(true);
    expect(it.provider.covers(subject(evm, { type: "transaction" }))).toBe(false);
    expect(it.provider.covers(subject("not an address"))).toBe(false);
    expect(it.provider.covers(subject(evm, { checksum: "bad" }))).toBe(false);
  });
});

function rest(answer: ExposureAnswer | undefined) {
  return (answer?.findings.slice(1) ?? []).map(() => ({}));
}

describe("an answer that takes its time", () => {
  test.each([
    ["Chainalysis", chainalysisScene],
    ["Elliptic", ellipticScene],
  ] as const)("of %s is pending, and asked for again by its reference", async (_, scene) => {
    await using it = await scene();
    it.say(lower, "pending");
    const first = await it.provider.ask(subject(evm), "scr_1");
    expect(first).toMatchObject({ status: "pending", findings: [], score: null });
    const ref = first.ref ?? "";
    expect(await it.provider.askAgain(subject(evm), ref)).toEqual(first);
    it.say(lower, "of another");
    await expect(it.provider.askAgain(subject(evm), ref)).rejects.toThrow();
  });

  test("of Elliptic under another reference is none", async () => {
    await using sim = await EllipticSim.start();
    sim.analyses.set(lower, cleanAnalysis(lower, { id: "asked-for" }));
    await expect(ellipticOn(sim).askAgain(subject(evm), "ASKED-FOR")).rejects.toThrow("404");
    sim.aliases.set("another", "asked-for");
    await expect(ellipticOn(sim).askAgain(subject(evm), "another")).rejects.toThrow("another analysis");
  });

  test("of Elliptic that ends in an error is one", async () => {
    await using sim = await EllipticSim.start();
    const elliptic = ellipticOn(sim);
    sim.analyses.set(lower, cleanAnalysis(lower, { process_status: "error", error: { message: evm } }));
    expect(await elliptic.ask(subject(evm))).toMatchObject({ status: "error", findings: [] });
  });
});
