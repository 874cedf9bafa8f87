import { describe, expect, test } from "vitest";
import { renderInvoicePdf } from "../../../functions/adapters/pdf/invoice.ts";
import { flatPng } from "../../../functions/adapters/pdf/png-flat.ts";
import { linkToken } from "../../../functions/app/core/link-token.ts";
import { brandedInvoice } from "../../../functions/app/invoicing/branded-invoice.ts";
import { getInvoice } from "../../../functions/app/invoicing/invoices.ts";
import { putBrand } from "../../../functions/app/tenants/brand-changes.ts";
import { invoiceDocument, type PrintedBrand } from "../../../functions/domain/invoicing/invoice-document.ts";
import { ownColours, platformBrand } from "../../../functions/domain/tenants/brand.ts";
import { aJpeg, aPng } from "../../support/core/files.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { fontFolder } from "../../support/invoicing/fonts.ts";
import { aDocument, readPdf } from "../../support/invoicing/pdf.ts";

const fontDir = fontFolder();
const brand: PrintedBrand = {
  name: "Nordwind 北風",
  accent: "#7a1f5c",
  logo: aPng(120, 40),
  supportEmail: "help@nordwind.example",
  supportUrl: "https://nordwind.example/help",
};

const drawn = (change: Partial<PrintedBrand> = {}) =>
  renderInvoicePdf(aDocument({ brand: { ...brand, ...change } }), { fontDir });

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

describe("an invoice with a brand on paper", () => {
  test("has its logo once, and says who helps", async () => {
    const bytes = await drawn();
    expect(latin(bytes).split("/Subtype /Image")).toHaveLength(2);
    const [page] = await readPdf(bytes);
    for (const labels of ["Acme Trading", "Questions", "北風", brand.supportEmail, brand.supportUrl])
      expect(page?.text).toContain(labels);
  });

  test("is the same to the byte every time", async () => {
    expect(Buffer.compare(await drawn(), await drawn())).toBe(0);
  });

  test("may have a JPEG", async () => {
    expect(latin(await drawn({ logo: aJpeg }))).toContain("/DCTDecode");
  });

  test.each([
    ["no logo", null],
    ["one that cannot be read", Buffer.from("nothing")],
    ["one that is cut off", aPng(8, 8).slice(0, 60)],
    ["a JPEG that is cut off", aJpeg.slice(0, 40)],
  ])("is drawn all the same with %s", async (_, logo) => {
    const bytes = await drawn({ logo });
    expect(latin(bytes)).not.toContain("/Subtype /Image");
    expect((await readPdf(bytes))[0]?.text).toContain("$2,000.00");
  });

  test("has no chapter for questions where nobody answers them", async () => {
    const [page] = await readPdf(await drawn({ supportEmail: null, supportUrl: null }));
    expect(page?.text).not.toContain("Questions");
  });
});

test("what is drawn of a PNG is nothing but its pixels on white", () => {
  const flat = flatPng(aPng(3, 2)) ?? Buffer.alloc(0);
  const chunks = latin(flat).match(/IHDR|IDAT|IEND|PLTE|tRNS|gAMA|tEXt/g);
  expect(chunks).toEqual(expect.arrayContaining(["IHDR", "IDAT", "IEND"]));
  expect(new Set(chunks).size).toBe(3);
  expect(flat[25]).toBe(2);
});

test.each([5, 8, 40, 400])(
  "a PNG with 4 rows that claims %i is not drawn, since its rest would be our memory",
  (height) => {
    const pictures = Array.from({ length: 10 }, () => flatPng(aPng(4, 4, [4, height])));
    expect(new Set(pictures)).toEqual(new Set([undefined]));
  },
);

describe("an invoice as it is printed", () => {
  test("has the brand that its tenant was given, and none before that", async () => {
    const api = new TestApi();
    const { id } = await api.tenant();
    const { state } = await getInvoice(api.context, id, await api.invoice(id));
    const payUrl = `http://localhost:4002/i/${linkToken("l".repeat(64), state, 1)}`;
    expect(await brandedInvoice(api.context, state)).toEqual({ ...invoiceDocument(state), payUrl });
    const stage = { hosts: [], local: true };
    const logo = { data: Buffer.from(aPng(120, 40)).toString("base64") };
    const input = { ...platformBrand, name: "Nordwind", colours: { ...ownColours, accent: "#7a1f5c" }, logo };
    await putBrand({ ...api.context, stage, readsPng: () => true }, { tenantId: id }, input);
    expect(await brandedInvoice(api.context, state)).toEqual({
      ...{ ...invoiceDocument(state), payUrl },
      brand: {
        ...{ name: "Nordwind", accent: "#7a1f5c", logo: Buffer.from(aPng(120, 40)) },
        ...{ supportEmail: null, supportUrl: null },
      },
    });
    const plain = {
      ...input,
      logo: null,
      supportEmail: "help@nordwind.test",
      supportUrl: "https://nordwind.test/help",
    };
    await putBrand({ ...api.context, stage, readsPng: () => true }, { tenantId: id }, plain);
    expect((await brandedInvoice(api.context, state)).brand).toEqual({
      ...{ name: "Nordwind", accent: "#7a1f5c", logo: null },
      ...{ supportEmail: "help@nordwind.test", supportUrl: "https://nordwind.test/help" },
    });
  });
});
