import { describe, expect, test } from "vitest";
import { emailAddress, locales, mailLocale } from "../../../functions/domain/core/mail.ts";
import { invoiceMail, receiptMail } from "../../../functions/domain/invoicing/payer-mail.ts";
import { letterText, oneLine, senderName, subjectLine } from "../../../functions/domain/mail/letter.ts";
import { rejectedLetter } from "../../../functions/domain/mail/letter-content.ts";
import { letterMessages } from "../../../functions/domain/mail/letter-messages.ts";
import { partnerItems } from "../../../functions/domain/onboarding/partner-status.ts";
import { everyLetter, piecesOf } from "../../support/mail/letters.ts";

const letters = ["invoice", "receipt", "invite", "approved", "rejected", "missing"];
const english = () => everyLetter("en");
const spanish = () => everyLetter("es");

describe("a letter in plain text", () => {
  test.each(letters)("says all that it has to say: %s", (name) => {
    const content = english()[name] ?? expect.fail("there is no such letter");
    const text = letterText(content);
    let from = 0;
    for (const piece of piecesOf(content)) {
      const at = text.indexOf(piece, from);
      expect([piece, at >= from]).toEqual([piece, true]);
      from = at + piece.length;
    }
  });

  test("tells a payer the number, the amount, the day and both links", () => {
    expect(letterText(english().invoice as never)).toMatchInlineSnapshot(`
      "Acme Tools has sent you an invoice

      You can see the invoice and pay it online from your bank account.

      Invoice: A-100
      Amount due: $1,734.56
      Due on: December 5, 2026

      View and pay the invoice:
      https://pay.example.com/i/TOKEN

      Download the invoice as a PDF:
      https://pay.example.com/i/TOKEN/pdf

      Anybody who has these links can see the invoice, so pass them on with care.

      -- 
      This message was sent on behalf of Acme Tools, and to you alone.
      Questions? Write to help@acme.test.
      "
    `);
  });

  test("gives a receipt in Spanish with its amounts and days", () => {
    const text = letterText(spanish().receipt as never);
    expect(text).toContain("Importe recibido: $1,234.56");
    expect(text).toContain("Recibido el: 21 de noviembre de 2026");
    expect(text).toContain("Pendiente de pago en esta factura: $500.00");
    expect(spanish().receipt?.subject).toBe("Recibo: su pago a Acme Tools de la factura A-100");
  });

  test("says to the minute until when an invitation's link works", () => {
    expect(letterText(english().invite as never)).toContain("November 28, 2026 at 12:00 PM UTC");
    expect(letterText(spanish().invite as never)).toContain("28 de noviembre de 2026");
  });

  test("names what is missing and why somebody was refused", () => {
    expect(letterText(english().missing as never)).toContain(
      "- the document by which the company was formed\n- the tax number",
    );
    expect(letterText(spanish().missing as never)).toContain("- el documento de constitución de la empresa");
    expect(letterText(english().rejected as never)).toContain("- The company is not registered.");
  });

  test("gives no list of reasons where none was said", () => {
    const writer = { locale: "en", name: "Acme", support: null } as const;
    const text = letterText(rejectedLetter(writer, "Widgets", []));
    expect(text).not.toContain("What was said");
    expect(text).not.toContain("Questions?");
  });

  test("differs between the languages in every word of ours", () => {
    for (const [name, content] of Object.entries(english())) {
      const other = spanish()[name];
      expect([name, content.heading === other?.heading]).toEqual([name, false]);
      expect([name, content.subject === other?.subject]).toEqual([name, false]);
      const pieces = new Set(piecesOf(other as never));
      const shared = piecesOf(content).filter((piece) => piece.includes(" ") && pieces.has(piece));
      expect(shared.filter((piece) => !/Widgets LLC|not registered/.test(piece))).toEqual([]);
    }
    for (const item of partnerItems) expect(letterMessages.en.items[item]).not.toBe(letterMessages.es.items[item]);
  });
});

const hostile = "Evil\r\nBcc: all@example.com\u2028\u202e\u0000 <b>Corp</b>";

describe("what others wrote into a letter", () => {
  test.each(locales)("can neither break a header nor begin a line of its own (%s)", (locale) => {
    const written = { name: hostile, number: hostile, legalName: hostile, reason: hostile };
    for (const content of Object.values(everyLetter(locale, written))) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
      expect(content.subject).not.toMatch(/[\u0000-\u001f\u2028\u2029\u202a-\u202e]/);
      expect(
        letterText(content)
          .split("\n")
          .filter((line) => line.startsWith("Bcc:")),
      ).toEqual([]);
    }
    expect(senderName(hostile)).toBe("Evil Bcc: all@example.com <b>Corp</b>");
  });

  test("is cut where it is endless, between whole characters", () => {
    const long = "é👩‍👩‍👧".repeat(100);
    const subject = subjectLine(long);
    expect([...new Intl.Segmenter().segment(subject)]).toHaveLength(120);
    expect(subject.endsWith("👩‍👩‍👧…") || subject.endsWith("é…")).toBe(true);
    for (const content of Object.values(everyLetter("en", { name: long, number: long, legalName: long })))
      expect(content.subject.length).toBeLessThanOrEqual(1300);
  });

  test("that is half of a character is mended", () => {
    expect(oneLine("a\ud83d")).toBe("a\ufffd");
  });
});

describe("an address", () => {
  test.each(["a@b.co", "a.b+c@mail.example.com", " a@b.co "])("is taken: %s", (written) => {
    expect(emailAddress(written)).toBe(written.trim());
  });

  test.each([
    ...["", "nobody", "a@b", "a@b.co,c@d.co", "a@b.co\r\nBcc: c@d.co", "Anna <a@b.co>", "ñ@b.co", "a@b..co"],
    `${"a".repeat(250)}@b.co`,
    undefined,
    null,
  ])("is none: %s", (written) => {
    expect(emailAddress(written)).toBeUndefined();
  });
});

describe("letters to a payer", () => {
  const invoice = { id: "inv_1", tenantId: "ten_1" };

  test("go to the address that the invoice says, in its language", () => {
    const metadata = { customerEmail: "payer@example.com", locale: "es-MX" };
    const [input] = invoiceMail({ ...invoice, metadata });
    expect(input).toEqual({
      ...{ kind: "send_mail", template: "invoice_sent", about: "inv_1", tenantId: "ten_1" },
      ...{ to: "payer@example.com", locale: "es" },
    });
    expect(receiptMail({ ...invoice, metadata }, { id: "pay_1" })).toMatchObject([
      { template: "receipt", about: "pay_1", locale: "es" },
    ]);
  });

  test("are in the language that the payer read while paying", () => {
    const metadata = { customerEmail: "payer@example.com", locale: "en" };
    expect(receiptMail({ ...invoice, metadata }, { id: "pay_1", hosted: { locale: "es" } })).toMatchObject([
      { locale: "es" },
    ]);
  });

  test("are none where the invoice says no address, or something else", () => {
    for (const metadata of [{}, { customerEmail: "call me" }, { customerEmail: "" }] as const) {
      expect(invoiceMail({ ...invoice, metadata })).toEqual([]);
      expect(receiptMail({ ...invoice, metadata }, { id: "pay_1" })).toEqual([]);
    }
  });

  test("are in English where no language is said that we write", () => {
    expect([undefined, "fr", "", "ES", "es_MX"].map(mailLocale)).toEqual(["en", "en", "en", "es", "es"]);
  });
});
