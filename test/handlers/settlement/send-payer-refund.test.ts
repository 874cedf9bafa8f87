import { beforeEach, describe, expect, test, vi } from "vitest";
import { invoiceRecordType } from "../../../functions/app/invoicing/record.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import { sendBack } from "../../../functions/app/settlement/send-payer-refund.ts";
import { changeSettlement, loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { askSendBack } from "../../../functions/domain/settlement/payer-refund.ts";
import { type Settlement, settlementTransition } from "../../../functions/domain/settlement/settlement.ts";
import { putRecord } from "../../support/core/put-record.ts";
import { agreed, later, noon, settlementIn } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

let api: TestApi;
let state: Settlement;

/** A settlement that failed with its money held, which is to be sent back. */
function ordered(change: Partial<Settlement> = {}): Settlement {
  const { settlement } = settlementIn("failed");
  return agreed(askSendBack({ ...settlement, refundable: true, ...change } as Settlement, "apr_1", noon)).next;
}

async function store(next: Settlement): Promise<void> {
  await putRecord(api, settlementRecordType, next);
  await putRecord(api, invoiceRecordType, settlementIn("failed").invoice);
}

beforeEach(async () => {
  api = new TestApi();
  state = ordered();
  await store(state);
});

const now = async () => (await loadSettlement(api.context, state.id)).state;
const send = (returnDeposit: unknown, found = state, name = "mock") =>
  sendBack({ ...api.context, rail: railThat(api.rail, { name, returnDeposit } as Partial<Rail>) }, found);

/** Somebody else changes the settlement while the rail is asked. */
async function meanwhile(change: Partial<Settlement>): Promise<void> {
  await changeSettlement(api.context, await loadSettlement(api.context, state.id), (before) => [
    settlementTransition(before, { ...before, ...change } as Settlement, api.clock.now(), { reason: "meanwhile" }),
  ]);
}

const another = () => ({ ...state.sendBack, key: `${state.id}:return:2`, lookAt: later(7) }) as Settlement["sendBack"];

describe("money that is to be sent back", () => {
  test("is told to the rail of its deposit, under its key, and waits for its end", async () => {
    const returnDeposit = vi.fn(async () => ({ transferRef: "tr_9", returned: null }));
    await send(returnDeposit);
    expect(returnDeposit.mock.calls).toEqual([
      [{ key: `${state.id}:return:1`, railRef: "rail_1", amountCents: 10_000, orderedAt: noon }],
    ]);
    expect((await now()).sendBack).toMatchObject({ transferRef: "tr_9", lookAt: later(600) });
  });

  test("is told of a deposit without a reference as that, which the rail then refuses", async () => {
    const returnDeposit = vi.fn(async () => ({ refused: { code: "unknown", reason: "no such deposit" } }));
    await send(returnDeposit, { ...state, payment: { ...state.payment, railRef: null } } as Settlement);
    expect(returnDeposit.mock.calls).toMatchObject([[{ railRef: "" }]]);
    expect(await now()).toMatchObject({ sendBack: null, reconBreaks: [{ kind: "return_failed" }] });
  });

  test("that nobody ordered asks nobody and changes nothing", async () => {
    const returnDeposit = vi.fn();
    const rows = api.store.rows();
    await send(returnDeposit, { ...state, sendBack: null } as Settlement);
    expect(returnDeposit).not.toHaveBeenCalled();
    expect(api.store.rows()).toEqual(rows);
  });

  test("is asked about in ten minutes where the rail gives no answer, which the caller hears", async () => {
    api.pass(5);
    await expect(send(() => Promise.reject(new Error("no answer")))).rejects.toThrow("no answer");
    expect((await now()).sendBack).toEqual({ ...state.sendBack, lookAt: later(605) });
  });

  test("is not put off where another order has taken its place before the rail was silent", async () => {
    const silent = async () => {
      await meanwhile({ sendBack: another() });
      throw new Error("no answer");
    };
    await expect(send(silent)).rejects.toThrow("no answer");
    expect((await now()).sendBack).toEqual(another());
  });

  test("is not put off where nothing is to be sent any more when the rail was silent", async () => {
    const silent = async () => {
      await meanwhile({ sendBack: null });
      throw new Error("no answer");
    };
    await expect(send(silent)).rejects.toThrow("no answer");
    expect((await now()).sendBack).toBeNull();
  });

  test.each([
    ["another order has taken its place", another],
    ["it is settled", () => null],
  ])("whose answer comes when %s is left as it stands", async (_, sendBackNow) => {
    await send(async () => {
      await meanwhile({ sendBack: sendBackNow() });
      return { transferRef: "tr_9", returned: "sent" };
    });
    expect(await now()).toMatchObject({ sendBack: sendBackNow(), sentBack: [] });
  });
});

describe("an order that the payer's bank has overtaken", () => {
  test("is taken back, for people to look at, and the rail is not told", async () => {
    const returnDeposit = vi.fn();
    const taken = { ...state, payment: { ...state.payment, status: "returned" } } as Settlement;
    await meanwhile({ payment: taken.payment });
    await send(returnDeposit, taken);
    expect(returnDeposit).not.toHaveBeenCalled();
    expect(await now()).toMatchObject({ sendBack: null, reconBreaks: [{ kind: "return_unknown", at: noon }] });
  });
});

describe("an order that draws on our own balance", () => {
  const pooled = { rail: "bridge", conversionVendor: "bridge", keepsReserve: true, bought: "90.000000" } as const;
  const fresh = (sendBackChange: object) => {
    const { sendBack: order } = ordered();
    return { ...state, ...pooled, boughtCents: 10_000, sendBack: { ...order, ...sendBackChange } } as Settlement;
  };

  test("is not told to the rail before that is drawn", async () => {
    const returnDeposit = vi.fn();
    await send(returnDeposit, fresh({}), "bridge");
    expect(returnDeposit).not.toHaveBeenCalled();
    expect(await now()).toEqual(state);
  });

  test("is told to it after that", async () => {
    const returnDeposit = vi.fn(async () => ({ transferRef: "tr_9", returned: null }));
    await send(returnDeposit, fresh({ cost: "100.000000" }), "bridge");
    expect(returnDeposit).toHaveBeenCalledTimes(1);
  });
});
