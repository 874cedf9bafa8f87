import { beforeEach, describe, expect, test } from "vitest";
import { MockRailFile } from "../../../functions/adapters/mock/rail-file.ts";
import { MockRail } from "../../../functions/adapters/mock/rail-mock.ts";
import { chargebacks } from "../../../functions/app/disputes/recorded-losses.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import { convertFunds, screenBeforeConversion } from "../../../functions/app/settlement/machine-steps.ts";
import { refundPayment } from "../../../functions/app/settlement/refund-payment.ts";
import { sendBack } from "../../../functions/app/settlement/send-payer-refund.ts";
import { loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { setFlag } from "../../../functions/app/tenants/flags-and-fees.ts";
import { changeTenant } from "../../../functions/app/tenants/tenants.ts";
import { refundOperations } from "../../../functions/contract/settlement/payments.ts";
import { isSendBackDue } from "../../../functions/domain/settlement/payer-refund.ts";
import { viewPayment } from "../../../functions/domain/settlement/view.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { railThat, workflows } from "../../support/settlement/reserve-api.ts";

let api: TestApi;
let rail: MockRail;
let tenant: { id: string; apiKey: string };
let paymentId: string;
let settlementId: string;

beforeEach(async () => {
  api = new TestApi();
  rail = new MockRail(true, new MockRailFile(() => api.railStore, api.clock));
  tenant = await api.tenant({ destWallet: "0xFAILCONVERT" });
  ({ paymentId, settlementId } = await held());
});

/** A payment of 100.00 that was collected and could not be converted. */
async function held(number = "A-1") {
  const invoice = await api.invoice(tenant.id, number);
  const paid = await api.openPay({ rail, conversion: rail })({
    method: "POST",
    path: `/api/v1/invoices/${invoice}/pay`,
    headers: { authorization: `Bearer ${tenant.apiKey}`, "idempotency-key": number },
  });
  const { payment, settlement } = JSON.parse(paid.text);
  const { screening, meter, context } = api;
  const machine = { ...context, rail, conversion: rail, screening, meter, live: false, workflows };
  const subject = { settlementId: settlement.id, tenantId: tenant.id };
  await screenBeforeConversion(machine, subject);
  await convertFunds(machine, subject);
  return { paymentId: payment.id as string, settlementId: settlement.id as string };
}

async function refund(input: { key?: string | null; body?: unknown; id?: string; apiKey?: string; on?: Rail } = {}) {
  const { key = "k1", id = paymentId, apiKey = tenant.apiKey, on = rail } = input;
  const { body = { amountCents: 10_000, reason: "ordered twice" } } = input;
  const { refundPayment: operation } = refundOperations;
  const open = api.open(
    { refundPayment: operation },
    {
      refundPayment: async (call) => {
        const { idempotencyKey, fingerprint, requestId } = call;
        const { tenantId } = call.principal;
        const context = { ...api.context, requestId, rail: on, log: api.log, chargebacks };
        const request = { tenantId, operation: call.operation, idempotencyKey, fingerprint, paymentId: call.params.id };
        return refundPayment(context, { ...request, ...call.body });
      },
    },
  );
  const reply = await open({
    method: "POST",
    path: `/api/v1/payments/${id}/refund`,
    headers: { authorization: `Bearer ${apiKey}`, ...(key !== null && { "idempotency-key": key }) },
    body: JSON.stringify(body),
  });
  return { ...reply, json: JSON.parse(reply.text) };
}

async function settlement() {
  return (await loadSettlement(api.context, settlementId)).state;
}

describe("a refund of held money", () => {
  test("is taken with 202, and the rail has sent it by the time anybody looks", async () => {
    const before = viewPayment(await settlement());
    expect(before.refundable).toEqual({ available: true, amountCents: 10_000, until: null, reason: null });
    const { status, json } = await refund();
    expect([status, json.refund]).toEqual([202, { amountCents: 10_000, status: "pending", reference: null }]);
    expect(json.refundable).toEqual({
      available: false,
      amountCents: 0,
      until: null,
      reason: "it is being sent back already",
    });
    expect(await settlement()).toMatchObject({
      sendBack: null,
      sentBack: [{ amountCents: 10_000, byRail: true }],
      payment: { status: "refunded" },
    });
  });

  test("is on the trail before the rail is asked, under a key of ours", async () => {
    const seen: unknown[] = [];
    await refund({
      on: railThat(rail, {
        returnDeposit: async (input) => {
          seen.push(input, (await settlement()).sendBack);
          return rail.returnDeposit(input);
        },
      }),
    });
    const key = `${settlementId}:return:1`;
    expect(seen).toMatchObject([
      { key, amountCents: 10_000 },
      { key, transferRef: null },
    ]);
  });

  test("that the rail did not answer is asked for again by the same key, a while later", async () => {
    const keys: string[] = [];
    const silent = railThat(rail, {
      returnDeposit: async ({ key }) => {
        keys.push(key);
        throw new Error("no answer");
      },
    });
    expect((await refund({ on: silent })).status).toBe(202);
    expect(isSendBackDue(await settlement(), api.clock.now())).toBe(false);
    api.pass(600);
    expect(isSendBackDue(await settlement(), api.clock.now())).toBe(true);
    await expect(sendBack({ ...api.context, rail: silent }, await settlement())).rejects.toThrow("no answer");
    await sendBack({ ...api.context, rail }, await settlement());
    expect(keys).toEqual([`${settlementId}:return:1`, `${settlementId}:return:1`]);
    expect((await settlement()).payment.status).toBe("refunded");
  });

  test("that the rail refuses stays held, and the payment says so", async () => {
    await refund({
      on: railThat(rail, { returnDeposit: async () => ({ refused: { code: "too_late", reason: "60 days" } }) }),
    });
    expect(await settlement()).toMatchObject({
      ...{ sendBack: null, payment: { status: "succeeded" }, reconBreaks: [{ kind: "return_failed" }] },
    });
  });

  test("on a rail that this deployment reaches no more goes to no other one", async () => {
    const returnDeposit = () => Promise.reject(new Error("asked"));
    const another = railThat(rail, { name: "bridge", returnDeposit });
    expect((await refund({ on: another })).status).toBe(202);
    expect((await settlement()).sendBack).toMatchObject({ transferRef: null });
    expect(api.log.lines.join()).toContain("does not reach the mock rail");
  });
});

describe("the same key", () => {
  test("with the same body is answered again to the byte, whatever came of it", async () => {
    const first = await refund();
    const rows = api.store.rows().length;
    const again = await refund();
    expect([again.status, again.text]).toEqual([202, first.text]);
    expect([first.headers["idempotent-replay"], again.headers["idempotent-replay"]]).toEqual([undefined, "true"]);
    expect(api.store.rows()).toHaveLength(rows);
  });

  test("with another body, or for another payment, is a reuse", async () => {
    await refund();
    const other = await held("A-2");
    for (const input of [{ body: { amountCents: 10_000, reason: "other" } }, { id: other.paymentId }])
      expect((await refund(input)).json.code).toBe("idempotency_key_reuse");
  });

  test("sent by 32 clients at once is one refund", async () => {
    const answers = await Promise.all(Array.from({ length: 32 }, () => refund()));
    const taken = answers.filter(({ status }) => status === 202);
    expect(new Set(taken.map(({ text }) => text)).size).toBe(1);
    expect(answers.every(({ status, json }) => status === 202 || json.code === "idempotency_in_progress")).toBe(true);
    expect((await settlement()).sentBack).toHaveLength(1);
  });

  test("sent at once under 16 keys is one refund, and the others are told how things stand", async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, (_, each) => refund({ key: `key-${each}` })));
    const told = answers.map(({ status, json }) => (status === 202 ? "taken" : `${status} ${json.code}`));
    expect(told.filter((each) => each === "taken")).toHaveLength(1);
    expect(
      told.filter((each) => each !== "taken" && !/^409 (action_not_available|version_conflict)$/.test(each)),
    ).toEqual([]);
  });

  test("that others are faster than again and again is told to come again, and goes on under its key", async () => {
    const { store } = api;
    const write = store.write.bind(store);
    store.write = async (writes, nonce) =>
      writes.some((each) => "put" in each && each.put.type === "settlement")
        ? { ok: false, rows: [] }
        : write(writes, nonce);
    const { status, json, headers } = await refund();
    expect([status, json.code, headers["retry-after"]]).toEqual([409, "version_conflict", "1"]);
    store.write = write;
    expect((await refund()).status).toBe(202);
  });

  /** The next write of a settlement is lost, and something else has happened before. */
  function losing(first: () => Promise<unknown>): void {
    const { store } = api;
    const write = store.write.bind(store);
    store.write = async (writes, nonce) => {
      if (!writes.some((each) => "put" in each && each.put.type === "settlement")) return write(writes, nonce);
      store.write = write;
      await first();
      return { ok: false, rows: [] };
    };
  }

  test.each([
    ["the same key", "k1", 202],
    ["another", "k2", 409],
  ])("that lost to a refund under %s tells the rail of nothing", async (_, key, status) => {
    const keys: string[] = [];
    const counting = railThat(rail, {
      returnDeposit: async (input) => {
        keys.push(input.key);
        return rail.returnDeposit(input);
      },
    });
    losing(() => refund({ key, on: counting }));
    expect((await refund({ on: counting })).status).toBe(status);
    expect(keys).toEqual([`${settlementId}:return:1`]);
  });

  test("keeps a refusal as things stood", async () => {
    const part = { amountCents: 1, reason: "a part" };
    const first = await refund({ body: part });
    expect([first.status, first.json]).toMatchObject([409, { code: "refund_unsupported", refundableCents: 10_000 }]);
    const again = await refund({ body: part });
    expect([again.text, again.headers["idempotent-replay"]]).toEqual([first.text, "true"]);
  });
});

describe("another key", () => {
  test("for money that has gone back is refused", async () => {
    await refund();
    const { status, json } = await refund({ key: "k2" });
    expect([status, json.code]).toEqual([409, "action_not_available"]);
  });
});

describe("is refused in this order:", () => {
  const nobody = "pay_01K00000000000000000000000";
  const bad = { amountCents: 0, reason: "" };
  const gate = (enabled: boolean) =>
    setFlag({ ...api.context, live: false }, { key: "vendor.collection.mock", enabled, tenantId: null, note: null });

  test.each([
    ["a bad API key", { apiKey: "nope", key: null, body: bad, id: nobody }, 401, "invalid_api_key"],
    ["no Idempotency-Key", { key: null, body: bad, id: nobody }, 400, "idempotency_key_required"],
    ["a bad body", { body: bad, id: nobody }, 400, "validation_error"],
    ["an unknown payment", { id: nobody }, 404, "not_found"],
  ])("%s", async (_, input, status, code) => {
    const reply = await refund(input);
    expect([reply.status, reply.json.code]).toEqual([status, code]);
  });

  test("a stranger's payment is not found", async () => {
    const other = await api.tenant({ slug: "other" });
    expect((await refund({ apiKey: other.apiKey })).json.code).toBe("not_found");
  });

  test("a rail that is switched off, which no key keeps; then a suspended tenant, which it does", async () => {
    await gate(false);
    await changeTenant(api.context, tenant.id, { status: "suspended" });
    expect(await refund()).toMatchObject({ status: 501, json: { code: "vendor_disabled" } });
    await gate(true);
    expect(await refund()).toMatchObject({ status: 403, json: { code: "tenant_suspended" } });
    await changeTenant(api.context, tenant.id, { status: "active" });
    expect((await refund()).headers["idempotent-replay"]).toBe("true");
  });

  test("more than is held is a bad request, and the key is free again", async () => {
    const { status, json } = await refund({ body: { amountCents: 10_001, reason: "x" } });
    expect([status, json.code, json.fields[0].path]).toEqual([...[400, "amount_exceeds_remaining", "amountCents"]]);
    expect((await refund()).status).toBe(202);
  });

  test("a rail without the leg, before any payment is looked for", async () => {
    const { status, json } = await refund({ id: nobody, on: api.rail });
    expect([status, json.code]).toEqual([409, "refund_unsupported"]);
    expect((await refund({ id: nobody, on: api.rail })).headers["idempotent-replay"]).toBe("true");
    expect((await refund({ on: api.rail })).json.code).toBe("idempotency_key_reuse");
  });
});
