import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { alertIngestOperations, alertOperations } from "../../functions/contract/disputes/alerts.ts";
import { caseEvidenceOperations, caseOperations } from "../../functions/contract/disputes/cases.ts";
import { reviewOperations } from "../../functions/contract/review/review.ts";
import {
  about,
  alertReport,
  eventNamesAbout,
  ingest,
  paidTenant,
  provideAll,
  upload,
} from "../support/journeys/dispute.ts";
import { operator, TestTenant } from "../support/journeys/journey.ts";
import { until } from "../support/runner/until.ts";

const { ingestAlert, listAlerts, matchAlert } = alertIngestOperations;
const { listAlertQueue, replaceDisputeRules, dryRunDisputeRules, dismissAlert } = alertOperations;
const { gatherEvidence, recordOutcome, escalateCase, acceptCase } = caseOperations;
const { attachEvidence, getCase, getChecklist, getEvidenceUrl, getPacket, submitCase } = caseEvidenceOperations;

const day = 86_400;

describe("an alert", () => {
  test("becomes a case that is gathered, submitted and won", async () => {
    const { tenant, paid } = await paidTenant();
    const alert = await ingest(tenant, about(paid, { kind: "chargeback", reasonCode: "13.1" }));
    expect(alert).toMatchObject({ status: "case_opened", paymentId: paid.payment.id });
    // Of the two records of one transaction either may be listed first.
    const events = await eventNamesAbout(tenant, alert.id);
    expect(events.filter((name) => name !== "case.created")).toEqual(["alert.created", "alert.matched"]);
    expect(events).toContain("case.created");
    const id = alert.caseId ?? "";
    const params = { id };
    expect(await tenant.call(getCase, { params })).toMatchObject({
      ...{ status: "open", stage: "chargeback", category: "product_not_received", amountCents: 12_500 },
    });
    expect((await tenant.call(gatherEvidence, { params })).status).toBe("gathering");
    expect((await tenant.call(gatherEvidence, { params })).status).toBe("gathering");

    const early = await tenant.ask(submitCase, { params });
    expect(early.status).toBe(409);
    const { code, unmet } = JSON.parse(early.text);
    expect(code).toBe("evidence_incomplete");
    expect(unmet).toHaveLength((await tenant.call(getChecklist, { params })).missing.length);

    const bytes = Buffer.from("delivered on 3 March, signed by J. Doe\n");
    const { piece, put } = await upload(tenant, id, "shipping_documentation", bytes);
    expect(put.status).toBe(200);
    await provideAll(tenant, id);
    const list = await tenant.call(getChecklist, { params });
    expect(list).toMatchObject({ missing: [], ready: true, score: 100 });
    expect(list.provided).toContain("shipping_documentation");
    const { url } = await tenant.call(getEvidenceUrl, { params: { ...params, evidenceId: piece.id } });
    expect(await (await fetch(url)).text()).toBe(bytes.toString());

    const submitted = await tenant.call(submitCase, { params, body: { narrative: "It was delivered." } });
    expect(submitted.status).toBe("submitted");
    await tenant.refused(attachEvidence, "case_closed", { params, body: { type: "receipt", text: "more" } });
    const packet = await until(
      () => tenant.ask(getPacket, { params }),
      ({ status }) => status === 302,
      "the packet was never ready",
    );
    const pdf = await fetch(packet.headers.get("location") ?? "");
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");

    const won = await tenant.call(recordOutcome, { params, body: { result: "won", networkRef: "VROL-1" } });
    expect(won).toMatchObject({ status: "won", outcome: { result: "won", recoveredCents: 12_500 } });
    await tenant.refused(recordOutcome, "invalid_state_transition", { params, body: { result: "lost" } });
    expect(won.history.map(({ to }) => to).filter((to, at, all) => to !== all[at - 1])).toEqual([
      ...["open", "gathering", "submitted", "won"],
    ]);
    const moves = (await eventNamesAbout(tenant, id)).filter((name) => name === "case.status_changed");
    expect(moves).toHaveLength(3);
  });

  test("that no payment is clear for waits in the queue, is bound, and its case is lost and taken further", async () => {
    const { tenant, paid } = await paidTenant(77_700);
    const other = await tenant.payNew(77_700);
    await tenant.reaches(other.settlement.id, "completed");
    const alert = await ingest(
      tenant,
      alertReport({
        ...{ amountCents: 77_700, kind: "chargeback", network: "mastercard" },
        transactionDate: paid.settlement.createdAt,
      }),
    );
    expect(alert).toMatchObject({ status: "unmatched", paymentId: null, caseId: null });
    expect(alert.candidates.map(({ paymentId }) => paymentId).toSorted()).toEqual(
      [paid.payment.id, other.payment.id].toSorted(),
    );
    expect(await eventNamesAbout(tenant, alert.id)).toEqual(["alert.created", "alert.unmatched"]);
    const queued = await tenant.call(listAlertQueue);
    expect(queued.data.map(({ id }) => id)).toEqual([alert.id]);
    const { data: reviewed } = await operator.call(reviewOperations.listReview, {
      query: { kind: "alert", tenantId: tenant.id },
    });
    expect(reviewed.map(({ subjectId }) => subjectId)).toEqual([alert.id]);

    const stranger = await TestTenant.create();
    const params = { id: alert.id };
    await stranger.refused(matchAlert, "not_found", { params, body: { paymentId: paid.payment.id } });
    const bound = await tenant.call(matchAlert, { params, body: { paymentId: paid.payment.id } });
    expect(bound).toMatchObject({ status: "case_opened", paymentId: paid.payment.id });
    expect((await tenant.call(listAlertQueue)).data).toEqual([]);

    const named = { id: bound.caseId ?? "" };
    await tenant.call(gatherEvidence, { params: named });
    await provideAll(tenant, named.id);
    await tenant.call(submitCase, { params: named });
    await tenant.call(recordOutcome, { params: named, body: { result: "lost" } });
    const networkDueBy = new Date(Date.parse(bound.createdAt) + 40 * day * 1000).toISOString();
    const next = await tenant.call(escalateCase, {
      ...{ params: named, body: { stage: "pre_arbitration", networkDueBy } },
    });
    expect(next).toMatchObject({ status: "open", stage: "pre_arbitration", networkDueBy });
    expect((await tenant.call(acceptCase, { params: named })).status).toBe("accepted");
  });

  test("whose rule would refund goes to people, because no rail here refunds", async () => {
    const { tenant, paid } = await paidTenant();
    const rules = [
      {
        ...{ id: "small", name: "Small ones are given back", action: "refund" },
        when: [{ attribute: "amountCents", operator: "LessThan", value: 50_000 }],
      },
    ];
    expect(await tenant.call(replaceDisputeRules, { body: { rules } })).toMatchObject({ version: 1 });
    const alert = await ingest(tenant, about(paid));
    expect(alert).toMatchObject({ status: "in_review", reviewReason: "refund_unsupported", refund: null });
    expect(alert.ruleAudit).toMatchObject([
      { ruleId: "small", matched: true, conditions: [{ actual: 12_500, held: true }] },
    ]);
    expect(await eventNamesAbout(tenant, alert.id)).toEqual([
      "alert.created",
      "alert.matched",
      "alert.routed_to_review",
    ]);
    const dry = await tenant.call(dryRunDisputeRules, { body: { ruleId: "small" } });
    expect(dry).toMatchObject({ counts: { refund: 1 }, data: [{ alertId: alert.id, ruleId: "small" }] });
    expect((await tenant.payment(paid.payment.id)).status).toBe("succeeded");
    const dismissed = await tenant.call(dismissAlert, { params: { id: alert.id } });
    expect(dismissed.status).toBe("dismissed");
  });

  test("that the network refunded is mirrored and moves nothing", async () => {
    const { tenant, paid } = await paidTenant();
    const before = await tenant.settlement(paid.settlement.id);
    const alert = await ingest(tenant, about(paid, { kind: "rdr", arn: "74537604221222222222222" }));
    expect(alert).toMatchObject({ status: "auto_refunded", refund: { by: "network", amountCents: 12_500 } });
    expect((await eventNamesAbout(tenant, alert.id)).at(-1)).toBe("alert.auto_refunded");
    expect(await tenant.settlement(paid.settlement.id)).toEqual(before);
  });

  test("of 32 clients at once is one alert, told once", async () => {
    const { tenant, paid } = await paidTenant();
    const body = about(paid);
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => tenant.ask(ingestAlert, { body, query: { source: "acquirer" } })),
    );
    const fine = answers.filter(({ status }) => status === 200 || status === 201);
    const busy = answers.filter(({ status }) => status === 409);
    expect(fine.length + busy.length).toBe(32);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(fine.map(({ text }) => JSON.parse(text).id)).size).toBe(1);
    expect((await tenant.call(listAlerts)).data).toHaveLength(1);
    const [one] = fine;
    const events = await eventNamesAbout(tenant, JSON.parse(one?.text ?? "{}").id);
    expect(events.filter((name) => name === "alert.created")).toHaveLength(1);
  });

  test("is answered by its key with the same bytes, and by its external id with what it has become", async () => {
    const { tenant, paid } = await paidTenant();
    const body = about(paid);
    const key = randomUUID();
    const first = await tenant.ask(ingestAlert, { body, key });
    const again = await tenant.ask(ingestAlert, { body, key });
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect(again.headers.get("idempotent-replay")).toBe("true");
    const twin = await tenant.ask(ingestAlert, { body, key: randomUUID() });
    expect([twin.status, JSON.parse(twin.text).id]).toEqual([200, JSON.parse(first.text).id]);
    await tenant.refused(ingestAlert, "idempotency_key_reuse", { body: alertReport(), key });
  });

  test.each([
    ["no amount", { amountCents: 0 }, "invalid_amount"],
    ["less than none", { amountCents: -5 }, "invalid_amount"],
    ["half a cent", { amountCents: 10.5 }, "invalid_amount"],
    ["more than anybody has", { amountCents: 1e15 }, "invalid_amount"],
    ["words for an amount", { amountCents: "12" }, "invalid_amount"],
    ["an unknown kind", { kind: "gossip" }, "validation_error"],
    ["an unknown network", { network: "diners" }, "validation_error"],
    ["nobody's id", { externalId: "" }, "validation_error"],
  ] as const)("with %s is refused and nothing is kept", async (_, wrong, code) => {
    const tenant = await TestTenant.create();
    await tenant.refused(ingestAlert, code, { body: alertReport(wrong) });
    expect((await tenant.call(listAlerts)).data).toEqual([]);
  });

  test.each([
    ["gossip", "unknown_source"],
    ["ethoca", "alert_source_disabled"],
    ["verifi_cdrn", "alert_source_disabled"],
    ["verifi_rdr", "alert_source_disabled"],
  ] as const)("from %s is refused as %s", async (source, code) => {
    const tenant = await TestTenant.create();
    await tenant.refused(ingestAlert, code, { body: alertReport(), query: { source } });
  });

  test("needs an Idempotency-Key", async () => {
    const tenant = await TestTenant.create();
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify(alertReport());
    const { status, text } = await tenant.send("POST", ingestAlert.path, { headers, body });
    expect([status, JSON.parse(text).code]).toEqual([400, "idempotency_key_required"]);
  });
});
