import { beforeEach, describe, expect, test } from "vitest";
import { MockRailFile } from "../../../functions/adapters/mock/rail-file.ts";
import { MockRail, mockEvent, mockReference } from "../../../functions/adapters/mock/rail-mock.ts";
import { receiveCallback } from "../../../functions/app/operations/receive-callback.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import { cancelPayment } from "../../../functions/app/settlement/cancel-payment.ts";
import { loadPair } from "../../../functions/app/settlement/settlements.ts";
import { refundOperations } from "../../../functions/contract/settlement/payments.ts";
import type { ReportedTransfer } from "../../../functions/domain/rails/reported-event.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { viewPayment } from "../../../functions/domain/settlement/view.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

let api: TestApi;
let rail: MockRail;
let tenant: { id: string; apiKey: string };
let invoiceId: string;
let settlementId: string;
let paymentId: string;

beforeEach(async () => {
  api = new TestApi();
  rail = new MockRail(true, new MockRailFile(() => api.railStore, api.clock));
  tenant = await api.tenant();
  invoiceId = await api.invoice(tenant.id, "A-1");
  const { settlement, payment } = (await pay()).json;
  [settlementId, paymentId] = [settlement.id, payment.id];
});

async function pay(key = "k1", source = "ach_push", on: Rail = rail) {
  const reply = await api.openPay({ rail: on, conversion: rail })({
    method: "POST",
    path: `/api/v1/invoices/${invoiceId}/pay`,
    headers: { authorization: `Bearer ${tenant.apiKey}`, "idempotency-key": key },
    body: JSON.stringify({ source: { type: source } }),
  });
  return { status: reply.status, json: JSON.parse(reply.text) };
}

async function cancel(input: { on?: Rail; apiKey?: string } = {}) {
  const { on = rail, apiKey = tenant.apiKey } = input;
  const open = api.open(
    { cancelPayment: refundOperations.cancelPayment },
    {
      cancelPayment: async (call) => {
        const { tenantId } = call.principal;
        const after = await cancelPayment({ ...api.context, rail: on }, { tenantId, paymentId: call.params.id });
        return { body: viewPayment(after) };
      },
    },
  );
  const path = `/api/v1/payments/${paymentId}/cancel`;
  const reply = await open({ method: "POST", path, headers: { authorization: `Bearer ${apiKey}` } });
  return { status: reply.status, json: JSON.parse(reply.text) };
}

async function state() {
  const pair = await loadPair(api.context, settlementId, invoiceId);
  if (!pair) throw new Error("nothing was paid");
  return { settlement: pair.settlement.state, invoice: pair.invoice.state };
}

async function comes(amountCents: number): Promise<void> {
  const { railRef } = (await state()).settlement.payment;
  if (railRef === null) throw new Error("nothing was asked for");
  const event = await rail.tells(railRef, mockEvent({ railRef, state: "funds_received", amountCents }), "evt-1");
  await receiveCallback(api.context, { rail: "mock", railRef, reference: mockReference(railRef), events: [event] });
}

describe("canceling a payment", () => {
  test("that nobody has sent gives the collection up, and the invoice can be paid again", async () => {
    const { status, json } = await cancel();
    expect([status, json.status]).toEqual([200, "canceled"]);
    const { settlement, invoice } = await state();
    expect(settlement).toMatchObject({ status: "failed", failureCode: "canceled" });
    expect(invoice).toMatchObject({ status: "sent", amountProcessingCents: 0 });
    expect(await rail.transfersOf([settlement.payment.railRef ?? ""])).toMatchObject([{ state: "failed" }]);
    expect((await pay("k2")).status).toBe(201);
  });

  test("twice is answered as it stands, and another tenant's is not found", async () => {
    await cancel();
    const { settlement } = await state();
    expect((await cancel()).json.status).toBe("canceled");
    expect((await state()).settlement).toEqual(settlement);
    const other = await api.tenant({ slug: "other" });
    expect((await cancel({ apiKey: other.apiKey })).status).toBe(404);
  });

  test("for which money has come, even unheard, is refused, and the money is counted", async () => {
    await comes(400);
    expect(await cancel()).toMatchObject({ status: 409, json: { code: "payment_not_cancelable" } });
    expect((await state()).settlement.payment.status).toBe("processing");
  });

  test("whose word of money was lost hears it", async () => {
    const { railRef } = (await state()).settlement.payment;
    await rail.does(railRef ?? "", mockEvent({ railRef: railRef ?? "", state: "funds_received" }));
    expect((await cancel()).status).toBe(409);
    expect((await state()).settlement).toMatchObject({ status: "screening", payment: { status: "succeeded" } });
  });

  test("that was settled is refused", async () => {
    await comes(10_000);
    expect((await cancel()).status).toBe(409);
  });

  test("while the rail gives no answer is 503 and changes nothing", async () => {
    const silent = railThat(rail, { cancelCollection: () => Promise.reject(new Error("silence")) });
    expect(await cancel({ on: silent })).toMatchObject({ status: 503, json: { code: "rail_unavailable" } });
    expect((await state()).settlement.status).toBe("collecting");
    expect((await cancel()).status).toBe(200);
  });

  test("whose wish the rail had taken without an answer ends all the same", async () => {
    await rail.cancelCollection((await state()).settlement.payment.railRef ?? "");
    expect((await cancel()).json.status).toBe("canceled");
  });

  test("leaves what is sent all the same to operators, applied to nothing", async () => {
    await cancel();
    await comes(10_000);
    const { settlement, invoice } = await state();
    expect(settlement).toMatchObject({ status: "failed", unappliedCents: 10_000, payment: { status: "canceled" } });
    expect(invoice).toMatchObject({ status: "sent", amountPaidCents: 0 });
  });
});

describe("canceling a payment says why not", () => {
  const message = async (input: Parameters<typeof cancel>[0] = {}) => {
    const { status, json } = await cancel(input);
    return [status, json.code, json.error];
  };

  test("where money has come, the settlement went on, or the rail keeps waiting", async () => {
    const gaveUp = () =>
      cancel({ on: railThat(rail, { cancelCollection: async () => false, lookUp: async () => null }) });
    expect((await gaveUp()).json.error).toBe(
      "not canceled: its money may be on its way: the rail does not give it up any more",
    );
    await comes(400);
    const asked = railThat(rail, { cancelCollection: () => Promise.reject(new Error("asked")) });
    expect(await message({ on: asked })).toEqual([
      ...[409, "payment_not_cancelable", "not canceled: money has come: refund it, or wait for the rest"],
    ]);
  });

  test("where its settlement is past its collection, without asking the rail", async () => {
    await comes(10_000);
    const asked = railThat(rail, { cancelCollection: () => Promise.reject(new Error("asked")) });
    expect(await message({ on: asked })).toEqual([
      ...[409, "payment_not_cancelable", "not canceled: its settlement is screening"],
    ]);
  });

  test("where there is none, or the rail is silent and is to be asked again in five seconds", async () => {
    const known = paymentId;
    paymentId = "pay_01K00000000000000000000009";
    expect(await message()).toEqual([404, "not_found", "no such payment"]);
    paymentId = known;
    const silent = railThat(rail, { cancelCollection: () => Promise.reject(new Error("silence")) });
    const open = cancelPayment({ ...api.context, rail: silent }, { tenantId: tenant.id, paymentId });
    await expect(open).rejects.toMatchObject({
      ...{ code: "rail_unavailable", message: "the rail gave no answer; ask again", detail: { retryAfterSeconds: 5 } },
    });
  });

  const report: ReportedTransfer = {
    ...{ railRef: "r", transferRef: "r", reference: null, returned: null, receivedCents: null, paid: null, state: "x" },
    leg: "collection",
    events: [],
  };
  const funds = { kind: "funds_received", totalCents: 400 } as const;
  const failed = { kind: "failed", code: "r" } as const;

  test.each([
    ["nothing came, and failed it", { events: [failed] }, "canceled"],
    [
      "nothing came of it, and failed with more words",
      { receivedCents: 0, events: [failed, { kind: "unknown", state: "x" }] },
      "canceled",
    ],
    ["some came before it failed", { receivedCents: 400, events: [funds, failed] }, 409],
    ["it still waits", {}, 409],
    ["some came", { receivedCents: 400, events: [funds] }, 409],
  ] as const)("unless a rail that gives up no more says that %s", async (_, change, answer) => {
    const looksUp = railThat(rail, {
      ...{ cancelCollection: async () => false, lookUp: async () => ({ ...report, ...change }) },
    });
    const { status, json } = await cancel({ on: looksUp });
    expect(status === 200 ? json.status : status).toBe(answer);
  });
});

describe("canceling a payment whose collection was never answered", () => {
  /** A payment by the second key of this test, which the rail was asked for without an answer. */
  async function unanswered(source: string): Promise<void> {
    await cancel();
    const silent = railThat(rail, { collect: () => Promise.reject(new Error("gone")) });
    expect((await pay("k2", source, silent)).status).toBe(503);
    const opened = api.store.rows().flatMap(({ type, body }) => {
      const { state } = body as { state: Settlement };
      return type === "settlement" && state.status === "created" ? [state] : [];
    });
    settlementId = opened[0]?.id ?? "";
    paymentId = opened[0]?.payment.id ?? "";
  }

  test("asks for it once more by its key, and gives that up", async () => {
    await unanswered("ach_push");
    expect((await state()).settlement).toMatchObject({ status: "created", payment: { railRef: null } });
    expect((await cancel()).json.status).toBe("canceled");
    const { settlement } = await state();
    expect(await rail.transfersOf([settlement.payment.railRef ?? ""])).toMatchObject([{ state: "failed" }]);
  });

  test("is refused where the rail then refuses it, which failed the payment", async () => {
    await unanswered("ach_push");
    const refusing = railThat(rail, {
      collect: async () => ({ refused: { code: "R03", reason: "no account" } }),
      cancelCollection: () => Promise.reject(new Error("asked")),
    });
    expect((await cancel({ on: refusing })).json.error).toBe("not canceled: its settlement is failed");
    expect((await state()).settlement).toMatchObject({ status: "failed", failureCode: "R03" });
  });

  test("is refused for a debit, without asking the rail: it may be on its way", async () => {
    await unanswered("ach");
    expect((await cancel()).json.error).toBe("not canceled: the debit may be on its way to the bank");
    expect((await state()).settlement.status).toBe("created");
  });
});

describe("paying in a way that the rail does not take", () => {
  const pushOnly = () => railThat(rail, { sources: ["ach_push"] });

  test("is 400 before anything is made", async () => {
    await cancel();
    const { status, json } = await pay("k2", "ach", pushOnly());
    expect([status, json.code, json.fields[0].path]).toEqual([400, "validation_error", "source.type"]);
    expect((await pay("k2", "ach_push", pushOnly())).status).toBe(201);
  });

  test("for a wallet that it cannot pay is 409", async () => {
    await cancel();
    const { status, json } = await pay("k2", "ach_push", railThat(rail, { pays: () => false }));
    expect([status, json.code]).toEqual([409, "unsupported_route"]);
  });
});
