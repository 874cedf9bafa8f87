import { beforeEach, describe, expect, test, vi } from "vitest";
import type { PayVendors } from "../../../functions/app/settlement/pay-guards.ts";
import { addFeeRule, setFlag } from "../../../functions/app/tenants/flags-and-fees.ts";
import { changeTenant } from "../../../functions/app/tenants/tenants.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import type { FlagKey } from "../../../functions/domain/tenants/flag.ts";
import { TestApi } from "../../support/core/test-api.ts";

let api: TestApi;
let tenant: { id: string; apiKey: string };
let invoiceId: string;

beforeEach(async () => {
  api = new TestApi();
  tenant = await api.tenant();
  invoiceId = await api.invoice(tenant.id);
});

interface PayCall {
  readonly key?: string;
  readonly body?: unknown;
  readonly invoice?: string;
  readonly apiKey?: string;
  readonly vendors?: Partial<PayVendors>;
}

async function pay(input: PayCall = {}) {
  const { key = "k1", body, invoice = invoiceId, apiKey = tenant.apiKey, vendors } = input;
  const reply = await api.openPay(vendors)({
    method: "POST",
    path: `/api/v1/invoices/${invoice}/pay`,
    headers: { authorization: `Bearer ${apiKey}`, "idempotency-key": key },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { ...reply, json: JSON.parse(reply.text) };
}

async function flag(key: FlagKey, enabled: boolean): Promise<void> {
  await setFlag({ ...api.context, live: false }, { key, enabled, tenantId: null, note: null });
}

function rowsOf(type: string) {
  return api.store.rows().filter((row) => row.type === type);
}

describe("paying", () => {
  test("answers 201 with payment and settlement, all that remains where no amount was said", async () => {
    const { status, json } = await pay();
    expect(status).toBe(201);
    expect(json).toMatchObject({
      payment: { status: "succeeded", amountCents: 10_000, source: { type: "ach" } },
      settlement: { status: "screening", fiatInCents: 10_000 },
      sourceDepositInstructions: null,
    });
  });

  test("writes down when its wallet was allowed, where that was kept until we came again", async () => {
    const screen = async (input: Parameters<typeof api.screening.screen>[0]) => ({
      ...(await api.screening.screen(input)),
      ageSeconds: 600,
    });
    expect((await pay({ vendors: { screening: { name: "aged", mock: true, screen } } })).status).toBe(201);
    const [{ body } = { body: undefined }] = rowsOf("settlement");
    const at = addSeconds(api.clock.now(), -600);
    expect(body).toMatchObject({ state: { screens: [{ stage: "collection", at }] } });
  });

  test("by ach_push waits for the funds and says where to send them", async () => {
    const { json } = await pay({ body: { source: { type: "ach_push" } } });
    expect(json.payment).toMatchObject({ status: "processing", railState: "awaiting_funds" });
    expect(json.sourceDepositInstructions).toMatchObject({
      ...{ payment_rail: "ach_push", amount: "100.00", currency: "usd" },
    });
  });
});

describe("the same key", () => {
  test("with the same body is answered again to the byte, and nothing is made twice", async () => {
    const first = await pay({ body: { amountCents: 4000 } });
    const rows = api.store.rows().length;
    const again = await pay({ body: { amountCents: 4000 } });
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(first.headers).not.toHaveProperty("idempotent-replay");
    expect(again.headers["idempotent-replay"]).toBe("true");
    expect(again.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
    expect(api.store.rows()).toHaveLength(rows);
  });

  test("is answered from the record however much later, and whatever became of the settlement", async () => {
    const first = await pay();
    await changeTenant(api.context, tenant.id, { status: "suspended" });
    await flag("vendor.collection.mock", false);
    api.pass(20 * 86_400);
    expect((await pay()).text).toBe(first.text);
  });

  test.each([
    ["another body", { body: { amountCents: 1 } }],
    ["no body", {}],
  ])("with %s is a reuse", async (_, input) => {
    await pay({ body: { amountCents: 4000 } });
    const { status, json } = await pay(input);
    expect([status, json.code]).toEqual([409, "idempotency_key_reuse"]);
  });

  test("with the same body written otherwise is the same request", async () => {
    const first = await pay({ body: '{"amountCents":4000,"source":{"type":"ach"}}' });
    const again = await pay({ body: '{ "source": {"type": "ach"},\n "amountCents": 4000 }' });
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers["idempotent-replay"]).toBe("true");
  });

  test("on another invoice is a reuse, and another tenant's is its own", async () => {
    await pay();
    const second = await api.invoice(tenant.id, "A-2");
    expect((await pay({ invoice: second })).json.code).toBe("idempotency_key_reuse");
    const other = await api.tenant({ slug: "other" });
    const theirs = await api.invoice(other.id, "A-1");
    expect((await pay({ invoice: theirs, apiKey: other.apiKey })).status).toBe(201);
  });

  test("while the first is running is 409 with Retry-After, and then its answer", async () => {
    let collected: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      collected = resolve;
    });
    const slow = Object.assign(Object.create(api.rail), {
      name: "mock",
      collect: async (input: Parameters<typeof api.rail.collect>[0]) => {
        await gate;
        return api.rail.collect(input);
      },
    });
    const first = pay({ vendors: { rail: slow } });
    await vi.waitFor(() => expect(rowsOf("settlement")).toHaveLength(1));
    const during = await pay();
    expect([during.status, during.json.code]).toEqual([409, "idempotency_in_progress"]);
    expect(Number(during.headers["retry-after"])).toBeGreaterThan(0);
    collected();
    const { status, text } = await first;
    expect(status).toBe(201);
    expect((await pay()).text).toBe(text);
  });

  test("sent by 64 clients at once is one payment", async () => {
    const answers = await Promise.all(Array.from({ length: 64 }, () => pay()));
    const paid = answers.filter(({ status }) => status === 201);
    expect(new Set(paid.map(({ text }) => text)).size).toBe(1);
    expect(answers.every(({ status, json }) => status === 201 || json.code === "idempotency_in_progress")).toBe(true);
    expect(rowsOf("settlement")).toHaveLength(1);
  });

  test("whose holder died is continued after its lease, with the ids chosen before", async () => {
    const dead = Object.assign(Object.create(api.rail), {
      name: "mock",
      collect: () => Promise.reject(new Error("gone")),
    });
    const first = await pay({ vendors: { rail: dead } });
    expect([first.status, first.json.code, first.headers["retry-after"]]).toEqual([503, "rail_unavailable", "2"]);
    const [{ body } = { body: undefined }] = rowsOf("claim");
    const again = await pay();
    expect(again.status).toBe(201);
    expect(body).toMatchObject({ command: { settlementId: again.json.settlement.id } });
    expect(rowsOf("settlement")).toHaveLength(1);
  });

  test("may be left out where the sandbox's flag says so, and then nothing is deduplicated", async () => {
    await flag("idempotency.require", false);
    const send = () =>
      api.openPay()({
        method: "POST",
        path: `/api/v1/invoices/${invoiceId}/pay`,
        headers: { authorization: `Bearer ${tenant.apiKey}` },
        body: '{"amountCents":1000}',
      });
    const [one, other] = [await send(), await send()];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(one.text).not.toBe(other.text);
  });
});

describe("many keys at once on one invoice", () => {
  test("never take more than its total", async () => {
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, each) => pay({ key: `k${each}`, body: { amountCents: 3000 } })),
    );
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(3);
    expect(answers.every(({ status }) => [201, 400, 409].includes(status))).toBe(true);
    const [{ body } = { body: undefined }] = rowsOf("invoice");
    const { amountPaidCents, amountProcessingCents } = (body as { state: Record<string, number> }).state;
    expect((amountPaidCents ?? 0) + (amountProcessingCents ?? 0)).toBeLessThanOrEqual(10_000);
  });
});

describe("a refusal", () => {
  const stored = [
    ["tenant_suspended", 403, { status: "suspended" }],
    ["partner_customer_unlinked", 409, { partnerCustomerId: null }],
    ["partner_customer_not_approved", 409, { partnerCustomerId: "PENDING" }],
    ["partner_customer_lookup_failed", 409, { partnerCustomerId: "ERROR" }],
    ["kyt_declined", 409, { destWallet: "0xBLOCKED" }],
    ["kyt_declined", 409, { destWallet: "0xUNAVAILABLE" }],
    ["kyt_declined", 409, { destWallet: "0xREVIEW" }],
  ] as const;

  test.each(stored)("%s (%i) is kept under its key, and nothing was made", async (code, status, change) => {
    await changeTenant(api.context, tenant.id, change);
    const first = await pay();
    expect([first.status, first.json.code]).toEqual([status, code]);
    await changeTenant(api.context, tenant.id, {
      status: "active",
      partnerCustomerId: "cust_1",
      destWallet: "0xWALLET",
    });
    const again = await pay();
    expect([again.text, again.headers["idempotent-replay"]]).toEqual([first.text, "true"]);
    expect(rowsOf("settlement")).toEqual([]);
    expect((await pay({ key: "k2" })).status).toBe(201);
  });

  test("of a wallet says what the specification says, and the screen is on the record", async () => {
    await changeTenant(api.context, tenant.id, { destWallet: "0xOFAC" });
    const { json } = await pay();
    expect(json).toMatchObject({
      unmet: [],
      screeningRef: expect.stringMatching(/^mock_scr_/),
      risk: "critical",
      stage: "collection",
      railTransferCreated: false,
    });
    expect(rowsOf("screening")).toHaveLength(1);
  });

  test("of a wallet nobody could screen has no reference and no risk to show", async () => {
    await flag("kyt.adapter.mock", false);
    expect((await pay()).json).toMatchObject({ code: "kyt_declined", screeningRef: null, risk: null });
  });

  const passing = [
    ["amount_exceeds_remaining", 400, { amountCents: 10_001 }],
    ["validation_error", 400, { amountCents: 0 }],
  ] as const;

  test.each(passing)("%s (%i) is not kept: the key is free again", async (code, status, body) => {
    const first = await pay({ body });
    expect([first.status, first.json.code]).toEqual([status, code]);
    expect((await pay()).status).toBe(201);
  });

  test("vendor_disabled (501) is not kept", async () => {
    for (const key of ["vendor.collection.mock", "vendor.conversion.mock"] as const) {
      await flag(key, false);
      const { status, json } = await pay();
      expect([status, json.code]).toEqual([501, "vendor_disabled"]);
      await flag(key, true);
    }
    expect((await pay()).status).toBe(201);
  });

  test("amount_too_small says so before anything is made", async () => {
    await addFeeRule(api.context, {
      tenantId: tenant.id,
      kind: "settlement",
      bps: 0,
      fixedCents: 0,
      minCents: 500,
      maxCents: null,
      reserveBps: 0,
      reserveDays: 0,
      currency: "USD",
      effectiveFrom: null,
    });
    const { status, json } = await pay({ body: { amountCents: 500 } });
    expect([status, json.code, json.fields]).toEqual([
      400,
      "amount_too_small",
      [expect.objectContaining({ path: "amountCents" })],
    ]);
    expect((await pay({ body: { amountCents: 501 } })).status).toBe(201);
  });

  test("of a paid invoice is invoice_already_paid, of one whose rest is in flight amount_exceeds_remaining", async () => {
    await pay({ body: { source: { type: "ach_push" } } });
    expect((await pay({ key: "k2" })).json.code).toBe("amount_exceeds_remaining");
    const second = await api.invoice(tenant.id, "A-2");
    await pay({ key: "k3", invoice: second });
    expect((await pay({ key: "k4", invoice: second })).json.code).toBe("invoice_already_paid");
  });

  test("a definite no of the rail is a 201 with payment and settlement failed", async () => {
    const refusing = Object.assign(Object.create(api.rail), {
      name: "mock",
      collect: async () => ({ refused: { code: "R03", reason: "no account" } }),
    });
    const { status, json } = await pay({ vendors: { rail: refusing } });
    expect([status, json.payment.status, json.settlement.status]).toEqual([201, "failed", "failed"]);
    expect((await pay({ key: "k2" })).status).toBe(201);
  });
});
