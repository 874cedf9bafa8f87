import { beforeEach, describe, expect, test } from "vitest";
import { dueIndex } from "../../../functions/app/core/due-index.ts";
import type { Row } from "../../../functions/app/core/ports.ts";
import { composeLetter } from "../../../functions/app/mail/compose-letter.ts";
import { orderLetter, sweepLetters } from "../../../functions/app/mail/letter-queue.ts";
import { letterId, letterRow, loadedMailing } from "../../../functions/app/mail/letter-rows.ts";
import { getLetter, listLetters } from "../../../functions/app/mail/reads.ts";
import type { MailOrder } from "../../../functions/domain/core/transition.ts";
import { type Mailing, newMailing, recordMailingSend, takeMailing } from "../../../functions/domain/mail/mailing.ts";
import { later, noon } from "../../support/core/samples.ts";
import { MailApi } from "../../support/mail/mail-api.ts";

const asked: MailOrder = {
  ...{ kind: "send_mail", template: "receipt", about: "pay_1", tenantId: "ten_1" },
  ...{ to: "payer@example.com", locale: "en" },
};
const id = "eml_1";
const queued: Mailing = {
  ...{ id, template: "receipt", about: "pay_1", tenantId: "ten_1", to: "payer@example.com", locale: "en" },
  ...{ status: "queued", attempts: 0, leaseUntil: null, dueAt: later(900), messageId: null, reason: null },
  ...{ createdAt: noon, updatedAt: noon },
};
let api: MailApi;

beforeEach(() => {
  api = new MailApi();
});

async function put(state: Mailing): Promise<void> {
  await api.store.write([{ put: letterRow(state, 1), expect: "absent" }], `put-${state.id}`);
}

describe("a letter's row", () => {
  test("is due while nobody has sent it, listed four ways, and kept for 90 days", () => {
    const place = `${noon}#${id}`;
    const lists = {
      ...{ group: ["all#mail#2026-11", place], status: ["all#mail#queued#2026-11", place] },
      ...{ list: ["ten_1#mail#2026-11", place], ref: ["mail#pay_1", place] },
    };
    expect(newMailing(id, asked, noon)).toEqual(queued);
    const [, dueSort] = dueIndex({ pk: id, sk: "row" }, later(900));
    expect(letterRow(queued, 3)).toEqual({
      ...{ pk: id, sk: "row", v: 3, type: "letter", body: queued },
      index: { ...lists, due: [expect.stringMatching(/^letter#[0-3]$/), dueSort] },
      ttl: Date.parse(later(90 * 86_400)) / 1000,
    });
    const sent = recordMailingSend(queued, "m", noon);
    expect(letterRow(sent, 4).index).toEqual({ ...lists, status: ["all#mail#sent#2026-11", place] });
  });

  test("is read as a letter, and nothing else is", () => {
    const row = { ...letterRow(queued, 3) };
    expect(loadedMailing(row)).toEqual({ v: 3, state: queued });
    expect([loadedMailing(undefined), loadedMailing({ ...row, type: "signup" })]).toEqual([undefined, undefined]);
  });

  test("has an id that follows from its entry, and sorts by that one's time", () => {
    const entry = { at: noon, hash: "ab" };
    const made = letterId(entry, 0);
    expect(made).toMatch(/^eml_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(letterId(entry, 0)).toBe(made);
    expect(new Set([made, letterId(entry, 1), letterId({ ...entry, hash: "cd" }, 0)]).size).toBe(3);
    expect(letterId({ ...entry, at: later(1) }, 0) > made).toBe(true);
  });
});

describe("a letter that waits", () => {
  const taken = (state: Mailing, at: number) => takeMailing(state, later(at));

  test("is looked at again after a quarter of an hour, then half of one, then an hour", () => {
    const dues = Array.from({ length: 9 }, (_, attempts) => taken({ ...queued, attempts }, 60)?.dueAt);
    expect(dues).toEqual([900, 900, 900, 1800, 1800, 1800, 3600, 3600, 3600].map((seconds) => later(60 + seconds)));
    expect(taken({ ...queued, attempts: 2 }, 60)).toEqual({
      ...{ ...queued, attempts: 3, leaseUntil: later(120), dueAt: later(960), updatedAt: later(60) },
    });
    expect(taken({ ...queued, attempts: 9 }, 60)).toEqual({
      ...{ ...queued, status: "failed", attempts: 9, reason: "no answer in 9 attempts", dueAt: null },
      updatedAt: later(60),
    });
  });
});

describe("an order of a letter", () => {
  const entry = { pk: "pay_1", body: { at: noon, hash: "ab", seq: 1 } } as never;

  test("writes it and puts it into the queue, once on record however often", async () => {
    const context = { ...api.context, mails: api.mails };
    await orderLetter(context, entry, 0, asked);
    await orderLetter(context, entry, 0, asked);
    const mailId = letterId({ at: noon, hash: "ab" }, 0);
    expect(api.letters()).toEqual([{ ...queued, id: mailId }]);
    expect(api.ordered).toEqual([{ mailId }, { mailId }]);
  });

  test("that could not be written is a fault, and nothing is put into the queue", async () => {
    const store = Object.assign(Object.create(api.store), { write: async () => ({ ok: false, rows: [] }) });
    await expect(orderLetter({ ...api.context, store, mails: api.mails }, entry, 0, asked)).rejects.toThrow(
      `letter ${letterId({ at: noon, hash: "ab" }, 0)} was not written`,
    );
    expect(api.ordered).toEqual([]);
  });
});

describe("the sweeper", () => {
  test("orders what is due, and leaves what is not, or a worker has just begun", async () => {
    api.pass(900);
    await put(queued);
    await put({ ...queued, id: "eml_2", dueAt: later(901) });
    const listed = letterRow({ ...queued, id: "eml_3" }, 1);
    const taken: Row = { ...listed, body: { ...(listed.body as Mailing), status: "sent", dueAt: null } };
    await api.store.write([{ put: taken, expect: "absent" }], "taken");
    await api.store.write(
      [{ put: { ...letterRow({ ...queued, id: "eml_4" }, 1), type: "other" }, expect: "absent" }],
      "o",
    );
    expect(await sweepLetters({ ...api.context, mails: api.mails })).toBe(1);
    expect(api.ordered).toEqual([{ mailId: id }]);
    expect(loadedMailing((await api.store.read([{ pk: id, sk: "row" }]))[0])).toEqual({
      ...{ v: 2, state: { ...queued, dueAt: later(1800), updatedAt: later(900) } },
    });
  });

  test("asks the queue nothing where there is nothing to order", async () => {
    const mails = { send: () => Promise.reject(new Error("asked")) };
    expect(await sweepLetters({ ...api.context, mails })).toBe(0);
  });
});

describe("the list of letters", () => {
  const list = (query: object = {}) => listLetters(api.context, { limit: 9, ...query });

  beforeEach(async () => {
    await put(queued);
    await put({ ...queued, id: "eml_2", tenantId: "ten_2", template: "invoice_sent", createdAt: later(1) });
    await put({ ...recordMailingSend({ ...queued, id: "eml_3" }, "m", noon), about: "pay_2", createdAt: later(2) });
  });

  test("shows a letter without the workers' own fields, and with what it said where that is kept", async () => {
    const { leaseUntil: _, dueAt: __, ...shown } = queued;
    expect((await list({ about: "pay_1", tenantId: "ten_1" })).data).toEqual([shown]);
    expect(await getLetter(api.context, id)).toEqual({ ...shown, letter: null });
    const letter = { fromName: "Acme", replyTo: null, subject: "s", text: "t", html: "h" };
    const put = { pk: id, sk: "kept", v: 1, type: "kept_letter", body: letter };
    await api.store.write([{ put, expect: "absent" }], "kept");
    expect(await getLetter(api.context, id)).toEqual({ ...shown, letter });
    await expect(getLetter(api.context, "eml_9")).rejects.toMatchObject({ message: "no such letter" });
  });

  test("is of what is asked for, alone or together", async () => {
    const ids = async (query: object) => (await list(query)).data.map((each) => each.id);
    expect(await ids({})).toEqual(["eml_3", "eml_2", "eml_1"]);
    expect(await ids({ status: "sent" })).toEqual(["eml_3"]);
    expect(await ids({ tenantId: "ten_1" })).toEqual(["eml_3", "eml_1"]);
    expect(await ids({ tenantId: "ten_1", status: "queued" })).toEqual(["eml_1"]);
    expect(await ids({ template: "invoice_sent" })).toEqual(["eml_2"]);
    expect(await ids({ about: "pay_1", tenantId: "ten_2" })).toEqual(["eml_2"]);
    expect(await ids({ about: "pay_1", status: "sent" })).toEqual([]);
    expect(await ids({ about: "pay_1", template: "receipt" })).toEqual(["eml_1"]);
  });

  test("goes on with a cursor of the same question, and of no other", async () => {
    for (const [at, query] of [{}, { status: "queued" }, { tenantId: "ten_1" }, { about: "pay_1" }].entries()) {
      const { nextCursor: cursor } = await list({ ...query, limit: 1 });
      expect((await list({ ...query, cursor })).data.length).toBeGreaterThan(0);
      for (const other of [{}, { status: "queued" }, { tenantId: "ten_1" }, { about: "pay_1" }].filter(
        (_, nth) => nth !== at,
      ))
        await expect(list({ ...other, cursor })).rejects.toMatchObject({ code: "invalid_cursor" });
    }
  });

  test("reaches back to the month of 90 days ago", async () => {
    api.nowMs = Date.parse("2027-03-02T12:00:00.000Z");
    expect((await list()).data).toEqual([]);
    api.nowMs = Date.parse("2027-02-19T12:00:00.000Z");
    expect((await list()).data).toHaveLength(3);
  });
});

describe("a letter about a record that there is not", () => {
  test.each([
    ["invoice_sent", "there is no such invoice"],
    ["receipt", "there is no such payment"],
    ["kyb_invite", "there is no such application"],
    ["kyb_result", "there is no such application"],
  ] as const)("is skipped and says so: %s", async (template, skipped) => {
    expect(await composeLetter(api.letterContext(), { ...queued, template })).toEqual({ skipped });
  });

  test("is skipped, too, where its tenant, or its payment's invoice, is gone", async () => {
    const tenant = await api.tenant();
    const invoiceId = await api.invoice(tenant.id);
    const compose = (change: Partial<Mailing>) => composeLetter(api.letterContext(), { ...queued, ...change });
    const noInvoice = { skipped: "there is no such invoice" };
    const noPayment = { skipped: "there is no such payment" };
    expect(await compose({ template: "invoice_sent", about: invoiceId })).toEqual(noInvoice);
    expect(await compose({ template: "invoice_sent", about: "inv_0", tenantId: tenant.id })).toEqual(noInvoice);
    const headers = { authorization: `Bearer ${tenant.apiKey}`, "idempotency-key": "pay" };
    const paid = await api.openPay()({ method: "POST", path: `/api/v1/invoices/${invoiceId}/pay`, headers });
    const { paymentId: about } = JSON.parse(paid.text).settlement;
    expect(await compose({ about })).toEqual(noPayment);
    expect(await compose({ about: "pay_0", tenantId: tenant.id })).toEqual(noPayment);
    expect(await compose({ about, tenantId: tenant.id })).toMatchObject({ replyTo: "a@acme.test" });
    const [row] = await api.store.read([{ pk: invoiceId, sk: "row" }]);
    await api.store.write([{ remove: { pk: invoiceId, sk: "row" }, expect: row?.v ?? 0 }], "gone");
    expect(await compose({ about, tenantId: tenant.id })).toEqual(noInvoice);
  });
});
