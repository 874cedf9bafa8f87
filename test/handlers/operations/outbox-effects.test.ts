import { beforeEach, describe, expect, test } from "vitest";
import type { Row } from "../../../functions/app/core/ports.ts";
import { escrowRecordType } from "../../../functions/app/escrow/record.ts";
import { invoiceRecordType } from "../../../functions/app/invoicing/record.ts";
import { kybRecordType } from "../../../functions/app/onboarding/record.ts";
import { eachAggregate } from "../../../functions/app/operations/each-aggregate.ts";
import { dispatchEntries, dispatchEntry } from "../../../functions/app/operations/outbox.ts";
import { startEach } from "../../../functions/app/operations/start-workflows.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import { tenantRecordType } from "../../../functions/app/tenants/records.ts";
import { putRecord } from "../../support/core/put-record.ts";
import { aTenant, later, noon, settlementIn } from "../../support/core/samples.ts";
import { fundedEscrow } from "../../support/escrow/escrow-samples.ts";
import { submittedKyb, word } from "../../support/onboarding/test-onboarding.ts";
import { SweepApi } from "../../support/operations/sweep-api.ts";

let api: SweepApi;

beforeEach(() => {
  api = new SweepApi();
});

const dispatch = (row: Row, change: object = {}) => dispatchEntries({ ...api.sweepContext(), ...change }, [row]);
const isDone = async (row: Row) => (await api.rowAt(row))?.outbox === undefined;

const start = { kind: "start_settlement", settlementId: "stl_1", tenantId: "ten_1", presentation: 1 };
const payout = { kind: "start_escrow_payout", escrowId: "esc_1", tenantId: "ten_1", presentation: 1 };
const machines = [
  ["startSettlement", start],
  ["startEscrowPayout", payout],
  ["answer", "one"],
  ["fail", "two", "SettlementEnded", "another machine goes on"],
];
const workflowFollows = [start, payout, { kind: "answer_token", token: "one" }, { kind: "end_token", token: "two" }];

describe("an entry on the outbox", () => {
  test("starts, wakes and ends the machines that it names, in its order", async () => {
    const row = await api.entry("stl_1", { follows: workflowFollows });
    expect(await dispatch(row)).toEqual([]);
    expect(api.workflowCalls).toEqual(machines);
    expect(await isDone(row)).toBe(true);
  });

  test("starts them as well where they are looked at alone, and stays on the outbox then", async () => {
    const row = await api.entry("stl_1", { follows: workflowFollows });
    expect(await startEach(api.workflows, [row])).toEqual([]);
    expect(api.workflowCalls).toEqual(machines);
    expect(await isDone(row)).toBe(false);
  });

  test("orders its packets and its letters, each letter once", async () => {
    const mail = { kind: "send_mail", template: "kyb_invite", about: "kyb_1", tenantId: "ten_1", locale: "en" };
    const follows = [
      { kind: "build_packet", caseId: "cas_1", tenantId: "ten_1" },
      { ...mail, to: "a@acme.test" },
    ];
    const row = await api.entry("cas_1", { follows });
    expect(await dispatch(row)).toEqual([]);
    expect(await dispatch(row)).toEqual([]);
    expect(api.packetOrders[0]).toEqual({ caseId: "cas_1", tenantId: "ten_1" });
    const letters = api.store.rows().filter(({ type }) => type === "letter");
    expect(letters).toHaveLength(1);
    expect(api.letters).toContainEqual({ mailId: letters[0]?.pk });
  });

  test("is delivered to the endpoints of its tenant that want it, and to no others", async () => {
    const tenantId = (await api.tenant()).id;
    await api.endpoint(tenantId, ["invoice.sent"], "whe_1");
    await api.endpoint(tenantId, ["invoice.paid"], "whe_2");
    await api.endpoint(tenantId, null, "whe_3");
    await api.endpoint("ten_other", null, "whe_4");
    const events = [{ id: "evt_01K00000000000000000000000", name: "invoice.sent", data: { id: "inv_1" } }];
    await dispatch(await api.entry("inv_1", { events, tenantId }));
    expect(api.ordered).toEqual(
      ["whe_3", "whe_1"].map((endpointId) => ({
        ...{ deliveryId: expect.stringMatching(/^dlv_/), endpointId, tenantId, delaySeconds: 0 },
        made: expect.objectContaining({ event: "invoice.sent", eventId: events[0]?.id, createdAt: noon }),
      })),
    );
    expect(api.deliveries.rows()).toEqual([]);
  });

  test("leaves a delivery that no message holds on record, and sends an order that names it", async () => {
    const tenantId = (await api.tenant()).id;
    await api.endpoint(tenantId, null, "whe_1");
    const data = { id: "inv_1", note: "ä".repeat(10_000) };
    const events = [{ id: "evt_01K00000000000000000000000", name: "invoice.sent", data }];
    await dispatch(await api.entry("inv_1", { events, tenantId }));
    const [row] = api.deliveries.rows();
    expect(row).toMatchObject({ body: { status: "pending", attempts: [] }, index: { due: expect.anything() } });
    expect(api.ordered).toEqual([{ deliveryId: row?.pk, endpointId: "whe_1", tenantId, delaySeconds: 0 }]);
  });

  test("without events looks for no endpoint and sends nothing", async () => {
    const { partner } = api.sweepContext();
    await dispatch(await api.entry("stl_1", { follows: [start] }), {
      queue: { send: () => Promise.reject(new Error("nothing is to be sent")) },
      partner: { ...partner, log: api.log },
    });
    expect([api.ordered, api.deliveries.calls, api.log.lines]).toEqual([[], 0, []]);
  });

  test("is done though the queue of deliveries takes none, which is logged with how many wait", async () => {
    const tenantId = (await api.tenant()).id;
    await api.endpoint(tenantId, null);
    const events = [{ id: "evt_01K00000000000000000000000", name: "invoice.sent", data: {} }];
    const row = await api.entry("inv_1", { events, tenantId });
    const { partner } = api.sweepContext();
    const queue = { send: () => Promise.reject(new Error("away")) };
    expect(await dispatch(row, { queue, partner: { ...partner, log: api.log } })).toEqual([]);
    expect(await isDone(row)).toBe(true);
    expect(JSON.parse(api.log.lines[0] ?? "{}")).toMatchObject({
      message: "deliveries left to the sweeper",
      ...{ operation: "outbox", deliveries: 1, correlationId: expect.stringMatching(/^dlv_/) },
    });
  });

  test("of an ACH return raises the alert about its payment, in the service's own name", async () => {
    const { settlement, invoice } = settlementIn("completed");
    await putRecord(api, tenantRecordType, aTenant());
    await putRecord(api, invoiceRecordType, invoice);
    await putRecord(api, settlementRecordType, settlement);
    const { id: settlementId, tenantId } = settlement;
    const follows = [{ kind: "raise_return_alert", settlementId, tenantId, code: "R10", at: noon }];
    expect(await dispatch(await api.entry(settlementId, { follows }))).toEqual([]);
    const [alert] = api.store.rows().filter(({ type }) => type === "alert");
    expect(alert?.body).toMatchObject({ state: { paymentId: settlement.payment.id, said: { reasonCode: "R10" } } });
    const made = api.store.rows().filter(({ pk, type }) => pk === alert?.pk && type === "entry");
    expect(made.map(({ body }) => (body as { actor: string }).actor)).toContain("system:disputes");
  });

  test("of an ACH return of an escrow's deposit raises one too", async () => {
    const state = fundedEscrow();
    const { id: escrowId, tenantId } = state;
    await putRecord(api, tenantRecordType, aTenant());
    await putRecord(api, escrowRecordType, state);
    const follows = [{ kind: "raise_escrow_return_alert", escrowId, tenantId, code: "R01", at: noon }];
    expect(await dispatch(await api.entry(escrowId, { follows }))).toEqual([]);
    const [alert] = api.store.rows().filter(({ type }) => type === "alert");
    expect(alert?.body).toMatchObject({ state: { escrowId, said: { reasonCode: "R01" } } });
  });

  test("that cannot be read is thrown where it is alone, and comes again where it is one of many", async () => {
    const row = await api.entry("stl_1", { follows: [{ kind: "nothing known" }] });
    await expect(dispatchEntry(api.sweepContext(), row)).rejects.toThrow();
    expect(await dispatch(row)).toEqual([{ row, error: expect.any(Error) }]);
    expect(await isDone(row)).toBe(false);
  });
});

describe("an entry that asks the partner", () => {
  const asks = (kybId: string) => ({ follows: [{ kind: "ask_partner", kybId }] });
  const partnerThat = (look: () => Promise<ReturnType<typeof word>>) => ({
    partner: { ...api.sweepContext().partner, onboarding: { name: "scripted", apply: look, look } },
  });

  test("comes last, so that the others are done though it is not", async () => {
    const kyb = submittedKyb();
    await putRecord(api, kybRecordType, kyb);
    const [asking, other] = [await api.entry(kyb.id, asks(kyb.id)), await api.entry("stl_1", { follows: [start] })];
    const seen: boolean[] = [];
    const { partner } = partnerThat(async () => {
      seen.push(await isDone(other), await isDone(asking));
      return word();
    });
    expect(await dispatchEntries({ ...api.sweepContext(), partner }, [asking, other])).toEqual([]);
    expect(seen).toEqual([true, false]);
    expect(await isDone(asking)).toBe(true);
    const trail = api.store.rows().filter(({ pk, type }) => pk === kyb.id && type === "entry");
    expect(trail.map(({ body }) => (body as { actor: string }).actor)).toContain("system:onboarding");
  });

  test("about an application that is not there comes again, and no other does", async () => {
    const kyb = submittedKyb();
    await putRecord(api, kybRecordType, kyb);
    const there = await api.entry(kyb.id, asks(kyb.id));
    const [asking, other] = [await api.entry("kyb_9", asks("kyb_9")), await api.entry("stl_1", { follows: [start] })];
    const failures = await dispatchEntries({ ...api.sweepContext(), ...partnerThat(async () => word()) }, [
      ...[there, asking, other],
    ]);
    expect(failures).toEqual([{ row: asking, error: expect.objectContaining({ code: "not_found" }) }]);
    expect([await isDone(there), await isDone(asking), await isDone(other)]).toEqual([true, false, true]);
  });
});

describe("what is measured of entries", () => {
  const ended = (name: string, data = {}) => [{ id: "evt_01K00000000000000000000000", name, data }];
  /** An id that was made so many milliseconds before noon. */
  const madeBefore = (ms: number) => api.newId("stl", new Date(Date.parse(noon) - ms).toISOString());

  test("is how late each was dispatched", async () => {
    const row = await api.entry("stl_1", { follows: [start] });
    api.pass(7);
    await dispatch(row);
    expect(api.meter.values).toEqual({ OutboxLag: [7000] });
  });

  test("is never less than nothing, where another machine's clock was ahead", async () => {
    const row = await api.entry("stl_1", { follows: [start] });
    api.pass(-7);
    await dispatch(row);
    expect(api.meter.values).toEqual({ OutboxLag: [0] });
  });

  test("is a settlement that completed, with its cents and how long it took", async () => {
    const events = ended("settlement.completed", { fiatInCents: 1234 });
    await dispatch(await api.entry(madeBefore(5000), { events }));
    expect(api.meter.values).toEqual({
      ...{ OutboxLag: [0], SettlementCompleted: [1], SettledCents: [1234], TimeToSettle: [5000] },
    });
  });

  test.each([
    ["settlement.declined", "SettlementDeclined"],
    ["settlement.failed", "SettlementFailed"],
  ])("is %s, without cents or time", async (name, metric) => {
    await dispatch(await api.entry("stl_1", { events: ended(name, { fiatInCents: 1234 }) }));
    expect(api.meter.values).toEqual({ OutboxLag: [0], [metric]: [1] });
  });

  test("is no end of a settlement where something else happened", async () => {
    await dispatch(await api.entry("inv_1", { events: ended("invoice.sent") }));
    expect(api.meter.values).toEqual({ OutboxLag: [0] });
  });

  test("is nothing of an entry that is to come again", async () => {
    await dispatch(await api.entry("stl_1", { follows: [{ kind: "ask_partner", kybId: "kyb_9" }] }));
    expect(api.meter.values).toEqual({});
  });
});

describe("what entries show and count", () => {
  test("is added to the overview once, by the entry's own day", async () => {
    api.pass(86_400);
    const counts = { "settlements.completed": 1 };
    const row = await api.entry("stl_1", {
      follows: [
        { kind: "show", counts },
        { kind: "show", counts },
      ],
    });
    await dispatch(row);
    await dispatch(row);
    const shown = api.store.rows().filter(({ type }) => type === "overview");
    expect(shown.map(({ body }) => body)).toEqual([
      { counts: { "settlements.completed": 2 } },
      { days: { "2026-11-21": { "settlements.completed": 2 } } },
    ]);
  });

  test.each([
    [later(86_400), "2026-11-21"],
    [later(-86_400), "2026-11-20"],
  ])("counts for no later day than the entry's: %s", async (at, day) => {
    const { id: tenantId } = await api.tenant();
    const follow = { kind: "count", tenantId, at, counts: { payments: 3 } };
    await dispatch(await api.entry("stl_1", { tenantId, follows: [follow] }));
    const [tally] = api.store.rows().filter(({ type }) => type === "tally");
    expect(tally?.body).toMatchObject({ tenantId, days: { [day]: { payments: 3 } } });
  });
});

describe("aggregates side by side", () => {
  const rowOf = (pk: string, sk: string): Row => ({ pk, sk, v: 1, type: "entry", body: null });

  test("takes each row once, though it is named twice", async () => {
    const seen: string[] = [];
    const rows = [rowOf("a", "1"), rowOf("a", "1"), rowOf("a", "2"), rowOf("b", "1")];
    expect(await eachAggregate(rows, async ({ pk, sk }) => void seen.push(`${pk}${sk}`))).toEqual([]);
    expect(seen.toSorted()).toEqual(["a1", "a2", "b1"]);
  });

  test("leaves the rest of an aggregate whose entry failed untried, with the same error", async () => {
    const error = new Error("no");
    const tried: string[] = [];
    const rows = [rowOf("a", "1"), rowOf("a", "2"), rowOf("a", "3")];
    const failures = await eachAggregate(rows, async ({ sk }) => {
      tried.push(sk);
      if (sk === "2") throw error;
    });
    expect(tried).toEqual(["1", "2"]);
    expect(failures).toEqual([
      { row: rows[1], error },
      { row: rows[2], error },
    ]);
  });
});
