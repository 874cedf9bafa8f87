import { beforeEach, describe, expect, test } from "vitest";
import type { Entry } from "../../../functions/app/core/aggregate.ts";
import type { DisputeRule } from "../../../functions/domain/disputes/rule.ts";
import { AlertApi } from "../../support/disputes/alert-api.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

let api: AlertApi;

function _countsOf({ follows }: Entry) {
  return follows.filter(({ kind }) => kind === "count");
}

/** A rule that matches every alert of 100.00. */
function always(action: DisputeRule["action"], id: string = action): DisputeRule {
  return {
    id,
    name: `always ${action}`,
    when: [{ attribute: "amountCents", operator: "EqualTo", value: 10_000 }],
    action,
  };
}

const heldWallet = { destWallet: "0xFAILCONVERT" };

describe("on a rail that sends deposits back", () => {
  beforeEach(async () => {
    api = await AlertApi.open(heldWallet, { refunds: true });
    await api.rules(always("refund"));
  });

  test("a rule that refunds has the rail do it, once, on record before it is told", async () => {
    const { paymentId, settlementId } = await api.held();
    const seen: unknown[] = [];
    const rail = api.reached;
    api.reached = railThat(rail, {
      returnDeposit: async (input) => {
        seen.push(input.key, (await api.settlement(settlementId)).sendBack?.key);
        return rail.returnDeposit(input);
      },
    });
    const first = await api.ingest({ paymentId }, { key: "k" });
    expect(first.json).toMatchObject({
      ...{ status: "resolved", resolution: "refunded" },
      refund: { by: "service", amountCents: 10_000 },
    });
    await api.ingest({ paymentId }, { key: "k" });
    await api.ingest({ paymentId }, { key: "other" });
    const key = `${settlementId}:return:1`;
    expect(seen).toEqual([key, key]);
    expect((await api.settlement(settlementId)).payment.status).toBe("refunded");
  });

  test("a rail that gives no answer is asked again by the sweeper, by the same key", async () => {
    const { paymentId, settlementId } = await api.held();
    const rail = api.reached;
    api.reached = railThat(rail, { returnDeposit: () => Promise.reject(new Error("no answer")) });
    expect((await api.ingest({ paymentId })).json.status).toBe("resolved");
    expect((await api.settlement(settlementId)).payment.status).toBe("succeeded");
    api.reached = rail;
    api.pass(900);
    await api.sweep();
    expect((await api.settlement(settlementId)).payment.status).toBe("refunded");
  });

  test("what was refunded before, or by the network, is not refunded again", async () => {
    const { paymentId } = await api.held();
    await api.ingest({ paymentId });
    const again = await api.ingest({ externalId: "A-2", paymentId });
    expect([again.json.status, again.json.reviewReason]).toEqual(["in_review", "double_loss"]);
    const mirrored = await api.held("B-1");
    await api.ingest({ externalId: "R-1", kind: "rdr", paymentId: mirrored.paymentId });
    const late = await api.ingest({ externalId: "A-3", paymentId: mirrored.paymentId });
    expect([late.json.status, late.json.reviewReason]).toEqual(["in_review", "double_loss"]);
  });

  test("what is in dispute, or was given back outside, is not refunded", async () => {
    const { paymentId, settlementId } = await api.held();
    await api.rules(
      { ...always("open_case"), when: [{ attribute: "kind", operator: "EqualTo", value: "chargeback" }] },
      always("refund"),
    );
    await api.ingest({ externalId: "C-1", kind: "chargeback", network: "visa", paymentId });
    const disputed = await api.ingest({ externalId: "A-2", paymentId });
    expect([disputed.json.reviewReason, (await api.settlement(settlementId)).sendBack]).toEqual(["double_loss", null]);
    const outside = await api.held("B-1");
    const response = await api.ingest({ externalId: "A-3", paymentId: outside.paymentId, currency: "EUR" });
    expect(response.json.reviewReason).toBe("refund_refused");
    await api.send("POST", `/alerts/${response.json.id}/resolve`, { body: { resolution: "refunded" } });
    const late = await api.ingest({ externalId: "A-4", paymentId: outside.paymentId });
    expect(late.json.reviewReason).toBe("double_loss");
  });

  test("what another tenant's sender calls by our payment's id says nothing about it", async () => {
    const { paymentId } = await api.held();
    const { apiKey } = await api.tenant({ slug: "other" });
    const body = { externalId: paymentId, arn: paymentId.toLowerCase(), kind: "rdr" };
    expect((await api.ingest(body, { apiKey })).json.status).toBe("auto_refunded");
    expect((await api.ingest({ paymentId })).json.resolution).toBe("refunded");
  });

  test.each(["chargeback", "ach_return"])(
    "what a %s has taken is not refunded, by its own alert or by another, while no case tells how it ends",
    async (kind) => {
      const { paymentId, settlementId } = await api.held();
      const taken = await api.ingest({ externalId: "C-1", kind, network: "visa", paymentId });
      expect([taken.json.status, taken.json.reviewReason]).toEqual(["in_review", "double_loss"]);
      await api.send("POST", `/alerts/${taken.json.id}/dismiss`);
      const other = await api.ingest({ externalId: "A-2", paymentId });
      expect([other.json.status, other.json.reviewReason]).toEqual(["in_review", "double_loss"]);
      expect((await api.settlement(settlementId)).sendBack).toBeNull();
    },
  );

  test("a chargeback that was another payment's, or one alert twice, takes nothing", async () => {
    const { paymentId } = await api.held();
    const taken = await api.ingest({ externalId: "C-1", kind: "chargeback", network: "visa", paymentId });
    await api.send("POST", `/alerts/${taken.json.id}/resolve`, { body: { resolution: "not_found" } });
    expect((await api.ingest({ externalId: "A-2", paymentId })).json.resolution).toBe("refunded");
  });

  test("a payment is refunded by a later alert where the rail had refused it to the first", async () => {
    const { paymentId, settlementId } = await api.held();
    const rail = api.reached;
    api.reached = railThat(rail, {
      returnDeposit: async () => ({ refused: { code: "closed", reason: "account closed" } }),
    });
    await api.ingest({ paymentId });
    expect((await api.settlement(settlementId)).payment.status).toBe("succeeded");
    api.reached = rail;
    expect((await api.ingest({ externalId: "A-2", paymentId })).json.resolution).toBe("refunded");
    expect((await api.settlement(settlementId)).payment.status).toBe("refunded");
  });

  test("a part cannot be sent back, and a delivered payment has nothing to send", async () => {
    const { paymentId } = await api.held();
    await api.rules({ ...always("refund"), when: [{ attribute: "kind", operator: "EqualTo", value: "dispute" }] });
    expect((await api.ingest({ paymentId, amountCents: 5_000 })).json.reviewReason).toBe("refund_unsupported");
    expect((await api.ingest({ externalId: "A-2", paymentId, amountCents: 10_001 })).json.reviewReason).toBe(
      "refund_refused",
    );
  });

  test("32 alerts about one payment at once refund it once", async () => {
    const { paymentId, settlementId } = await api.held();
    const bring = (at: number) => api.ingest({ externalId: `M-${at}`, paymentId }, { key: `k-${at}` });
    const all = await Promise.all(Array.from({ length: 32 }, (_, at) => bring(at)));
    // A lost race is told, and the same key goes on.
    const later = await Promise.all(all.map((reply, at) => (reply.status === 409 ? bring(at) : reply)));
    expect(later.filter(({ json }) => json.refund?.by === "service")).toHaveLength(1);
    expect((await api.settlement(settlementId)).sentBack).toHaveLength(1);
  });
});
