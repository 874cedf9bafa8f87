import { beforeEach, describe, expect, test } from "vitest";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { invoiceRecordType } from "../../../functions/app/invoicing/record.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import { loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { lookUpSettlement, meetSettlementDeadline } from "../../../functions/app/settlement/sweep.ts";
import { tenantRecordType } from "../../../functions/app/tenants/records.ts";
import type { ReportedTransfer } from "../../../functions/domain/rails/reported-event.ts";
import { holdForCredit } from "../../../functions/domain/settlement/credit-suspension.ts";
import { askSendBack } from "../../../functions/domain/settlement/payer-refund.ts";
import { scheduleRepresentment } from "../../../functions/domain/settlement/re-presentment.ts";
import { heldReserve, lookAtDue, releaseReserve } from "../../../functions/domain/settlement/reserve.ts";
import { park } from "../../../functions/domain/settlement/retry-schedule.ts";
import type { Settlement, SettlementStatus } from "../../../functions/domain/settlement/settlement.ts";
import { waitFor } from "../../../functions/domain/settlement/transitions.ts";
import { putRecord } from "../../support/core/put-record.ts";
import { agreed, aTenant, lastOf, later, noon, settlementIn } from "../../support/core/samples.ts";
import { SweepApi } from "../../support/operations/sweep-api.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

const day = 86_400;
const suspension = { program: "visa", reason: "over the limit", since: noon, reference: null } as never;

let api: SweepApi;
/** What the rail was asked. */
let asked: string[];

beforeEach(() => {
  api = new SweepApi();
  asked = [];
  const answering = (name: string, answer: unknown) => async () => {
    asked.push(name);
    return answer;
  };
  api.reached = railThat(api.rail, {
    ...{ collect: answering("collect", { railRef: "tr_2", state: "awaiting_funds", instructions: null }) },
    ...{ returnDeposit: answering("returnDeposit", { transferRef: "tr_9", returned: null }) },
    ...{ payoutOf: answering("payoutOf", { txHash: "0xreserve" }), lookUp: answering("lookUp", null) },
  } as Partial<Rail>);
});

/** Puts a settlement with its tenant and invoice into the store; its row. */
async function stored(state: Settlement, tenant: Parameters<typeof aTenant>[0] = {}) {
  await putRecord(api, tenantRecordType, aTenant(tenant));
  await putRecord(api, settlementRecordType, state);
  await putRecord(api, invoiceRecordType, settlementIn(state.status).invoice);
  return rowNow(state.id);
}

async function rowNow(id: string) {
  const [row] = await api.store.read([rowKey(id)]);
  return row ?? expect.fail("it is not there");
}

async function lookUp(state: Settlement) {
  return lookUpSettlement(api.sweepContext(), await stored(state));
}

const stateOf = async ({ id }: Settlement) => (await loadSettlement(api.context, id)).state;
const inStatus = (status: SettlementStatus, change: Partial<Settlement> = {}) =>
  ({ ...settlementIn(status).settlement, ...change }) as Settlement;

describe("a look at the outside", () => {
  test("presents a debit again whose day has come, and asks nothing else", async () => {
    const returned = scheduleRepresentment(inStatus("collecting"), "R01", noon)?.settlement ?? [];
    const state = lastOf(returned).next;
    api.pass(9 * day);
    expect(await lookUp(state)).toBe(true);
    expect(asked).toEqual(["collect"]);
    expect(await stateOf(state)).toMatchObject({ payment: { railRef: "tr_2", presentAt: null } });
  });

  test("tells the rail of money that is to be sent back, and asks nothing else", async () => {
    const state = agreed(askSendBack(inStatus("failed", { refundable: true } as never), "apr_1", noon)).next;
    expect(await lookUp(state)).toBe(true);
    expect(asked).toEqual(["returnDeposit"]);
    expect(await stateOf(state)).toMatchObject({ sendBack: { transferRef: "tr_9" } });
  });

  test("asks what became of a reserve's payout, and nothing else", async () => {
    const delivered = inStatus("completed");
    const held = { ...delivered, reserve: heldReserve(delivered, noon) } as Settlement;
    const releaseAt = held.reserve?.releaseAt ?? "";
    const facts = { openDispute: false, ratioBreached: false, railHolds: true };
    const ready = lastOf(lookAtDue(held, facts, releaseAt)).next;
    const state = lastOf(releaseReserve(ready, releaseAt)).next;
    api.nowMs = Date.parse(releaseAt);
    api.pass(300);
    expect(await lookUp(state)).toBe(true);
    expect(asked).toEqual(["payoutOf"]);
    expect(await stateOf(state)).toMatchObject({ reserve: { status: "released", txHash: "0xreserve" } });
  });

  test("asks a rail that has been silent, and notes that it was asked", async () => {
    const state = inStatus("collecting");
    api.pass(3600);
    expect(await lookUp(state)).toBe(true);
    expect(asked).toEqual(["lookUp"]);
    expect((await stateOf(state)).askedAt).toBe(later(3600));
  });

  test("has the rail give up what nobody has paid, and cancels its payment", async () => {
    const state = inStatus("collecting");
    const cancelCollection = async () => asked.push("cancelCollection") > 0;
    api.reached = railThat(api.reached, { cancelCollection });
    api.pass(10 * day);
    await lookUp({ ...state, stalledAt: later(5 * day) } as Settlement);
    expect(asked).toEqual(["cancelCollection"]);
    expect(await stateOf(state)).toMatchObject({
      ...{ status: "failed", failureCode: "expired", payment: { status: "canceled" } },
    });
    const [row] = await api.store.read([rowKey(state.invoiceId)]);
    expect(row?.body).toMatchObject({ state: { amountProcessingCents: 0 } });
  });

  test.each<[string, Partial<Rail>]>([
    ["does not give it up", { cancelCollection: async () => false, lookUp: async () => null }],
    ["gives no answer", { cancelCollection: () => Promise.reject(new Error("silence")) }],
  ])("asks again six hours later where the rail %s", async (_, change) => {
    const state = inStatus("collecting", { stalledAt: later(5 * day) });
    api.reached = railThat(api.reached, change);
    api.pass(10 * day);
    await lookUp(state);
    const after = await stateOf(state);
    expect(after).toMatchObject({ status: "collecting", expiryLookAt: later(10 * day + 21_600) });
    expect(after.updatedAt).toBe(state.updatedAt);
  });

  test("counts money that came before its payment lapsed, though nobody had heard of it", async () => {
    const state = inStatus("collecting", { stalledAt: later(5 * day) });
    const report: ReportedTransfer = {
      ...{ railRef: "rail_1", transferRef: "rail_1", reference: null, leg: "collection", returned: null },
      ...{ events: [{ kind: "funds_received", totalCents: 10_000 }], receivedCents: 10_000, paid: null, state: "x" },
    };
    api.reached = railThat(api.reached, { cancelCollection: async () => false, lookUp: async () => report });
    api.pass(10 * day);
    await lookUp(state);
    expect(await stateOf(state)).toMatchObject({ status: "screening", payment: { status: "succeeded" } });
  });

  test("asks nobody where nothing is due outside", async () => {
    const state = inStatus("collecting");
    api.pass(3599);
    expect(await lookUp(state)).toBe(true);
    expect(asked).toEqual([]);
    expect(await stateOf(state)).toEqual(state);
  });

  test("does first what the settlement's own deadlines ask for, and looks at what it is after that", async () => {
    const state = inStatus("collecting");
    api.pass(6 * day);
    await lookUp(state);
    expect(await stateOf(state)).toMatchObject({ stalledAt: later(6 * day), askedAt: null });
    expect(asked).toEqual([]);
  });

  test("is nothing for what is no settlement", async () => {
    const { invoice } = settlementIn("collecting");
    await putRecord(api, invoiceRecordType, invoice);
    const row = await rowNow(invoice.id);
    expect(await lookUpSettlement(api.sweepContext(), row)).toBe(false);
    expect(await meetSettlementDeadline(api.context, row)).toBeUndefined();
    expect(asked).toEqual([]);
  });
});

describe("a settlement's own deadlines", () => {
  const reasonsOf = ({ id }: Settlement) =>
    api.store.rows().flatMap(({ pk, type, body }) => {
      const { reason } = body as { reason: string };
      return pk === id && type === "entry" && reason !== "put by a test" ? [reason] : [];
    });

  test("say that it is stalled and try it again in one step", async () => {
    const state = lastOf(park(inStatus("settling"), "no answer", noon)).next;
    const row = await stored(state);
    api.pass(1800);
    const after = await meetSettlementDeadline(api.context, row);
    expect(after?.state).toMatchObject({ stalledAt: later(1800), parked: null, presentation: state.presentation + 1 });
    expect(await stateOf(state)).toEqual(after?.state);
    expect(reasonsOf(state)).toEqual(["stalled: nothing came of it within 1800 seconds", "tried again"]);
  });

  /** A settlement that waits for the end of its hold, which is looked at in six hours. */
  function onHold(): Settlement {
    const { settlement } = settlementIn("screening");
    const held = lastOf(holdForCredit(settlement, suspension, noon)).next;
    return lastOf(waitFor(held, "screen", "T", noon)).next;
  }

  test("keep it on hold while its tenant's credit is suspended", async () => {
    const state = onHold();
    const row = await stored(state, { creditSuspended: suspension });
    api.pass(6 * 3600);
    const after = await meetSettlementDeadline(api.context, row);
    expect(after?.state).toMatchObject({ waiting: { token: "T" }, creditHold: { endedAt: null } });
    expect(after?.state.screenDueAt).toBe(later(12 * 3600));
    expect(reasonsOf(state)).toEqual([]);
  });

  test.each([
    ["is reinstated", { creditSuspended: null }, true],
    ["is gone", {}, false],
  ])("wake the machine of one on hold whose tenant %s", async (_, tenant, isThere) => {
    const state = onHold();
    if (isThere) await putRecord(api, tenantRecordType, aTenant(tenant));
    await putRecord(api, settlementRecordType, state);
    api.pass(6 * 3600);
    const after = await meetSettlementDeadline(api.context, await rowNow(state.id));
    expect(after?.state).toMatchObject({ waiting: null, screenDueAt: null });
    expect(reasonsOf(state)).toEqual(["screen due again"]);
  });

  test("have its tenant read only where a hold depends on it", async () => {
    const row = await stored(onHold(), { creditSuspended: suspension });
    const before = api.store.calls;
    await meetSettlementDeadline(api.context, row);
    expect(api.store.calls).toBe(before);
  });
});
