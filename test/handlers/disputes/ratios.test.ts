import { describe, expect, test } from "vitest";
import { entry } from "../../../functions/app/core/aggregate.ts";
import { dueRows } from "../../../functions/app/core/due-rows.ts";
import { orderCredit } from "../../../functions/app/disputes/programs.ts";
import { releaseDue } from "../../../functions/app/operations/daily.ts";
import { dispatchEntry } from "../../../functions/app/operations/outbox.ts";
import { sweep } from "../../../functions/app/operations/sweep-due-records.ts";
import { changeTenant } from "../../../functions/app/tenants/tenants.ts";
import { tenantOperations } from "../../../functions/contract/tenants/tenants.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import { dyingStore, RatioApi } from "../../support/disputes/ratio-api.ts";
import { releaseContext, workflows } from "../../support/settlement/reserve-api.ts";

const day = 86_400;
const overVamp = { visaChargebacks: 1000, visaFraudReports: 501, payments: 10_000 };

function sweepContext(api: RatioApi) {
  const { rail, screening, log } = api;
  const money = { rail, conversion: rail, screening, log, live: false, pagesUrl: "http://localhost:4002" };
  return { ...money, ...api.dispatchContext(), ...api.context, workflows };
}

async function dailyWork(api: RatioApi): Promise<void> {
  await releaseDue(releaseContext(api), addSeconds(api.clock.now(), 600));
  await api.handOnAll();
}

describe("a payment", () => {
  test("is counted with the entry that receives its money, once", async () => {
    const api = await RatioApi.open();
    const invoice = await api.invoice(api.tenantId);
    await api.openPay()({
      method: "POST",
      path: `/api/v1/invoices/${invoice}/pay`,
      headers: { authorization: `Bearer ${api.apiKey}`, "idempotency-key": "k" },
      body: "{}",
    });
    const entries = api.pending();
    await api.handOnAll();
    for (const row of entries) await dispatchEntry(api.dispatchContext(), row);
    expect(await api.program("vamp")).toMatchObject({ base: 1, count: 0, level: "ok" });
    expect(await api.program("nacha_overall")).toMatchObject({ base: 1, count: 0 });
  });
});

describe("a tenant in the Middle East", () => {
  test("is under Visa's limits of there, and everybody else under those of everywhere else", async () => {
    const api = await RatioApi.open();
    await changeTenant(api.context, api.tenantId, { country: "AE" });
    await api.happens({ visaChargebacks: 101, visaCents: 7_500_000, payments: 4590 });
    await api.handOnAll();
    expect(await api.program("vamp")).toMatchObject({ thresholdAmountCents: 7_500_001, level: "early_warning" });
    await api.happens({ visaCents: 1 });
    await api.handOnAll();
    expect(await api.program("vamp")).toMatchObject({
      ...{ thresholdBps: 220, thresholdCount: 101, thresholdAmountCents: 7_500_001, amountCents: 7_500_001 },
      level: "breached",
    });
    await changeTenant(api.context, api.tenantId, { country: "US" });
    expect(await api.program("vamp")).toMatchObject({ thresholdBps: 150, thresholdCount: 1501, level: "ok" });
  });
});

describe("an entry that counts", () => {
  test("counts once, however many hand it on at the same time", async () => {
    const api = await RatioApi.open();
    const row = await api.happens({ visaChargebacks: 3 });
    await Promise.all(Array.from({ length: 8 }, () => dispatchEntry(api.dispatchContext(), row)));
    expect(await api.program("vamp")).toMatchObject({ count: 3 });
    expect(api.pending()).toEqual([]);
  });

  test("is not lost to others that count into the same row", async () => {
    const api = await RatioApi.open();
    const rows = [];
    for (let nth = 0; nth < 6; nth++) rows.push(await api.happens({ visaChargebacks: 1, payments: 2 }));
    await Promise.all(rows.map((row) => dispatchEntry(api.dispatchContext(), row)));
    await api.handOnAll();
    expect(await api.program("vamp")).toMatchObject({ count: 6, base: 12 });
  });

  test.each(["before", "after"] as const)("counts once where its process dies %s any call", async (when) => {
    for (let nth = 1; nth <= 6; nth++) {
      const api = await RatioApi.open();
      const row = await api.happens(overVamp);
      const dying = api.dispatchContext(dyingStore(api.store, nth, when));
      await dispatchEntry(dying, row).catch(() => undefined);
      await dispatchEntry(api.dispatchContext(), row);
      api.pass(60);
      await sweep(sweepContext(api));
      await api.handOnAll();
      expect(await api.program("vamp"), `call ${nth}`).toMatchObject({ count: 1501, level: "breached" });
      expect(api.told(), `call ${nth}`).toEqual(["ratio.threshold_breached", "program.credit_suspended"]);
      expect((await api.record()).creditSuspended).toMatchObject({ program: "vamp", reason: "ratio" });
      expect(await dueRows(api.store, "9999", 99)).toEqual([]);
    }
  });

  test("counts for no later than it was written", async () => {
    const api = await RatioApi.open();
    await api.counts({ visaChargebacks: 7 }, "2031-01-01T00:00:00.000Z");
    expect(await api.program("vamp")).toMatchObject({ period: "2026-11", count: 7 });
  });

  test("that only counts payments leaves the programs alone", async () => {
    const api = await RatioApi.open();
    const row = await api.happens({ payments: 1 });
    const before = api.store.calls;
    await dispatchEntry(api.dispatchContext(), row);
    expect(api.store.calls - before).toBe(0);
    expect(await dueRows(api.store, "9999", 99)).toEqual([]);
  });
});

describe("a breach", () => {
  test("changes the tenant with its programs, and says so once", async () => {
    const api = await RatioApi.open();
    await api.counts(overVamp);
    await api.counts({ visaChargebacks: 1 });
    expect(await api.record()).toMatchObject({
      ratioBreached: true,
      creditSuspended: { program: "vamp", since: api.clock.now(), reason: "ratio" },
    });
    expect(api.told()).toEqual(["ratio.threshold_breached", "program.credit_suspended"]);
  });

  test("of an earlier month by a late alert suspends as well", async () => {
    const api = await RatioApi.open();
    await api.counts(overVamp, "2026-10-31T23:59:59.999Z");
    expect(await api.program("vamp")).toMatchObject({
      ...{ period: "2026-11", count: 0, level: "ok" },
      credit: { suspended: true, exit: { breachedOn: "2026-10-01", earliest: "2026-12-01" } },
    });
    expect((await api.record()).creditSuspended).not.toBeNull();
  });

  test("is over when its month and the next are, by the daily work alone", async () => {
    const api = await RatioApi.open();
    await api.counts(overVamp);
    api.pass(10 * day);
    await dailyWork(api);
    expect(await api.program("vamp")).toMatchObject({ period: "2026-12", level: "ok", credit: { suspended: true } });
    api.pass(30 * day);
    await dailyWork(api);
    expect((await api.record()).creditSuspended).not.toBeNull();
    api.pass(day);
    await dailyWork(api);
    expect(await api.record()).toMatchObject({ ratioBreached: false, creditSuspended: null });
    expect(api.told().at(-1)).toBe("program.credit_reinstated");
    const daily = await api.store.page({ index: "due", pk: "daily#0", limit: 9 });
    expect(daily).toEqual([]);
  });

  test("leaves no other tenant's ratios touched", async () => {
    const api = await RatioApi.open();
    const other = await api.tenant({ slug: "other" });
    await api.counts(overVamp);
    const answer = await api.openRatios()({
      path: "/api/v1/disputes/ratios",
      headers: { authorization: `Bearer ${other.apiKey}` },
    });
    expect(JSON.parse(answer.text)).toMatchObject({
      credit: { suspended: false, program: null, since: null },
      programs: [{ program: "vamp", count: 0, base: 0, level: "ok" }, {}, {}, {}, {}, {}, {}, {}],
    });
  });
});

describe("GET /api/v1/disputes/ratios", () => {
  test.each([
    ["", 200, "2026-11"],
    ["?period=2026-10", 200, "2026-10"],
    ["?period=2026-13", 400, undefined],
    ["?period=yesterday", 400, undefined],
    ["?month=2026-10", 400, undefined],
  ])("with %s answers %i", async (query, status, period) => {
    const api = await RatioApi.open();
    await api.counts(overVamp);
    const answer = await api.openRatios()({
      path: `/api/v1/disputes/ratios${query}`,
      headers: { authorization: `Bearer ${api.apiKey}` },
    });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text).period).toBe(period);
  });
});

describe("POST /admin/tenants/{id}/credit", () => {
  function screening(api: RatioApi) {
    const { orderCredit: operation } = tenantOperations;
    const ask = api.open(
      { orderCredit: operation },
      {
        orderCredit: async ({ params, body, principal, requestId, operation: action }) => {
          const context = { ...api.context, actor: principal.actor, requestId, action };
          return { body: await orderCredit(context, params.id, body) };
        },
      },
    );
    return async (body: unknown, id = api.tenantId) => {
      const answer = await ask({
        method: "POST",
        path: `/admin/tenants/${id}/credit`,
        headers: { authorization: `Bearer ${api.operatorToken}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: JSON.parse(answer.text) };
    };
  }

  test("suspends by hand and gives back, each once, in the operator's name", async () => {
    const api = await RatioApi.open();
    const ask = screening(api);
    const suspended = await ask({ action: "suspend", note: "a letter" });
    expect(suspended).toMatchObject({
      status: 200,
      body: { ratioBreached: false, creditSuspended: { program: "manual", reason: "manual" } },
    });
    expect(await ask({ action: "suspend" })).toEqual(suspended);
    expect(await ask({ action: "reinstate", note: "settled" })).toMatchObject({ body: { creditSuspended: null } });
    expect(api.told()).toEqual(["program.credit_suspended", "program.credit_reinstated"]);
    const doings = api.store
      .rows()
      .flatMap(({ type, body }) => (type === "entry" ? [entry.parse(body)] : []))
      .filter(({ action }) => action === "orderCredit");
    expect(doings.map(({ actor, aggregateType, reason }) => [actor, aggregateType, reason])).toEqual([
      ["operator:one", "programs", "credit suspended by an operator: a letter"],
      ["operator:one", "tenant", "credit suspended (manual), ratios in order"],
      ["operator:one", "programs", "credit reinstated by an operator: settled"],
      ["operator:one", "tenant", "credit good, ratios in order"],
    ]);
  });

  test("gives back what a ratio suspends, and the ratio stays breached", async () => {
    const api = await RatioApi.open();
    await api.counts(overVamp);
    expect(await screening(api)({ action: "reinstate" })).toMatchObject({
      body: { ratioBreached: true, creditSuspended: null },
    });
    await api.counts({ visaChargebacks: 5 });
    expect((await api.record()).creditSuspended).toBeNull();
  });

  test("refuses a tenant that is not there and an order that is none", async () => {
    const api = await RatioApi.open();
    const ask = screening(api);
    expect(await ask({ action: "suspend" }, "ten_01K00000000000000000000009")).toMatchObject({ status: 404 });
    expect(await ask({ action: "pause" })).toMatchObject({ status: 400, body: { code: "validation_error" } });
  });
});
