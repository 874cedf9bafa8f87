import { beforeEach, describe, expect, test } from "vitest";
import { type HostedPayDesk, payByForm } from "../../../functions/app/checkout/pay.ts";
import type { Book, SecretBox } from "../../../functions/app/core/ports.ts";
import { getInvoice } from "../../../functions/app/invoicing/invoices.ts";
import { receiveCallback } from "../../../functions/app/operations/receive-callback.ts";
import { sweep } from "../../../functions/app/operations/sweep.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import { loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import type { HostedPay } from "../../../functions/domain/checkout/pay.ts";
import { Door } from "../../support/core/door.ts";
import { noPartner } from "../../support/onboarding/no-partner.ts";
import { railThat, workflows } from "../../support/settlement/door-reserve.ts";

type Asked = Parameters<Rail["collect"]>[0];

/** Seals by turning round, and counts. */
class TurningBox implements SecretBox {
  opened = 0;

  async seal(plain: string): Promise<string> {
    return `sealed:${[...plain].reverse().join("")}`;
  }

  async open(sealed: string): Promise<string> {
    this.opened += 1;
    return [...sealed.slice(7)].reverse().join("");
  }
}

const account = {
  holder: "Anna Example",
  holderType: "business",
  accountType: "savings",
  routingNumber: "021000021",
  accountNumber: "987654321098",
} as const;
const debit: HostedPay = { amountCents: 2500, source: "ach", account };
const hosted = {
  at: "2026-11-21T12:00:00.000Z",
  ip: "192.0.2.7",
  userAgent: "a browser",
  locale: "en",
} as const;

let door: Door;
let box: TurningBox;
let tenantId: string;
let invoiceId: string;
/** What the rail was asked to collect, in order. */
let asked: Asked[];
let isSilent: boolean;
let rail: Rail;

beforeEach(async () => {
  door = new Door();
  box = new TurningBox();
  asked = [];
  isSilent = false;
  rail = railThat(door.rail, {
    collect: async (order) => {
      asked.push(order);
      if (isSilent) throw new Error("no answer");
      return { railRef: `tr_${asked.length}`, state: "awaiting_funds", instructions: null };
    },
    lookUp: async () => null,
  });
  tenantId = (await door.tenant()).id;
  invoiceId = await door.invoice(tenantId);
});

function desk(): HostedPayDesk {
  const { screening, meter } = door;
  return { ...door.desk, rail, conversion: door.rail, screening, meter, live: false, accounts: box };
}

async function paid(pay: HostedPay = debit, nonce = "n1", by = desk()) {
  const { state } = await getInvoice(door.desk, tenantId, invoiceId);
  const form = { nonce, fingerprint: `of ${nonce}`, hosted: { ...hosted, authorization: "I authorize it" } };
  return payByForm(by, state, pay, form);
}

function sweepOnce(accounts: SecretBox | undefined = box) {
  const send = async () => undefined;
  const queues = {
    ...{ deliveries: door.railBook, queue: { send }, packets: { send }, mails: { send } },
    ...{ partner: noPartner, workflows },
  };
  return sweep({ ...desk(), accounts, ...queues, log: door.log, pagesUrl: "http://localhost:4002" });
}

function settlementId(): string {
  return door.book.rows().find(({ type }) => type === "settlement")?.pk ?? "";
}

describe("a bank account that a payer typed", () => {
  test("is opened for the rail's call alone, and kept sealed with its last four digits", async () => {
    await paid();
    expect(asked).toMatchObject([{ source: "ach", amountCents: 2500, bankAccount: account }]);
    expect(Object.keys(asked[0]?.bankAccount ?? {}).sort()).toEqual(Object.keys(account).sort());
    expect(box.opened).toBe(1);
    const { state } = await loadSettlement(door.desk, settlementId());
    expect(state.payment.bankAccount).toEqual({
      ...{ holder: "Anna Example", holderType: "business", accountType: "savings", accountLast4: "1098" },
      sealed: expect.stringMatching(/^sealed:/),
    });
    expect(JSON.stringify(door.book.rows())).not.toMatch(/987654321098|021000021/);
    expect(JSON.stringify(door.railBook.rows())).not.toMatch(/987654321098|021000021/);
  });

  test("is not asked for by a transfer", async () => {
    await paid({ ...debit, source: "ach_push", account: null });
    expect(asked[0]).not.toHaveProperty("bankAccount");
    expect(box.opened).toBe(0);
  });

  test("is there for whoever carries a form on whose holder died", async () => {
    isSilent = true;
    await expect(paid()).rejects.toMatchObject({ code: "rail_unavailable" });
    isSilent = false;
    door.pass(60);
    expect(await sweepOnce()).toMatchObject({ continued: 1, failed: 0 });
    expect(asked.map(({ key }) => key)).toEqual([asked[0]?.key, asked[0]?.key]);
    expect(asked[1]?.bankAccount).toEqual(account);
    const { outcome, replayed } = await paid();
    expect([outcome.kind, replayed]).toEqual(["result", true]);
    expect(door.book.rows().filter(({ type }) => type === "settlement")).toHaveLength(1);
  });

  test("cannot be pulled from where nothing can open it: the call waits for who can", async () => {
    isSilent = true;
    await expect(paid()).rejects.toMatchObject({ code: "rail_unavailable" });
    door.pass(60);
    const before = asked.length;
    const shut: SecretBox = { seal: () => box.seal(""), open: () => Promise.reject(new Error("no key")) };
    await sweepOnce(shut);
    expect(asked).toHaveLength(before);
    isSilent = false;
    door.pass(60);
    await sweepOnce();
    expect(asked.at(-1)?.bankAccount).toEqual(account);
  });

  test("is presented again after a return for want of funds", async () => {
    await paid();
    const reference = `${settlementId()}.${invoiceId}`;
    const events = [{ kind: "returned", code: "R01" }] as const;
    await receiveCallback(door.desk, { rail: "mock", railRef: "tr_1", reference, events });
    door.pass(7 * 86_400);
    await sweepOnce();
    expect(asked).toHaveLength(2);
    expect(asked[1]?.bankAccount).toEqual(account);
    expect(asked[1]?.key).not.toBe(asked[0]?.key);
  });

  test("is kept with no refusal", async () => {
    await paid({ ...debit, amountCents: 10_000 });
    const { state } = await loadSettlement(door.desk, settlementId());
    const { railRef } = state.payment;
    const reference = `${state.id}.${invoiceId}`;
    const events = [{ kind: "funds_received" }] as const;
    await receiveCallback(door.desk, {
      rail: "mock",
      railRef: railRef ?? "",
      reference,
      events: [...events],
    });
    const { outcome } = await paid(debit, "n2");
    expect(outcome).toMatchObject({ kind: "refusal", code: "invoice_already_paid" });
    const claims = door.book.rows().filter(({ type }) => type === "claim");
    expect(claims).toHaveLength(2);
    expect(claims.filter(({ body }) => JSON.stringify(body).includes("sealed:"))).toHaveLength(1);
  });
});

describe("a form that others are faster than, again and again", () => {
  /** A book whose first writes of a settlement are lost. */
  function busy(times: number): Book {
    let left = times;
    const { book } = door;
    return {
      read: (keys) => book.read(keys),
      page: (query) => book.page(query),
      write: async (writes, nonce) => {
        const opens = writes.some((each) => "put" in each && each.put.type === "settlement");
        if (opens && left-- > 0) return { ok: false, rows: [] };
        return book.write(writes, nonce);
      },
    };
  }

  test.each([3, 4, 8])(
    "is tried again under its key: nobody is told to wait for nothing (%d times)",
    async (times) => {
      const { outcome } = await paid(debit, "n1", { ...desk(), book: busy(times) });
      expect(outcome.kind).toBe("result");
      expect(asked).toHaveLength(1);
      expect(door.book.rows().filter(({ type }) => type === "settlement")).toHaveLength(1);
    },
  );
});
