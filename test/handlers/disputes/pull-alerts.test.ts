import { describe, expect, test } from "vitest";
import { EthocaAlerts } from "../../../functions/adapters/ethoca/ethoca.ts";
import type { Facts } from "../../../functions/app/core/ports.ts";
import type { AlertSource } from "../../../functions/app/disputes/ports.ts";
import { type IngestAlert, pullAlerts } from "../../../functions/app/disputes/pull-alerts.ts";
import { EthocaSim } from "../../support/ethoca-sim/sim.ts";

/** A context on Ethoca's simulator, which stores alerts by their id as ingest does, and what it told. */
async function context() {
  const sim = await EthocaSim.start();
  const stored = new Map<string, string>();
  const lines: Facts[] = [];
  const counted: Record<string, number> = {};
  const refused = new Set<string>();
  const ingest: IngestAlert = async ({ tenantId, said: reply }) => {
    if (refused.has(reply.externalId)) throw new Error("the book does not answer");
    if (stored.has(reply.externalId)) return "duplicate";
    stored.set(reply.externalId, tenantId);
    return "created";
  };
  const ethoca = new EthocaAlerts({
    ...{ baseUrl: sim.url, account: async () => sim.account },
    wait: async () => undefined,
  });
  const merchants: Record<string, string> = { "M-100": "ten_1", "M-200": "ten_2" };
  const run = (sources: readonly AlertSource[] = [ethoca]) =>
    pullAlerts({
      ...{ sources, ingest, requestId: "req_1" },
      tenantOf: async (_, merchantId) => merchants[merchantId],
      log: {
        begin: () => undefined,
        info: () => undefined,
        error: (message, facts) => void lines.push({ message, ...facts }),
      },
      meter: { count: (name, howMany) => void Object.assign(counted, { [name]: howMany }), time: () => undefined },
    });
  const dispose = { [Symbol.asyncDispose]: () => sim[Symbol.asyncDispose]() };
  return { ...dispose, sim, stored, lines, counted, refused, merchants, ethoca, run };
}

describe("a run over a source's alerts", () => {
  test("stores each with its tenant and acknowledges it", async () => {
    await using it = await context();
    const [one, other] = [it.sim.raise(), it.sim.raise({ memberId: "M-200", alertType: "CONFIRMEDFRAUD" })];
    expect(await it.run()).toEqual({ created: 2, duplicate: 0, left: 0 });
    expect(Object.fromEntries(it.stored)).toEqual({ [one]: "ten_1", [other]: "ten_2" });
    expect(it.sim.waiting).toEqual([]);
    expect(it.counted).toEqual({ AlertsTaken: 2, AlertsStuck: 0 });
    expect(await it.run()).toEqual({ created: 0, duplicate: 0, left: 0 });
  });

  test("goes on until the source has no more", async () => {
    await using it = await context();
    for (let n = 0; n < 330; n++) it.sim.raise();
    expect(await it.run()).toMatchObject({ created: 330, left: 0 });
    expect(it.sim.waiting).toEqual([]);
  });
});

describe("an acknowledgement whose answer is lost", () => {
  test.each(["500_before", "reset_before", "garbage"] as const)(
    "(%s) leaves the alert stored once, however often it comes",
    async (kind) => {
      await using it = await context();
      it.sim.raise();
      it.sim.faults.add({ on: "POST /alerts/acknowledges", kind });
      expect(await it.run()).toMatchObject({ created: 1, left: 1 });
      const again = await it.run();
      expect(again.created + again.left).toBe(0);
      expect(it.stored.size).toBe(1);
      expect(it.sim.waiting).toEqual([]);
    },
  );

  test("that never arrived brings the alert back as a duplicate, which is acknowledged", async () => {
    await using it = await context();
    it.sim.raise();
    it.sim.faults.add({ on: "POST /alerts/acknowledges", kind: "reset_before" });
    await it.run();
    expect(await it.run()).toEqual({ created: 0, duplicate: 1, left: 0 });
    expect(it.sim.waiting).toEqual([]);
  });
});

describe("an alert that cannot be taken", () => {
  test("because nobody has told us of its merchant stays, is told of, and is taken once somebody has", async () => {
    await using it = await context();
    const [strange, good] = [it.sim.raise({ memberId: "M-999" }), it.sim.raise()];
    expect(await it.run()).toEqual({ created: 1, duplicate: 0, left: 1 });
    expect([...it.stored.keys()]).toEqual([good]);
    expect(it.sim.waiting).toEqual([strange]);
    expect(it.counted).toMatchObject({ AlertsStuck: 1 });
    expect(it.lines).toMatchObject([{ source: "ethoca", externalId: strange, merchantId: "M-999" }]);
    it.merchants["M-999"] = "ten_9";
    expect(await it.run()).toEqual({ created: 1, duplicate: 0, left: 0 });
  });

  test("because it names no merchant, or cannot be read, stays as well", async () => {
    await using it = await context();
    const left = [it.sim.raise({ memberId: undefined }), it.sim.raise({ amount: undefined })];
    expect(await it.run()).toMatchObject({ created: 0, left: 2 });
    expect(it.sim.waiting).toEqual(left);
  });

  test("because it cannot be stored stays, and keeps no other from us", async () => {
    await using it = await context();
    const [bad, good] = [it.sim.raise(), it.sim.raise()];
    it.refused.add(bad);
    expect(await it.run()).toEqual({ created: 1, duplicate: 0, left: 1 });
    expect([...it.stored.keys()]).toEqual([good]);
    it.refused.clear();
    expect(await it.run()).toMatchObject({ created: 1, left: 0 });
  });

  test("is passed by, even where hundreds stand before what can be taken", async () => {
    await using it = await context();
    for (let n = 0; n < 250; n++) it.sim.raise({ memberId: "M-999" });
    const good = it.sim.raise();
    expect(await it.run()).toEqual({ created: 1, duplicate: 0, left: 250 });
    expect([...it.stored.keys()]).toEqual([good]);
    expect(it.lines).toHaveLength(250);
  });
});

describe("a source that does not answer", () => {
  test("is told of and counted, and keeps no other source from us", async () => {
    await using it = await context();
    it.sim.raise();
    const silent: AlertSource = {
      name: "verifi_cdrn",
      pull: () => Promise.reject(new Error("no answer in time")),
      acknowledge: () => Promise.reject(new Error("not reached")),
      report: () => Promise.reject(new Error("not reached")),
    };
    expect(await it.run([silent, it.ethoca])).toEqual({ created: 1, duplicate: 0, left: 1 });
    expect(it.lines).toMatchObject([{ message: "source did not answer", source: "verifi_cdrn" }]);
  });
});
