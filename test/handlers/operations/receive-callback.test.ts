import { beforeEach, describe, expect, test } from "vitest";
import { loadAggregate } from "../../../functions/app/core/aggregate.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { escrowRecordType } from "../../../functions/app/escrow/record.ts";
import { invoiceRecordType } from "../../../functions/app/invoicing/record.ts";
import { type Callback, receiveCallback, reportForRail } from "../../../functions/app/operations/receive-callback.ts";
import { reviewSubjects } from "../../../functions/app/operations/review-subjects.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import type { Settlement, SettlementStatus } from "../../../functions/domain/settlement/settlement.ts";
import { putRecord } from "../../support/core/put-record.ts";
import { noon, settlementIn } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { awaiting } from "../../support/escrow/escrow-samples.ts";

let api: TestApi;

beforeEach(() => {
  api = new TestApi();
});

const unknown = { code: "unknown_rail_ref", message: "no payment has this railRef" };
const funds = { kind: "funds_received", amountCents: 10_000 } as const;

/** A settlement and its invoice on record. */
async function withSettlement(status: SettlementStatus = "collecting", change: Partial<Settlement> = {}) {
  const { settlement, invoice } = settlementIn(status);
  await putRecord(api, settlementRecordType, { ...settlement, ...change });
  await putRecord(api, invoiceRecordType, invoice);
  return `${settlement.id}.${invoice.id}`;
}

const call = (reference: string | null, change: Partial<Callback> = {}): Callback => ({
  ...{ rail: "mock", railRef: "rail_1", reference, events: [funds], ...change },
});

async function stateOf(id = settlementIn("collecting").settlement.id): Promise<Settlement> {
  const [row] = await api.store.read([rowKey(id)]);
  return loadAggregate(settlementRecordType, row)?.state ?? expect.fail("it is gone");
}

describe("a rail's callback", () => {
  test("is applied to the settlement that it is about, once", async () => {
    const reference = await withSettlement();
    await receiveCallback(api.context, call(reference));
    expect(await stateOf()).toMatchObject({ status: "screening", payment: { receivedCents: 10_000 } });
    const { commits } = api.store;
    await receiveCallback(api.context, call(reference));
    expect(api.store.commits).toBe(commits);
  });

  test.each([
    ["another rail", { rail: "bridge" }],
    ["another railRef", { railRef: "rail_2" }],
    ["a settlement that is not there", { reference: "stl_9.inv_9" }],
    ["no invoice", { reference: "stl_01K00000000000000000000000" }],
    ["something that is no invoice", { reference: "stl_01K00000000000000000000000.esc_1" }],
    ["an invoice of nothing", { reference: ".inv_01K00000000000000000000000" }],
    ["nothing", { reference: null }],
  ])("of %s is unknown, and changes nothing", async (_, change) => {
    const reference = await withSettlement();
    const { commits } = api.store;
    await expect(receiveCallback(api.context, call(reference, change))).rejects.toMatchObject(unknown);
    expect(api.store.commits).toBe(commits);
  });

  test("is applied to an escrow by its own reference", async () => {
    const state = awaiting();
    await putRecord(api, escrowRecordType, state);
    await receiveCallback(api.context, call(state.id));
    const [row] = await api.store.read([rowKey(state.id)]);
    expect(row?.body).toMatchObject({ state: { status: "funded" } });
    await expect(receiveCallback(api.context, call(state.id, { railRef: "rail_2" }))).rejects.toMatchObject(unknown);
  });

  test("of money that went back ends the order to send it, where it is about that order's transfer", async () => {
    const order = { key: "k", by: "operator:one", amountCents: 10_000, payableCents: 10_000, lookAt: noon };
    const reference = await withSettlement("failed", { sendBack: { ...order, transferRef: "back_1" } });
    const sentBack = (transferRef: string) =>
      receiveCallback(api.context, call(reference, { events: [], sentBack: { transferRef, returned: "sent" } }));
    await sentBack("back_2");
    expect(await stateOf()).toMatchObject({ payment: { status: "succeeded" }, sendBack: { transferRef: "back_1" } });
    await sentBack("back_1");
    expect(await stateOf()).toMatchObject({ payment: { status: "refunded" }, sendBack: null });
  });
});

describe("what an operator reports for a rail that cannot call back", () => {
  test("is applied as its callback would be", async () => {
    await withSettlement();
    await reportForRail({ ...api.context, twoPersonControl: false }, "mock", {
      railRef: "rail_1",
      state: "funds_received",
      amountCents: 10_000,
    });
    expect((await stateOf()).status).toBe("screening");
  });

  test("is unknown where no settlement of that rail has the railRef", async () => {
    await withSettlement();
    await putRecord(api, escrowRecordType, { ...awaiting(), adapter: "bridge" });
    for (const [rail, railRef] of [
      ["mock", "rail_2"],
      ["bridge", "rail_2"],
    ] as const)
      await expect(
        reportForRail({ ...api.context, twoPersonControl: false }, rail, { railRef, state: "funds_received" }),
      ).rejects.toMatchObject(unknown);
  });

  test("is applied to an escrow that has the railRef", async () => {
    const state = awaiting();
    await putRecord(api, escrowRecordType, state);
    await reportForRail({ ...api.context, twoPersonControl: false }, "mock", {
      railRef: "rail_1",
      state: "funds_received",
      amountCents: 10_000,
    });
    const [row] = await api.store.read([rowKey(state.id)]);
    expect(row?.body).toMatchObject({ state: { status: "funded" } });
  });
});

describe("what the review queue is about", () => {
  test("is any of six kinds of record that share the item's ULID", () => {
    const ulid = "01K00000000000000000000000";
    expect(reviewSubjects.keysOf(`rev_${ulid}`)).toEqual(
      ["stl", "esc", "alr", "cas", "brk", "fsw", "ntc"].map((prefix) => ({ pk: `${prefix}_${ulid}`, sk: "row" })),
    );
  });

  test("is read from the row of its kind, and from no other", async () => {
    const reference = await withSettlement();
    const [stl = "", inv = ""] = reference.split(".");
    const [row, invoice] = await api.store.read([rowKey(stl), rowKey(inv)]);
    expect(reviewSubjects.subjectOf(row)?.id).toBe(stl);
    expect(reviewSubjects.subjectOf(invoice)).toBeUndefined();
    expect(reviewSubjects.subjectOf(undefined)).toBeUndefined();
  });
});
