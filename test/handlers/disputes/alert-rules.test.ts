import { beforeEach, describe, expect, test } from "vitest";
import type { Entry } from "../../../functions/app/core/aggregate.ts";
import { readAlert } from "../../../functions/app/disputes/alert-reads.ts";
import type { DisputeRule } from "../../../functions/domain/disputes/rule.ts";
import { AlertDoor } from "../../support/disputes/alert-door.ts";
import { railThat } from "../../support/settlement/door-reserve.ts";

let door: AlertDoor;

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

const heldWallet = { destWallet: "0xFAILCONVERT" };

describe("on a rail without a refund leg", () => {
  beforeEach(async () => {
    door = await AlertDoor.open({ isoRef: "iso-7" });
  });

  test("a rule that would refund goes to a person, and no money moves", async () => {
    const { paymentId, settlementId } = await door.paid();
    await door.rules(always("refund"));
    const { json } = await door.ingest({ paymentId });
    expect(json).toMatchObject({
      ...{ status: "in_review", reviewReason: "refund_unsupported", refund: null, ruleId: "refund" },
      rulesVersion: 1,
      ruleAudit: [
        {
          ...{ ruleId: "refund", name: "always refund", matched: true },
          conditions: [
            { attribute: "amountCents", operator: "EqualTo", value: 10_000, actual: 10_000, held: true },
          ],
        },
      ],
    });
    expect((await door.settlement(settlementId)).sendBack).toBeNull();
  });

  test("every action does what it says", async () => {
    const { paymentId, settlementId } = await door.paid();
    const outcome = async (action: DisputeRule["action"]) => {
      await door.rules(always(action));
      const { json } = await door.ingest({ externalId: action, paymentId });
      return [json.status, json.reviewReason, (await door.events(json.id)).slice(2)];
    };
    expect(await outcome("review")).toEqual(["in_review", "rule", ["alert.routed_to_review"]]);
    expect(await outcome("dismiss")).toEqual(["dismissed", null, []]);
    expect(await outcome("notify_iso")).toEqual(["notified_iso", null, ["alert.notify_iso"]]);
    expect(await outcome("open_case")).toEqual(["case_opened", null, []]);
    expect((await door.settlement(settlementId)).disputes).toHaveLength(1);
  });

  test("the first rule that matches decides, and what comes after it is not looked at", async () => {
    const { paymentId } = await door.paid();
    const never: DisputeRule = {
      ...always("refund", "never"),
      when: [{ attribute: "kind", operator: "EqualTo", value: "fraud" }],
    };
    await door.rules(never, always("dismiss"), always("review"));
    const { json } = await door.ingest({ paymentId });
    expect(json.status).toBe("dismissed");
    expect(
      json.ruleAudit.map(({ ruleId, matched }: { ruleId: string; matched: boolean }) => [ruleId, matched]),
    ).toEqual([
      ["never", false],
      ["dismiss", true],
    ]);
  });

  test("an alert that no rule matches goes to a person, also under an empty list", async () => {
    const { paymentId } = await door.paid();
    await door.rules();
    const { json } = await door.ingest({ paymentId });
    expect(json).toMatchObject({ status: "in_review", reviewReason: "no_rule", ruleId: null, ruleAudit: [] });
  });

  test("a second alert joins the payment's open case", async () => {
    const { paymentId, settlementId } = await door.paid();
    const first = await door.ingest({ externalId: "C-1", kind: "chargeback", network: "visa", paymentId });
    const second = await door.ingest({ externalId: "C-2", kind: "chargeback", network: "visa", paymentId });
    expect([first.json.status, second.json.status]).toEqual(["case_opened", "case_opened"]);
    expect(second.json.caseId).toBe(first.json.caseId);
    expect((await door.settlement(settlementId)).disputes).toEqual([first.json.caseId]);
  });

  test("a second alert about a chargeback that is counted never counts, not even for a moment", async () => {
    const { paymentId } = await door.paid();
    const said = { kind: "chargeback", network: "visa", paymentId };
    const [first, second] = [await door.ingest(said), await door.ingest({ ...said, externalId: "C-2" })];
    const counts = async (id: string) => (await readAlert(door.desk, null, id)).entries.flatMap(countsOf);
    expect(await counts(first.json.id)).toMatchObject([{ counts: { visaChargebacks: 1 } }]);
    expect(await counts(second.json.id)).toEqual([]);
  });

  test("a chargeback whose window has closed goes to a person", async () => {
    const { paymentId } = await door.paid();
    const said = { kind: "chargeback", network: "visa", paymentId, receivedAt: "2026-01-01T00:00:00.000Z" };
    const { json } = await door.ingest(said);
    expect([json.status, json.reviewReason]).toEqual(["in_review", "deadline_passed"]);
  });

  test("a refund that the network made is mirrored, whatever the rules say, and moves nothing", async () => {
    const { paymentId, settlementId } = await door.paid();
    await door.rules(always("refund"));
    const before = await door.settlement(settlementId);
    const trail = () => door.book.rows().filter(({ pk, type }) => pk === settlementId && type === "entry");
    const entries = trail();
    const { json } = await door.ingest({ kind: "rdr", paymentId, arn: "745", networkRef: "RDR-5" });
    expect(json).toMatchObject({
      ...{ status: "auto_refunded", ruleAudit: [], paymentId },
      refund: { by: "network", amountCents: 10_000, arn: "745", networkRef: "RDR-5" },
    });
    expect(await door.events(json.id)).toEqual(["alert.created", "alert.matched", "alert.auto_refunded"]);
    const after = await door.settlement(settlementId);
    expect(after).toEqual({ ...before, networkRefundCents: 10_000 });
    expect(trail()).toEqual(entries);
  });

  test("one that no payment is known of is mirrored too, and can be told later which it was", async () => {
    const { paymentId, settlementId } = await door.paid("B-1", 7_777);
    const { json } = await door.ingest({ refundedByNetwork: true });
    expect([json.status, json.paymentId]).toEqual(["auto_refunded", null]);
    const matched = await door.match(json.id, paymentId);
    expect([matched.status, matched.json.status, matched.json.paymentId]).toEqual([
      200,
      "auto_refunded",
      paymentId,
    ]);
    // Never more than was paid.
    expect((await door.settlement(settlementId)).networkRefundCents).toBe(7_777);
  });

  test("a fraud report is for information", async () => {
    const { paymentId } = await door.paid();
    const { json } = await door.ingest({ kind: "fraud_report", network: "visa", paymentId });
    expect([json.status, json.resolution, json.ruleAudit]).toEqual(["resolved", "informational", []]);
  });

  test("a tenant without a reseller has its alert looked at by a person", async () => {
    door = await AlertDoor.open();
    const { paymentId } = await door.paid();
    await door.rules(always("notify_iso"));
    expect((await door.ingest({ paymentId })).json.reviewReason).toBe("no_iso");
    const own = await door.ingest({ externalId: "A-2", paymentId, isoRef: "iso-9" });
    expect([own.json.status, own.json.isoRef]).toEqual(["notified_iso", "iso-9"]);
  });
});

describe("on a rail that sends deposits back", () => {
  beforeEach(async () => {
    door = await AlertDoor.open(heldWallet, { refunds: true });
    await door.rules(always("refund"));
  });

  test("a rule that refunds has the rail do it, once, on record before it is told", async () => {
    const { paymentId, settlementId } = await door.held();
    const seen: unknown[] = [];
    const rail = door.reached;
    door.reached = railThat(rail, {
      returnDeposit: async (asked) => {
        seen.push(asked.key, (await door.settlement(settlementId)).sendBack?.key);
        return rail.returnDeposit(asked);
      },
    });
    const first = await door.ingest({ paymentId }, { key: "k" });
    expect(first.json).toMatchObject({
      ...{ status: "resolved", resolution: "refunded" },
      refund: { by: "service", amountCents: 10_000 },
    });
    await door.ingest({ paymentId }, { key: "k" });
    await door.ingest({ paymentId }, { key: "other" });
    const key = `${settlementId}:return:1`;
    expect(seen).toEqual([key, key]);
    expect((await door.settlement(settlementId)).payment.status).toBe("refunded");
  });

  test("a rail that gives no answer is asked again by the sweeper, by the same key", async () => {
    const { paymentId, settlementId } = await door.held();
    const rail = door.reached;
    door.reached = railThat(rail, { returnDeposit: () => Promise.reject(new Error("no answer")) });
    expect((await door.ingest({ paymentId })).json.status).toBe("resolved");
    expect((await door.settlement(settlementId)).payment.status).toBe("succeeded");
    door.reached = rail;
    door.pass(900);
    await door.sweep();
    expect((await door.settlement(settlementId)).payment.status).toBe("refunded");
  });

  test("what was refunded before, or by the network, is not refunded again", async () => {
    const { paymentId } = await door.held();
    await door.ingest({ paymentId });
    const again = await door.ingest({ externalId: "A-2", paymentId });
    expect([again.json.status, again.json.reviewReason]).toEqual(["in_review", "double_loss"]);
    const mirrored = await door.held("B-1");
    await door.ingest({ externalId: "R-1", kind: "rdr", paymentId: mirrored.paymentId });
    const late = await door.ingest({ externalId: "A-3", paymentId: mirrored.paymentId });
    expect([late.json.status, late.json.reviewReason]).toEqual(["in_review", "double_loss"]);
  });

  test("what is in dispute, or was given back outside, is not refunded", async () => {
    const { paymentId, settlementId } = await door.held();
    await door.rules(
      { ...always("open_case"), when: [{ attribute: "kind", operator: "EqualTo", value: "chargeback" }] },
      always("refund"),
    );
    await door.ingest({ externalId: "C-1", kind: "chargeback", network: "visa", paymentId });
    const disputed = await door.ingest({ externalId: "A-2", paymentId });
    expect([disputed.json.reviewReason, (await door.settlement(settlementId)).sendBack]).toEqual([
      "double_loss",
      null,
    ]);
    const outside = await door.held("B-1");
    const told = await door.ingest({ externalId: "A-3", paymentId: outside.paymentId, currency: "EUR" });
    expect(told.json.reviewReason).toBe("refund_refused");
    await door.send("POST", `/alerts/${told.json.id}/resolve`, { body: { resolution: "refunded" } });
    const late = await door.ingest({ externalId: "A-4", paymentId: outside.paymentId });
    expect(late.json.reviewReason).toBe("double_loss");
  });

  test("what another tenant's sender calls by our payment's id says nothing about it", async () => {
    const { paymentId } = await door.held();
    const { apiKey } = await door.tenant({ slug: "other" });
    const body = { externalId: paymentId, arn: paymentId.toLowerCase(), kind: "rdr" };
    expect((await door.ingest(body, { apiKey })).json.status).toBe("auto_refunded");
    expect((await door.ingest({ paymentId })).json.resolution).toBe("refunded");
  });

  test.each(["chargeback", "ach_return"])(
    "what a %s has taken is not refunded, by its own alert or by another, while no case tells how it ends",
    async (kind) => {
      const { paymentId, settlementId } = await door.held();
      const taken = await door.ingest({ externalId: "C-1", kind, network: "visa", paymentId });
      expect([taken.json.status, taken.json.reviewReason]).toEqual(["in_review", "double_loss"]);
      await door.send("POST", `/alerts/${taken.json.id}/dismiss`);
      const other = await door.ingest({ externalId: "A-2", paymentId });
      expect([other.json.status, other.json.reviewReason]).toEqual(["in_review", "double_loss"]);
      expect((await door.settlement(settlementId)).sendBack).toBeNull();
    },
  );

  test("a chargeback that was another payment's, or one alert twice, takes nothing", async () => {
    const { paymentId } = await door.held();
    const taken = await door.ingest({ externalId: "C-1", kind: "chargeback", network: "visa", paymentId });
    await door.send("POST", `/alerts/${taken.json.id}/resolve`, { body: { resolution: "not_found" } });
    expect((await door.ingest({ externalId: "A-2", paymentId })).json.resolution).toBe("refunded");
  });

  test("a payment is refunded by a later alert where the rail had refused it to the first", async () => {
    const { paymentId, settlementId } = await door.held();
    const rail = door.reached;
    door.reached = railThat(rail, {
      returnDeposit: async () => ({ refused: { code: "closed", reason: "account closed" } }),
    });
    await door.ingest({ paymentId });
    expect((await door.settlement(settlementId)).payment.status).toBe("succeeded");
    door.reached = rail;
    expect((await door.ingest({ externalId: "A-2", paymentId })).json.resolution).toBe("refunded");
    expect((await door.settlement(settlementId)).payment.status).toBe("refunded");
  });

  test("a part cannot be sent back, and a delivered payment has nothing to send", async () => {
    const { paymentId } = await door.held();
    await door.rules({
      ...always("refund"),
      when: [{ attribute: "kind", operator: "EqualTo", value: "dispute" }],
    });
    expect((await door.ingest({ paymentId, amountCents: 5_000 })).json.reviewReason).toBe(
      "refund_unsupported",
    );
    expect((await door.ingest({ externalId: "A-2", paymentId, amountCents: 10_001 })).json.reviewReason).toBe(
      "refund_refused",
    );
  });

  test("32 alerts about one payment at once refund it once", async () => {
    const { paymentId, settlementId } = await door.held();
    const bring = (at: number) => door.ingest({ externalId: `M-${at}`, paymentId }, { key: `k-${at}` });
    const all = await Promise.all(Array.from({ length: 32 }, (_, at) => bring(at)));
    // A lost race is told, and the same key goes on.
    const later = await Promise.all(all.map((said, at) => (said.status === 409 ? bring(at) : said)));
    expect(later.filter(({ json }) => json.refund?.by === "service")).toHaveLength(1);
    expect((await door.settlement(settlementId)).sentBack).toHaveLength(1);
  });
});
