import { beforeEach, describe, expect, test } from "vitest";
import type { Book } from "../../../functions/app/core/ports.ts";
import { sendLetter } from "../../../functions/app/mail/send-letter.ts";
import { MailDoor } from "../../support/mail/mail-door.ts";

let door: MailDoor;
let tenant: { id: string; apiKey: string };

beforeEach(async () => {
  door = new MailDoor();
  tenant = await door.tenant();
  await door.invoiceTo(tenant.id, { customerEmail: "payer@example.com" });
  await door.handOn();
});

/** The order of the one letter that there is. */
function order() {
  const [first] = door.ordered;
  if (!first) throw new Error("no letter was ordered");
  return first;
}

function send(book?: Book) {
  return sendLetter(door.letterDesk(book), order());
}

/** The book, whose nth write from now on gives no answer: before it was made, or after. */
function dyingBook(nth: number, when: "before" | "after"): Book {
  let writes = 0;
  const { book } = door;
  return {
    read: (keys) => book.read(keys),
    page: (query) => book.page(query),
    write: async (asked, nonce) => {
      writes += 1;
      if (writes === nth && when === "before") throw new Error("died");
      const written = await book.write(asked, nonce);
      if (writes === nth) throw new Error("died");
      return written;
    },
  };
}

describe("a letter that was ordered", () => {
  test("is sent, and its row says under which name", async () => {
    await send();
    expect(door.sent).toMatchObject([{ to: "payer@example.com", key: order().mailId }]);
    expect(door.letters()).toMatchObject([{ status: "sent", messageId: `m-${order().mailId}`, attempts: 1 }]);
    expect(door.meter.values.LetterSent).toEqual([1]);
  });

  test("is one letter where its entry is handed on twice, and is sent once where its order comes twice", async () => {
    const entry = door.book
      .rows()
      .find(({ body }) => (body as { reason?: string }).reason === "invoice sent");
    if (entry) await door.handOn([entry]);
    expect(door.ordered).toEqual([order(), order()]);
    await door.sendOrdered();
    expect([door.letters().length, door.sent.length]).toEqual([1, 1]);
  });

  test("is sent by one of two workers that have it at once", async () => {
    await Promise.all([send(), send(), send()]);
    expect(door.sent).toHaveLength(1);
  });

  test("is not sent by a second worker while the first one waits for its answer", async () => {
    let taken: () => void = () => undefined;
    door.answer = ({ key }) =>
      new Promise((resolve) => {
        taken = () => resolve({ messageId: `m-${key}` });
      });
    const first = send();
    while (door.sent.length === 0) await Promise.resolve();
    door.pass(59);
    expect(await send()).toBeUndefined();
    taken();
    expect(await first).toMatchObject({ status: "sent" });
    expect(door.sent).toHaveLength(1);
  });

  test("of which nobody has heard is nobody's work", async () => {
    expect(await sendLetter(door.letterDesk(), { mailId: "eml_none" })).toBeUndefined();
    expect(door.sent).toEqual([]);
  });
});

describe("a letter that the mail service", () => {
  test("refuses has failed, says why, and is never tried again", async () => {
    door.answer = async () => ({ refused: "the mail service cannot write to this address" });
    await send();
    expect(door.letters()).toMatchObject([
      { status: "failed", messageId: null, reason: "the mail service cannot write to this address" },
    ]);
    door.pass(86_400);
    expect([await send(), await door.sweepLetters(), door.sent.length]).toEqual([undefined, 0, 1]);
    expect(door.meter.values.LetterFailed).toEqual([1]);
  });

  test("gives no answer to comes again at once, and keeps nothing of what the service said", async () => {
    door.answer = async () => {
      throw new TypeError("payer@example.com is on fire");
    };
    await expect(send()).rejects.toThrow("on fire");
    expect(door.letters()).toMatchObject([{ status: "queued", leaseUntil: null, reason: "TypeError" }]);
    door.answer = async () => ({ messageId: "m-2" });
    await send();
    expect(door.letters()).toMatchObject([{ status: "sent", messageId: "m-2", attempts: 2, reason: null }]);
  });

  test("never answers fails after nine attempts", async () => {
    door.answer = () => Promise.reject(new Error("down"));
    for (let attempt = 0; attempt < 9; attempt++) await expect(send()).rejects.toThrow("down");
    expect(await send()).toMatchObject({ status: "failed", reason: "Error", attempts: 9 });
    expect(door.sent).toHaveLength(9);
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
    await expect(send(dyingBook(nth, when))).rejects.toThrow("died");
    expect(door.sent).toHaveLength(first);
    door.pass(61);
    await send();
    expect(door.sent).toHaveLength(total);
    expect(door.letters()).toMatchObject([{ status: "sent" }]);
  });

  test("after the service's answer has been late loses to who came after it, and both letters are out", async () => {
    let taken: () => void = () => undefined;
    door.answer = ({ key }) =>
      new Promise((resolve) => {
        taken = () => resolve({ messageId: `late-${key}` });
      });
    const first = send();
    while (door.sent.length === 0) await Promise.resolve();
    door.pass(61);
    door.answer = async () => ({ messageId: "second" });
    await send();
    taken();
    await first;
    expect(door.letters()).toMatchObject([{ status: "sent", messageId: "second", attempts: 2 }]);
    expect(door.sent).toHaveLength(2);
  });
});

describe("a letter whose order is lost", () => {
  test("is ordered again after a quarter of an hour, once for each quarter", async () => {
    door.ordered.length = 0;
    door.pass(14 * 60);
    expect(await door.sweepLetters()).toBe(0);
    door.pass(60);
    expect([await door.sweepLetters(), await door.sweepLetters()]).toEqual([1, 0]);
    await door.sendOrdered();
    expect(door.letters()).toMatchObject([{ status: "sent" }]);
    door.pass(86_400);
    expect(await door.sweepLetters()).toBe(0);
  });

  test("is not lost where its row was written and the queue did not answer", async () => {
    const invoice = await door.invoiceTo(tenant.id, { customerEmail: "b@example.com" }, "A-2");
    const { mails } = door;
    const broken = { send: () => Promise.reject(new Error("no queue")) };
    Object.assign(door, { mails: broken });
    await expect(door.handOn()).rejects.toThrow("no queue");
    Object.assign(door, { mails });
    door.ordered.length = 0;
    await door.handOn();
    expect(door.letters().filter(({ about }) => about === invoice)).toHaveLength(1);
    expect(door.ordered).toHaveLength(1);
  });
});
