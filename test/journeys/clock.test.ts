import { describe, expect, test } from "vitest";
import { invoiceOperations, payOperations } from "../../functions/contract/invoicing/invoices.ts";
import { sandboxOperations } from "../../functions/contract/shared/sandbox.ts";
import { feeRuleOperations } from "../../functions/contract/tenants/fee-rules.ts";
import { tenantOperations } from "../../functions/contract/tenants/tenants.ts";
import { deliveryOperations } from "../../functions/contract/webhooks/deliveries.ts";
import { advance, operator, reportAsRail, type Settlement, TestTenant, wallet } from "../support/journeys/journey.ts";
import { receives } from "../support/journeys/webhooks.ts";
import { until } from "../support/runner/until.ts";

const { readClock, advanceClock } = sandboxOperations;
const day = 86_400;

/** How often the second gate had no answer so far. */
function silences({ history }: Settlement): number {
  return history.filter(({ reason }) => reason.startsWith("screen unavailable")).length;
}

/** A push payment whose funds are here and whose second screen has no answer. */
async function unscreened() {
  const tenant = await TestTenant.create();
  const paid = await tenant.payNew(1_000, { source: { type: "ach_push" } });
  await tenant.flag("kyt.adapter.mock", false);
  await reportAsRail(paid, "funds_received");
  const { id } = paid.settlement;
  await silent(tenant, id, 1);
  return { tenant, paid, id };
}

/** Lets what is due happen until the second gate has had no answer this often; a sweep may come before the machine waits. */
function silent(tenant: TestTenant, id: string, times: number): Promise<Settlement> {
  const look = async () => {
    await advance(0);
    return tenant.settlement(id);
  };
  return until(look, (seen) => silences(seen) >= times, `not screened ${times} times`);
}

/** What was recorded of the sending of the tenant's settlement: its end, and each attempt's answer. */
async function recorded(tenant: TestTenant) {
  const query = { tenantId: tenant.id, event: "settlement.completed" };
  const { data } = await operator.call(deliveryOperations.listDeliveries, { query });
  return data.map(({ status, attempts, nextAttemptAt }) => ({
    status,
    nextAttemptAt,
    answers: attempts.map((attempt) => attempt.status),
  }));
}

/** Lets what is due happen until this many attempts are recorded; the next one's time is known only then. */
function tried(tenant: TestTenant, times: number) {
  const look = async () => {
    await advance(0);
    return recorded(tenant);
  };
  return until(look, ([seen]) => (seen?.answers.length ?? 0) >= times, `not tried ${times} times`);
}

describe("a second screen without an answer", () => {
  test("is asked again after 1, 5 and 15 minutes and an hour, and a pass then settles", async () => {
    const { tenant, id } = await unscreened();
    let times = 1;
    for (const seconds of [60, 300, 900, 3_600, 3_600]) {
      // Well before it is due nothing is asked.
      await advance(seconds / 2);
      expect(silences(await tenant.settlement(id))).toBe(times);
      await advance(seconds / 2);
      times += 1;
      const seen = await silent(tenant, id, times);
      expect(silences(seen)).toBe(times);
      expect(seen).toMatchObject({ status: "screening", fxRate: null });
    }
    await tenant.flag("kyt.adapter.mock", true);
    await advance(3_600);
    const settled = await until(
      async () => {
        await advance(0);
        return tenant.settlement(id);
      },
      ({ status }) => status === "completed",
      "never completed",
    );
    expect(silences(settled)).toBe(times);
  });

  test("is a decline after 24 hours: the money is held and never converts", async () => {
    const { tenant, paid, id } = await unscreened();
    await using receiver = await tenant.receiver();
    await advance(day - 600);
    await silent(tenant, id, 2);
    await advance(600);
    await until(
      async () => {
        await advance(0);
        return tenant.settlement(id);
      },
      ({ status }) => status === "declined",
      "never declined",
    );
    expect(await tenant.settlement(id)).toMatchObject({ declineReason: "screening_unavailable", fxRate: null });
    expect(await tenant.payment(paid.payment.id)).toMatchObject({ status: "succeeded" });
    expect(await tenant.invoice(paid.payment.invoiceId)).toMatchObject({ status: "paid" });
    await receives(receiver, "settlement.declined");
    expect(receiver.arrived[0]?.body).toMatchObject({
      event: "settlement.declined",
      data: { declineReason: "screening_unavailable" },
    });
    await tenant.flag("kyt.adapter.mock", true);
    await advance(day);
    expect((await tenant.settlement(id)).status).toBe("declined");
  });
});

describe("a webhook that is not taken", () => {
  test("comes again with the same ids, signed with the wall's time, until it is", async () => {
    const tenant = await TestTenant.create();
    await using receiver = await tenant.receiver();
    receiver.answers = 500;
    await tenant.payNew(1_000);
    await tried(tenant, 1);
    receiver.answers = 200;
    await advance(60);
    await tried(tenant, 2);
    await advance(7 * 3_600);
    expect(await recorded(tenant)).toEqual([{ status: "delivered", nextAttemptAt: null, answers: [500, 200] }]);
    const [first, second] = receiver.arrived;
    expect(receiver.arrived).toHaveLength(2);
    expect(second?.raw).toBe(first?.raw);
    for (const same of ["x-service-event-id", "x-service-delivery-id", "webhook-id"])
      expect(second?.headers[same]).toBe(first?.headers[same]);
    expect(second?.headers["x-service-attempt"]).toBe("2");
    // A receiver judges by the wall's clock, so the signature carries its time and not the test clock's.
    expect(Number(second?.headers["webhook-timestamp"])).toBeLessThanOrEqual(Date.now() / 1000);
  });

  test("is tried six times in all: at once, then after 1, 5 and 15 minutes, 1 and 6 hours", async () => {
    const tenant = await TestTenant.create();
    await using receiver = await tenant.receiver();
    receiver.answers = 503;
    await tenant.payNew(1_000);
    await tried(tenant, 1);
    for (const [index, seconds] of [60, 300, 900, 3_600, 21_600].entries()) {
      await advance(seconds / 2);
      expect(receiver.arrived).toHaveLength(index + 1);
      await advance(seconds / 2);
      await tried(tenant, index + 2);
    }
    expect(receiver.arrived.map(({ headers }) => headers["x-service-attempt"])).toEqual(["1", "2", "3", "4", "5", "6"]);
    const exhausted = { status: "exhausted", nextAttemptAt: null, answers: Array(6).fill(503) };
    expect(await recorded(tenant)).toEqual([exhausted]);
    receiver.answers = 200;
    await advance(2 * day);
    // A later event of the same endpoint has come and gone: a seventh attempt would have come before it.
    const { id } = await tenant.draft(1);
    await tenant.call(invoiceOperations.sendInvoice, { params: { id } });
    await receives(receiver, "invoice.sent");
    expect(receiver.arrived.filter(({ body }) => body.event === "settlement.completed")).toHaveLength(6);
  });

  test("is not tried again where retries are switched off", async () => {
    const tenant = await TestTenant.create();
    await using receiver = await tenant.receiver();
    await tenant.flag("webhooks.retry.enabled", false);
    receiver.answers = 500;
    await tenant.payNew(1_000);
    await tried(tenant, 1);
    await advance(day);
    expect(await recorded(tenant)).toEqual([{ status: "failed", nextAttemptAt: null, answers: [500] }]);
    const { id } = await tenant.draft(1);
    await tenant.call(invoiceOperations.sendInvoice, { params: { id } });
    await receives(receiver, "invoice.sent");
    expect(receiver.arrived).toHaveLength(2);
  });
});

describe("time that passes", () => {
  test("moves as told, forward only, in whole seconds", async () => {
    const before = await operator.call(readClock);
    const moved = await advance(90);
    expect(moved.offsetSeconds).toBe(before.offsetSeconds + 90);
    expect(moved.swept).toMatchObject({ failed: 0 });
    expect((await operator.call(readClock)).offsetSeconds).toBe(moved.offsetSeconds);
    for (const advanceSeconds of [-1, 1.5, "60", null, 34_560_001])
      await operator.refused(advanceClock, "validation_error", { body: { advanceSeconds } });
    expect((await operator.call(readClock)).offsetSeconds).toBe(moved.offsetSeconds);
  });

  test("makes a revoked key useless within 60 seconds, everywhere", async () => {
    const tenant = await TestTenant.create();
    const { id } = await tenant.draft(1_000);
    const { listKeys, revokeKey } = tenantOperations;
    const [key] = (await operator.call(listKeys, { params: { id: tenant.id } })).data;
    const params = { id: tenant.id, keyId: key?.id ?? "" };
    expect((await operator.call(revokeKey, { params })).revokedAt).toEqual(expect.any(String));
    await advance(60);
    await tenant.refused(invoiceOperations.getInvoice, "invalid_api_key", { params: { id } });
    await tenant.refused(payOperations.payInvoice, "invalid_api_key", { params: { id } });
  });

  test("makes an unpaid invoice overdue", async () => {
    const tenant = await TestTenant.create();
    const made = await tenant.draft(1_000, { terms: "Due on receipt" });
    await advance(1);
    expect(await tenant.invoice(made.id)).toMatchObject({ overdue: true });
    await tenant.pay(made);
    expect(await tenant.invoice(made.id)).toMatchObject({ overdue: false });
  });

  test("brings a fee rule into force at its hour", async () => {
    const tenant = await TestTenant.create();
    const { now } = await operator.call(readClock);
    const effectiveFrom = new Date(Date.parse(now) + 3_600_000).toISOString();
    await operator.call(feeRuleOperations.addFeeRule, { body: { tenantId: tenant.id, fixedCents: 9, effectiveFrom } });
    expect((await tenant.payNew(1_000)).settlement.feeCents).toBe(0);
    await advance(3_600);
    expect((await tenant.payNew(1_000)).settlement.feeCents).toBe(9);
  });

  test("leaves an Idempotency-Key's answer as it was for 30 days, and lists whole over months", async () => {
    const tenant = await TestTenant.create({ destWallet: wallet("NOPROOF") });
    const { id } = await tenant.draft(1_000);
    const input = { params: { id }, key: "kept" };
    const first = await tenant.ask(payOperations.payInvoice, input);
    await advance(30 * day);
    const replay = await tenant.ask(payOperations.payInvoice, input);
    expect([replay.text, replay.headers.get("idempotent-replay")]).toEqual([first.text, "true"]);
    const later = await tenant.draft(1_000);
    const { listInvoices } = invoiceOperations;
    const page = await tenant.call(listInvoices, { query: { limit: 1 } });
    const rest = await tenant.call(listInvoices, { query: { limit: 1, cursor: page.nextCursor ?? "" } });
    expect([...page.data, ...rest.data].map((each) => each.id)).toEqual([later.id, id]);
    expect(rest.nextCursor).toBeNull();
  });
});
