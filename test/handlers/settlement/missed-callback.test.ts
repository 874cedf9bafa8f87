import { beforeEach, describe, expect, test } from "vitest";
import { invoiceRecordType } from "../../../functions/app/invoicing/record.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import { askRail } from "../../../functions/app/settlement/missed-callback.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import { loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import type { ReportedTransfer } from "../../../functions/domain/rails/reported-event.ts";
import type { Settlement, SettlementStatus } from "../../../functions/domain/settlement/settlement.ts";
import { putRecord } from "../../support/core/put-record.ts";
import { later, noon, settlementIn } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

let api: TestApi;
/** What the rail was asked, in order. */
let calls: unknown[];

beforeEach(() => {
  api = new TestApi();
  calls = [];
});

async function stored(status: SettlementStatus, change: object = {}, payment: object = {}): Promise<Settlement> {
  const { settlement, invoice } = settlementIn(status);
  const state = { ...settlement, ...change, payment: { ...settlement.payment, ...payment } } as Settlement;
  await putRecord(api, settlementRecordType, state);
  await putRecord(api, invoiceRecordType, invoice);
  api.pass(700);
  return state;
}

type Answers = { readonly lookUp?: (ref: string) => unknown; readonly payoutOf?: () => unknown };

/** Asks the rail, which answers so; the settlement after that. */
async function ask(state: Settlement, answers: Answers, rail = "mock"): Promise<Settlement> {
  const { lookUp = () => null, payoutOf = () => null } = answers;
  const asked = {
    lookUp: async (ref: string) => {
      calls.push(ref);
      return lookUp(ref);
    },
    payoutOf: async (query: unknown) => {
      calls.push(query);
      return payoutOf();
    },
  };
  const context = { ...api.context, log: api.log, rail: railThat(api.rail, { name: rail, ...asked } as Partial<Rail>) };
  await askRail(context, state);
  return (await loadSettlement(api.context, state.id)).state;
}

const report = (change: Partial<ReportedTransfer>): ReportedTransfer => ({
  ...{ railRef: "rail_1", transferRef: "rail_1", reference: null, leg: "collection", events: [] },
  ...{ returned: null, receivedCents: null, paid: null, state: "x", ...change },
});

const silent = () => {
  throw new Error("silence");
};

describe("a rail that has been silent", () => {
  test("is asked what became of a collection, which then counts, and when it was asked is kept", async () => {
    const state = await stored("collecting");
    const funds = report({ events: [{ kind: "funds_received" }] });
    const after = await ask(state, { lookUp: () => funds });
    expect(calls).toEqual(["rail_1"]);
    expect(after).toMatchObject({ status: "screening", payment: { status: "succeeded" }, askedAt: later(700) });
  });

  test("and knows nothing of it changes nothing but when it was asked", async () => {
    const state = await stored("collecting");
    expect(await ask(state, {})).toEqual({ ...state, askedAt: later(700) });
    expect(api.log.lines).toEqual([]);
  });

  test("and gives no answer is asked as late again, and the log says so", async () => {
    const state = await stored("collecting");
    expect(await ask(state, { lookUp: silent })).toEqual({ ...state, askedAt: later(700) });
    expect(api.log.lines.join()).toContain("rail look-up failed");
    expect(api.log.lines.join()).toContain('"operation":"sweep"');
    expect(api.log.lines.join()).toContain(`"correlationId":"${state.id}"`);
  });

  test("is not asked where this deployment reaches it no more, nor looked at every minute", async () => {
    const state = await stored("collecting");
    expect(await ask(state, {}, "bridge")).toEqual({ ...state, askedAt: later(700) });
    expect([calls, api.log.lines]).toEqual([[], []]);
  });

  test("is asked about the payout and its collection, and what it says of one counts where the other has no answer", async () => {
    const state = await stored("settling", {}, { payoutRef: "tr_2", railState: "payout_submitted" });
    const proof = report({
      leg: "payout",
      transferRef: "tr_2",
      events: [{ kind: "payment_processed", txHash: "0x9" }],
    });
    const after = await ask(state, { lookUp: (ref) => (ref === "tr_2" ? proof : silent()) });
    expect(calls).toEqual(["tr_2", "rail_1"]);
    expect(after).toMatchObject({ status: "completed", txHash: "0x9", askedAt: later(700) });
    expect(api.log.lines).toHaveLength(1);
  });
});

describe("a payout whose answer was lost before its settlement ended", () => {
  const intent = { leg: "payout", key: "k", at: noon };
  const unanswered = () => stored("failed", { intent }, { status: "returned" });
  const query = { key: "k", railRef: "rail_1", transferRef: null, orderedAt: noon, toldAt: later(300) };

  test("is asked about by its key, and where it was made the proof is on record", async () => {
    const state = await unanswered();
    const after = await ask(state, { payoutOf: () => ({ txHash: "0xlate" }) });
    expect(calls).toEqual(["rail_1", query]);
    expect(after).toMatchObject({ status: "failed", txHash: "0xlate", askedAt: later(700) });
    expect(after.reconBreaks.map(({ kind }) => kind)).toContain("proof_after_return");
  });

  test("is asked about again while its order may come late, and done with after that", async () => {
    const state = await unanswered();
    expect((await ask(state, {})).intent).toEqual(intent);
    api.pass(500);
    const after = await ask(state, {});
    expect(after).toMatchObject({ intent: { ...intent, refused: true }, askedAt: later(1_200) });
    calls.length = 0;
    await ask(after, {});
    expect(calls.filter((call) => call !== "rail_1")).toEqual([]);
  });

  test("is looked for another time where the rail gives no answer", async () => {
    const state = await unanswered();
    api.pass(500);
    expect(await ask(state, { payoutOf: silent })).toMatchObject({ intent, askedAt: later(1_200) });
    expect(api.log.lines).toHaveLength(1);
  });

  test("is not asked about for a settlement that waits for its collection", async () => {
    await ask(await stored("collecting"), {});
    expect(calls).toEqual(["rail_1"]);
  });
});
