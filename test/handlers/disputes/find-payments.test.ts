import { beforeEach, describe, expect, test } from "vitest";
import { findPayment, findPayments } from "../../../functions/app/disputes/find-payments.ts";
import { addDays } from "../../../functions/domain/core/time.ts";
import type { ReportedOutcome } from "../../../functions/domain/disputes/alert.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { noon } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { aReport } from "../../support/disputes/alert-samples.ts";
import { type StoredPayment, storePayment } from "../../support/disputes/stored-payment.ts";

const tenantId = "ten_01K00000000000000000000000";
const searcher = { tenantId, tenantName: "Acme Goods" };
const stranger = { tenantId: "ten_01K00000000000000000000009" };
let api: TestApi;

beforeEach(() => {
  api = new TestApi();
});

const paid = (days = 0, change: Omit<StoredPayment, "at"> = {}) =>
  storePayment(api, { at: addDays(noon, days), ...change });
const invoice = (id: string, more: object = {}) => ({ invoice: { id, ...more } });
const amount = (cents: number) => ({ settlement: { fiatInCents: cents }, payment: { amountCents: cents } });

/** The ids of the settlements that are found for what is said of 7.77, which no payment has unless a test says so. */
async function found(change: Partial<ReportedOutcome>): Promise<string[]> {
  const list = await findPayments(api.context, searcher, aReport({ amountCents: 777, ...change }));
  return list.map(({ settlement }) => settlement.state.id);
}

describe("a payment that is named", () => {
  test("is found by its own id and its settlement's, with all that is compared", async () => {
    const metadata = { descriptor: "ACME*GOODS", cardLast4: "4242" };
    const state = await paid(0, { ...invoice("inv_1", { metadata, number: "B-7" }), payment: { railRef: "tr_1" } });
    const [payment, ...more] = await findPayments(api.context, searcher, aReport({ paymentId: state.payment.id }));
    expect(more).toEqual([]);
    expect(payment?.settlement).toMatchObject({ v: 1, state: { id: state.id } });
    expect(payment?.facts).toMatchObject({
      ...{ paymentId: state.payment.id, settlementId: state.id, invoiceId: "inv_1", invoiceNumber: "B-7" },
      ...{ descriptors: ["Acme Goods", "ACME*GOODS"], cardLast4: "4242", railRefs: ["tr_1"], amountCents: 10_000 },
    });
    expect(await found({ paymentId: state.id })).toEqual([state.id]);
    expect(await findPayment(api.context, searcher, state.payment.id)).toEqual(payment);
  });

  test("is not by what is no id of ours, nor by another kind's", async () => {
    const state = await paid();
    const ulidOf = state.id.slice(4);
    for (const paymentId of [`inv_${ulidOf}`, `x${state.id}`, `${state.id}x`, `${state.id.toLowerCase()}`, ulidOf])
      expect(await found({ paymentId }), paymentId).toEqual([]);
    expect(await findPayment(api.context, searcher, state.id)).toBeUndefined();
    expect(await findPayment(api.context, { ...searcher, ...stranger }, state.payment.id)).toBeUndefined();
  });

  test("is found though it came to nothing, which its amount alone does not find", async () => {
    const state = await paid(0, { payment: { status: "failed" } });
    expect(await found({ paymentId: state.payment.id })).toEqual([state.id]);
    expect(await found({ amountCents: 10_000, transactionDate: noon })).toEqual([]);
  });

  test("is not found where it is a stranger's", async () => {
    const state = await paid(0, { settlement: stranger });
    expect(await found({ paymentId: state.payment.id })).toEqual([]);
  });

  test("is found by the rail's reference and by its hash on chain", async () => {
    const state = await paid(0, { payment: { railRef: "tr_9" }, settlement: { txHash: "0xabc" } });
    expect([await found({ railRef: "tr_9" }), await found({ railRef: "0xabc" })]).toEqual([[state.id], [state.id]]);
    expect(await found({ railRef: "tr_8" })).toEqual([]);
  });

  test("is asked for once, whatever names it, and beside the others of the amount", async () => {
    const state = await paid(0, { ...amount(777), payment: { amountCents: 777, railRef: "tr_9" } });
    const other = await paid(1, amount(777));
    const report = { paymentId: state.payment.id, railRef: "tr_9", purchaseIdentifier: state.invoiceNumber };
    expect(await found({ ...report, transactionDate: noon })).toEqual([state.id, other.id]);
  });
});

describe("the payments of an invoice", () => {
  /** A number points at its invoice. */
  const numbered = (number: string, invoiceId: string) =>
    api.store.write(
      [
        {
          put: { pk: `number#${tenantId}#${number}`, sk: "row", v: 1, type: "number", body: { invoiceId } },
          expect: "absent",
        },
      ],
      `number ${number}`,
    );

  test("are found by its number and its id, and no others of its payer", async () => {
    const parts = [await paid(0, invoice("inv_1")), await paid(1, { settlement: { invoiceId: "inv_1" } })];
    await paid(2, invoice("inv_2"));
    await numbered("N-1", "inv_1");
    const ids = parts.map(({ id }) => id);
    expect([await found({ purchaseIdentifier: "N-1" }), await found({ purchaseIdentifier: "inv_1" })]).toEqual([
      ...[ids, ids],
    ]);
  });

  test("are none of what names no invoice, or a stranger's", async () => {
    await paid(0, invoice("inv_1", stranger));
    const state = await paid(0, invoice("order-7"));
    expect(await found({ purchaseIdentifier: "inv_1" })).toEqual([]);
    expect(await found({ purchaseIdentifier: "inv_none" })).toEqual([]);
    expect(await found({ purchaseIdentifier: state.invoiceId })).toEqual([]);
  });

  test("are looked for among the first fifty of its payer since it was made", async () => {
    await paid(-1, { settlement: { invoiceId: "inv_1" } });
    const pages = paged();
    const state = await paid(0, invoice("inv_1"));
    expect(await found({ purchaseIdentifier: "inv_1" })).toEqual([state.id]);
    expect(pages).toContainEqual({
      ...{ pk: `find#payer#${tenantId.toLowerCase()}#cus_1`, limit: 50 },
      from: `stl_${state.id.slice(4, 14)}`,
    });
  });
});

/** What is asked of the store's pages from now on. */
function paged(): unknown[] {
  const pages: unknown[] = [];
  const { page } = api.store;
  api.store.page = (query) => {
    pages.push(query);
    return page.call(api.store, query);
  };
  return pages;
}

describe("the payments of an amount", () => {
  const day = "2026-11-21";

  test("are those of two weeks before a day to eight days after it", async () => {
    const at = "2026-11-21T00:00:00.000Z";
    const inside: Settlement[] = [];
    for (const days of [-14, 0, 7]) inside.push(await storePayment(api, { at: addDays(at, days) }));
    for (const days of [-14.001, 8.001]) await storePayment(api, { at: addDays(at, days) });
    const ids = inside.map(({ id }) => id).reverse();
    expect(await found({ amountCents: 10_000, transactionDate: day })).toEqual(ids);
    expect(await found({ amountCents: 10_000, transactionDate: `${day}T00:00:00Z` })).toEqual(ids);
  });

  test("are those of 120 days before the alert to a day after it where no day is said, or none that is one", async () => {
    const inside = [await paid(-119.999), await paid(0), await paid(0.999)];
    await paid(-120.001);
    await paid(1.001);
    const ids = inside.map(({ id }) => id).reverse();
    for (const transactionDate of [null, "yesterday", ""])
      expect(await found({ amountCents: 10_000, transactionDate })).toEqual(ids);
  });

  test("are the newest 201, one more than make a crowd, and no stranger's", async () => {
    await paid(0, { settlement: stranger });
    const pages = paged();
    await found({ amountCents: 10_000 });
    expect(pages[0]).toMatchObject({
      ...{ pk: `find#amount#${tenantId.toLowerCase()}#10000`, limit: 201, newestFirst: true },
    });
    expect(await found({ amountCents: 10_000 })).toEqual([]);
  });

  test("that came to nothing are none", async () => {
    await paid(0, { payment: { status: "canceled" } });
    const state = await paid(0);
    expect(await found({ amountCents: 10_000 })).toEqual([state.id]);
  });
});

describe("where no payment has the amount", () => {
  test("those within a hundredth of it are found, and a whole unit of small ones", async () => {
    const [large, small] = [await paid(0, amount(20_000)), await paid(0, amount(500))];
    expect(await found({ amountCents: 20_200 })).toEqual([large.id]);
    expect(await found({ amountCents: 19_800 })).toEqual([large.id]);
    expect(await found({ amountCents: 20_201 })).toEqual([]);
    expect([await found({ amountCents: 600 }), await found({ amountCents: 400 })]).toEqual([[small.id], [small.id]]);
    expect(await found({ amountCents: 601 })).toEqual([]);
  });

  test("they are of the same days, of whichever months, and none that came to nothing", async () => {
    const inside = [await paid(-30, amount(20_000)), await paid(0, amount(20_000))];
    await paid(-121, amount(20_000));
    await paid(2, amount(20_000));
    await paid(0, { ...amount(20_000), payment: { amountCents: 20_000, status: "failed" } });
    await paid(0, { ...amount(20_000), settlement: { ...stranger, fiatInCents: 20_000 } });
    expect(await found({ amountCents: 20_100 })).toEqual(inside.map(({ id }) => id));
  });

  test("they are not looked for beside a payment that has it", async () => {
    await paid(0, amount(20_000));
    const state = await paid(0, amount(20_100));
    expect(await found({ amountCents: 20_100 })).toEqual([state.id]);
  });

  test("two hundred of a month are read, and no more", async () => {
    for (let nth = 0; nth < 200; nth += 1) await paid(-10 + nth / 1000, amount(9_000));
    const last = await paid(0, amount(20_000));
    expect(await found({ amountCents: 20_100 })).toEqual([]);
    const pages = paged();
    await found({ amountCents: 20_100, transactionDate: noon });
    const lists = pages.filter((each) => (each as { index?: string }).index === "list");
    expect(lists).toMatchObject([{ limit: 100 }, { limit: 100 }]);
    expect(await found({ amountCents: 20_100, transactionDate: addDays(noon, 9) })).toEqual([last.id]);
  });
});
