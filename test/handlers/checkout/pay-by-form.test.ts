import { beforeEach, describe, expect, test } from "vitest";
import {
  type HostedPayVendors,
  payByForm,
  paymentOf,
  paymentsOf,
} from "../../../functions/app/checkout/hosted-invoice.ts";
import type { Store, Write } from "../../../functions/app/core/ports.ts";
import { getInvoice } from "../../../functions/app/invoicing/invoices.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import type { HostedPay } from "../../../functions/domain/checkout/pay.ts";
import type { Invoice } from "../../../functions/domain/invoicing/invoice.ts";
import { putRecord } from "../../support/core/put-record.ts";
import { later, settlementIn } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";

let api: TestApi;
let invoice: Invoice;

beforeEach(async () => {
  api = new TestApi();
  const { id } = await api.tenant();
  const invoiceId = await api.invoice(id);
  invoice = (await getInvoice(api.context, id, invoiceId)).state;
});

const account: NonNullable<HostedPay["account"]> = {
  ...{ holder: "Anna Example", holderType: "individual", accountType: "checking" },
  ...{ routingNumber: "021000021", accountNumber: "123456789" },
};
const hosted = { at: later(0), ip: "192.0.2.7", userAgent: "A browser", locale: "en", authorization: "I do." } as const;

function vendors(): HostedPayVendors {
  const { rail, screening, meter, personal: sealer } = api;
  return { rail, conversion: rail, screening, live: false, meter, sealer };
}

function pay(change: Partial<HostedPay> = {}, nonce = "n1", store: Store = api.store) {
  const form = { nonce, fingerprint: JSON.stringify(change), hosted };
  const context = { ...api.context, store: api.personal.over(store) };
  return payByForm(context, vendors(), invoice, { amountCents: 4_000, source: "ach", account, ...change }, form);
}

/** A store at which the first so many settlements are lost to others. */
function losing(times: number): { store: Store; tried: () => number } {
  let tried = 0;
  const isSettlement = (each: Write) => "put" in each && each.put.type === "settlement" && each.put.v === 1;
  return {
    tried: () => tried,
    store: {
      read: (keys) => api.store.read(keys),
      page: (query) => api.store.page(query),
      write: async (writes, nonce) => {
        if (!writes.some(isSettlement)) return api.store.write(writes, nonce);
        tried += 1;
        return tried <= times ? { ok: false, rows: [] } : api.store.write(writes, nonce);
      },
    },
  };
}

describe("paying by form", () => {
  test("takes the account sealed, all but its last four digits, and is the payer's own act", async () => {
    expect((await pay()).replayed).toBe(false);
    const [settlement] = await paymentsOf(api.context, invoice);
    const sealed = JSON.stringify({ routingNumber: "021000021", accountNumber: "123456789" });
    expect(await api.personal.open(settlement?.payment)).toMatchObject({
      ...{ amountCents: 4_000, source: "ach", hosted },
      bankAccount: {
        ...{ holder: "Anna Example", holderType: "individual", accountType: "checking" },
        ...{ accountLast4: "6789", sealed },
      },
    });
    expect(JSON.stringify(api.store.rows())).not.toMatch(/123456789|Anna Example|192\.0\.2\.7|A browser/);
    const [entry] = await api.store.page({ pk: settlement?.id ?? "", prefix: "entry#", limit: 1 });
    expect(entry?.body).toMatchObject({ actor: `payer:${invoice.id}`, action: "payHostedInvoice" });
  });

  test("by a transfer keeps no account", async () => {
    await pay({ source: "ach_push", account: null });
    const [settlement] = await paymentsOf(api.context, invoice);
    expect(settlement?.payment.bankAccount ?? null).toBeNull();
  });

  test("is one payment for each nonce", async () => {
    const first = await pay();
    expect(await pay()).toEqual({ ...first, replayed: true });
    await pay({ amountCents: 1_000 }, "n2");
    const amounts = (await paymentsOf(api.context, invoice)).map(({ payment }) => payment.amountCents);
    expect(amounts.toSorted()).toEqual([1_000, 4_000]);
  });

  test("is refused at once where it is refused", async () => {
    await expect(pay({ amountCents: 10_001 })).rejects.toMatchObject({ code: "amount_exceeds_remaining" });
  });
});

describe("paying by form while others are faster", () => {
  test("tries again by itself", async () => {
    const { store } = losing(4);
    expect((await pay({}, "n1", store)).replayed).toBe(false);
  });

  test("says so once it has tried for long enough", async () => {
    const { store, tried } = losing(1_000);
    await expect(pay({}, "n1", store)).rejects.toMatchObject({ code: "version_conflict" });
    // Three times what one call of a tenant's is tried.
    expect(tried()).toBe(9);
  });
});

describe("what was paid on an invoice", () => {
  const stl = (nth: number) => `stl_7${String(nth).padStart(25, "0")}`;

  async function paid(nth: number, change: object = {}) {
    const { settlement } = settlementIn("completed");
    const { tenantId, customerId, id: invoiceId } = invoice;
    const own = { id: stl(nth), tenantId, customerId, invoiceId, createdAt: later(nth), ...change };
    await putRecord(api, settlementRecordType, { ...settlement, ...own });
  }

  test("is the newest first, and no other invoice's", async () => {
    for (const nth of [1, 2]) await paid(nth);
    await paid(3, { invoiceId: "inv_other" });
    expect((await paymentsOf(api.context, invoice)).map(({ id }) => id)).toEqual([stl(2), stl(1)]);
  });

  test("is looked for among the payer's last hundred payments, whatever they were for", async () => {
    await paid(1);
    for (let nth = 2; nth <= 101; nth += 1) await paid(nth, { invoiceId: "inv_other" });
    expect(await paymentsOf(api.context, invoice)).toEqual([]);
    await paid(102);
    expect(await paymentsOf(api.context, invoice)).toHaveLength(1);
  });

  test("is found by the payment's id, on its own invoice alone", async () => {
    await paid(1);
    await paid(2, { invoiceId: "inv_other" });
    const of = (id: string) => paymentOf(api.context, invoice, id);
    expect((await of(stl(1).replace("stl", "pay"))).id).toBe(stl(1));
    for (const id of [stl(2), stl(9)])
      await expect(of(id.replace("stl", "pay"))).rejects.toMatchObject({
        code: "not_found",
        message: "no such payment",
      });
  });
});
