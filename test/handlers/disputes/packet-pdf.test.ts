import { PDFDict, PDFDocument, PDFName, PDFString } from "@cantoo/pdf-lib";
import { describe, expect, test } from "vitest";
import { renderPacketPdf } from "../../../functions/adapters/pdf/packet.ts";
import type { PacketDocument } from "../../../functions/domain/disputes/packet-document.ts";
import { aJpeg, aPdf, aPng, bytesOf } from "../../support/core/files.ts";
import { aPacket, aPiece } from "../../support/disputes/packet.ts";
import { fontFolder } from "../../support/invoicing/fonts.ts";
import { type ReadPage, readPdf } from "../../support/invoicing/pdf.ts";

const fontDir = fontFolder();
const kept = "It is kept as a file of its own, under the hash above.";

async function drawn(reply: Partial<PacketDocument>): Promise<{ bytes: Uint8Array; pages: ReadPage[] }> {
  const { bytes, pages } = await renderPacketPdf(aPacket(reply), { fontDir });
  const read = await readPdf(bytes);
  expect(read).toHaveLength(pages);
  return { bytes, pages: read };
}

/** The page that begins an exhibit. */
function exhibit(pages: readonly ReadPage[], nth: number): string {
  return pages.find(({ text }) => text.startsWith(`Exhibit ${nth}:`))?.text ?? "";
}

describe("a packet", () => {
  test("begins with what it is about", async () => {
    const { pages } = await drawn({ narrative: "The parcel came.\nשלום 深圳" });
    for (const labels of [
      ...["Evidence packet", "Acme Trading", "cas_1", "pay_1", "visa", "chargeback", "goods or services"],
      ...["13.1 Merchandise or services not received", "$1,250.50 USD", "2026-12-10 00:00 UTC"],
      ...["2026-11-21 04:00 UTC", "What happened", "The parcel came.", "深圳", "Page 1 of 1"],
    ])
      expect(pages[0]?.text).toContain(labels);
  });

  test("lists each piece with its page, kind, name, hash, origin and time", async () => {
    const pieces = [
      aPiece({ bytes: await aPdf(["one", "two", "three"]) }, { filename: "terms-深圳.pdf", type: "terms" }),
      aPiece({ bytes: aPng(20, 10) }, { contentType: "image/png", filename: "door.png" }),
      aPiece({ text: "hello" }, { contentType: "text/plain", filename: null, origin: "service" }),
    ];
    const { pages } = await drawn({ pieces });
    expect(pages).toHaveLength(7);
    const [index] = pages;
    for (const { sha256 } of pieces) expect(index?.text).toContain(`SHA-256 ${sha256}`);
    for (const labels of [
      /terms: terms- ?深圳[.] ?pdf/,
      "receipt: door.png",
      "image/png, ",
      "service, 2026-11-20 12:34 UTC",
    ])
      expect(index?.text).toMatch(labels);
    const numbers = index?.pieces.filter(({ x, width }) => Math.abs(x + width - 558) < 1).map(({ text }) => text);
    expect(numbers).toEqual(["Page", "2", "6", "7", "Page 1 of 7"]);
    expect(pages.map(({ text }) => text.split(" ").slice(0, 2).join(" "))).toEqual([
      ...["Evidence packet", "Exhibit 1:", "one", "two", "three", "Exhibit 2:", "Exhibit 3:"],
    ]);
  });

  test("goes on with the index on the next page", async () => {
    const pieces = Array.from({ length: 40 }, (_, nth) => aPiece({ text: `Text ${nth}` }));
    const { pages } = await drawn({ pieces });
    expect(pages).toHaveLength(43);
    expect(pages[42]?.text).toContain("Page 43 of 43");
    expect(pages.slice(0, 3).every(({ text }) => text.includes("SHA-256"))).toBe(true);
  });

  test("is the same, byte for byte, for the same evidence", async () => {
    const pieces = [
      aPiece({ bytes: await aPdf(["a"]) }),
      aPiece({ bytes: aPng(9, 9) }, { contentType: "image/png" }),
      aPiece({ bytes: aJpeg }, { contentType: "image/jpeg" }),
      aPiece({ text: "नमस्ते 😀" }),
    ];
    const { bytes } = await drawn({ pieces });
    expect(Buffer.compare((await drawn({ pieces })).bytes, bytes)).toBe(0);
    expect(Buffer.compare((await drawn({ pieces: pieces.slice(1) })).bytes, bytes)).not.toBe(0);
  });

  test("sets texts of several scripts, and says how much of an endless one is left out", async () => {
    const { pages } = await drawn({
      pieces: [aPiece({ text: "Grüße\nمرحبا\n안녕하세요" }), aPiece({ text: "word ".repeat(30_000) })],
    });
    for (const labels of ["Grüße", "مرحبا", "안녕하세요"]) expect(exhibit(pages, 1)).toContain(labels);
    expect(pages.at(-1)?.text).toContain("The rest is in the file itself.");
    expect(pages.length).toBeLessThan(40);
  });

  test("says on a page of its own what it could not write, beside no picture", async () => {
    const pieces = [aPiece({ text: "😀" }), aPiece({ bytes: aPng(2_000, 2_000) }, { contentType: "image/png" })];
    const { pages } = await drawn({ pieces });
    expect(pages).toHaveLength(4);
    expect(pages[3]?.text).toContain("U+1F600");
  });

  test("shows a hostile name as text", async () => {
    const { pages } = await drawn({ pieces: [aPiece({ text: "x" }, { filename: "<script>\u202egpj.exe" })] });
    expect(exhibit(pages, 1)).toContain("<script>gpj.exe");
  });
});

describe("a picture in a packet", () => {
  test.each([
    ["image/png", aPng(40, 10)],
    ["image/png", aPng(10, 3_000)],
    ["image/jpeg", aJpeg],
  ])("%s is drawn on its exhibit's page", async (contentType, bytes) => {
    const { pages, bytes: packet } = await drawn({ pieces: [aPiece({ bytes }, { contentType })] });
    expect(pages).toHaveLength(2);
    expect(pages[1]?.text).not.toContain("Not shown");
    expect(await picturesIn(packet)).toBeGreaterThan(0);
  });

  test.each([
    ["image/png", "cut off in its pixels", bytesOf(aPng(30, 30).slice(0, 60))],
    ["image/png", "with fewer pixels than it claims", aPng(3, 3, [3_000, 3_000])],
    ["image/jpeg", "of marks alone", bytesOf([0xff, 0xd8, 0xff, 0xd9])],
  ])("%s %s is named instead", async (contentType, _, bytes) => {
    const { pages } = await drawn({ pieces: [aPiece({ bytes }, { contentType }), aPiece({ text: "after" })] });
    expect(exhibit(pages, 1)).toMatch(/Not shown here Its picture (cannot be read|is cut off)[.]/);
    expect(exhibit(pages, 1)).toContain(kept);
    expect(exhibit(pages, 2)).toContain("after");
  });
});

async function picturesIn(bytes: Uint8Array): Promise<number> {
  const objects = (await PDFDocument.load(bytes)).context.enumerateIndirectObjects();
  return objects.filter(([, each]) => "dict" in each && String(each.dict).includes("/Subtype /Image")).length;
}

describe("a PDF in a packet", () => {
  test("that anybody can open, though not print, is shown", async () => {
    const locked = await aPdf(["for your eyes"], (pdf) => pdf.encrypt({ ownerPassword: "x", userPassword: "" }));
    const { pages } = await drawn({ pieces: [aPiece({ bytes: locked })] });
    expect(pages[2]?.text).toContain("for your eyes");
  });

  test("brings what it shows and nothing that it does", async () => {
    const active = await aPdf(["look"], (pdf) => {
      const { context } = pdf;
      pdf.addJavaScript("main", "app.alert(1)");
      const script = context.obj({ S: "JavaScript", JS: PDFString.of("app.alert(2)") });
      const [page] = pdf.getPages();
      page?.node.set(PDFName.of("AA"), context.obj({ O: script }));
      const link = context.obj({ Type: "Annot", Subtype: "Link", Rect: [0, 0, 9, 9], A: script });
      const field = pdf.getForm().createTextField("name");
      field.setText("Anna");
      if (page) field.addToPage(page, { x: 20, y: 20, width: 100, height: 20 });
      page?.node.Annots()?.push(link);
    });
    const { bytes, pages } = await drawn({ pieces: [aPiece({ bytes: active })] });
    expect(pages[2]?.text).toContain("look");
    const packet = await PDFDocument.load(bytes);
    const all = packet.context.enumerateIndirectObjects().map(([, each]) => String("dict" in each ? each.dict : each));
    expect(all.join("\n")).not.toMatch(/JavaScript|app[.]alert|\/AA|\/OpenAction|\/AcroForm|\/Link|\/EmbeddedFile/);
    const annotations = packet.getPages()[2]?.node.Annots();
    expect(annotations?.size()).toBe(1);
    expect(String(annotations?.lookup(0, PDFDict).get(PDFName.of("Subtype")))).toBe("/Stamp");
  });

  const hostile: readonly (readonly [string, () => Promise<Uint8Array>, RegExp])[] = [
    ["with a password", () => aPdf(["x"], (pdf) => pdf.encrypt({ userPassword: "secret" })), /encrypted or broken/],
    [
      "of nothing but its marks",
      async () => bytesOf("%PDF-1.7\n", "A".repeat(3_000), "\n%%EOF"),
      /encrypted or broken/,
    ],
    ["cut in half", async () => (await aPdf(["x"])).slice(0, 300), /encrypted or broken|no pages/],
    ["without pages", () => emptyPdf(), /no pages|encrypted or broken/],
    ["with more pages than anybody reads", () => aPdf(Array(501).fill("x")), /501 pages; at most 500/],
    ["whose pages go round in a circle", async () => circle, /encrypted or broken|no pages/],
    [
      "nested without end",
      async () => bytesOf("%PDF-1.7\n1 0 obj\n", "[".repeat(200_000), "\nendobj\n%%EOF"),
      /encrypted or broken/,
    ],
  ];

  test.each(hostile)("%s is named instead, and breaks nothing", async (_, make, why) => {
    const bytes = await make();
    const pieces = [aPiece({ bytes }), aPiece({ text: "after it" })];
    const { pages } = await drawn({ pieces });
    expect(pages).toHaveLength(3);
    expect(exhibit(pages, 1)).toMatch(why);
    expect(exhibit(pages, 1)).toContain(kept);
    expect(exhibit(pages, 2)).toContain("after it");
  });
});

async function emptyPdf(): Promise<Uint8Array> {
  return (await PDFDocument.create()).save({ addDefaultPage: false });
}

const circle = bytesOf(
  "%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Count 1/Kids[3 0 R]>>\nendobj\n",
  "3 0 obj\n<</Type/Pages/Parent 2 0 R/Count 1/Kids[2 0 R]>>\nendobj\ntrailer\n<</Root 1 0 R/Size 4>>\n%%EOF",
);

describe("a piece that is not in the packet", () => {
  test("is named with the reason, and with no hint of a file that is not there", async () => {
    const absent = { absent: "the file is not there", kept: false };
    const { pages } = await drawn({ pieces: [aPiece(absent, { contentType: "image/png" })] });
    expect(exhibit(pages, 1)).toContain("Not shown here The file is not there.");
    expect(exhibit(pages, 1)).not.toContain(kept);
  });
});
