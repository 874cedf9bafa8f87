import { beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../../functions/app/core/ports.ts";
import { sendLetter } from "../../../functions/app/mail/send-letter.ts";
import { MailApi } from "../../support/mail/mail-api.ts";

let api: MailApi;
let tenant: { id: string; apiKey: string };

beforeEach(async () => {
  api = new MailApi();
  tenant = await api.tenant();
  await api.invoiceTo(tenant.id, { customerEmail: "payer@example.com" });
  await api.handOn();
});

/** The order of the one letter that there is. */
function order() {
  const [first] = api.ordered;
  if (!first) throw new Error("no letter was ordered");
  return first;
}

function send(store?: Store) {
  return sendLetter(api.letterContext(store), order());
}

/** The book, whose nth write from now on gives no answer: before it was made, or after. */
function dyingStore(nth: number, when: "before" | "after"): Store {
  let writes = 0;
  const { store } = api;
  return {
    read: (keys) => store.read(keys),
    page: (query) => store.page(query),
    write: async (input, nonce) => {
      writes += 1;
      if (writes === nth && when === "before") throw new Error("died");
      const written = await store.write(input, nonce);
      if (writes === nth) throw new Error("died");
      return written;
    },
  };
}

describe("a letter that was ordered", () => {
  test("is sent, and its row says under which name", async () => {
    await send();
    expect(api.sent).toMatchObject([{ to: "payer@example.com", key: order().mailId }]);
    expect(api.letters()).toMatchObject([{ status: "sent", messageId: `m-${order().mailId}`, attempts: 1 }]);
    expect(api.meter.values.LetterSent).toEqual([1]);
  });

  test("is one letter where its entry is handed on twice, and is sent once where its order comes twice", async () => {
    const entry = api.store.rows().find(({ body }) => (body as { reason?: string }).reason === "invoice sent");
    if (entry) await api.handOn([entry]);
    expect(api.ordered).toEqual([order(), order()]);
    await api.sendOrdered();
    expect([api.letters().length, api.sent.length]).toEqual([1, 1]);
  });

  test("is sent by one of two workers that have it at once", async () => {
    await Promise.all([send(), send(), send()]);
    expect(api.sent).toHaveLength(1);
  });

  test("is not sent by a second worker while the first one waits for its answer", async () => {
    let taken: () => void = () => undefined;
    api.answer = ({ key }) =>
      new Promise((resolve) => {
        taken = () => resolve({ messageId: `m-${key}` });
      });
    const first = send();
    while (api.sent.length === 0) await Promise.resolve();
    api.pass(59);
    expect(await send()).toBeUndefined();
    taken();
    expect(await first).toMatchObject({ status: "sent" });
    expect(api.sent).toHaveLength(1);
  });

  test("of which nobody has heard is nobody's work", async () => {
    expect(await sendLetter(api.letterContext(), { mailId: "eml_none" })).toBeUndefined();
    expect(api.sent).toEqual([]);
  });
});

describe("a letter that the mail service", () => {
  test("refuses has failed, says why, and is never tried again", async () => {
    api.answer = async () => ({ refused: "the mail service cannot write to this address" });
    await send();
    expect(api.letters()).toMatchObject([
      { status: "failed", messageId: null, reason: "the mail service cannot write to this address" },
    ]);
    api.pass(86_400);
    expect([await send(), await api.sweepLetters(), api.sent.length]).toEqual([undefined, 0, 1]);
    expect(api.meter.values.LetterFailed).toEqual([1]);
  });

  test("gives no answer to comes again at once, and keeps nothing of what the service said", async () => {
    api.answer = async () => {
      throw new TypeError("payer@example.com is on fire");
    };
    await expect(send()).rejects.toThrow("on fire");
    expect(api.letters()).toMatchObject([{ status: "queued", leaseUntil: null, reason: "TypeError" }]);
    api.answer = async () => ({ messageId: "m-2" });
    await send();
    expect(api.letters()).toMatchObject([{ status: "sent", messageId: "m-2", attempts: 2, reason: null }]);
  });

  test("never answers fails after nine attempts", async () => {
    api.answer = () => Promise.reject(new Error("down"));
    for (let attempt = 0; attempt < 9; attempt++) await expect(send()).rejects.toThrow("down");
    expect(await send()).toMatchObject({ status: "failed", reason: "Error", attempts: 9 });
    expect(api.sent).toHaveLength(9);
    expect(await send()).toBeUndefined();
  });
});

describe("a worker that dies", () => {
  test.each([
    ["before it has taken the letter", 1, "before", 0, 1],
    ["when it has taken the letter", 1, "after", 0, 1],
    // Between the service's answer and our record of it nothing can tell: once more at most, for each such death.
    ["before it has recorded the answer", 2, "before", 1, 2],
    ["when it has recorded the answer", 2, "after", 1, 1],
  ] as const)("%s leaves it to be sent by the next", async (_, nth, when, first, total) => {
    await expect(send(dyingStore(nth, when))).rejects.toThrow("died");
    expect(api.sent).toHaveLength(first);
    api.pass(61);
    await send();
    expect(api.sent).toHaveLength(total);
    expect(api.letters()).toMatchObject([{ status: "sent" }]);
  });

  test("after the service's answer has been late loses to who came after it, and both letters are out", async () => {
    let taken: () => void = () => undefined;
    api.answer = ({ key }) =>
      new Promise((resolve) => {
        taken = () => resolve({ messageId: `late-${key}` });
      });
    const first = send();
    while (api.sent.length === 0) await Promise.resolve();
    api.pass(61);
    api.answer = async () => ({ messageId: "second" });
    await send();
    taken();
    await first;
    expect(api.letters()).toMatchObject([{ status: "sent", messageId: "second", attempts: 2 }]);
    expect(api.sent).toHaveLength(2);
  });
});

describe("a letter whose order is lost", () => {
  test("is ordered again after a quarter of an hour, once for each quarter", async () => {
    api.ordered.length = 0;
    api.pass(14 * 60);
    expect(await api.sweepLetters()).toBe(0);
    api.pass(60);
    expect([await api.sweepLetters(), await api.sweepLetters()]).toEqual([1, 0]);
    await api.sendOrdered();
    expect(api.letters()).toMatchObject([{ status: "sent" }]);
    api.pass(86_400);
    expect(await api.sweepLetters()).toBe(0);
  });

  test("is not lost where its row was written and the queue did not answer", async () => {
    const invoice = await api.invoiceTo(tenant.id, { customerEmail: "b@example.com" }, "A-2");
    const { mails } = api;
    const broken = { send: () => Promise.reject(new Error("no queue")) };
    Object.assign(api, { mails: broken });
    await expect(api.handOn()).rejects.toThrow("no queue");
    Object.assign(api, { mails });
    api.ordered.length = 0;
    await api.handOn();
    expect(api.letters().filter(({ about }) => about === invoice)).toHaveLength(1);
    expect(api.ordered).toHaveLength(1);
  });
});
