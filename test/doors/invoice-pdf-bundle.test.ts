import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import type { renderInvoicePdf } from "../../functions/adapters/pdf-invoice.ts";
import { aDocument, fontFolder, readPdf } from "../support/pdf.ts";
import { scratchFolder } from "../support/scratch.ts";

test("an invoice is drawn by one bundled file far from node_modules", async () => {
  const outfile = join(scratchFolder("bundle"), "index.mjs");
  await build({
    entryPoints: ["functions/adapters/pdf-invoice.ts"],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    mainFields: ["module", "main"],
    banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' },
    logLevel: "error",
  });
  const bundled: { renderInvoicePdf: typeof renderInvoicePdf } = await import(pathToFileURL(outfile).href);
  const bytes = await bundled.renderInvoicePdf(aDocument({ sellerName: "שלום" }), { fontDir: fontFolder() });
  const [page] = await readPdf(bytes);
  expect(page?.text).toContain("שלום");
});
