import { beforeEach, describe, expect, test } from "vitest";
import { newAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import { alertRecordType } from "../../../functions/app/disputes/alert-record.ts";
import { caseRecordType } from "../../../functions/app/disputes/case-record.ts";
import { changeCase, loadCase } from "../../../functions/app/disputes/change-case.ts";
import { disputesCheck, findDisputedEscrow } from "../../../functions/app/disputes/disputed-escrow.ts";
import { chargebacks, earlierLosses } from "../../../functions/app/disputes/recorded-losses.ts";
import { type CaseInput, startCase } from "../../../functions/app/disputes/start-case.ts";
import { addDays } from "../../../functions/domain/core/time.ts";
import type { Alert } from "../../../functions/domain/disputes/alert.ts";
import type { DisputeCase } from "../../../functions/domain/disputes/case.ts";
import type { EscrowFacts } from "../../../functions/domain/disputes/disputed-escrow.ts";
import { escalateCase, withdrawCase } from "../../../functions/domain/disputes/transitions.ts";
import { noon } from "../../support/core/samples.ts";
import { anAlert, aReport } from "../../support/disputes/alert-samples.ts";
import { CaseApi } from "../../support/disputes/case-api.ts";
import { aCase } from "../../support/disputes/case-samples.ts";

const silent: CaseInput = {
  ...{ alertId: null, paymentId: null, stage: null, network: null, reasonCode: null, amountCents: null },
  ...{ currency: null, networkDueBy: null },
};
let api: CaseApi;

beforeEach(async () => {
  api = await CaseApi.open();
});

const start = (input: Partial<CaseInput>, about?: EscrowFacts) =>
  startCase(api.context, api.tenantId, { ...silent, ...input }, about);

/** An escrow of 70.00 of which 20.00 went back, whose deposit is told in one text. */
function escrow(change: Partial<EscrowFacts> = {}): EscrowFacts {
  return {
    ...{ escrowId: "esc_1", tenantId: api.tenantId, amountCents: 7_000, currency: "USD", refundedCents: 2_000 },
    known: [{ type: "receipt", text: "Deposit of 70.00 USD" }],
    ...change,
  };
}

async function stored(alert: Alert): Promise<void> {
  const made = { next: alert, from: null, to: alert.status, reason: "made" };
  const { writes } = transitionWrites(newAggregate(alertRecordType, alert), [made], api.context);
  await api.store.write(writes, alert.id);
}

async function storedCase(state: DisputeCase): Promise<void> {
  const made = { next: state, from: null, to: state.status, reason: "made" };
  const { writes } = transitionWrites(newAggregate(caseRecordType, state), [made], api.context);
  await api.store.write(writes, state.id);
}

describe("a case about nothing that is known", () => {
  test("says its amount and its network itself", async () => {
    await expect(start({ network: "visa" })).rejects.toMatchObject({
      ...{ code: "invalid_amount", message: "amountCents is required without an alert, a payment and an escrow" },
      detail: { fields: [{ path: "amountCents", message: "required" }] },
    });
    await expect(start({ amountCents: 500 })).rejects.toMatchObject({
      ...{ code: "validation_error", message: "network: required without an alert, a payment and an escrow" },
      detail: { fields: [{ path: "network", message: "required without an alert, a payment and an escrow" }] },
    });
    const { state, opened } = await start({ amountCents: 500, network: "visa", currency: "EUR", stage: "inquiry" });
    expect(opened).toBe(true);
    expect(state).toMatchObject({
      ...{ amountCents: 500, network: "visa", currency: "EUR", stage: "inquiry", paymentId: null, escrowId: null },
      ...{ alertId: null, reasonCode: null, refundedCents: 0, evidence: [], networkDueBy: addDays(noon, 30) },
    });
  });
});

describe("a case about a payment", () => {
  test("is the bank's for what was paid where nobody says otherwise", async () => {
    const { paymentId } = await api.payment();
    const { state } = await start({ paymentId });
    expect(state).toMatchObject({
      ...{ paymentId, network: "ach", amountCents: 10_000, currency: "USD", stage: "chargeback", reasonCode: null },
    });
    await expect(start({ paymentId: "pay_none" })).rejects.toMatchObject({
      ...{ code: "not_found", message: "no such payment" },
    });
  });

  test("takes no other case of it beside it", async () => {
    const { paymentId } = await api.payment();
    const { state } = await start({ paymentId });
    const named = { tenantId: api.tenantId, caseId: state.id };
    await changeCase(api.context, named, (before) => withdrawCase(before, noon));
    const other = await start({ paymentId });
    expect([other.opened, other.state.id === state.id]).toEqual([true, false]);
    const lost = { ...state, id: "cas_lost", status: "lost" as const };
    await storedCase(lost);
    const again = changeCase(api.context, { ...named, caseId: lost.id }, (before) =>
      escalateCase(before, { stage: "arbitration" }, noon),
    );
    await expect(again).rejects.toMatchObject({
      code: "invalid_state_transition",
      message: "a case cannot go from lost to open: what it is about has another open case",
      detail: { extra: { from: "lost", to: "open", caseId: other.state.id } },
    });
  });
});

describe("a case about an escrow's deposit", () => {
  test("is the bank's for the deposit, with what the service can say of it, and stands beside the escrow", async () => {
    const { state, opened } = await start({}, escrow());
    expect(opened).toBe(true);
    expect(state).toMatchObject({
      ...{ escrowId: "esc_1", paymentId: null, network: "ach", amountCents: 7_000, refundedCents: 2_000 },
      evidence: [{ type: "receipt", origin: "service", status: "provided" }],
      compellingEvidence: null,
    });
    const found = await findDisputedEscrow(api.context, "esc_1");
    expect(found?.state.disputes).toEqual([state.id]);
    expect(disputesCheck("esc_1", found)).toEqual({ check: { pk: "disputes#esc_1", sk: "row" }, expect: 1 });
    expect(disputesCheck("esc_1", undefined)).toMatchObject({ expect: "absent" });
    await expect(start({ reasonCode: "R10" }, escrow())).rejects.toMatchObject({
      ...{ code: "case_exists", detail: { extra: { caseId: state.id } } },
      message: `this escrow has the case ${state.id} already; nothing of this request was taken`,
    });
  });

  test("leaves the escrow when it ends, and comes back with the next stage", async () => {
    const { state } = await start({}, escrow());
    const named = { tenantId: api.tenantId, caseId: state.id };
    const disputes = async () => (await findDisputedEscrow(api.context, "esc_1"))?.state.disputes;
    await changeCase(api.context, named, (before) => withdrawCase(before, noon));
    expect(await disputes()).toEqual([]);
    const lost: DisputeCase = { ...state, id: "cas_lost", status: "lost" };
    await storedCase(lost);
    const onwards = (before: DisputeCase) => escalateCase(before, { stage: "arbitration" }, noon);
    await changeCase(api.context, { ...named, caseId: lost.id }, onwards);
    expect(await disputes()).toEqual(["cas_lost"]);
    const third: DisputeCase = { ...lost, id: "cas_third" };
    await storedCase(third);
    await expect(changeCase(api.context, { ...named, caseId: third.id }, onwards)).rejects.toMatchObject({
      detail: { extra: { caseId: "cas_lost" } },
    });
  });

  test("is not the matter of an alert about something else", async () => {
    const { paymentId } = await api.payment();
    await stored(anAlert({ id: "alr_p", tenantId: api.tenantId, paymentId, caseId: null }));
    await expect(start({ alertId: "alr_p" }, escrow())).rejects.toMatchObject({
      ...{ code: "validation_error", message: `escrowId: the alert is about ${paymentId}` },
      detail: { fields: [{ path: "escrowId", message: `the alert is about ${paymentId}` }] },
    });
    await expect(start({ alertId: "alr_p", paymentId: "pay_other" })).rejects.toMatchObject({
      message: `paymentId: the alert is about ${paymentId}`,
    });
  });
});

describe("a case of an alert that has one", () => {
  test("is that where the alert comes alone, and refused where anything is said beside it", async () => {
    const { paymentId } = await api.payment();
    const { state } = await start({ paymentId, network: "visa" });
    const known = { tenantId: api.tenantId, caseId: state.id, status: "case_opened" as const };
    await stored(anAlert({ ...known, id: "alr_c", paymentId: null }));
    const again = await start({ alertId: "alr_c" });
    expect([again.opened, again.state]).toEqual([false, state]);
    const exists = {
      code: "case_exists",
      message: `this alert has the case ${state.id} already; nothing of this request was taken`,
    };
    await expect(start({ alertId: "alr_c", reasonCode: "13.1" })).rejects.toMatchObject(exists);
    const other = (await api.payment()).paymentId;
    await expect(start({ alertId: "alr_c", paymentId: other })).rejects.toMatchObject(exists);
    await expect(start({ alertId: "alr_c" }, escrow())).rejects.toMatchObject(exists);
    expect((await loadCase(api.context, { tenantId: null, caseId: state.id })).state).toEqual(state);
  });
});

describe("what alerts and cases say of a payment's money", () => {
  const pay = "pay_1";
  const losses = (alertId: string | null = null) => earlierLosses(api.context, pay, alertId);
  const nothing = { caseLost: false, alertRefunded: false, chargedBack: false };

  test("is nothing where there are none, or only the one that is decided on", async () => {
    expect(await losses()).toEqual(nothing);
    await stored(anAlert({ id: "alr_a", paymentId: pay, said: aReport({ kind: "chargeback" }) }));
    expect([await losses("alr_a"), await losses(), await chargebacks.isChargedBack(api.context, pay)]).toEqual([
      ...[nothing, { ...nothing, chargedBack: true }, true],
    ]);
  });

  test("is of those that are bound to it, not of those whose sender named it", async () => {
    const said = aReport({ kind: "chargeback", externalId: pay });
    await stored(anAlert({ id: "alr_b", paymentId: "pay_2", said }));
    expect(await losses()).toEqual(nothing);
    expect(await chargebacks.isChargedBack(api.context, pay)).toBe(false);
    await stored(anAlert({ id: "alr_c", paymentId: pay, resolution: "refunded" }));
    await storedCase({ ...aCase(), id: "cas_lost", status: "lost", paymentId: pay });
    expect(await losses()).toEqual({ caseLost: true, alertRefunded: true, chargedBack: false });
  });
});
