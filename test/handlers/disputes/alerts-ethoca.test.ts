import { describe, expect, test } from "vitest";
import { EthocaAlerts } from "../../../functions/adapters/ethoca/ethoca.ts";
import {
  promisesOfAlertSource,
  refundedReport,
  type SourceScene,
} from "../../support/disputes/alert-source-promises.ts";
import { EthocaSim } from "../../support/ethoca-sim/sim.ts";

const types = { fraud: "CONFIRMEDFRAUD", dispute: "CUSTOMERDISPUTE" } as const;

function ethocaOn(sim: EthocaSim, account = async () => sim.account, seconds = 20): EthocaAlerts {
  return new EthocaAlerts({ baseUrl: sim.url, account, seconds, wait: async () => undefined });
}

async function onEthoca() {
  const sim = await EthocaSim.start();
  return { sim, ethoca: ethocaOn(sim), [Symbol.asyncDispose]: () => sim[Symbol.asyncDispose]() };
}

async function scene(): Promise<SourceScene> {
  const { sim, ethoca, ...rest } = await onEthoca();
  return {
    ...rest,
    source: ethoca,
    raise: (kind) => sim.raise({ alertType: types[kind] }),
    outcomeOf: (id) => sim.outcomeOf(id),
  };
}

describe("Ethoca as a source of alerts", () => promisesOfAlertSource(scene));

describe("an alert of Ethoca's", () => {
  test("is read into ours, and keeps neither card number nor a name", async () => {
    await using it = await onEthoca();
    const id = it.sim.raise({ customerName: "Jane Payer" });
    const { alerts, unread } = await it.ethoca.pull(10);
    expect(unread).toEqual([]);
    expect(alerts).toMatchObject([
      {
        merchantId: "M-100",
        said: {
          ...{ externalId: id, kind: "dispute", amountCents: 36_156, currency: "USD", reasonCode: "4853" },
          ...{ arn: "74208476305000000000001", authCode: "A1B2C3", cardLast4: "4444", cardBin: "555555" },
          ...{ descriptor: "ACME*BOOKS", transactionDate: "2026-11-02", purchaseIdentifier: "order-1" },
          ...{ receivedAt: "2026-11-20T22:11:05.000Z", respondBy: "2026-11-21T22:11:05.000Z" },
          refundedByNetwork: false,
        },
      },
    ]);
    expect(JSON.stringify(alerts)).not.toMatch(/5555555555554444|Jane/);
    expect(alerts[0]?.said.raw).toMatchObject({ issuer: "First Bank", mcc: "5734" });
  });

  test.each<[string, Record<string, unknown>]>([
    ["a number beside its currency", { amount: 361.56, currency: "USD" }],
    ["text beside its currency", { amount: "361.56", currency: "USD" }],
    ["the transaction's amount", { amount: undefined, transactionAmount: "361.56", currency: "USD" }],
  ])("has the amount that is told as %s", async (_, response) => {
    await using it = await onEthoca();
    it.sim.raise(response);
    const { alerts } = await it.ethoca.pull(10);
    expect(alerts[0]?.said).toMatchObject({ amountCents: 36_156, currency: "USD" });
  });

  test.each<[string, Record<string, unknown>]>([
    ["no amount", { amount: undefined }],
    ["nothing to dispute", { amount: { value: 0, currencyCode: "USD" } }],
    ["a fraction of a cent", { amount: { value: 1.005, currencyCode: "USD" } }],
    ["less than nothing", { amount: { value: -5, currencyCode: "USD" } }],
    ["no time", { alertTimestamp: "yesterday" }],
  ])("with %s is unread, and keeps no other from us", async (_, response) => {
    await using it = await onEthoca();
    const [bad, good] = [it.sim.raise(response), it.sim.raise()];
    const { alerts, unread } = await it.ethoca.pull(10);
    expect(unread).toEqual([bad]);
    expect(alerts.map(({ said: reply }) => reply.externalId)).toEqual([good]);
  });

  test("is read without what it can do without", async () => {
    await using it = await onEthoca();
    it.sim.raise({ memberId: null, arn: "", mcc: {}, authCode: ["x"], cardNumber: null, transactionId: 17 });
    const { alerts } = await it.ethoca.pull(10);
    expect(alerts).toMatchObject([
      { merchantId: null, said: { arn: null, authCode: null, cardLast4: null, purchaseIdentifier: "17" } },
    ]);
  });
});

describe("an outcome told to Ethoca", () => {
  test("has amounts as numbers, our reference of the refund, and its ARN", async () => {
    await using it = await onEthoca();
    const id = it.sim.raise({ alertType: "CONFIRMEDFRAUD" });
    const report = refundedReport(id, "fraud");
    const arn = "74208476305000000000002";
    await it.ethoca.report([{ ...report, refund: { ...report.refund, arn } }]);
    const amount = { value: 361.56, currencyCode: "USD" };
    expect(it.sim.outcomeOf(id)).toEqual({
      ...{ alertId: id, outcome: "STOPPED", refundStatus: "REFUNDED", amountStopped: amount },
      refund: {
        ...{ amount, type: "REFUND", timestamp: "2026-11-21T09:00:00.000Z" },
        ...{ transactionId: "pay_1", acquirerReferenceNumber: arn },
      },
      actionTimestamp: "2026-11-21T09:00:00.000Z",
    });
  });

  test("has no amounts where nothing was refunded, and says why where the outcome does not", async () => {
    await using it = await onEthoca();
    const id = it.sim.raise();
    await it.ethoca.report([{ ...refundedReport(id), end: "too_late", refund: null }]);
    expect(it.sim.outcomeOf(id)).toEqual({
      ...{ alertId: id, outcome: "OTHER", refundStatus: "NOT_REFUNDED" },
      ...{ comments: "Not answered within the time for it.", actionTimestamp: "2026-11-21T09:00:00.000Z" },
    });
  });

  test.each([99, 100_000_000])("leaves out %i cents, which the schema has no room for", async (amountCents) => {
    await using it = await onEthoca();
    const id = it.sim.raise();
    const report = refundedReport(id);
    const refund = { ...report.refund, amountCents };
    expect(await it.ethoca.report([{ ...report, amountCents, refund }])).toMatchObject([{ ok: true }]);
    expect(it.sim.outcomeOf(id)).not.toHaveProperty("refund");
  });

  test("that Ethoca cannot take does not keep the others from it", async () => {
    await using it = await onEthoca();
    const ids = Array.from({ length: 25 }, () => it.sim.raise());
    const answers = await it.ethoca.report([
      ...ids.slice(0, 20).map((id) => refundedReport(id)),
      refundedReport("TOO-SHORT"),
      ...ids.slice(20).map((id) => refundedReport(id)),
    ]);
    const refused = answers.filter(({ ok }) => !ok);
    expect(refused).toEqual([{ externalId: "TOO-SHORT", ok: false, recoverable: false, why: "VALIDATION_FAILURE" }]);
    expect(ids.every((id) => it.sim.outcomeOf(id) !== null)).toBe(true);
  });

  test.each(["500_after", "reset_after", "garbage"] as const)(
    "whose answer is lost (%s) is unknown, and the same again is taken",
    async (kind) => {
      await using it = await onEthoca();
      const report = refundedReport(it.sim.raise());
      it.sim.faults.add({ on: "POST /outcomes", kind });
      expect(await it.ethoca.report([report])).toMatchObject([{ ok: false, recoverable: true }]);
      expect(await it.ethoca.report([report])).toMatchObject([{ ok: true }]);
      expect(it.sim.control.heard).toHaveLength(2);
      expect(it.sim.control.heard[0]).toEqual(it.sim.control.heard[1]);
    },
  );
});

describe("a call to Ethoca", () => {
  test("that is limited is signed anew when it is made again", async () => {
    await using it = await onEthoca();
    it.sim.raise();
    it.sim.faults.add({ on: "GET /alerts", kind: "429", times: 2 });
    expect((await it.ethoca.pull(10)).alerts).toHaveLength(1);
    expect(it.sim.turnedAway).toEqual([]);
  });

  test("with a key that was replaced is made again with the new one", async () => {
    await using it = await onEthoca();
    const old = { ...it.sim.account, consumerKey: "old-key!0000" };
    const accounts = [old, it.sim.account];
    const ethoca = ethocaOn(it.sim, async () => accounts.shift() ?? it.sim.account);
    expect((await ethoca.pull(10)).alerts).toEqual([]);
    expect(it.sim.turnedAway).toEqual(["INVALID_OAUTH_CONSUMER_KEY"]);
  });

  test("with a key that is refused throws Ethoca's word and no other", async () => {
    await using it = await onEthoca();
    const ethoca = ethocaOn(it.sim, async () => ({ ...it.sim.account, consumerKey: "another!0000" }));
    await expect(ethoca.pull(10)).rejects.toThrow(/^ethoca refused a look at alerts: 401 INVALID_OAUTH_CONSUMER_KEY$/);
    await expect(ethoca.acknowledge(["A"])).rejects.toThrow("401");
    expect(it.sim.turnedAway).toHaveLength(2);
  });

  test.each(["500_before", "reset_before", "garbage"] as const)("without a good answer (%s) throws", async (kind) => {
    await using it = await onEthoca();
    it.sim.faults.add({ on: "GET /alerts", kind });
    await expect(it.ethoca.pull(10)).rejects.toThrow("ethoca");
  });

  test("that hangs is given up at its deadline", async () => {
    await using it = await onEthoca();
    it.sim.faults.add({ on: "GET /alerts", kind: "hang_before" });
    await expect(ethocaOn(it.sim, undefined, 0.2).pull(10)).rejects.toThrow("no answer in time");
  });
});
