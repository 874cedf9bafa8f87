import { beforeEach, describe, expect, test } from "vitest";
import { newAggregate, type RecordType, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import type { Row } from "../../../functions/app/core/ports.ts";
import { alertRecordType } from "../../../functions/app/disputes/alert-record.ts";
import { sweepCase } from "../../../functions/app/disputes/case-actions.ts";
import { caseRecordType } from "../../../functions/app/disputes/case-record.ts";
import { counterAdditions } from "../../../functions/app/disputes/counters.ts";
import { disputesCheck, loadDisputedEscrow } from "../../../functions/app/disputes/disputed-escrow.ts";
import { knownEvidence, textEvidence } from "../../../functions/app/disputes/generated-evidence.ts";
import { matchAlert } from "../../../functions/app/disputes/match-alert.ts";
import { untoldAlerts } from "../../../functions/app/disputes/pending-outcome-reports.ts";
import { alertSubject, caseSubject } from "../../../functions/app/disputes/review-subjects.ts";
import { addDays } from "../../../functions/domain/core/time.ts";
import type { Alert } from "../../../functions/domain/disputes/alert.ts";
import { later, noon, settlementIn } from "../../support/core/samples.ts";
import { AlertApi } from "../../support/disputes/alert-api.ts";
import { anAlert, aReport } from "../../support/disputes/alert-samples.ts";
import { aCase } from "../../support/disputes/case-samples.ts";
import { type StoredPayment, storePayment } from "../../support/disputes/stored-payment.ts";

let api: AlertApi;

beforeEach(async () => {
  api = await AlertApi.open();
});

/** Keeps a record as it is; its row. */
async function stored<S extends { readonly id: string }>(kind: RecordType<S>, state: S): Promise<Row> {
  const made = { next: state, from: null, to: "there", reason: "made" };
  await api.store.write(transitionWrites(newAggregate(kind, state), [made], api.context).writes, state.id);
  const [row] = await api.store.read([{ pk: state.id, sk: "row" }]);
  if (!row) throw new Error(`no ${state.id}`);
  return row;
}
const alerted = (change: Partial<Alert>) => stored(alertRecordType, anAlert({ tenantId: api.tenantId, ...change }));
const paid = (change: Omit<StoredPayment, "at"> = {}) =>
  storePayment(api, { at: noon, ...change, settlement: { tenantId: api.tenantId, ...change.settlement } });

describe("what a source is told of an end", () => {
  const refund = {
    by: "service" as const,
    amountCents: 10_000,
    currency: "USD",
    arn: null,
    networkRef: null,
    at: noon,
  };
  const fetched = { source: "ethoca", fetched: true, status: "resolved", resolution: "refunded", refund } as const;
  const gone = (at: string) => ({ amountCents: 10_000, reference: "r", at });
  const sendBack = { ...{ key: "k", amountCents: 10_000, payableCents: 0, by: "x", transferRef: null, lookAt: noon } };
  const ends = async () => (await untoldAlerts(api.context, "ethoca", 9)).map(({ report }) => report.end);

  test.each<[string, Omit<StoredPayment, "at">, string[]]>([
    ["has gone since", { settlement: { sentBack: [gone(later(1))] } }, ["refunded"]],
    ["has gone at that moment", { settlement: { sentBack: [gone(noon)] } }, ["refunded"]],
    ["went before", { settlement: { sentBack: [gone(later(-1))] } }, ["other"]],
    ["was refused", {}, ["other"]],
    ["is under way", { settlement: { sendBack } }, []],
    ["has gone, beside another", { settlement: { sendBack, sentBack: [gone(noon)] } }, ["refunded"]],
    ["was refused of what never came", { payment: { status: "failed" } }, ["not_collected"]],
  ])("by a refund that %s", async (_, change, told) => {
    const { payment } = await paid(change);
    await alerted({ ...fetched, id: "alr_1", paymentId: payment.id });
    expect(await ends()).toEqual(told);
  });

  test("is of every alert about a payment, and of those whose payment is not known", async () => {
    const { payment } = await paid();
    await alerted({ ...fetched, id: "alr_1", paymentId: payment.id });
    await alerted({ ...fetched, id: "alr_2", paymentId: payment.id, said: aReport({ externalId: "A-2" }) });
    await alerted({ ...fetched, id: "alr_3", paymentId: null, said: aReport({ externalId: "A-3" }) });
    const lost = { id: "alr_4", paymentId: "pay_01M7Y6RAFPQG2ZSQY5YJ1X0DPZ", refund: null };
    await alerted({ ...fetched, ...lost, said: aReport({ externalId: "A-4" }) });
    expect(await ends()).toEqual(["other", "other", "refunded", "refunded"]);
    await alerted({ ...fetched, id: "alr_5", paymentId: null, refund: null, resolution: "informational" });
    expect(await ends()).toHaveLength(4);
  });
});

describe("an alert that somebody binds", () => {
  const bind = (alertId: string, paymentId: string, note: string | null = null) => {
    const { context, reached: rail, log } = api;
    return matchAlert({ ...context, rail, log }, { tenantId: api.tenantId, alertId }, { paymentId, note });
  };

  test("has the score that the payment has, and the note", async () => {
    const { payment } = await paid();
    await alerted({ id: "alr_1", status: "unmatched", paymentId: null, match: null });
    const bound = await bind("alr_1", payment.id, "she said so");
    expect(bound).toMatchObject({
      ...{ paymentId: payment.id, escrowId: null, match: { score: 30, method: "operator", at: noon } },
    });
    const [, entry] = api.store.rows().filter(({ pk, type }) => pk === "alr_1" && type === "entry");
    expect(entry?.body).toMatchObject({ reason: `bound to ${payment.id}: she said so` });
    expect(await bind("alr_1", payment.id)).toEqual(bound);
  });

  test("is told which payment a network's refund was of once, and no other", async () => {
    const [one, other] = [await paid(), await paid()];
    const mirrored = { id: "alr_1", status: "auto_refunded", said: aReport({ refundedByNetwork: true }) } as const;
    await alerted({ ...mirrored, paymentId: null, match: null });
    expect(await bind("alr_1", one.payment.id)).toMatchObject({ status: "auto_refunded", paymentId: one.payment.id });
    await expect(bind("alr_1", other.payment.id)).rejects.toMatchObject({
      message: "an alert cannot go from auto_refunded to matched",
    });
    await alerted({ id: "alr_2", status: "unmatched", paymentId: null, said: aReport({ externalId: "A-2" }) });
    await expect(bind("alr_2", "pay_none")).rejects.toMatchObject({ code: "not_found", message: "no such payment" });
  });

  test("is refunded by the rail where its rule says so", async () => {
    api = await AlertApi.open({ destWallet: "0xFAILCONVERT" }, { refunds: true });
    const { paymentId, settlementId } = await api.held();
    const when = [{ attribute: "kind", operator: "EqualTo", value: "dispute" }] as const;
    await api.rules({ id: "r", name: "r", action: "refund", when: [...when] });
    await alerted({ id: "alr_1", status: "unmatched", paymentId: null, match: null });
    expect(await bind("alr_1", paymentId)).toMatchObject({ status: "resolved", resolution: "refunded" });
    expect((await api.settlement(settlementId)).payment.status).toBe("refunded");
  });
});

describe("a case that nobody answered", () => {
  test("expires with the network's window, and is nothing else's", async () => {
    const row = await stored(caseRecordType, { ...aCase(), tenantId: api.tenantId, paymentId: null });
    expect(await sweepCase(api.context, row)).toBe(false);
    api.pass(31 * 86_400);
    expect(await sweepCase(api.context, { ...row, type: "alert" })).toBe(false);
    expect(await sweepCase(api.context, row)).toBe(true);
  });
});

describe("what operators are asked about disputes", () => {
  test("is nothing beforehand", async () => {
    const alert = alertSubject(await alerted({ id: "alr_1", status: "in_review", paymentId: null }));
    const about = caseSubject(await stored(caseRecordType, { ...aCase(), paymentId: null }));
    const ask = { action: "open_case", input: {}, by: "apr_1", screen: null } as const;
    const asked = [alert, about].map((subject) => subject?.ask?.(api.context, ask as never));
    expect(await Promise.all(asked)).toEqual([null, null]);
    const done = await alert?.decide(api.context, ask);
    expect(done).toMatchObject({ after: { id: "alr_1", status: "case_opened" } });
  });

  test("is refused with the window that has closed", async () => {
    const said = aReport({ kind: "chargeback", network: "visa", respondBy: later(-1) });
    const alert = alertSubject(await alerted({ id: "alr_1", status: "in_review", paymentId: null, said }));
    const ask = { action: "open_case", input: {}, by: "apr_1", screen: null } as const;
    expect(await alert?.decide(api.context, ask)).toMatchObject({
      ...{ code: "action_not_available" },
      message: `open_case is not possible: the network's window closed at ${later(-1)}`,
    });
  });
});

describe("what is kept beside the records", () => {
  test("of an escrow is what it is by now, at the version that it had", async () => {
    const facts = { escrowId: "esc_1", tenantId: api.tenantId, amountCents: 700, currency: "USD", known: [] };
    const first = await loadDisputedEscrow(api.context, { ...facts, refundedCents: 0 });
    expect([first.v, first.state]).toEqual([0, { ...facts, refundedCents: 0, disputes: [] }]);
    expect(disputesCheck("esc_1", first)).toEqual({ check: { pk: "disputes#esc_1", sk: "row" }, expect: "absent" });
    const next = { ...first.state, disputes: ["cas_1"] };
    const made = { next, from: "known", to: "known", reason: "made", quiet: true } as const;
    await api.store.write(transitionWrites(first, [made], api.context).writes, "esc");
    const again = await loadDisputedEscrow(api.context, { ...facts, refundedCents: 50 });
    expect([again.v, again.state]).toEqual([1, { ...facts, refundedCents: 50, disputes: ["cas_1"] }]);
  });

  test("of a month's counts are its own days alone, to be looked at where one of them can breach", () => {
    const count = (at: string, counts: Record<string, number>) => ({ tenantId: "ten_1", at, counts });
    const counts = [count(noon, { payments: 1 }), count(addDays(noon, 30), { visaChargebacks: 1 })];
    const rows = counterAdditions([...counts, count(addDays(noon, 30), { payments: 2 })], "req_A", noon).map((each) =>
      each.add(undefined),
    );
    expect(rows.map(({ body, index }) => [(body as { days: unknown }).days, index !== undefined])).toEqual([
      [{ "2026-11-21": { payments: 1 } }, false],
      [{ "2026-12-21": { visaChargebacks: 1, payments: 2 } }, true],
    ]);
  });

  test("of a payment's evidence are its texts, and an invoice that is still to be drawn", () => {
    const { settlement, invoice } = settlementIn("completed");
    const { pieces, writes } = knownEvidence(api.context, { tenantId: "ten_1", id: "cas_1" }, { settlement, invoice });
    const drawn = pieces.at(-1);
    expect(drawn).toEqual({
      ...{ id: expect.stringMatching(/^evd_/), type: "invoice", origin: "service" },
      ...{ filename: `invoice-${invoice.id}.pdf`, contentType: "application/pdf", sizeBytes: 0, sha256: null },
      ...{ objectKey: `evidence/ten_1/cas_1/${drawn?.id}`, status: "pending", problem: null },
      ...{ at: noon, submittedAt: null },
    });
    expect(writes).toHaveLength(pieces.length - 1);
    const known = textEvidence(api.context, "cas_1", [{ type: "receipt", text: "Paid." }]);
    const [piece] = known.pieces;
    const row = { pk: "cas_1", sk: `text#${piece?.id}`, v: 1, type: "evidence_text", body: { text: "Paid." } };
    expect(known.writes).toEqual([{ put: row, expect: "absent" }]);
    expect(piece).toMatchObject({ type: "receipt", origin: "service", status: "provided", sizeBytes: 5 });
  });
});
