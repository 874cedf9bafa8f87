import { beforeEach, describe, expect, test } from "vitest";
import { type HostedPayVendors, payByForm } from "../../../functions/app/checkout/hosted-invoice.ts";
import type { Context } from "../../../functions/app/core/context.ts";
import type { SecretOpener, Store } from "../../../functions/app/core/ports.ts";
import type { SubjectBox } from "../../../functions/app/core/ports-personal.ts";
import { getInvoice } from "../../../functions/app/invoicing/invoices.ts";
import { receiveCallback } from "../../../functions/app/operations/receive-callback.ts";
import { sweep } from "../../../functions/app/operations/sweep-due-records.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import { type AccountOpener, storedAccountOpener } from "../../../functions/app/settlement/collect-order.ts";
import { loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import type { HostedPay } from "../../../functions/domain/checkout/pay.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { noPartner } from "../../support/onboarding/no-partner.ts";
import { railThat, workflows } from "../../support/settlement/reserve-api.ts";

type Input = Parameters<Rail["collect"]>[0];

const account = {
  holder: "Anna Example",
  holderType: "business",
  accountType: "savings",
  routingNumber: "021000021",
  accountNumber: "987654321098",
} as const;
const debit: HostedPay = { amountCents: 2500, source: "ach", account };
const hosted = { at: "2026-11-21T12:00:00.000Z", ip: "192.0.2.7", userAgent: "a browser", locale: "en" } as const;

let api: TestApi;
/** How often an account was opened. */
let opened: number;
let tenantId: string;
let invoiceId: string;
/** What the rail was asked to collect, in order. */
let asked: Input[];
let isSilent: boolean;
let rail: Rail;

beforeEach(async () => {
  api = new TestApi();
  opened = 0;
  asked = [];
  isSilent = false;
  rail = railThat(api.rail, {
    collect: async (order) => {
      asked.push(order);
      if (isSilent) throw new Error("no answer");
      return { railRef: `tr_${asked.length}`, state: "awaiting_funds", instructions: null };
    },
    lookUp: async () => null,
  });
  tenantId = (await api.tenant()).id;
  invoiceId = await api.invoice(tenantId);
});

function context(): Context & HostedPayVendors {
  const { screening, meter } = api;
  return { ...api.context, rail, conversion: api.rail, screening, meter, live: false, sealer: api.personal };
}

async function paid(pay: HostedPay = debit, nonce = "n1", by = context(), fingerprint = `of ${nonce}`) {
  const { state } = await getInvoice(api.context, tenantId, invoiceId);
  const form = { nonce, fingerprint, hosted: { ...hosted, authorization: "I authorize it" } };
  return payByForm(by, by, state, pay, form);
}

/** Opens what the last release sealed. */
const former: SecretOpener = { open: async (sealed) => Buffer.from(sealed, "base64").toString() };

function opener(personal: Pick<SubjectBox, "open"> = api.personal): AccountOpener {
  const { open } = storedAccountOpener(personal, former);
  return {
    open: (stored, id) => {
      opened += 1;
      return open(stored, id);
    },
  };
}

function sweepOnce(accounts = opener()) {
  const send = async () => undefined;
  const queues = {
    ...{ deliveries: api.railStore, queue: { send }, packets: { send }, mails: { send } },
    ...{ partner: noPartner, workflows, publicUrl: "" },
  };
  return sweep({ ...context(), accounts, ...queues, log: api.log, pagesUrl: "http://localhost:4002" });
}

function settlementId(): string {
  return api.store.rows().find(({ type }) => type === "settlement")?.pk ?? "";
}

describe("a bank account that a payer typed", () => {
  test("is told to the rail as it was typed, and kept sealed with its last four digits", async () => {
    await paid();
    expect(asked).toMatchObject([{ source: "ach", amountCents: 2500, bankAccount: account }]);
    expect(Object.keys(asked[0]?.bankAccount ?? {}).sort()).toEqual(Object.keys(account).sort());
    // The page that takes it can open none.
    expect(opened).toBe(0);
    const { state } = await loadSettlement(api.context, settlementId());
    expect(state.payment.bankAccount).toEqual({
      ...{ holderType: "business", accountType: "savings", accountLast4: "1098" },
      holder: expect.stringMatching(/^sealed:payer:stl_/),
      sealed: expect.stringMatching(/^sealed:account:stl_/),
    });
    const typed = /987654321098|021000021|Anna Example|192\.0\.2\.7|a browser/;
    expect(JSON.stringify([api.store.rows(), api.railStore.rows(), api.subjectKeys.rows()])).not.toMatch(typed);
  });

  test("is not asked for by a transfer", async () => {
    await paid({ ...debit, source: "ach_push", account: null });
    expect(asked[0]).not.toHaveProperty("bankAccount");
    expect(opened).toBe(0);
  });

  test("is there for whoever carries a form on whose holder died", async () => {
    isSilent = true;
    await expect(paid()).rejects.toMatchObject({ code: "rail_unavailable" });
    isSilent = false;
    api.pass(60);
    expect(await sweepOnce()).toMatchObject({ continued: 1, failed: 0 });
    expect(asked.map(({ key }) => key)).toEqual([asked[0]?.key, asked[0]?.key]);
    expect(asked[1]?.bankAccount).toEqual(account);
    expect(opened).toBe(1);
    const { outcome, replayed } = await paid();
    expect([outcome.kind, replayed]).toEqual(["result", true]);
    expect(api.store.rows().filter(({ type }) => type === "settlement")).toHaveLength(1);
  });

  test("goes to the rail of whoever sends the form again after its holder died, and is opened by nobody", async () => {
    isSilent = true;
    await expect(paid()).rejects.toMatchObject({ code: "rail_unavailable" });
    isSilent = false;
    api.pass(60);
    const { outcome } = await paid();
    expect(outcome.kind).toBe("result");
    expect(asked.map(({ key }) => key)).toEqual([asked[0]?.key, asked[0]?.key]);
    expect(asked[1]?.bankAccount).toEqual(account);
    expect(opened).toBe(0);
  });

  test("cannot be swapped under the same form: the rail hears of the first alone", async () => {
    isSilent = true;
    await expect(paid()).rejects.toMatchObject({ code: "rail_unavailable" });
    isSilent = false;
    api.pass(60);
    const before = asked.length;
    const swapped: HostedPay = { ...debit, account: { ...account, accountNumber: "111122223333" } };
    await expect(paid(swapped, "n1", context(), "of another form")).rejects.toMatchObject({
      code: "idempotency_key_reuse",
    });
    expect(asked).toHaveLength(before);
  });

  test("cannot be pulled from where nothing can open it: the call waits for who can", async () => {
    isSilent = true;
    await expect(paid()).rejects.toMatchObject({ code: "rail_unavailable" });
    api.pass(60);
    const before = asked.length;
    await sweepOnce(opener({ open: () => Promise.reject(new Error("no key")) }));
    expect(asked).toHaveLength(before);
    isSilent = false;
    api.pass(60);
    await sweepOnce();
    expect(asked.at(-1)?.bankAccount).toEqual(account);
  });

  test("is presented again after a return for want of funds", async () => {
    await paid();
    const reference = `${settlementId()}.${invoiceId}`;
    const events = [{ kind: "returned", code: "R01" }] as const;
    await receiveCallback(api.context, { rail: "mock", railRef: "tr_1", reference, events });
    api.pass(7 * 86_400);
    await sweepOnce();
    expect(asked).toHaveLength(2);
    expect(asked[1]?.bankAccount).toEqual(account);
    expect(asked[1]?.key).not.toBe(asked[0]?.key);
  });

  test("is kept with no refusal", async () => {
    await paid({ ...debit, amountCents: 10_000 });
    const { state } = await loadSettlement(api.context, settlementId());
    const { railRef } = state.payment;
    const reference = `${state.id}.${invoiceId}`;
    const events = [{ kind: "funds_received" }] as const;
    await receiveCallback(api.context, { rail: "mock", railRef: railRef ?? "", reference, events: [...events] });
    const { outcome } = await paid(debit, "n2");
    expect(outcome).toMatchObject({ kind: "refusal", code: "invoice_already_paid" });
    const claims = api.store.rows().filter(({ type }) => type === "claim");
    expect(claims).toHaveLength(2);
    expect(claims.filter(({ body }) => JSON.stringify(body).includes("sealed:"))).toHaveLength(1);
  });
});

describe("a form that others are faster than, again and again", () => {
  /** A book whose first writes of a settlement are lost. */
  function busy(times: number): Store {
    let left = times;
    const { store } = api;
    return {
      read: (keys) => store.read(keys),
      page: (query) => store.page(query),
      write: async (writes, nonce) => {
        const opens = writes.some((each) => "put" in each && each.put.type === "settlement");
        if (opens && left-- > 0) return { ok: false, rows: [] };
        return store.write(writes, nonce);
      },
    };
  }

  test.each([3, 4, 8])("is tried again under its key: nobody is told to wait for nothing (%d times)", async (times) => {
    const { outcome } = await paid(debit, "n1", { ...context(), store: busy(times) });
    expect(outcome.kind).toBe("result");
    expect(asked).toHaveLength(1);
    expect(api.store.rows().filter(({ type }) => type === "settlement")).toHaveLength(1);
  });
});
