import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import type { renderInvoicePdf } from "../../../functions/adapters/pdf/invoice.ts";
import type { renderPacketPdf } from "../../../functions/adapters/pdf/packet.ts";
import { aJpeg, aPdf, aPng } from "../../support/core/files.ts";
import { aPacket, aPiece } from "../../support/disputes/packet.ts";
import { fontFolder } from "../../support/invoicing/fonts.ts";
import { aDocument, readPdf } from "../../support/invoicing/pdf.ts";
import { scratchFolder } from "../../support/runner/scratch.ts";

async function bundled<T>(adapter: string): Promise<T> {
  const outfile = join(scratchFolder("bundle"), "index.mjs");
  await build({
    entryPoints: [`functions/adapters/${adapter}.ts`],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    mainFields: ["module", "main"],
    banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' },
    logLevel: "error",
  });
  return import(pathToFileURL(outfile).href) as Promise<T>;
}

test("an invoice is drawn by one bundled file far from node_modules", async () => {
  const adapter = await bundled<{ renderInvoicePdf: typeof renderInvoicePdf }>("pdf/invoice");
  const bytes = await adapter.renderInvoicePdf(aDocument({ sellerName: "שלום" }), { fontDir: fontFolder() });
  const [page] = await readPdf(bytes);
  expect(page?.text).toContain("שלום");
});

test("so is a packet of a PDF, pictures and a text", async () => {
  const adapter = await bundled<{ renderPacketPdf: typeof renderPacketPdf }>("pdf/packet");
  const pieces = [
    aPiece({ bytes: await aPdf(["merged"]) }),
    aPiece({ bytes: aPng(9, 9) }, { contentType: "image/png" }),
    aPiece({ bytes: aJpeg }, { contentType: "image/jpeg" }),
    aPiece({ text: "שלום" }),
  ];
  const { bytes } = await adapter.renderPacketPdf(aPacket({ pieces }), { fontDir: fontFolder() });
  const texts = (await readPdf(bytes)).map(({ text }) => text);
  expect(texts).toHaveLength(6);
  expect(texts[2]).toBe("merged");
  expect(texts[5]).toContain("שלום");
  expect(texts.join()).not.toContain("Not shown");
});
