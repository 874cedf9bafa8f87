import { beforeEach, expect, test } from "vitest";
import { loadCase } from "../../../functions/app/disputes/change-case.ts";
import { startCase } from "../../../functions/app/disputes/start-case.ts";
import { AlertApi } from "../../support/disputes/alert-api.ts";

let api: AlertApi;

beforeEach(async () => {
  api = await AlertApi.open();
});

/** Every count of Visa chargebacks that waits in the outbox, or has been handed on. */
function counted(): number[] {
  return api.store.rows().flatMap(({ body }) => {
    const { follows = [] } = body as { follows?: { kind: string; counts?: Record<string, number> }[] };
    return follows.flatMap(({ counts }) => counts?.visaChargebacks ?? []);
  });
}

const card = { network: "visa", reasonCode: "13.1" } as const;
const chargeback = { ...card, kind: "chargeback" };
const nothing = { alertId: null, stage: null, amountCents: null, currency: null, networkDueBy: null };

test("a chargeback alert about a payment whose case was counted by itself is never counted", async () => {
  const { paymentId } = await api.paid();
  const { state } = await startCase(api.context, api.tenantId, { ...nothing, ...card, paymentId });
  expect(counted()).toEqual([1]);
  const { json } = await api.ingest({ ...chargeback, paymentId });
  expect(json).toMatchObject({ status: "case_opened", caseId: state.id });
  // Not even for the moment until it is taken back: a limit may lie between.
  expect(counted()).toEqual([1]);
});

test("the same alert that somebody binds later was counted when it came, and that is taken back", async () => {
  const { paymentId } = await api.paid();
  await startCase(api.context, api.tenantId, { ...nothing, ...card, paymentId });
  const { json } = await api.ingest({ ...chargeback, amountCents: 7 });
  expect([json.status, counted()]).toEqual(["unmatched", [1, 1]]);
  expect((await api.match(json.id, paymentId)).json.status).toBe("case_opened");
  expect(counted().toSorted()).toEqual([-1, 1, 1]);
});

test("a chargeback alert that joins an inquiry counts it", async () => {
  const { paymentId } = await api.paid();
  const input = { ...nothing, ...card, paymentId, stage: "inquiry" as const };
  const { state } = await startCase(api.context, api.tenantId, input);
  const { json } = await api.ingest({ ...chargeback, paymentId });
  const { tenantId } = api;
  const found = await loadCase(api.context, { tenantId, caseId: state.id });
  expect(found.state).toMatchObject({ countedBy: json.id, countedAt: json.receivedAt });
  expect(counted()).toEqual([1]);
});
