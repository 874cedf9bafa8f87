import { describe, expect, test } from "vitest";
import { renderCreditNotePdf } from "../../../functions/adapters/pdf/credit-note.ts";
import { renderInvoicePdf } from "../../../functions/adapters/pdf/invoice.ts";
import { creditNoteDocument } from "../../../functions/domain/invoicing/credit-note-view.ts";
import type { InvoiceDocument } from "../../../functions/domain/invoicing/invoice-document.ts";
import { labelFont, textFonts } from "../../../functions/domain/invoicing/invoice-fonts.ts";
import { fontFolder } from "../../support/invoicing/fonts.ts";
import { aDocument, aLine, type ReadPage, readPdf } from "../../support/invoicing/pdf.ts";

const fontDir = fontFolder();

async function printed(reply: Partial<InvoiceDocument> = {}): Promise<ReadPage[]> {
  return readPdf(await renderInvoicePdf(aDocument(reply), { fontDir }));
}

function said(pages: readonly ReadPage[]): string {
  return pages.map(({ text }) => text).join("\n");
}

const right = 612 - 54;

/** Everything on the page lies inside its margins. */
function expectInside(pages: readonly ReadPage[]): void {
  const outside = pages.flatMap(({ pieces }) =>
    pieces.filter(({ x, y, width }) => x < 53.9 || x + width > right + 0.5 || y < 54 || y > 792 - 54),
  );
  expect(outside).toEqual([]);
}

describe("an invoice on paper", () => {
  test("cuts the longest invoice's descriptions to what paper is for, and says so", async () => {
    const lines = Array.from({ length: 250 }, (_, nth) => aLine(`${nth} ${"क्षत्रिय ".repeat(60)}`.slice(0, 500)));
    const pages = await printed({ lines });
    expect(said(pages)).toContain("The invoice's page has them whole.");
    expect(said(pages).length).toBeLessThan(80_000);
    expectInside(pages);
  });

  test("says who owes whom, for what, how much and until when", async () => {
    const pages = await printed({ notes: "Thank you.\nSee you." });
    expect(pages).toHaveLength(1);
    for (const labels of [
      ...["Acme Trading", "billing@acme.example", "customer-7", "INV-0042", "Net 14", "sent"],
      ...["2026-11-21", "2026-12-05", "Consulting", "Credit", "Thank you.", "See you.", "Page 1 of 1"],
      ...["$1,250.50", "$2,501.00", "-$10.00", "$2,491.00", "-$91.00", "$2,400.00", "-$400.00", "$2,000.00"],
    ])
      expect(said(pages)).toContain(labels);
    expectInside(pages);
  });

  test("has a row for each rate of tax, and none for a discount, a tax or a payment that there is not", async () => {
    const taxes = [
      { rate: 1900, cents: 19_000 },
      { rate: 725, cents: -1_234 },
      { rate: null, cents: 5 },
    ];
    const text = said(await printed({ taxes }));
    for (const labels of ["Tax 19%", "$190.00", "Tax 7.25%", "-$12.34", "$0.05", "Discount", "Paid"])
      expect(text).toContain(labels);
    const plain = said(await printed({ discountCents: 0, amountPaidCents: 0 }));
    for (const labels of ["Discount", "Tax", "Paid", "$0.00"]) expect(plain).not.toContain(labels);
  });

  test("goes on to another page for more taxes than one holds", async () => {
    const taxes = Array.from({ length: 60 }, (_, at) => ({ rate: 6_000 - at, cents: 100 + at }));
    const pages = await printed({ taxes });
    expect(said(pages)).toContain("$1.59");
    expectInside(pages);
  });

  test("shows the link to pay and lets it be clicked", async () => {
    const [page] = await printed();
    expect(page?.text).toContain("https://pay.example/i/token-of-256-bits");
    expect(page?.links).toEqual(["https://pay.example/i/token-of-256-bits"]);
  });

  test("has no link where there is nothing to pay with, and never one that is no web address", async () => {
    expect((await printed({ payUrl: null }))[0]?.links).toEqual([]);
    const [page] = await printed({ payUrl: "javascript:alert(1)" });
    expect(page?.links).toEqual([]);
    expect(page?.text).toContain("javascript:alert(1)");
  });

  test("says that it is void, and since when", async () => {
    expect(said(await printed())).not.toMatch(/void/i);
    const pages = await printed({ status: "void", voidedOn: "2026-11-23", payUrl: null });
    expect(said(pages)).toContain("VOID");
    expect(said(pages)).toContain("This invoice has been void since 2026-11-23: nothing is due.");
    expectInside(pages);
  });

  test("takes what was credited off what is due", async () => {
    expect(said(await printed())).not.toContain("Credited");
    const pages = await printed({ creditedCents: 12_345, amountRemainingCents: 187_655 });
    for (const shown of ["Credited", "-$123.45", "$1,876.55"]) expect(said(pages)).toContain(shown);
    expectInside(pages);
  });

  test("writes the largest amounts to the cent inside their columns", async () => {
    const line = aLine("Everything", -999_999_999_999, 1);
    const pages = await printed({ lines: [line], totalCents: 999_999_999_999 });
    expect(said(pages)).toContain("-$9,999,999,999.99");
    expectInside(pages);
  });
});

describe("a credit note on paper", () => {
  test("says what is credited, on which invoice, and why", async () => {
    const note = creditNoteDocument({
      ...{ id: "crn_1", tenantId: "ten_1", invoiceId: "inv_1", sellerName: "Acme Trading", customerId: "customer-7" },
      ...{ sellerEmail: "billing@acme.example", invoiceNumber: "INV-0042", number: "INV-0042-CN1", currency: "USD" },
      lineItems: [
        {
          ...{ id: "lin_1", description: "One hour", unitCents: 10_000, quantity: 1, amountCents: 10_000 },
          ...{ discountCents: 0, taxRate: 725, taxCents: 725 },
        },
      ],
      ...{ subtotalCents: 10_000, taxCents: 725, amountCents: 10_725, reason: "ordered twice" },
      ...{ timeZone: "America/New_York", issuedAt: "2026-11-21T04:00:00.000Z", createdAt: "2026-11-21T04:00:00.000Z" },
    });
    const pages = await readPdf(await renderCreditNotePdf(note, { fontDir }));
    expect(pages).toHaveLength(1);
    for (const shown of [
      ...["CREDIT NOTE", "Acme Trading", "customer-7", "INV-0042-CN1", "One hour", "2026-11-20", "ordered twice"],
      ...["$100.00", "Tax 7.25%", "$7.25", "Credited (USD)", "$107.25", "Page 1 of 1"],
    ])
      expect(said(pages)).toContain(shown);
    expectInside(pages);
  });
});

describe("names in any script", () => {
  test.each([
    ["Latin", "Ærøskøbing Łódź Nguyễn"],
    ["Greek", "Ελληνικά κείμενα"],
    ["Cyrillic", "Щедрый Україна"],
    ["Arabic", "شحن بضائع نهاية"],
    ["Persian", "پیش گچ"],
    ["Hebrew", "חשבונית עבור"],
    ["Chinese", "深圳市喆堃㛃服务费"],
    ["Japanese", "株式会社山田のサービス料"],
    ["Korean", "삼성전자 주식회사"],
  ])("%s comes back as it was written", async (_script, labels) => {
    const pages = await printed({ sellerName: labels, billTo: labels, lines: [aLine(labels)] });
    expect(said(pages).split(labels)).toHaveLength(4);
    expect(said(pages)).not.toContain("U+");
  });

  test("Han is drawn in the language of its text, else of the document", async () => {
    const fontsOf = async (document: Partial<InvoiceDocument>) => {
      const bytes = await renderInvoicePdf(aDocument(document), { fontDir });
      return Buffer.from(bytes)
        .toString("latin1")
        .match(/NotoSans(SC|JP|KR)/g);
    };
    expect(new Set(await fontsOf({ sellerName: "山田商店" }))).toEqual(new Set(["NotoSansSC"]));
    expect(new Set(await fontsOf({ sellerName: "山田の店" }))).toEqual(new Set(["NotoSansJP"]));
    expect(new Set(await fontsOf({ sellerName: "大韓 한국" }))).toEqual(new Set(["NotoSansKR"]));
    const other = { sellerName: "山田商店", lines: [aLine("サービス")] };
    expect(new Set(await fontsOf(other))).toEqual(new Set(["NotoSansJP"]));
  });

  /** The letters of what was drawn with the wanted ones, glyph by glyph from left to right. */
  async function drawn(description: string, wanted: RegExp) {
    const pages = await printed({ lines: [aLine(description)] });
    return pages.flatMap(({ runs }) => runs.flat().filter(({ letters }) => wanted.test(letters)));
  }

  test("Arabic letters are joined: one letter has three shapes", async () => {
    const glyphs = await drawn("ببب", /\p{sc=Arab}/u);
    expect(new Set(glyphs.map(({ id }) => id)).size).toBe(3);
  });

  test("Devanagari letters become conjuncts, and the short i stands before its consonant", async () => {
    const glyphs = await drawn("क्षकि", /\p{sc=Deva}/u);
    expect(glyphs.map(({ letters }) => letters)).toEqual(["क्ष", "ि", "क"]);
  });

  test("Hebrew runs from right to left, its brackets mirrored, its numbers and Latin words not turned", async () => {
    const glyphs = await drawn("שלום (אב) 729 xyz", /[\p{sc=Hebr}()729xyz]/u);
    const line = glyphs.map(({ letters }) => letters).join("");
    expect(line).toContain("xyz729(בא)םולש");
  });

  test("Persian digits keep their order", async () => {
    const glyphs = await drawn("فارسی ۱۲۳", /[۱۲۳]/);
    expect(glyphs.map(({ letters }) => letters).join("")).toBe("۱۲۳");
  });

  test("a right-to-left description stands at the right of its column, a left-to-right one at the left", async () => {
    const [page] = await printed({ lines: [aLine("שלום"), aLine("hello")] });
    const at = (label: string) => page?.pieces.find(({ text }) => text === label);
    const hebrew = at("שלום");
    expect((hebrew?.x ?? 0) + (hebrew?.width ?? 0)).toBeCloseTo(54 + 254, 0);
    expect(at("hello")?.x).toBeCloseTo(54, 0);
  });

  test("what no font has is told by its number, never boxed", async () => {
    const pages = await printed({ sellerName: "Joy 😀", lines: [aLine("👩‍👧 ไ")] });
    expect(said(pages)).toContain("Joy [U+1F600]");
    expect(said(pages)).toContain("[U+1F469][U+1F467] [U+0E44]");
    expect(said(pages)).toContain("U+0E44, U+1F467, U+1F469, U+1F600");
    expect(pages.flatMap(({ runs }) => runs.flat()).filter(({ id }) => id === 0)).toEqual([]);
  });
});

describe("hostile words", () => {
  test("markup is text", async () => {
    const markup = "<script>alert(1)</script> %s {{x}} (a) Tj";
    expect(said(await printed({ sellerName: markup, lines: [aLine(markup)] })).split(markup)).toHaveLength(3);
  });

  test("control characters, invisible ones and direction overrides are left out", async () => {
    const pages = await printed({ sellerName: "pay\u0000pal\u202Eeg\u200B\u2066a\u0007\uFEFF\uD800." });
    expect(said(pages)).toContain("paypalega\uFFFD.");
  });

  test("the longest fields, told character by character, stay inside the page", async () => {
    const faces = "😀".repeat(100);
    const pages = await printed({ sellerName: faces, billTo: faces, number: faces.slice(0, 64), terms: faces });
    expect(said(pages)).toContain("Consulting");
    expectInside(pages);
  });

  test.each([
    ["letters", "W".repeat(500)],
    ["Arabic letters", "ب".repeat(500)],
    ["told characters", "😀".repeat(250)],
  ])("a word of %s without a break is wrapped inside its column", async (_kind, word) => {
    const pages = await printed({ lines: [aLine(word)] });
    const drawnLetters = pages.flatMap(({ pieces }) =>
      pieces.filter(({ text }) => /W{3}|ب{3}|1F600\]/.test(text) && !text.startsWith("U+")),
    );
    expect(drawnLetters.length).toBeGreaterThan(3);
    for (const { x, width } of drawnLetters) expect(x + width).toBeLessThanOrEqual(54 + 254 + 0.5);
  });
});

describe("a long invoice", () => {
  test("turns pages, repeats the table's head, numbers every page and loses no line", async () => {
    const filler = "and what it is for, told at length ".repeat(20);
    const lines = Array.from({ length: 250 }, (_, index) => aLine(`Item${index + 1}. ${filler}`.slice(0, 500)));
    const pages = await printed({ lines, notes: "n ".repeat(2_500) });
    expect(pages.length).toBeGreaterThan(5);
    for (const [index, { text }] of pages.entries()) expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
    for (const { text } of pages.filter(({ text: each }) => /Item\d/.test(each))) expect(text).toContain("Unit price");
    const items = [...said(pages).matchAll(/Item(\d+)\./g)].map(([, number]) => Number(number));
    expect(items).toEqual(lines.map((_, index) => index + 1));
    expectInside(pages);
  });

  test("a row taller than a page goes on on the next", async () => {
    const pages = await printed({ lines: [aLine("😀 ".repeat(500)), aLine("After")] });
    expect(pages.length).toBeGreaterThan(1);
    expect(said(pages).match(/\[U\+1F600\]/g)).toHaveLength(500);
    expect(said(pages)).toContain("After");
    expectInside(pages);
  });
});

describe("the file", () => {
  test("is the same, byte for byte, for the same invoice", async () => {
    const document = aDocument({ sellerName: "شركة 深圳 हिन्दी", notes: "한국어 😀" });
    const first = await renderInvoicePdf(document, { fontDir });
    expect(Buffer.compare(await renderInvoicePdf(document, { fontDir }), first)).toBe(0);
    const other = await renderInvoicePdf({ ...document, number: "INV-0043" }, { fontDir });
    expect(Buffer.compare(other, first)).not.toBe(0);
  });

  test("embeds a subset of every font it uses and no other", async () => {
    const bytes = await renderInvoicePdf(aDocument({ sellerName: "Ω שלום 深圳" }), { fontDir });
    const names = Buffer.from(bytes)
      .toString("latin1")
      .match(/(?<=\/BaseFont \/)\S+/g);
    const plain = [...new Set(names)].map((name) => name.replace(/^[A-Z]{6}\+/, "")).sort();
    expect(plain).toEqual(["NotoSans-Bold", "NotoSans-Regular", "NotoSansHebrew-Regular", "NotoSansSC-Regular"]);
    expect(names?.every((name) => /^[A-Z]{6}\+/.test(name))).toBe(true);
    expect(bytes.length).toBeLessThan(80_000);
  });

  test("needs only the fonts of its own letters", async () => {
    const few = fontFolder([labelFont, textFonts.latin]);
    await expect(renderInvoicePdf(aDocument(), { fontDir: few })).resolves.toBeInstanceOf(Uint8Array);
  });
});
