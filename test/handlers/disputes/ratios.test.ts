import { describe, expect, test } from "vitest";
import { entry } from "../../../functions/app/core/aggregate.ts";
import { dueRows } from "../../../functions/app/core/due-rows.ts";
import { orderCredit } from "../../../functions/app/disputes/programs.ts";
import { dispatchEntry } from "../../../functions/app/operations/outbox.ts";
import { releaseDue } from "../../../functions/app/operations/release-due.ts";
import { sweep } from "../../../functions/app/operations/sweep.ts";
import { tenantOperations } from "../../../functions/contract/tenants/tenants.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import { dyingBook, RatioDoor } from "../../support/disputes/ratio-door.ts";
import { releaseDesk, workflows } from "../../support/settlement/door-reserve.ts";

const day = 86_400;
const overVamp = { visaChargebacks: 1000, visaFraudReports: 501, payments: 10_000 };

function sweepDesk(door: RatioDoor) {
  const { rail, screening, log } = door;
  const money = { rail, conversion: rail, screening, log, live: false, pagesUrl: "http://localhost:4002" };
  return { ...money, ...door.dispatchDesk(), ...door.desk, workflows };
}

async function dailyWork(door: RatioDoor): Promise<void> {
  await releaseDue(releaseDesk(door), addSeconds(door.clock.now(), 600));
  await door.handOnAll();
}

describe("a payment", () => {
  test("is counted with the entry that receives its money, once", async () => {
    const door = await RatioDoor.open();
    const invoice = await door.invoice(door.tenantId);
    await door.openPay()({
      method: "POST",
      path: `/api/v1/invoices/${invoice}/pay`,
      headers: { authorization: `Bearer ${door.apiKey}`, "idempotency-key": "k" },
      body: "{}",
    });
    const entries = door.pending();
    await door.handOnAll();
    for (const row of entries) await dispatchEntry(door.dispatchDesk(), row);
    expect(await door.program("vamp")).toMatchObject({ base: 1, count: 0, level: "ok" });
    expect(await door.program("nacha_overall")).toMatchObject({ base: 1, count: 0 });
  });
});

describe("an entry that counts", () => {
  test("counts once, however many hand it on at the same time", async () => {
    const door = await RatioDoor.open();
    const row = await door.happens({ visaChargebacks: 3 });
    await Promise.all(Array.from({ length: 8 }, () => dispatchEntry(door.dispatchDesk(), row)));
    expect(await door.program("vamp")).toMatchObject({ count: 3 });
    expect(door.pending()).toEqual([]);
  });

  test("is not lost to others that count into the same row", async () => {
    const door = await RatioDoor.open();
    const rows = [];
    for (let nth = 0; nth < 6; nth++) rows.push(await door.happens({ visaChargebacks: 1, payments: 2 }));
    await Promise.all(rows.map((row) => dispatchEntry(door.dispatchDesk(), row)));
    await door.handOnAll();
    expect(await door.program("vamp")).toMatchObject({ count: 6, base: 12 });
  });

  test.each(["before", "after"] as const)("counts once where its process dies %s any call", async (when) => {
    for (let nth = 1; nth <= 6; nth++) {
      const door = await RatioDoor.open();
      const row = await door.happens(overVamp);
      const dying = door.dispatchDesk(dyingBook(door.book, nth, when));
      await dispatchEntry(dying, row).catch(() => undefined);
      await dispatchEntry(door.dispatchDesk(), row);
      door.pass(60);
      await sweep(sweepDesk(door));
      await door.handOnAll();
      expect(await door.program("vamp"), `call ${nth}`).toMatchObject({ count: 1501, level: "breached" });
      expect(door.told(), `call ${nth}`).toEqual(["ratio.threshold_breached", "program.credit_suspended"]);
      expect((await door.record()).creditSuspended).toMatchObject({ program: "vamp", reason: "ratio" });
      expect(await dueRows(door.book, "9999", 99)).toEqual([]);
    }
  });

  test("counts for no later than it was written", async () => {
    const door = await RatioDoor.open();
    await door.counts({ visaChargebacks: 7 }, "2031-01-01T00:00:00.000Z");
    expect(await door.program("vamp")).toMatchObject({ period: "2026-11", count: 7 });
  });

  test("that only counts payments leaves the programs alone", async () => {
    const door = await RatioDoor.open();
    const row = await door.happens({ payments: 1 });
    const before = door.book.calls;
    await dispatchEntry(door.dispatchDesk(), row);
    expect(door.book.calls - before).toBe(2);
    expect(await dueRows(door.book, "9999", 99)).toEqual([]);
  });
});

describe("a breach", () => {
  test("changes the tenant with its programs, and says so once", async () => {
    const door = await RatioDoor.open();
    await door.counts(overVamp);
    await door.counts({ visaChargebacks: 1 });
    expect(await door.record()).toMatchObject({
      ratioBreached: true,
      creditSuspended: { program: "vamp", since: door.clock.now(), reason: "ratio" },
    });
    expect(door.told()).toEqual(["ratio.threshold_breached", "program.credit_suspended"]);
  });

  test("of an earlier month by a late alert suspends as well", async () => {
    const door = await RatioDoor.open();
    await door.counts(overVamp, "2026-10-31T23:59:59.999Z");
    expect(await door.program("vamp")).toMatchObject({
      ...{ period: "2026-11", count: 0, level: "ok" },
      credit: { suspended: true, exit: { breachedOn: "2026-10-01", earliest: "2026-12-01" } },
    });
    expect((await door.record()).creditSuspended).not.toBeNull();
  });

  test("is over when its month and the next are, by the daily work alone", async () => {
    const door = await RatioDoor.open();
    await door.counts(overVamp);
    door.pass(10 * day);
    await dailyWork(door);
    expect(await door.program("vamp")).toMatchObject({
      period: "2026-12",
      level: "ok",
      credit: { suspended: true },
    });
    door.pass(30 * day);
    await dailyWork(door);
    expect((await door.record()).creditSuspended).not.toBeNull();
    door.pass(day);
    await dailyWork(door);
    expect(await door.record()).toMatchObject({ ratioBreached: false, creditSuspended: null });
    expect(door.told().at(-1)).toBe("program.credit_reinstated");
    const daily = await door.book.page({ index: "due", pk: "daily#0", limit: 9 });
    expect(daily).toEqual([]);
  });

  test("leaves no other tenant's ratios touched", async () => {
    const door = await RatioDoor.open();
    const other = await door.tenant({ slug: "other" });
    await door.counts(overVamp);
    const answer = await door.openRatios()({
      path: "/api/v1/disputes/ratios",
      headers: { authorization: `Bearer ${other.apiKey}` },
    });
    expect(JSON.parse(answer.text)).toMatchObject({
      credit: { suspended: false, program: null, since: null },
      programs: [{ program: "vamp", count: 0, base: 0, level: "ok" }, {}, {}, {}, {}, {}, {}],
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
    const door = await RatioDoor.open();
    await door.counts(overVamp);
    const answer = await door.openRatios()({
      path: `/api/v1/disputes/ratios${query}`,
      headers: { authorization: `Bearer ${door.apiKey}` },
    });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text).period).toBe(period);
  });
});

describe("POST /admin/tenants/{id}/credit", () => {
  function office(door: RatioDoor) {
    const { orderCredit: operation } = tenantOperations;
    const ask = door.open(
      { orderCredit: operation },
      {
        orderCredit: async ({ params, body, principal, requestId, operation: action }) => {
          const desk = { ...door.desk, actor: principal.actor, requestId, action };
          return { body: await orderCredit(desk, params.id, body) };
        },
      },
    );
    return async (body: unknown, id = door.tenantId) => {
      const answer = await ask({
        method: "POST",
        path: `/admin/tenants/${id}/credit`,
        headers: { authorization: `Bearer ${door.operatorToken}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: JSON.parse(answer.text) };
    };
  }

  test("suspends by hand and gives back, each once, in the operator's name", async () => {
    const door = await RatioDoor.open();
    const ask = office(door);
    const suspended = await ask({ action: "suspend", note: "a letter" });
    expect(suspended).toMatchObject({
      status: 200,
      body: { ratioBreached: false, creditSuspended: { program: "manual", reason: "manual" } },
    });
    expect(await ask({ action: "suspend" })).toEqual(suspended);
    expect(await ask({ action: "reinstate", note: "settled" })).toMatchObject({
      body: { creditSuspended: null },
    });
    expect(door.told()).toEqual(["program.credit_suspended", "program.credit_reinstated"]);
    const doings = door.book
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
    const door = await RatioDoor.open();
    await door.counts(overVamp);
    expect(await office(door)({ action: "reinstate" })).toMatchObject({
      body: { ratioBreached: true, creditSuspended: null },
    });
    await door.counts({ visaChargebacks: 5 });
    expect((await door.record()).creditSuspended).toBeNull();
  });

  test("refuses a tenant that is not there and an order that is none", async () => {
    const door = await RatioDoor.open();
    const ask = office(door);
    expect(await ask({ action: "suspend" }, "ten_01K00000000000000000000009")).toMatchObject({ status: 404 });
    expect(await ask({ action: "pause" })).toMatchObject({ status: 400, body: { code: "validation_error" } });
  });
});
