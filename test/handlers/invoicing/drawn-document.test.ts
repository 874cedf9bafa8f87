import { beforeEach, describe, expect, test } from "vitest";
import { renderInvoicePdf } from "../../../functions/adapters/pdf/invoice.ts";
import { drawnOnce } from "../../../functions/app/invoicing/drawn-document.ts";
import type { DrawnDocuments } from "../../../functions/app/invoicing/ports.ts";
import type { InvoiceDocument } from "../../../functions/domain/invoicing/invoice-document.ts";
import { fontFolder } from "../../support/invoicing/fonts.ts";
import { aDocument } from "../../support/invoicing/pdf.ts";

const fontDir = fontFolder();
const owner = { tenantId: "ten_1", invoiceId: "inv_1" };
const brand = { name: "Acme", accent: "#0b57d0", logo: Buffer.from("one"), supportEmail: null, supportUrl: null };

let files: Map<string, Uint8Array>;
let documents: DrawnDocuments;
let drawn: InvoiceDocument[];
let reported: unknown[];

beforeEach(() => {
  files = new Map();
  documents = { read: async (key) => files.get(key) ?? null, write: async (key, bytes) => void files.set(key, bytes) };
  drawn = [];
  reported = [];
});

/** A way to draw once of a program of its own: what it remembers is its own. */
function aProgram(template = "one") {
  const once = drawnOnce({ documents, template, report: (error) => void reported.push(error) });
  return (document: InvoiceDocument, whose = owner) =>
    once(whose, document, (each) => {
      drawn.push(each);
      return renderInvoicePdf(each, { fontDir });
    });
}

describe("an invoice", () => {
  test("is drawn once, whoever asks for it, now or later", async () => {
    const [draw, another] = [aProgram(), aProgram()];
    const first = await draw(aDocument());
    expect(await draw(aDocument())).toEqual(first);
    expect(await another(aDocument())).toEqual(first);
    expect(drawn).toHaveLength(1);
    expect([...files.keys()]).toEqual([expect.stringMatching(/^drawn\/ten_1\/inv_1\/[0-9a-f]{64}\.sealed$/)]);
  });

  test("that twenty ask for at once is drawn once", async () => {
    const draw = aProgram();
    const all = await Promise.all(Array.from({ length: 20 }, () => draw(aDocument())));
    expect([drawn.length, new Set(all).size]).toEqual([1, 1]);
  });

  test.each<[string, Partial<InvoiceDocument>]>([
    ["was changed", { notes: "another" }],
    ["was paid in part", { amountRemainingCents: 1 }],
    ["has another link", { payUrl: "https://pay.example/i/other" }],
    ["has another brand", { brand: { ...brand, accent: "#ffffff" } } as Partial<InvoiceDocument>],
    ["has another logo", { brand: { ...brand, logo: Buffer.from("two") } } as Partial<InvoiceDocument>],
  ])("that %s is drawn anew", async (_, change) => {
    const draw = aProgram();
    await draw(aDocument({ brand } as Partial<InvoiceDocument>));
    await draw(aDocument({ brand, ...change } as Partial<InvoiceDocument>));
    expect([drawn.length, files.size]).toEqual([2, 2]);
  });

  test("is drawn anew by another template, and for another owner", async () => {
    await aProgram()(aDocument());
    await aProgram("two")(aDocument());
    await aProgram()(aDocument(), { ...owner, tenantId: "ten_2" });
    expect(drawn).toHaveLength(3);
  });

  test("is drawn where the store gives no answer, and again after a drawing that failed", async () => {
    documents = { read: () => Promise.reject(new Error("slow")), write: () => Promise.reject(new Error("down")) };
    expect((await aProgram()(aDocument())).length).toBeGreaterThan(1_000);
    expect(reported.map(String)).toEqual(["Error: slow", "Error: down"]);
    const once = drawnOnce({ documents, template: "one", report: () => undefined });
    await expect(once(owner, aDocument(), () => Promise.reject(new Error("no fonts")))).rejects.toThrow("no fonts");
    expect(await once(owner, aDocument(), async () => new Uint8Array(1))).toHaveLength(1);
  });
});
