import { beforeEach, describe, expect, test } from "vitest";
import { alertReportOf } from "../../../functions/api/disputes/alert-query.ts";
import { ingestFromSource } from "../../../functions/app/disputes/ingest-alert.ts";
import { recordOutcomeReport, untoldAlerts } from "../../../functions/app/disputes/pending-outcome-reports.ts";
import { escrowSearch } from "../../../functions/app/escrow/disputes.ts";
import { takeReviewAction } from "../../../functions/app/review/actions.ts";
import { getReview, listReview } from "../../../functions/app/review/review.ts";
import { changeTenant } from "../../../functions/app/tenants/tenants.ts";
import { newAlert } from "../../../functions/contract/disputes/alert-body.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import type { DisputeRule } from "../../../functions/domain/disputes/rule.ts";
import { later } from "../../support/core/samples.ts";
import { AlertApi } from "../../support/disputes/alert-api.ts";

let api: AlertApi;

beforeEach(async () => {
  api = await AlertApi.open({ isoRef: "iso-7" });
});

const operator = "operator:anna";

function end(id: string, how: "resolve" | "dismiss", body?: unknown) {
  return api.send("POST", `/alerts/${id}/${how}`, { body });
}

describe("an alert that waits for people", () => {
  test.each(["refunded", "not_found", "other"])("is resolved as %s, and again unchanged", async (resolution) => {
    const { json } = await api.ingest();
    const done = await end(json.id, "resolve", { resolution, note: "seen" });
    expect([done.status, done.json.status, done.json.resolution]).toEqual([200, "resolved", resolution]);
    expect(done.json.history.at(-1)).toMatchObject({ from: "unmatched", to: "resolved" });
    expect(done.json.history.at(-1).reason).toContain("seen");
    expect((await end(json.id, "resolve", { resolution })).text).toBe(done.text);
  });

  test("that has ended stays as it ended", async () => {
    const { json } = await api.ingest();
    await end(json.id, "dismiss");
    expect((await end(json.id, "dismiss")).status).toBe(200);
    const reply = await end(json.id, "resolve", { resolution: "refunded" });
    expect([reply.status, reply.json.code, reply.json.from, reply.json.to]).toEqual([
      ...[409, "invalid_state_transition", "dismissed", "resolved"],
    ]);
  });

  test("is in the operators' queue until then, with its deadline", async () => {
    const respondBy = later(3600);
    const { json } = await api.ingest({ respondBy });
    const item = (await listReview(api.context, { limit: 10 })).data[0];
    expect(item).toMatchObject({
      ...{ kind: "alert", subjectId: json.id, status: "unmatched", deadline: respondBy },
      actions: ["note", "assign", "dismiss_alert", "open_case"],
    });
    await end(json.id, "dismiss");
    expect((await listReview(api.context, { limit: 10 })).data).toEqual([]);
  });
});

describe("an operator", () => {
  const context = () => ({ ...api.context, actor: operator });
  const item = (id: string) => siblingId(id, "rev");

  test("dismisses an alert at once, with a note, and it leaves the queue", async () => {
    const { json } = await api.ingest();
    const acted = await takeReviewAction(context(), item(json.id), { action: "dismiss_alert", note: "a test" });
    expect(acted).toMatchObject({ item: { status: "dismissed", actions: [] } });
    await expect(getReview(api.context, item(json.id))).rejects.toMatchObject({ code: "not_found" });
    expect((await api.get(json.id)).json.history.at(-1)).toMatchObject({ to: "dismissed", actor: operator });
  });

  test("opens a case for one, also where no payment is known", async () => {
    const { json } = await api.ingest({ network: "visa", reasonCode: "13.1" });
    await takeReviewAction(context(), item(json.id), { action: "open_case", note: null });
    const { status, caseId } = await api.alert(json.id);
    expect([status, caseId?.slice(0, 4)]).toEqual(["case_opened", "cas_"]);
  });

  test("cannot do to an alert what is done to payments, nor to a payment what is done to alerts", async () => {
    const { json } = await api.ingest();
    const { settlementId } = await api.paid();
    for (const [id, action] of [
      [json.id, "fail"],
      [settlementId, "dismiss_alert"],
      [settlementId, "open_case"],
    ] as const)
      await expect(takeReviewAction(context(), item(id), { action, note: null })).rejects.toMatchObject({
        code: "action_not_available",
      });
  });
});

describe("the time for an answer", () => {
  test("ends what is in review and what a reseller was told of, and nothing else", async () => {
    const { paymentId } = await api.paid();
    const respondBy = later(3600);
    const review = await api.ingest({ paymentId, respondBy });
    const unmatched = await api.ingest({ externalId: "A-2", respondBy });
    const open = await api.ingest({ externalId: "A-3", paymentId });
    api.pass(3599);
    await api.sweep();
    expect((await api.alert(review.json.id)).status).toBe("in_review");
    api.pass(1);
    await api.sweep();
    const statuses = await Promise.all(
      [review, unmatched, open].map(async ({ json }) => (await api.alert(json.id)).status),
    );
    expect(statuses).toEqual(["expired", "unmatched", "in_review"]);
  });
});

describe("a debit that came back as not authorized", () => {
  test.each(["R05", "R07", "R10", "R11", "R29", "R51"])("%s raises one alert and one case", async (code) => {
    const paid = await api.paid();
    await api.returned(paid, code);
    await api.handOn();
    await api.handOn();
    const { data } = (await api.send("GET", "/alerts?kind=ach_return")).json;
    expect(data).toMatchObject([
      {
        ...{ externalId: `return:${paid.settlementId}:${code}`, source: "network", network: "ach" },
        ...{ reasonCode: code, status: "case_opened", paymentId: paid.paymentId },
      },
    ]);
    expect((await api.settlement(paid.settlementId)).disputes).toEqual([data[0].caseId]);
    const cases = api.store.rows().filter(({ type }) => type === "case");
    expect(cases).toHaveLength(1);
    expect(cases[0]?.body).toMatchObject({ state: { category: "debit_not_authorized", stage: "chargeback" } });
  });

  test("for want of funds raises none", async () => {
    await api.returned(await api.paid(), "R02");
    await api.handOn();
    expect((await api.send("GET", "/alerts")).json.data).toEqual([]);
  });

  test("is never refunded by a rule", async () => {
    const refund: DisputeRule = {
      id: "r",
      name: "r",
      when: [{ attribute: "kind", operator: "EqualTo", value: "ach_return" }],
      action: "refund",
    };
    await api.rules(refund);
    await api.returned(await api.paid(), "R10");
    await api.handOn();
    expect((await api.send("GET", "/alerts")).json.data).toMatchObject([
      { status: "in_review", reviewReason: "refund_unsupported" },
    ]);
  });

  test("opens its case although none of the tenant's own rules matches it", async () => {
    const inquiries = [{ attribute: "kind", operator: "EqualTo", value: "inquiry" }] as const;
    await api.rules({ id: "r", name: "r", when: [...inquiries], action: "dismiss" });
    await api.returned(await api.paid(), "R29");
    await api.handOn();
    expect((await api.send("GET", "/alerts")).json.data).toMatchObject([
      { status: "case_opened", ruleId: null, caseId: expect.stringMatching(/^cas_/) },
    ]);
  });
});

describe("an alert that is fetched from its source", () => {
  const bring = () => {
    const body = newAlert.parse({ externalId: "E-1", kind: "fraud", amountCents: 10_000 });
    const reply = alertReportOf(body, api.clock.now());
    return ingestFromSource(
      { ...api.context, ...escrowSearch, actor: "system:alerts" },
      { tenantId: api.tenantId, source: "ethoca", said: reply },
    );
  };

  test("is told there what it came to, once", async () => {
    await bring();
    expect(await untoldAlerts(api.context, "ethoca", 100)).toEqual([]);
    const { data } = (await api.send("GET", "/alerts?source=ethoca")).json;
    await end(data[0].id, "resolve", { resolution: "not_found" });
    const untold = await untoldAlerts(api.context, "ethoca", 100);
    expect(untold).toMatchObject([{ alertId: data[0].id, report: { externalId: "E-1", end: "not_found" } }]);
    for (let times = 0; times < 2; times++) await recordOutcomeReport(api.context, data[0].id, { refused: null });
    expect(await untoldAlerts(api.context, "ethoca", 100)).toEqual([]);
    expect((await api.get(data[0].id)).json.history.at(-1).reason).toBe("ethoca was told");
  });

  test("is kept once, however often and however many at once it comes", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, bring));
    expect(all.filter((each) => each === "created")).toHaveLength(1);
    expect(await bring()).toBe("duplicate");
    expect((await api.send("GET", "/alerts?source=ethoca")).json.data).toHaveLength(1);
  });
});

describe("a suspended tenant", () => {
  test("still has its alerts taken in; nothing is refunded for it", async () => {
    api = await AlertApi.open({ destWallet: "0xFAILCONVERT" }, { refunds: true });
    const { paymentId, settlementId } = await api.held();
    await changeTenant(api.context, api.tenantId, { status: "suspended" });
    const { status, json } = await api.ingest({ paymentId });
    expect([status, json.reviewReason]).toEqual([201, "tenant_suspended"]);
    expect((await api.settlement(settlementId)).sendBack).toBeNull();
  });
});
