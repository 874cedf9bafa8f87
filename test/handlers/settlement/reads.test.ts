import { beforeEach, describe, expect, test } from "vitest";
import { newAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { invoiceRecordType } from "../../../functions/app/invoicing/record.ts";
import type { Subject } from "../../../functions/app/review/review-subject.ts";
import {
  getPayment,
  getSettlement,
  listAllSettlements,
  listHistory,
  listSettlements,
} from "../../../functions/app/settlement/reads.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import { changePair, changeSettlement, loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { settlementSubject } from "../../../functions/app/settlement/subject.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { heldReserve } from "../../../functions/domain/settlement/reserve.ts";
import {
  type Settlement,
  type SettlementStatus,
  settlementTransition,
} from "../../../functions/domain/settlement/settlement.ts";
import { later, noon, settlementIn } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";

let api: TestApi;

beforeEach(() => {
  api = new TestApi();
});

async function stored(status: SettlementStatus, nth = 0, change: object = {}): Promise<Settlement> {
  const id = `stl_01K0000000000000000000000${nth}`;
  const settlement = { ...settlementIn(status).settlement, id, ...change } as Settlement;
  settlement.payment.id = id.replace("stl", "pay");
  const began = { next: settlement, from: null, to: status, reason: `began ${nth}` };
  const { writes } = transitionWrites(newAggregate(settlementRecordType, settlement), [began], api.context);
  await api.store.write(writes, `stored-${nth}`);
  return settlement;
}

async function storedInvoice(status: SettlementStatus): Promise<void> {
  const { invoice } = settlementIn(status);
  const began = { next: invoice, from: null, to: invoice.status, reason: "began" };
  const { writes } = transitionWrites(newAggregate(invoiceRecordType, invoice), [began], api.context);
  await api.store.write(writes, "invoice");
}

const { tenantId } = settlementIn("created").settlement;
const asker = { tenantId, tenantCreatedAt: noon };

describe("reading a settlement", () => {
  test("is for its tenant and for operators, with its history in order", async () => {
    const { id } = await stored("collecting");
    api.pass(5);
    await changeSettlement(api.context, await loadSettlement(api.context, id), (state) => [
      settlementTransition(state, state, later(5), { reason: "looked at" }),
    ]);
    for (const who of [tenantId, null]) {
      const { state, history } = await getSettlement(api.context, who, id);
      expect(state.id).toBe(id);
      expect(history).toEqual([
        { from: null, to: "collecting", reason: "began 0", actor: "test", at: noon, hash: expect.any(String) },
        {
          from: "collecting",
          to: "collecting",
          reason: "looked at",
          actor: "test",
          at: later(5),
          hash: expect.any(String),
        },
      ]);
    }
    await expect(getSettlement(api.context, "ten_other", id)).rejects.toMatchObject({ code: "not_found" });
    const { payment } = await getPayment(api.context, tenantId, id.replace("stl", "pay"));
    expect(payment.id).toBe(id.replace("stl", "pay"));
    await expect(getPayment(api.context, "ten_other", payment.id)).rejects.toMatchObject({
      ...{ code: "not_found", message: expect.stringContaining("payment") },
    });
  });

  test("shows its history in pages, and takes no cursor of another", async () => {
    const { id } = await stored("collecting");
    for (const seconds of [1, 2, 3])
      await changeSettlement(api.context, await loadSettlement(api.context, id), (state) => [
        settlementTransition(state, state, later(seconds), { reason: `look ${seconds}` }),
      ]);
    const first = await listHistory(api.context, id, { limit: 2 });
    expect(first.data.map(({ reason }) => reason)).toEqual(["began 0", "look 1"]);
    expect(first.nextCursor).toBe(first.data[1]?.hash);
    const rest = await listHistory(api.context, id, { limit: 2, cursor: first.nextCursor ?? "" });
    expect([rest.data.map(({ reason }) => reason), rest.nextCursor]).toEqual([["look 2", "look 3"], null]);
    await expect(listHistory(api.context, id, { limit: 2, cursor: "x" })).rejects.toMatchObject({
      ...{ code: "invalid_cursor", message: "this cursor does not belong to this list" },
    });
  });

  test("in lists is by status, or by how its payment stands", async () => {
    const [one, other] = [await stored("collecting", 1), await stored("completed", 2)];
    const idsOf = async (query: object) =>
      (await listSettlements(api.context, asker, { limit: 9, ...query })).data.map(({ id }) => id);
    expect((await idsOf({})).toSorted()).toEqual([one.id, other.id]);
    expect(await idsOf({ status: "completed" })).toEqual([other.id]);
    expect(await idsOf({ paymentStatus: "processing" })).toEqual([one.id]);
    expect(await idsOf({ paymentStatus: "failed" })).toEqual([]);
    const all = await listAllSettlements(api.context, { limit: 9, status: "completed" });
    expect(all.data.map(({ id }) => id)).toEqual([other.id]);
  });
});

describe("a settlement's row", () => {
  const state = (change: object = {}, payment: object = {}): Settlement => {
    const { settlement } = settlementIn("completed");
    return { ...settlement, ...change, payment: { ...settlement.payment, ...payment } } as Settlement;
  };
  const valuesOf = (one: Settlement) => settlementRecordType.pointers?.(one).map(({ value }) => value) ?? [];

  test("is found by its rail's reference, where it has one", () => {
    expect(settlementRecordType.index?.(state())?.ref).toEqual(["mock#rail_1", state().id]);
    expect(settlementRecordType.index?.(state({}, { railRef: null }))?.ref).toBeUndefined();
  });

  test("is due where it is to be looked at, and in the queue where it is for people", () => {
    const { due, review } = settlementRecordType.index?.(settlementIn("screening").settlement) ?? {};
    expect([due === undefined, review?.[1]]).toEqual([false, `${noon}#${state().id}`]);
    expect(settlementRecordType.index?.(state())).not.toHaveProperty("due");
    expect(settlementRecordType.index?.(state())).not.toHaveProperty("review");
  });

  test("has one place in each list, and in no other", () => {
    const { id } = state();
    const place = `${noon}#${id}`;
    const month = "2026-11";
    const listed = { list: [`${tenantId}#settlement#${month}`, place], ref: ["mock#rail_1", id] };
    const delivered = state();
    const reserve = heldReserve(delivered, noon);
    const { due, ...others } = settlementRecordType.index?.({ ...delivered, reserve } as Settlement) ?? {};
    expect(others).toEqual({
      ...{ ...listed, status: [`${tenantId}#settlement#completed#${month}`, place] },
      group: [`${tenantId}#payment#succeeded#${month}`, place],
    });
    expect(due).toEqual([expect.stringMatching(/^daily#\d$/), `${reserve?.lookAt}#${id}#row`]);
    const pending = settlementRecordType.index?.(settlementIn("screening").settlement);
    expect(pending?.due).toEqual([expect.stringMatching(/^due#\d+$/), `${later(1800)}#${id}#row`]);
    const waiting = settlementRecordType.index?.(settlementIn("collecting").settlement);
    expect(waiting?.due).toEqual([expect.stringMatching(/^look_up#\d+$/), `${later(3600)}#${id}#row`]);
    expect(waiting?.review).toEqual([expect.stringContaining("in_flight"), place]);
  });

  test("is found by its wallet among all, and its reserve by its day among its tenant's and all", () => {
    const { id } = state();
    const reserve = { id: "rsv_1", releaseAt: "2027-02-03T00:00:00.000Z" };
    const found = settlementRecordType.pointers?.(state({ reserve, txHash: null })) ?? [];
    expect(found.filter(({ index }) => index !== undefined)).toEqual([
      { value: "0xWALLET", index: { list: [expect.stringMatching(/^all#settlement#\d+#2026-11$/), `${noon}#${id}`] } },
      {
        value: "rsv_1",
        index: {
          list: [`${tenantId}#reserve#2027-02`, `2027-02-03T00:00:00.000Z#${id}`],
          status: ["all#reserve#2027-02", `2027-02-03T00:00:00.000Z#${id}`],
        },
      },
    ]);
  });

  test("is found by wallet, amount, payer, hash and conversion, where it has them", () => {
    const bare = valuesOf(state({ txHash: null }));
    expect(bare).toContain("0xWALLET");
    expect(bare).toContain(`amount#${tenantId}#10000`);
    expect(bare).toContain(`payer#${tenantId}#${state().customerId}`);
    expect(valuesOf(state({ txHash: "0xabc", conversionRef: "cnv_1" }))).toEqual([...bare, "0xabc", "cnv_1"]);
    const reserve = { id: "rsv_1", releaseAt: "2027-02-03T00:00:00.000Z" };
    const pointer = settlementRecordType.pointers?.(state({ reserve })).find(({ value }) => value === "rsv_1");
    const place = `2027-02-03T00:00:00.000Z#${state().id}`;
    expect(pointer?.index?.list?.[1]).toBe(place);
    expect(pointer?.index?.status?.[1]).toBe(place);
  });

  test("shows in its trail neither accounts nor a machine's token", () => {
    const secret = { instructions: { a: 1 }, bankAccount: { b: 1 }, hosted: { c: 1 } };
    const shown = settlementRecordType.shown?.(state({ waiting: { state: "proof", token: "T" } }, secret)) as object;
    expect(shown).not.toHaveProperty("waiting");
    expect(Object.keys((shown as Settlement).payment)).toEqual(expect.not.arrayContaining(Object.keys(secret)));
    expect(shown).toMatchObject({ id: state().id, payment: { id: state().payment.id } });
  });
});

describe("a settlement and its invoice", () => {
  test("are changed together, and missed by name", async () => {
    const { id, invoiceId } = await stored("collecting");
    const nothing = () => ({ settlement: [], invoice: [] });
    await expect(changePair(api.context, { id, invoiceId }, nothing)).rejects.toThrow(
      `no settlement ${id} with its invoice`,
    );
    await expect(loadSettlement(api.context, "stl_none")).rejects.toThrow("stl_none");
    await storedInvoice("collecting");
    await expect(changePair(api.context, { id, invoiceId }, nothing)).resolves.toBeUndefined();
  });
});

describe("a settlement in the hands of operators", () => {
  async function subjectOf(status: SettlementStatus, change: object = {}): Promise<Subject> {
    const { id } = await stored(status, 0, change);
    const [row] = await api.store.read([rowKey(id)]);
    const subject = row && settlementSubject(row);
    if (!subject) throw new Error("no subject");
    return subject;
  }

  const request = (action: string, input: object = {}) =>
    ({ action, input, by: "apr_1", screen: null }) as unknown as Parameters<Subject["decide"]>[1];

  test("is who it is, about what money, and what needs a second of them", async () => {
    const subject = await subjectOf("collecting", { mismatchCents: 4_000 });
    expect(subject).toMatchObject({ id: "stl_01K00000000000000000000000", tenantId, status: "collecting" });
    expect([subject.amountAtStake("accept"), subject.amountAtStake("fail")]).toEqual([4_000, null]);
    expect([subject.needsSecond("accept"), subject.needsSecond("retry_screen")]).toEqual([true, false]);
    expect(subject.review(noon)).toMatchObject({ kind: "amount_mismatch" });
    expect(await subject.ask({ ...api.context }, "accept")).toBeNull();
  });

  test("has news since a break, or since its wallet was listed, and of nothing else", async () => {
    const listing = { list: "eu", address: "0x", version: 1, ref: null, at: later(5), others: 0, othersHeldCents: 0 };
    const reconBreaks = [
      { kind: "rail_unknown", at: later(1) },
      { kind: "return_failed", at: later(5) },
    ];
    const subject = await subjectOf("completed", { reconBreaks, listing });
    for (const action of ["resolve", "reported"] as const) {
      const since = [later(4), later(5), later(6)].map((at) => subject.cameUpSince(action, at));
      expect(since).toEqual([true, false, false]);
    }
    expect(subject.cameUpSince("accept", noon)).toBe(false);
  });

  test("has none where nothing came up", async () => {
    const subject = await subjectOf("completed");
    expect([subject.cameUpSince("resolve", ""), subject.cameUpSince("reported", "")]).toEqual([false, false]);
  });

  test("is decided with its invoice, which must be there", async () => {
    const subject = await subjectOf("collecting", { mismatchCents: 4_000 });
    await expect(subject.decide(api.context, request("top_up"))).rejects.toThrow("no invoice inv_");
    await storedInvoice("collecting");
    const decided = await subject.decide(api.context, request("top_up"));
    if (decided instanceof Refusal) throw decided;
    expect(decided.after.review(noon)).toMatchObject({ kind: "in_flight" });
    expect((await api.store.write(decided.writes, "decided")).ok).toBe(true);
    expect((await loadSettlement(api.context, subject.id)).state).toMatchObject({
      mismatchCents: null,
      unappliedCents: 4_000,
    });
    expect(await subject.decide(api.context, request("resolve"))).toBeInstanceOf(Refusal);
  });

  test("is a subject only where the row is a settlement's", async () => {
    await storedInvoice("collecting");
    const [row] = await api.store.read([rowKey(settlementIn("collecting").invoice.id)]);
    expect(row && settlementSubject(row)).toBeUndefined();
  });
});
