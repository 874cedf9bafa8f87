import { describe, expect, test } from "vitest";
import { EthocaAlerts } from "../../../functions/adapters/ethoca/ethoca.ts";
import type { Facts } from "../../../functions/app/core/ports.ts";
import { reportOutcomes, type UntoldAlert } from "../../../functions/app/disputes/report-outcomes.ts";
import { refundedReport } from "../../support/disputes/alert-source-promises.ts";
import { EthocaSim } from "../../support/ethoca-sim/sim.ts";

/** Alerts that have come to an end, on Ethoca's simulator; what is kept of an answer takes an alert off the list. */
async function context() {
  const sim = await EthocaSim.start();
  const untold: UntoldAlert[] = [];
  const stored: Record<string, string | null> = {};
  const lines: Facts[] = [];
  const counted: Record<string, number> = {};
  const scene = { booksDown: false };
  const ethoca = new EthocaAlerts({
    ...{ baseUrl: sim.url, account: async () => sim.account },
    wait: async () => undefined,
  });
  const run = () =>
    reportOutcomes({
      ...{ sources: [ethoca], requestId: "req_1" },
      untold: async (_, limit) => untold.filter(({ alertId }) => !(alertId in stored)).slice(0, limit),
      told: async (alertId, { refused }) => {
        if (scene.booksDown) throw new Error("the book does not answer");
        stored[alertId] = refused;
      },
      log: {
        begin: () => undefined,
        info: () => undefined,
        error: (message, facts) => void lines.push({ message, ...facts }),
      },
      meter: { count: (name, howMany) => void Object.assign(counted, { [name]: howMany }), time: () => undefined },
    });
  const ends = (externalId = sim.raise()) => {
    const alertId = `alr_${untold.length + 1}`;
    untold.push({ alertId, report: refundedReport(externalId) });
    return { alertId, externalId };
  };
  const dispose = { [Symbol.asyncDispose]: () => sim[Symbol.asyncDispose]() };
  return { ...dispose, sim, kept: stored, lines, counted, scene, run, ends };
}

describe("an alert that has come to an end", () => {
  test("is told to its source once", async () => {
    await using it = await context();
    const { alertId, externalId } = it.ends();
    expect(await it.run()).toEqual({ told: 1, refused: 0, waiting: 0 });
    expect(it.sim.outcomeOf(externalId)).toMatchObject({ outcome: "RESOLVED", refundStatus: "REFUNDED" });
    expect(it.kept).toEqual({ [alertId]: null });
    expect(await it.run()).toEqual({ told: 0, refused: 0, waiting: 0 });
    expect(it.sim.control.heard).toHaveLength(1);
  });

  test.each(["500_after", "reset_after", "garbage"] as const)(
    "whose answer is lost (%s) is told again in the same words, and has one outcome",
    async (kind) => {
      await using it = await context();
      const { externalId } = it.ends();
      it.sim.faults.add({ on: "POST /outcomes", kind });
      expect(await it.run()).toEqual({ told: 0, refused: 0, waiting: 1 });
      const first = it.sim.outcomeOf(externalId);
      expect(await it.run()).toEqual({ told: 1, refused: 0, waiting: 0 });
      expect(it.sim.outcomeOf(externalId)).toEqual(first);
    },
  );

  test("whose answer could not be kept is told again, and has one outcome", async () => {
    await using it = await context();
    it.ends();
    it.scene.booksDown = true;
    expect(await it.run()).toEqual({ told: 0, refused: 0, waiting: 1 });
    it.scene.booksDown = false;
    expect(await it.run()).toEqual({ told: 1, refused: 0, waiting: 0 });
  });

  test("that its source refuses for good is kept with its word, told of, and not told again", async () => {
    await using it = await context();
    const { alertId } = it.ends("NOBODYKNOWSTHISALERT00001");
    it.ends();
    expect(await it.run()).toEqual({ told: 1, refused: 1, waiting: 0 });
    expect(it.kept[alertId]).toBe("ALERT_NOT_FOUND");
    expect(it.lines).toMatchObject([{ alertId, why: "ALERT_NOT_FOUND", isForGood: true }]);
    expect(it.counted).toEqual({ AlertOutcomesRefused: 1, AlertsStuck: 0 });
    expect(await it.run()).toEqual({ told: 0, refused: 0, waiting: 0 });
  });

  test("waits where its source wants a valid key first", async () => {
    await using it = await context();
    it.ends();
    it.sim.faults.add({ on: "POST /outcomes", kind: "401", times: 1 });
    expect(await it.run()).toEqual({ told: 0, refused: 0, waiting: 1 });
    expect(it.counted).toEqual({ AlertOutcomesRefused: 0, AlertsStuck: 1 });
  });
});
