import { describe, expect, test } from "vitest";
import type { RecordType } from "../../../functions/app/core/aggregate.ts";
import { upkeepIndex } from "../../../functions/app/core/due-index.ts";
import { claimWrite, runningClaim } from "../../../functions/app/core/idempotency-claim.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { alertRecordType } from "../../../functions/app/disputes/alert-record.ts";
import { caseRecordType } from "../../../functions/app/disputes/case-record.ts";
import { counterAdditions } from "../../../functions/app/disputes/counters.ts";
import { escrowRecordType } from "../../../functions/app/escrow/record.ts";
import { invoiceRecordType } from "../../../functions/app/invoicing/record.ts";
import { kybRecordType } from "../../../functions/app/onboarding/record.ts";
import { deadlineWorker, lookUpWorker, upkeepWorker } from "../../../functions/app/operations/due-workers.ts";
import { workOffDue } from "../../../functions/app/operations/sweep-due-records.ts";
import type { DueWorker } from "../../../functions/app/operations/work-off.ts";
import { feeSweepRecordType } from "../../../functions/app/reconciliation/fee-sweep-record.ts";
import { approvalRecordType } from "../../../functions/app/review/records.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import { tenantRecordType } from "../../../functions/app/tenants/records.ts";
import { deliveryRow, healthRow } from "../../../functions/app/webhooks/delivery-rows.ts";
import { deliveryOf } from "../../../functions/app/webhooks/enqueue.ts";
import { openFeeSweep } from "../../../functions/domain/reconciliation/fee-sweep.ts";
import { askApproval } from "../../../functions/domain/review/approval.ts";
import { park } from "../../../functions/domain/settlement/retry-schedule.ts";
import { healthy } from "../../../functions/domain/webhooks/endpoint-health.ts";
import { putRecord } from "../../support/core/put-record.ts";
import { aTenant, lastOf, later, noon, settlementIn } from "../../support/core/samples.ts";
import { AlertApi, type PaidInvoice } from "../../support/disputes/alert-api.ts";
import { aCase } from "../../support/disputes/case-samples.ts";
import { EscrowApi } from "../../support/escrow/escrow-api.ts";
import { releasing } from "../../support/escrow/escrow-samples.ts";
import { anInvitation } from "../../support/onboarding/kyb-samples.ts";
import { submittedKyb } from "../../support/onboarding/test-onboarding.ts";
import { SweepApi } from "../../support/operations/sweep-api.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

const day = 86_400;
const none = { handedOn: 0, continued: 0, resumed: 0, queued: 0, failed: 0 };

/** A service with one record in it, and its row. */
async function withRecord<S extends { readonly status: string }>(kind: RecordType<S>, state: S) {
  const api = new SweepApi();
  await putRecord(api, tenantRecordType, aTenant());
  await putRecord(api, kind, state);
  const row = async () => (await api.rowAt(rowKey(kind.id(state)))) ?? expect.fail("it is gone");
  const statusNow = async () => ((await row()).body as { state: S }).state.status;
  /** What the workers of its kind say of it: how many had something to do. */
  const doneBy = async (worker: DueWorker) => {
    const { done, failures } = await worker([await row()]);
    expect(failures).toEqual([]);
    return done;
  };
  const due = () => doneBy(deadlineWorker(api.sweepContext()));
  const lookUp = () => doneBy(lookUpWorker(api.sweepContext()));
  return { api, row, statusNow, due, lookUp };
}

describe("a deadline", () => {
  test("of a settlement that is parked starts its machine again", async () => {
    const parked = lastOf(park(settlementIn("converting").settlement, "no answer", noon)).next;
    const { api } = await withRecord(settlementRecordType, parked);
    api.pass(299);
    expect((await api.sweep()).resumed).toBe(0);
    api.pass(1);
    expect((await api.sweep()).resumed).toBe(1);
    api.pass(60);
    await api.sweep();
    expect(api.workflowCalls).toEqual([
      ["startSettlement", expect.objectContaining({ settlementId: parked.id, tenantId: parked.tenantId })],
    ]);
  });

  test("of an escrow whose payout stands still starts its machine again", async () => {
    const state = releasing();
    const { api, due } = await withRecord(escrowRecordType, state);
    api.pass(day);
    expect(await due()).toBe(1);
    const entries = api.store.rows().filter(({ pk, type }) => pk === state.id && type === "entry");
    expect(entries.length).toBeGreaterThan(1);
  });

  test("of a dispute case ends it", async () => {
    const { api, due, statusNow } = await withRecord(caseRecordType, aCase({ caseId: "cas_1" }));
    const { settlement } = settlementIn("completed");
    await putRecord(api, settlementRecordType, { ...settlement, id: "stl_1" });
    expect(await due()).toBe(0);
    api.pass(60 * day);
    expect([await due(), await statusNow()]).toEqual([1, "expired"]);
  });

  test("of an alert ends it", async () => {
    const api = await AlertApi.open();
    const { paymentId }: PaidInvoice = await api.paid();
    const { json } = await api.ingest({ paymentId, respondBy: later(3600) });
    const [row] = await api.store.read([rowKey(json.id)]);
    const due = async () => row && (await deadlineWorker(api.sweepContext())([row])).done;
    expect(await due()).toBe(0);
    api.pass(3601);
    expect([await due(), (await api.alert(json.id)).status]).toEqual([1, "expired"]);
    expect(row?.type).toBe(alertRecordType.type);
  });

  test("of an invitation ends it", async () => {
    const { api, due, statusNow } = await withRecord(kybRecordType, anInvitation());
    expect(await due()).toBe(0);
    api.pass(8 * day);
    expect([await due(), await statusNow()]).toEqual([1, "expired"]);
  });

  test("of an approval ends it, which counts for nothing", async () => {
    const subject = { reviewId: "rev_1", subjectId: "stl_1", tenantId: "ten_1", note: null, askedBy: "operator:one" };
    const input = { id: "apr_1", action: "return", input: {}, amountCents: 100, ...subject } as const;
    const { api, due, statusNow } = await withRecord(approvalRecordType, askApproval(input, noon).next);
    api.pass(3 * day);
    expect([await due(), await statusNow()]).toEqual([0, "expired"]);
  });

  test("of a tenant's counters has its ratio programs looked at, which counts for nothing", async () => {
    const api = new SweepApi();
    const { id: tenantId } = await api.tenant();
    const counts = [{ tenantId, at: noon, counts: { visaChargebacks: 1 } }];
    const [adding] = counterAdditions(counts, "0", noon);
    const tally = await api.put(adding?.add(undefined) ?? expect.fail("nothing is counted"));
    expect(tally.index?.due).toBeDefined();
    expect(await deadlineWorker(api.sweepContext())([tally])).toEqual({ done: 0, failures: [] });
    expect((await api.rowAt(tally))?.index?.due).toBeUndefined();
  });

  test("of what has none is nothing", async () => {
    const { due } = await withRecord(invoiceRecordType, settlementIn("collecting").invoice);
    expect(await due()).toBe(0);
  });
});

describe("a look at somebody outside", () => {
  test("is asked of the rail of a settlement, and of an escrow", async () => {
    const first = await withRecord(settlementRecordType, settlementIn("collecting").settlement);
    expect(await first.lookUp()).toBe(1);
    const second = await withRecord(escrowRecordType, releasing());
    expect(await second.lookUp()).toBe(1);
  });

  test("is asked of the screen about a sweep of fees, which it may hold", async () => {
    const wallet = { rail: "mock", customer: "cust_1", chain: "base", stable: "USDC", toAddress: "BLOCKED" } as const;
    const fees = { units: "25.000000", amountCents: 2500, floatUnits: "0", date: "2026-11-20" };
    const { next } = openFeeSweep({ id: "fsw_1", tenantId: aTenant().id, ...wallet, ...fees }, noon);
    const { lookUp, row } = await withRecord(feeSweepRecordType, next);
    const before = (await row()).v;
    expect([await lookUp(), (await row()).v > before]).toEqual([1, true]);
  });

  test("is asked of the partner about an application that it has, and of nobody about another", async () => {
    const submitted = await withRecord(kybRecordType, submittedKyb());
    submitted.api.pass(60);
    expect(await submitted.lookUp()).toBe(1);
    const invited = await withRecord(kybRecordType, anInvitation());
    expect(await invited.lookUp()).toBe(0);
  });

  test("is asked of nobody about anything else", async () => {
    const { lookUp } = await withRecord(caseRecordType, aCase({ caseId: "cas_1" }));
    expect(await lookUp()).toBe(0);
  });
});

describe("upkeep", () => {
  const isNeverLate = () => false;

  test("switches off an endpoint that is gone, once, with the reason", async () => {
    const api = new SweepApi();
    const { id: tenantId } = await api.tenant();
    const endpointId = await api.endpoint(tenantId, null);
    const gone = { ...healthy(endpointId, tenantId), condemned: "gone" };
    const row = await api.put(healthRow(gone as never, 1, noon), api.deliveries);
    expect(await api.sweep()).toEqual({ ...none, handedOn: expect.any(Number) });
    const endpoint = await api.rowAt(rowKey(endpointId));
    expect(endpoint?.body).toMatchObject({ state: { enabled: false, disabledReason: "gone" } });
    expect((await api.rowAt(row, api.deliveries))?.body).toMatchObject({ switchedOff: true });
  });

  /** A replay of so many events of an endpoint. */
  async function replay(events: number) {
    const api = new SweepApi();
    const { id: tenantId } = await api.tenant();
    const endpointId = await api.endpoint(tenantId, ["invoice.sent"]);
    for (let nth = 0; nth < events; nth += 1) await api.invoice(tenantId, `N-${nth}`);
    api.pass(1);
    const key = rowKey("rpl_1");
    const body = {
      ...{ id: "rpl_1", tenantId, endpointId, since: noon, until: api.clock.now(), status: "queued", replayed: 0 },
      ...{ cursor: null, createdAt: noon, updatedAt: noon },
    };
    const index = { due: upkeepIndex(key, noon) };
    const row = await api.put({ ...key, v: 1, type: "replay", body, index }, api.deliveries);
    return { api, row, state: async () => (await api.rowAt(key, api.deliveries))?.body as typeof body };
  }

  test("goes on with a replay piece by piece until all is sent", async () => {
    const { api, row, state } = await replay(250);
    expect(await upkeepWorker(api.sweepContext(), isNeverLate)([row])).toEqual({ done: 1, failures: [] });
    expect(await state()).toMatchObject({ status: "done", replayed: 250 });
    expect(api.ordered).toHaveLength(250);
  });

  test("leaves the rest of a replay to the next run where it is late", async () => {
    const { api, row, state } = await replay(250);
    expect(await upkeepWorker(api.sweepContext(), () => true)([row])).toEqual({ done: 1, failures: [] });
    const { status, replayed } = await state();
    expect([status, replayed > 0 && replayed < 250]).toEqual(["queued", true]);
  });
});

describe("a money call whose holder died", () => {
  /** A claim of a call on an escrow, whose lease is over. */
  async function claimed(api: EscrowApi, operation: string, command: Record<string, unknown>, tenantId = api.tenantId) {
    const request = { tenantId, operation, idempotencyKey: operation, fingerprint: "f" };
    const claim = runningClaim(request, command, api.clock.now(), undefined);
    await api.store.write([claimWrite(claim)], operation);
    api.pass(36);
    return async () => (await api.store.read([claim.key]))[0]?.body as { status: string; outcome: unknown };
  }

  test.each([
    ["fundEscrow", "created", { source: "ach", holderType: "business", amountCents: 10_000 }, "funded"],
    ["releaseEscrow", "funded", {}, "released"],
    ["refundEscrow", "funded", { refundAddress: "0xBUYER", reason: "off" }, "refunded"],
    ["expireEscrow", "created", {}, "expired"],
  ] as const)("%s is carried on", async (operation, from, command, to) => {
    const api = await EscrowApi.withTenant();
    const id = await api[from]();
    const name = { name: id, fundingRef: null, depositTxHash: null };
    const claim = await claimed(api, operation, { ...name, ...command });
    expect(await api.sweep()).toMatchObject({ continued: 1, failed: 0 });
    expect((await claim()).status).toBe("done");
    expect((await api.state(id)).status).toBe(to);
  });

  test("of an operation that nobody carries on fails, and comes again", async () => {
    const api = await EscrowApi.withTenant();
    const claim = await claimed(api, "createEscrow", {});
    expect(await api.sweep()).toMatchObject({ continued: 0, failed: 1 });
    expect(api.log.lines.join()).toContain("nobody carries createEscrow on");
    expect((await claim()).status).toBe("running");
  });

  test("pays what it had begun to pay", async () => {
    const api = new SweepApi();
    const { id: tenantId, apiKey } = await api.tenant();
    const invoice = await api.invoice(tenantId);
    const died = railThat(api.rail, { collect: () => Promise.reject(new Error("killed")) });
    const pay = (rail = api.rail) =>
      api.openPay({ rail, conversion: api.rail })({
        method: "POST",
        path: `/api/v1/invoices/${invoice}/pay`,
        headers: { authorization: `Bearer ${apiKey}`, "idempotency-key": "k" },
      });
    await pay(died as never);
    api.pass(36);
    expect(await api.sweep()).toMatchObject({ continued: 1, failed: 0 });
    const [claim] = api.store.rows().filter(({ type }) => type === "claim");
    expect(claim?.body).toMatchObject({ operation: "payInvoice", status: "done" });
  });
});

describe("a delivery that is due", () => {
  test("goes into the queue of deliveries, and counts as queued", async () => {
    const api = new SweepApi();
    const { id: tenantId } = await api.tenant();
    await api.endpoint(tenantId, null);
    const endpoint = { id: "whe_1", url: "https://hooks.example.test/" };
    const event = { id: "evt_01K00000000000000000000000", name: "invoice.sent", data: {} };
    const delivery = deliveryOf(tenantId, event, endpoint as never, noon);
    await api.put(deliveryRow(delivery, 1), api.deliveries);
    expect((await api.sweep()).queued).toBe(1);
    expect(api.ordered).toEqual([{ deliveryId: delivery.id, endpointId: "whe_1", tenantId, delaySeconds: 0 }]);
  });

  test("is no work of the other workers", () => {
    const context = new SweepApi().sweepContext();
    expect(() => workOffDue(context, { kind: "deliveries", rows: [] })).toThrow("deliveries go to their own queue");
  });
});

describe("an entry that was left on the outbox", () => {
  test("is handed on once it is due, and counts as such", async () => {
    const api = new SweepApi();
    await api.entry("stl_1", { follows: [{ kind: "answer_token", token: "one" }] });
    await api.entry("stl_2", { follows: [{ kind: "ask_partner", kybId: "kyb_9" }] });
    expect(await api.sweep()).toEqual({ ...none, handedOn: 1, failed: 1 });
    expect(api.workflowCalls).toEqual([["answer", "one"]]);
  });
});
