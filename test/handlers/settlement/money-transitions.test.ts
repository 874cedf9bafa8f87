import { beforeEach, describe, expect, test } from "vitest";
import { newAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import { invoiceRecordType } from "../../../functions/app/invoicing/record.ts";
import { receiveCallback } from "../../../functions/app/operations/receive-callback.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import { UnfinishedSearch } from "../../../functions/app/rails/ports-search.ts";
import {
  disburseFunds,
  type SettlementContext,
  screenBeforeConversion,
} from "../../../functions/app/settlement/machine-steps.ts";
import { askRail } from "../../../functions/app/settlement/missed-callback.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import { sendBack } from "../../../functions/app/settlement/send-payer-refund.ts";
import { loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import { askSendBack } from "../../../functions/domain/settlement/payer-refund.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { recordPayout, recordScreen } from "../../../functions/domain/settlement/transitions.ts";
import { agreed, lastOf, later, settlementIn, verdicts } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";

let api: TestApi;
let calls: string[];

beforeEach(() => {
  api = new TestApi();
  calls = [];
});

/** A rail that writes down what it is asked, and answers as it is told. */
function railWith(answers: Partial<Rail>): Rail {
  const rail: Rail = api.rail;
  return new Proxy(rail, {
    get(target, name: keyof Rail) {
      const answer = answers[name] ?? target[name];
      if (typeof answer !== "function") return answer;
      return (input: never) => {
        calls.push(name);
        return (answer as (input: never) => unknown).call(target, input);
      };
    },
  });
}

function context(answers: Partial<Rail> = {}): SettlementContext & { log: TestApi["log"] } {
  const rail = railWith(answers);
  const response = (word: string) => async () => void calls.push(word);
  return {
    ...{ ...api.context, rail, conversion: api.rail, screening: api.screening, meter: api.meter },
    ...{ live: false, log: api.log },
    workflows: {
      startSettlement: response("start"),
      startEscrowPayout: response("start"),
      answer: response("answer"),
      fail: response("end"),
    },
  };
}

/** Puts a settlement with its invoice into the book. */
async function stored(settlement: Settlement): Promise<{ settlementId: string; tenantId: string }> {
  const { invoice } = settlementIn(settlement.status);
  const began = { from: null, reason: "began" };
  const writes = [
    transitionWrites(
      newAggregate(settlementRecordType, settlement),
      [{ ...began, next: settlement, to: settlement.status }],
      api.context,
    ),
    transitionWrites(
      newAggregate(invoiceRecordType, invoice),
      [{ ...began, next: invoice, to: invoice.status }],
      api.context,
    ),
  ].flatMap((each) => each.writes);
  await api.store.write(writes, "stored");
  return { settlementId: settlement.id, tenantId: settlement.tenantId };
}

const stateOf = async (id: string) => (await loadSettlement(api.context, id)).state;

function settling(): Settlement {
  const { settlement } = settlementIn("settling");
  return { ...settlement, payment: { ...settlement.payment, railRef: "tr_1" } };
}

function returned({ id, invoiceId, rail }: Settlement): Promise<void> {
  const reference = `${id}.${invoiceId}`;
  const events = [{ kind: "returned", code: "R10" }] as const;
  return receiveCallback(api.context, { rail, railRef: "tr_1", reference, events });
}

describe("a return that comes while the rail is asked to pay out", () => {
  test("leaves the payout's reference, people who look, and a machine that has ended", async () => {
    const state = settling();
    const subject = await stored(state);
    const disburse: Rail["disburse"] = async () => {
      await returned(state);
      return { txHash: null, transferRef: "tr_2" };
    };
    await disburseFunds(context({ disburse }), subject, "token");
    expect(await stateOf(state.id)).toMatchObject({
      ...{ status: "failed", payment: { status: "returned", payoutRef: "tr_2" } },
      reconBreaks: [{ kind: "payout_under_way" }],
    });
    expect(calls).toEqual(["disburse", "end"]);
  });

  test("is followed by the proof, found by asking when its callback is lost", async () => {
    const state = lastOf(recordPayout(settling(), "token", later(0), "tr_2")).next;
    await stored(state);
    await returned(state);
    api.pass(660);
    const lookUp: Rail["lookUp"] = async (transferRef) => ({
      ...{ railRef: "tr_1", transferRef, reference: null, leg: "payout", returned: null, receivedCents: null },
      ...{ events: [{ kind: "payment_processed", txHash: "0xasked" }], paid: null, state: "asked" },
    });
    await askRail(context({ lookUp }), await stateOf(state.id));
    expect(await stateOf(state.id)).toMatchObject({ status: "failed", txHash: "0xasked" });
    expect((await stateOf(state.id)).reconBreaks.map(({ kind }) => kind)).toContain("proof_after_return");
  });
});

describe("a payout that the rail has taken", () => {
  test("is not screened for again, however old its pass, and nobody is asked", async () => {
    const subject = await stored(lastOf(recordPayout(settling(), "token", later(0), "tr_2")).next);
    api.pass(86_400);
    expect(await screenBeforeConversion(context(), subject)).toBe("pass");
    expect(calls).toEqual([]);
    expect((await stateOf(subject.settlementId)).screens.length).toBe(settling().screens.length);
  });
});

describe("a payout whose answer was lost and whose pass has expired", () => {
  const afterSilence = async () => {
    return stored(lastOf(recordScreen(settling(), verdicts.silent, 2, later(901))).next);
  };

  test("passes where the rail has made it, whatever the last screen said", async () => {
    const subject = await afterSilence();
    api.pass(1000);
    const payoutOf: Rail["payoutOf"] = async () => ({ txHash: "0xlate", transferRef: "tr_2" });
    expect(await screenBeforeConversion(context({ payoutOf }), subject)).toBe("pass");
    await disburseFunds(context({ payoutOf }), subject, "token");
    expect(await stateOf(subject.settlementId)).toMatchObject({ status: "completed", txHash: "0xlate" });
    expect(calls).not.toContain("disburse");
  });
});

describe("a payout that the rail is told of again, since no answer came", () => {
  test("is asked about as what was made until it was last told, and no longer", async () => {
    const { at = "" } = settling().intent ?? {};
    const subject = await stored(settling());
    const silent: Rail["disburse"] = () => Promise.reject(new Error("no answer"));
    const toldAt: unknown[] = [];
    const payoutOf: Rail["payoutOf"] = async (query) => {
      toldAt.push(query.toldAt);
      return null;
    };
    const ask = async () =>
      screenBeforeConversion(context({ payoutOf, disburse: silent }), subject).then(async () =>
        disburseFunds(context({ payoutOf, disburse: silent }), subject, "token").catch(() => undefined),
      );
    api.pass(1000);
    await ask();
    expect((await stateOf(subject.settlementId)).intent).toMatchObject({ at, toldAt: api.clock.now() });
    const last = api.clock.now();
    api.pass(86_400);
    await ask();
    expect(new Set(toldAt)).toEqual(new Set([addSeconds(at, 300), addSeconds(last, 300)]));
  });
});

describe("a payout in a rail's list that is too long for one look", () => {
  /** Stops a little further on at each look, and says where each began. */
  function stopping() {
    const begun: unknown[] = [];
    const look = async ({ searchFrom }: { readonly searchFrom?: string | undefined }): Promise<never> => {
      begun.push(searchFrom);
      throw new UnfinishedSearch(`tr_${begun.length}`);
    };
    return { begun, look };
  }

  test("is looked for from where the last look stopped, and by the order from there too", async () => {
    const subject = await stored(settling());
    api.pass(1000);
    const { begun, look } = stopping();
    await expect(screenBeforeConversion(context({ payoutOf: look }), subject)).rejects.toThrow("too long for one look");
    expect((await stateOf(subject.settlementId)).intent).toMatchObject({ leg: "payout", searchedTo: "tr_1" });
    await expect(disburseFunds(context({ payoutOf: look }), subject, "token")).rejects.toThrow("too long for one look");
    const none: Rail["payoutOf"] = async (query) => {
      begun.push(query.searchFrom);
      return null;
    };
    expect(await screenBeforeConversion(context({ payoutOf: none }), subject)).toBe("pass");
    await expect(disburseFunds(context({ disburse: look }), subject, "token")).rejects.toThrow("too long for one look");
    expect(begun).toEqual([undefined, "tr_1", "tr_2", "tr_2"]);
    expect((await stateOf(subject.settlementId)).intent).toMatchObject({ searchedTo: "tr_4" });
  });

  test("is looked for so after its settlement has ended as well", async () => {
    const state = settling();
    await stored(state);
    await returned(state);
    const { begun, look } = stopping();
    for (const _ of [1, 2]) {
      api.pass(660);
      await askRail(context({ payoutOf: look, lookUp: async () => null }), await stateOf(state.id));
    }
    expect(begun).toEqual([undefined, "tr_1"]);
    expect((await stateOf(state.id)).intent).toMatchObject({ searchedTo: "tr_2" });
  });
});

describe("an order to send money back that the payer's bank has overtaken", () => {
  const held = (): Settlement => {
    const { settlement } = settlementIn("failed");
    const payment = { ...settlement.payment, railRef: "tr_1" };
    return { ...settlement, refundable: true, payment } as Settlement;
  };

  test("is never told to the rail, and people look", async () => {
    const state = agreed(askSendBack(held(), "apr_1", later(1))).next;
    await stored(state);
    await returned(state);
    await sendBack(context(), await stateOf(state.id));
    expect(calls).toEqual([]);
    expect(await stateOf(state.id)).toMatchObject({ sendBack: null, reconBreaks: [{ kind: "return_unknown" }] });
  });

  test("is told where nothing came between", async () => {
    const state = agreed(askSendBack(held(), "apr_1", later(1))).next;
    await stored(state);
    const ordered: unknown[] = [];
    const returnDeposit: Rail["returnDeposit"] = async ({ orderedAt }) => {
      ordered.push(orderedAt);
      return { refused: { code: "too_old", reason: "no" } };
    };
    await sendBack(context({ returnDeposit }), state);
    expect(calls).toEqual(["returnDeposit"]);
    expect(ordered).toEqual([later(1)]);
    expect(await stateOf(state.id)).toMatchObject({ sendBack: null, reconBreaks: [{ kind: "return_failed" }] });
  });
});
