import { beforeEach, describe, expect, test } from "vitest";
import { search } from "../../../functions/app/console/search.ts";
import { newAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import { loadAlert } from "../../../functions/app/disputes/alert-reads.ts";
import { alertRecordType } from "../../../functions/app/disputes/alert-record.ts";
import { addDays } from "../../../functions/domain/core/time.ts";
import type { ReportedOutcome } from "../../../functions/domain/disputes/alert.ts";
import { receiveAlert } from "../../../functions/domain/disputes/ingest-alert.ts";
import { dismissAlert } from "../../../functions/domain/disputes/resolve.ts";
import { agreed, lastOf } from "../../support/core/samples.ts";
import { CaseApi } from "../../support/disputes/case-api.ts";

let api: CaseApi;

beforeEach(async () => {
  api = await CaseApi.open();
});

/** An alert as it was taken in: bound to a payment where one is named. */
async function anAlert(change: Partial<ReportedOutcome> = {}, paymentId: string | null = null): Promise<string> {
  const now = api.clock.now();
  const reply: ReportedOutcome = {
    ...{ externalId: "A-1", kind: "chargeback", amountCents: 4000, currency: "USD", network: "mastercard" },
    ...{ reasonCode: "4853", arn: null, authCode: null, cardLast4: null, cardBin: null, descriptor: null },
    ...{ transactionDate: null, paymentId: null, railRef: null, purchaseIdentifier: null, receivedAt: now },
    ...{ respondBy: null, refundedByNetwork: false, networkRef: null, isoRef: null, raw: null, ...change },
  };
  const input = { id: api.newId("alr", now), tenantId: api.tenantId, source: "acquirer", said: reply } as const;
  const bound = paymentId === null ? null : { paymentId, score: 100, method: "auto" as const };
  const transitions = receiveAlert(input, { candidates: [], bound }, now);
  const { writes } = transitionWrites(
    newAggregate(alertRecordType, lastOf(transitions).next),
    transitions,
    api.context,
  );
  await api.store.write(writes, api.newId("req", now));
  return input.id;
}

async function alertOf(id: string) {
  return (await loadAlert(api.context, api.tenantId, id)).state;
}

/** What the outbox has to count. */
function counts(): unknown[] {
  return api.store.rows().flatMap(({ body }) => {
    const { follows = [] } = body as { follows?: { kind: string; counts?: unknown }[] };
    return follows.flatMap((each) => (each.kind === "count" ? [each.counts] : []));
  });
}

/** Mastercard chargebacks as they are counted once all is handed on. */
function chargebacks(): number {
  return counts().reduce<number>((sum, each) => {
    return sum + ((each as Record<string, number>).mastercardChargebacks ?? 0);
  }, 0);
}

const card = { network: "mastercard", reasonCode: "4853" };

describe("a case from an alert", () => {
  test("is what the alert said, and the alert goes on as it, in one transaction", async () => {
    const { paymentId, settlementId } = await api.payment();
    const alertId = await anAlert({ respondBy: addDays(api.clock.now(), 12) }, paymentId);
    const { status, json } = await api.post("", { alertId });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      ...{ alertId, paymentId, network: "mastercard", reasonCode: "4853", amountCents: 4000 },
      ...{ networkDueBy: addDays(api.clock.now(), 12), category: "product_unacceptable" },
    });
    expect(await alertOf(alertId)).toMatchObject({ status: "case_opened", caseId: json.id });
    expect((await api.settlement(settlementId)).disputes).toEqual([json.id]);
    const again = await api.post("", { alertId });
    expect([again.status, again.json.id]).toEqual([201, json.id]);
  });

  test("is counted by the alert alone where that is a chargeback, by the case where it is not", async () => {
    await api.post("", { alertId: await anAlert() });
    const one = counts().filter((each) => JSON.stringify(each).includes("mastercardChargebacks"));
    expect(one).toHaveLength(1);
    await api.post("", { alertId: await anAlert({ kind: "dispute", externalId: "A-2" }) });
    const two = counts().filter((each) => JSON.stringify(each).includes("mastercardChargebacks"));
    expect(two).toHaveLength(2);
  });

  test("of a dispute that is no chargeback yet does not take its time to answer for the network's", async () => {
    const respondBy = addDays(api.clock.now(), 1);
    const { json } = await api.post("", { alertId: await anAlert({ kind: "dispute", respondBy }) });
    expect(json).toMatchObject({ stage: "chargeback", networkDueBy: addDays(api.clock.now(), 45) });
    const inquiry = await anAlert({ kind: "inquiry", respondBy, externalId: "A-2" });
    expect((await api.post("", { alertId: inquiry })).json).toMatchObject({
      stage: "inquiry",
      networkDueBy: respondBy,
    });
  });

  test("says otherwise where it is said, and binds one that was not bound", async () => {
    const { paymentId } = await api.payment();
    const alertId = await anAlert();
    const { json } = await api.post("", {
      alertId,
      paymentId,
      amountCents: 100,
      network: "visa",
      stage: "arbitration",
    });
    expect(json).toMatchObject({ paymentId, amountCents: 100, network: "visa", stage: "arbitration" });
    expect(await alertOf(alertId)).toMatchObject({ status: "case_opened", paymentId });
  });

  test("joins the open case of its payment", async () => {
    const { paymentId } = await api.payment();
    const first = await api.post("", { paymentId });
    const alertId = await anAlert({}, paymentId);
    const { status, json } = await api.post("", { alertId });
    expect([status, json.id]).toEqual([201, first.json.id]);
    expect(await alertOf(alertId)).toMatchObject({ status: "case_opened", caseId: first.json.id });
  });

  test.each([
    ["counted itself", null],
    ["was counted by another alert", { kind: "chargeback", externalId: "A-0" } as const],
  ])("joins one that %s, and is not counted again", async (_, first) => {
    const { paymentId } = await api.payment();
    await api.post("", first ? { alertId: await anAlert(first, paymentId) } : { paymentId, ...card });
    expect(chargebacks()).toBe(1);
    const alertId = await anAlert({}, paymentId);
    await api.post("", { alertId });
    await api.post("", { alertId });
    expect(chargebacks()).toBe(1);
  });

  test("counts an inquiry that it joins, which is then not counted as it goes on", async () => {
    const { paymentId } = await api.payment();
    const { json } = await api.post("", { paymentId, ...card, stage: "inquiry" });
    expect(chargebacks()).toBe(0);
    await api.post("", { alertId: await anAlert({}, paymentId) });
    await api.post(`/${json.id}/escalate`, { stage: "chargeback" });
    expect(chargebacks()).toBe(1);
  });

  test("is not counted by a case that is opened without it, nor when it joins that", async () => {
    const { paymentId } = await api.payment();
    const alertId = await anAlert({}, paymentId);
    await api.post("", { paymentId, ...card });
    expect(chargebacks()).toBe(1);
    await api.post("", { alertId });
    expect(chargebacks()).toBe(1);
  });

  test("that is about no payment takes no other's: it is refused", async () => {
    const { paymentId } = await api.payment();
    const alertId = await anAlert({ network: "visa", reasonCode: "10.4" });
    await api.post("", { alertId });
    const { status, json } = await api.post("", { alertId, paymentId });
    expect([status, json.code]).toEqual([409, "case_exists"]);
  });

  test("is refused about another payment than the alert's, and for an alert that has ended", async () => {
    const { paymentId } = await api.payment();
    const other = await api.payment();
    const alertId = await anAlert({}, paymentId);
    const twisted = await api.post("", { alertId, paymentId: other.paymentId });
    expect([twisted.status, twisted.json.fields]).toMatchObject([400, [{ path: "paymentId" }]]);
    const found = await loadAlert(api.context, null, alertId);
    const transitions = agreed(dismissAlert(found.state, null, api.clock.now()));
    await api.store.write(transitionWrites(found, transitions, api.context).writes, api.newId("req", api.clock.now()));
    expect((await api.post("", { alertId })).json.code).toBe("invalid_state_transition");
    expect((await api.get()).json.data).toEqual([]);
    expect((await api.settlement(paymentId.replace("pay_", "stl_"))).disputes).toEqual([]);
  });
});

test("operators find a case by its id, and by its payment's", async () => {
  const { paymentId } = await api.payment();
  const { json } = await api.post("", { paymentId });
  for (const q of [json.id, paymentId])
    expect(
      (await search(api.context, q)).map(({ id }) => id),
      q,
    ).toContain(json.id);
});
