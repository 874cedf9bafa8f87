import { beforeEach, describe, expect, test } from "vitest";
import { alertReportOf } from "../../../functions/api/disputes/alert-query.ts";
import type { Store } from "../../../functions/app/core/ports.ts";
import { ingestFromSource } from "../../../functions/app/disputes/ingest-alert.ts";
import { untoldAlerts } from "../../../functions/app/disputes/pending-outcome-reports.ts";
import { chargebacks } from "../../../functions/app/disputes/recorded-losses.ts";
import { escrowSearch } from "../../../functions/app/escrow/disputes.ts";
import { refundPayment } from "../../../functions/app/settlement/refund-payment.ts";
import { newAlert } from "../../../functions/contract/disputes/alert-body.ts";
import { AlertApi } from "../../support/disputes/alert-api.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

let api: AlertApi;

beforeEach(async () => {
  api = await AlertApi.open({ destWallet: "0xFAILCONVERT" }, { refunds: true });
});

function refund(paymentId: string, key = "refund-1", store: Store = api.store) {
  const { tenantId, context, log, reached: rail } = api;
  return refundPayment(
    { ...context, store, log, rail, chargebacks },
    {
      ...{ tenantId, paymentId, amountCents: 10_000, reason: "ordered twice" },
      ...{ operation: "refundPayment", idempotencyKey: key, fingerprint: key },
    },
  );
}

describe("a tenant's own refund", () => {
  test("of what a chargeback has taken is refused, also while no case is open about it", async () => {
    const { paymentId, settlementId } = await api.held();
    await api.rules();
    const { json } = await api.ingest({ kind: "chargeback", network: "visa", paymentId });
    expect(json.status).toBe("in_review");
    expect((await refund(paymentId)).outcome).toMatchObject({ kind: "refusal", code: "action_not_available" });
    expect((await api.settlement(settlementId)).sendBack).toBeNull();
    await api.send("POST", `/alerts/${json.id}/resolve`, { body: { resolution: "duplicate" } });
    expect((await refund(paymentId, "refund-2")).outcome.kind).toBe("result");
  });

  test("that a chargeback overtakes, of which only people are told, is decided again", async () => {
    const { paymentId, settlementId } = await api.held();
    await api.rules();
    const { store } = api;
    let overtaken = false;
    const slow: Store = {
      read: (keys) => store.read(keys),
      write: (writes, nonce) => store.write(writes, nonce),
      page: async (query) => {
        const rows = await store.page(query);
        if (!overtaken) await api.ingest({ kind: "chargeback", network: "visa", paymentId });
        overtaken = true;
        return rows;
      },
    };
    const reply = await refund(paymentId, "refund-1", slow);
    expect([overtaken, reply.outcome]).toMatchObject([true, { code: "action_not_available" }]);
    expect((await api.settlement(settlementId)).sendBack).toBeNull();
  });

  test("beside a complaint is the tenant's to make", async () => {
    const { paymentId, settlementId } = await api.held();
    await api.rules();
    await api.ingest({ paymentId });
    expect((await refund(paymentId)).outcome.kind).toBe("result");
    expect((await api.settlement(settlementId)).payment.status).toBe("refunded");
  });
});

describe("a refund that a source waits to hear of", () => {
  const untold = () => untoldAlerts(api.context, "ethoca", 100);
  const ends = async () => (await untold()).map(({ report: { end, refund: made } }) => [end, made !== null]);

  /** As a fetch brings one; its refund's rail is told by the sweeper. */
  const fetched = async (paymentId: string) => {
    const body = newAlert.parse({ externalId: "E-1", kind: "dispute", amountCents: 10_000, paymentId });
    const reply = alertReportOf(body, api.clock.now());
    const context = { ...api.context, ...escrowSearch, actor: "system:alerts" };
    await ingestFromSource(context, { tenantId: api.tenantId, source: "ethoca", said: reply });
    api.pass(900);
    await api.sweep();
  };

  test("is never told of an alert that somebody brought in its name: whose that is, nobody has checked", async () => {
    api.enabled = ["ethoca"];
    const { json } = await api.ingest({ kind: "chargeback" }, { source: "ethoca" });
    await api.send("POST", `/alerts/${json.id}/dismiss`);
    expect(await ends()).toEqual([]);
  });

  test("is told once the rail has said that it is gone, and not before", async () => {
    const { paymentId } = await api.held();
    const rail = api.reached;
    api.reached = railThat(rail, { returnDeposit: () => Promise.reject(new Error("no answer")) });
    await fetched(paymentId);
    expect((await api.send("GET", "/alerts")).json.data[0].resolution).toBe("refunded");
    expect(await ends()).toEqual([]);
    api.reached = rail;
    api.pass(900);
    await api.sweep();
    expect(await ends()).toEqual([["refunded", true]]);
  });

  test("is told as none where the rail refused it", async () => {
    const { paymentId } = await api.held();
    const refused = { code: "closed", reason: "account closed" };
    api.reached = railThat(api.reached, { returnDeposit: async () => ({ refused }) });
    await fetched(paymentId);
    expect(await ends()).toEqual([["other", false]]);
  });
});
