import { beforeEach, describe, expect, test } from "vitest";
import { verifyChain } from "../../../functions/app/audit/chain.ts";
import { payByForm } from "../../../functions/app/checkout/hosted-invoice.ts";
import { getInvoice } from "../../../functions/app/invoicing/invoices.ts";
import { endPayerKeys } from "../../../functions/app/operations/payer-keys.ts";
import { receiveCallback } from "../../../functions/app/operations/receive-callback.ts";
import { sealPayments } from "../../../functions/app/operations/seal-payments.ts";
import { askToCollect, storedAccountOpener } from "../../../functions/app/settlement/collect-order.ts";
import { loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { erasedText } from "../../../functions/domain/core/sealed-text.ts";
import { addDays, addSeconds } from "../../../functions/domain/core/time.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { testPersonalData } from "../../support/core/personal-data.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

type HolderType = "business" | "individual";

const numbers = { routingNumber: "021000021", accountNumber: "987654321098" };
const person = { holder: "Zebulon Quillfeather", ip: "203.0.113.77", userAgent: "Wombat/1.0" };

let api: TestApi;
let tenantId: string;
let invoiceId: string;

beforeEach(async () => {
  api = new TestApi();
  tenantId = (await api.tenant()).id;
  invoiceId = await api.invoice(tenantId);
});

const noFiles = { erase: async () => undefined };

const rail = () =>
  railThat(api.rail, { collect: async () => ({ railRef: "tr_1", state: "awaiting_funds", instructions: null }) });

/** Pays on the invoice's page, by a debit or a transfer; the settlement's id. */
async function paid(source: "ach" | "ach_push" = "ach", holderType: HolderType = "business"): Promise<string> {
  const { screening, meter, personal: sealer } = api;
  const vendors = { rail: rail(), conversion: api.rail, screening, meter, live: false, sealer };
  const account = { holder: person.holder, holderType, accountType: "checking", ...numbers } as const;
  const isDebit = source === "ach";
  const { ip, userAgent } = person;
  const hosted = { at: api.clock.now(), ip, userAgent, locale: "en" as const, authorization: isDebit ? "I do." : null };
  const invoice = (await getInvoice(api.context, tenantId, invoiceId)).state;
  const input = { amountCents: invoice.totalCents, source, account: isDebit ? account : null };
  await payByForm(api.context, vendors, invoice, input, { nonce: "n", fingerprint: "n", hosted });
  return api.store.rows().find(({ type }) => type === "settlement")?.pk ?? "";
}

async function hear(id: string, event: { kind: "funds_received" } | { kind: "returned"; code: string }) {
  const reference = `${id}.${invoiceId}`;
  await receiveCallback(api.context, { rail: "mock", railRef: "tr_1", reference, events: [event] });
}

/** The hourly work, some days later. */
async function daily(days: number): Promise<boolean> {
  api.pass(days * 86_400);
  const { context, personal, subjectKeys, log } = api;
  return endPayerKeys(
    { ...context, personal, subjectKeys, log, evidenceFiles: noFiles },
    addSeconds(api.clock.now(), 60),
  );
}

async function state(id: string): Promise<Settlement> {
  return (await loadSettlement(api.context, id)).state;
}

/** What of a payer can still be read with every key that is left. */
async function readable(id: string): Promise<string[]> {
  const { payment } = await api.personal.open(await state(id));
  const text = JSON.stringify([payment, await api.personal.open(api.store.rows())]);
  const all = { ...numbers, ...person };
  return Object.entries(all).flatMap(([name, value]) => (text.includes(value) ? [name] : []));
}

const theNumbers = Object.keys(numbers);
const thePerson = Object.keys(person);

describe("a payer's account", () => {
  test("is read while money may still be collected from it, however long that takes", async () => {
    const id = await paid();
    for (const days of [1, 30, 200]) {
      expect(await daily(days)).toBe(true);
      expect(await readable(id)).toEqual([...theNumbers, ...thePerson]);
    }
  });

  test.each([
    ["business", 3, 4],
    ["individual", 60, 5],
  ] as const)("of a %s is erased once its return window is over, from a backup too", async (holderType, open, more) => {
    const id = await paid("ach", holderType);
    const backup = structuredClone(api.store.rows());
    await daily(1);
    await hear(id, { kind: "funds_received" });
    await daily(open);
    expect(await readable(id)).toEqual([...theNumbers, ...thePerson]);
    await daily(more);
    expect(await readable(id)).toEqual(thePerson);
    expect((await state(id)).payment.bankAccount?.accountLast4).toBe("1098");
    const restored = JSON.stringify(await api.personal.open(backup));
    for (const number of Object.values(numbers)) expect(restored).not.toContain(number);
    expect(verifyChain({ pk: id, rows: api.store.rows().filter(({ pk }) => pk === id) })).not.toHaveProperty("fault");
  });

  test("is read through the wait for its debit to be presented again", async () => {
    const id = await paid();
    await hear(id, { kind: "returned", code: "R01" });
    await daily(2);
    expect(await readable(id)).toEqual([...theNumbers, ...thePerson]);
  });

  test("is erased when its payment comes to nothing", async () => {
    const id = await paid();
    await hear(id, { kind: "returned", code: "R02" });
    expect((await state(id)).status).toBe("failed");
    await daily(1);
    expect(await readable(id)).toEqual(thePerson);
  });

  test("that was erased is told to no rail: the payment fails", async () => {
    const id = await paid();
    await api.personal.erase([`account:${id}`]);
    const asked: unknown[] = [];
    const listening = railThat(api.rail, { collect: (order) => Promise.reject(asked.push(order)) });
    const accounts = storedAccountOpener(api.personal, { open: () => Promise.reject(new Error("not so sealed")) });
    const answer = await askToCollect({ rail: listening, accounts }, await state(id));
    expect(answer).toMatchObject({ refused: { code: "account_erased" } });
    expect(asked).toEqual([]);
  });

  test("that came to no payment is erased after three days", async () => {
    const sealed = await api.personal.seal("account:stl_none", "987654321098");
    await daily(2);
    expect(await api.personal.open(sealed)).toBe("987654321098");
    await daily(1);
    expect(await api.personal.open(sealed)).toBe(erasedText);
  });
});

describe("who agreed to a debit, and from where", () => {
  test("is kept for two years after it was collected, and then read by nobody", async () => {
    const id = await paid();
    await hear(id, { kind: "funds_received" });
    await daily(729);
    expect(await readable(id)).toEqual(thePerson);
    await daily(2);
    expect(await readable(id)).toEqual([]);
    expect((await state(id)).payment.hosted).toMatchObject({ authorization: "I do.", locale: "en" });
  });

  test("counts from its return", async () => {
    const id = await paid();
    await hear(id, { kind: "funds_received" });
    await daily(100);
    await hear(id, { kind: "returned", code: "R10" });
    await daily(640);
    expect(await readable(id)).toEqual(thePerson);
    await daily(100);
    expect(await readable(id)).toEqual([]);
  });

  test("of a transfer, which needs no authorization, goes with its return window", async () => {
    const id = await paid("ach_push");
    await hear(id, { kind: "funds_received" });
    await daily(2);
    expect(await readable(id)).toEqual(["ip", "userAgent"]);
    await daily(9);
    expect(await readable(id)).toEqual([]);
  });
});

describe("a payment of the last release", () => {
  /** As that stored it: the account sealed by KMS, the payer in clear, and no key. */
  async function paidBefore(): Promise<string> {
    const id = await paid();
    await hear(id, { kind: "funds_received" });
    const [row] = await api.store.read([{ pk: id, sk: "row" }]);
    const before = await api.personal.open(await state(id));
    const { payment } = before;
    const bankAccount = payment.bankAccount && { ...payment.bankAccount, sealed: "owned.QUJD" };
    const body = { ...Object(row?.body), state: { ...before, payment: { ...payment, bankAccount } } };
    if (row) await api.store.write([{ put: { ...row, v: row.v + 1, body }, expect: row.v }], "before");
    for (const { pk, sk, v } of api.subjectKeys.rows())
      await api.subjectKeys.write([{ remove: { pk, sk }, expect: v }], pk);
    return id;
  }

  const stored = () => JSON.stringify(api.store.rows().filter(({ type }) => type === "settlement"));

  test("is sealed by the backfill, once, and erased by the same work", async () => {
    const id = await paidBefore();
    const context = { ...api.context, store: api.store, personal: api.personal };
    expect(stored()).toContain(person.holder);
    const other = { ...context, personal: testPersonalData(api.subjectKeys, api) };
    expect(await sealPayments(other)).toEqual({ looked: 1, written: 1 });
    expect(await sealPayments({ ...context, personal: testPersonalData(api.subjectKeys, api) })).toEqual({
      looked: 1,
      written: 0,
    });
    for (const text of Object.values(person)) expect(stored()).not.toContain(text);
    expect(stored()).toContain("owned.QUJD");
    await daily(10);
    expect(stored()).not.toContain("owned.QUJD");
    expect((await state(id)).payment.bankAccount).toMatchObject({ sealed: erasedText, accountLast4: "1098" });
    expect(verifyChain({ pk: id, rows: api.store.rows().filter(({ pk }) => pk === id) })).not.toHaveProperty("fault");
    expect(JSON.stringify(await testPersonalData(api.subjectKeys, api).open(await state(id)))).toContain(person.ip);
    await daily(730);
    expect(JSON.stringify(await testPersonalData(api.subjectKeys, api).open(await state(id)))).not.toContain(person.ip);
  });
});

describe("the daily work", () => {
  test("looks at a key once a day at most, and at none that is destroyed", async () => {
    const id = await paid();
    await hear(id, { kind: "funds_received" });
    await daily(10);
    const due = api.subjectKeys.rows().filter(({ index }) => index?.due);
    expect(due.map(({ pk }) => pk)).toEqual([`payer:${id}`]);
    expect((due[0]?.index?.due?.[1] ?? "") > addDays(api.clock.now(), 700)).toBe(true);
  });

  test("goes on after a key that it cannot look at, and says so", async () => {
    const id = await paid();
    await hear(id, { kind: "funds_received" });
    await api.personal.seal("account:stl_other", "1234567");
    const store = {
      ...api.context.store,
      read: async (keys: readonly { pk: string; sk: string }[]) => {
        if (keys.some(({ pk }) => pk === "stl_other")) throw new Error("no answer");
        return api.store.read(keys);
      },
    };
    api.pass(10 * 86_400);
    const { personal, subjectKeys, log } = api;
    const context = { ...api.context, store, personal, subjectKeys, log, evidenceFiles: noFiles };
    expect(await endPayerKeys(context, addSeconds(api.clock.now(), 60))).toBe(true);
    expect(await readable(id)).toEqual(thePerson);
    expect(JSON.stringify(log)).toContain("key not looked at");
  });
});
