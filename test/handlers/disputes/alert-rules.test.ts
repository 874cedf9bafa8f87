import { beforeEach, describe, expect, test } from "vitest";
import type { Entry } from "../../../functions/app/core/aggregate.ts";
import { readAlert } from "../../../functions/app/disputes/alert-reads.ts";
import type { DisputeRule } from "../../../functions/domain/disputes/rule.ts";
import { AlertApi } from "../../support/disputes/alert-api.ts";

let api: AlertApi;

function countsOf({ follows }: Entry) {
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

const _heldWallet = { destWallet: "0xFAILCONVERT" };

describe("on a rail without a refund leg", () => {
  beforeEach(async () => {
    api = await AlertApi.open({ isoRef: "iso-7" });
  });

  test("a rule that would refund goes to a person, and no money moves", async () => {
    const { paymentId, settlementId } = await api.paid();
    await api.rules(always("refund"));
    const { json } = await api.ingest({ paymentId });
    expect(json).toMatchObject({
      ...{ status: "in_review", reviewReason: "refund_unsupported", refund: null, ruleId: "refund" },
      rulesVersion: 1,
      ruleAudit: [
        {
          ...{ ruleId: "refund", name: "always refund", matched: true },
          conditions: [{ attribute: "amountCents", operator: "EqualTo", value: 10_000, actual: 10_000, held: true }],
        },
      ],
    });
    expect((await api.settlement(settlementId)).sendBack).toBeNull();
  });

  test("every action does what it says", async () => {
    const { paymentId, settlementId } = await api.paid();
    const outcome = async (action: DisputeRule["action"]) => {
      await api.rules(always(action));
      const { json } = await api.ingest({ externalId: action, paymentId });
      return [json.status, json.reviewReason, (await api.events(json.id)).slice(2)];
    };
    expect(await outcome("review")).toEqual(["in_review", "rule", ["alert.routed_to_review"]]);
    expect(await outcome("dismiss")).toEqual(["dismissed", null, []]);
    expect(await outcome("notify_iso")).toEqual(["notified_iso", null, ["alert.notify_iso"]]);
    expect(await outcome("open_case")).toEqual(["case_opened", null, []]);
    expect((await api.settlement(settlementId)).disputes).toHaveLength(1);
  });

  test("the first rule that matches decides, and what comes after it is not looked at", async () => {
    const { paymentId } = await api.paid();
    const never: DisputeRule = {
      ...always("refund", "never"),
      when: [{ attribute: "kind", operator: "EqualTo", value: "fraud" }],
    };
    await api.rules(never, always("dismiss"), always("review"));
    const { json } = await api.ingest({ paymentId });
    expect(json.status).toBe("dismissed");
    expect(
      json.ruleAudit.map(({ ruleId, matched }: { ruleId: string; matched: boolean }) => [ruleId, matched]),
    ).toEqual([
      ["never", false],
      ["dismiss", true],
    ]);
  });

  test("an alert that no rule matches goes to a person, also under an empty list", async () => {
    const { paymentId } = await api.paid();
    await api.rules();
    const { json } = await api.ingest({ paymentId });
    expect(json).toMatchObject({ status: "in_review", reviewReason: "no_rule", ruleId: null, ruleAudit: [] });
  });

  test("a second alert joins the payment's open case", async () => {
    const { paymentId, settlementId } = await api.paid();
    const first = await api.ingest({ externalId: "C-1", kind: "chargeback", network: "visa", paymentId });
    const second = await api.ingest({ externalId: "C-2", kind: "chargeback", network: "visa", paymentId });
    expect([first.json.status, second.json.status]).toEqual(["case_opened", "case_opened"]);
    expect(second.json.caseId).toBe(first.json.caseId);
    expect((await api.settlement(settlementId)).disputes).toEqual([first.json.caseId]);
  });

  test("a second alert about a chargeback that is counted never counts, not even for a moment", async () => {
    const { paymentId } = await api.paid();
    const reply = { kind: "chargeback", network: "visa", paymentId };
    const [first, second] = [await api.ingest(reply), await api.ingest({ ...reply, externalId: "C-2" })];
    const counts = async (id: string) => (await readAlert(api.context, null, id)).entries.flatMap(countsOf);
    expect(await counts(first.json.id)).toMatchObject([{ counts: { visaChargebacks: 1 } }]);
    expect(await counts(second.json.id)).toEqual([]);
  });

  test("a chargeback whose window has closed goes to a person", async () => {
    const { paymentId } = await api.paid();
    const reply = { kind: "chargeback", network: "visa", paymentId, receivedAt: "2026-01-01T00:00:00.000Z" };
    const { json } = await api.ingest(reply);
    expect([json.status, json.reviewReason]).toEqual(["in_review", "deadline_passed"]);
  });

  test("a refund that the network made is mirrored, whatever the rules say, and moves nothing", async () => {
    const { paymentId, settlementId } = await api.paid();
    await api.rules(always("refund"));
    const before = await api.settlement(settlementId);
    const trail = () => api.store.rows().filter(({ pk, type }) => pk === settlementId && type === "entry");
    const entries = trail();
    const { json } = await api.ingest({ kind: "rdr", paymentId, arn: "745", networkRef: "RDR-5" });
    expect(json).toMatchObject({
      ...{ status: "auto_refunded", ruleAudit: [], paymentId },
      refund: { by: "network", amountCents: 10_000, arn: "745", networkRef: "RDR-5" },
    });
    expect(await api.events(json.id)).toEqual(["alert.created", "alert.matched", "alert.auto_refunded"]);
    const after = await api.settlement(settlementId);
    expect(after).toEqual({ ...before, networkRefundCents: 10_000 });
    expect(trail()).toEqual(entries);
  });

  test("one that no payment is known of is mirrored too, and can be told later which it was", async () => {
    const { paymentId, settlementId } = await api.paid("B-1", 7_777);
    const { json } = await api.ingest({ refundedByNetwork: true });
    expect([json.status, json.paymentId]).toEqual(["auto_refunded", null]);
    const matched = await api.match(json.id, paymentId);
    expect([matched.status, matched.json.status, matched.json.paymentId]).toEqual([200, "auto_refunded", paymentId]);
    // Never more than was paid.
    expect((await api.settlement(settlementId)).networkRefundCents).toBe(7_777);
  });

  test("a fraud report is for information", async () => {
    const { paymentId } = await api.paid();
    const { json } = await api.ingest({ kind: "fraud_report", network: "visa", paymentId });
    expect([json.status, json.resolution, json.ruleAudit]).toEqual(["resolved", "informational", []]);
  });

  test("a tenant without a reseller has its alert looked at by a person", async () => {
    api = await AlertApi.open();
    const { paymentId } = await api.paid();
    await api.rules(always("notify_iso"));
    expect((await api.ingest({ paymentId })).json.reviewReason).toBe("no_iso");
    const own = await api.ingest({ externalId: "A-2", paymentId, isoRef: "iso-9" });
    expect([own.json.status, own.json.isoRef]).toEqual(["notified_iso", "iso-9"]);
  });
});
