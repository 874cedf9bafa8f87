import * as z from "zod";
import { get, operationTable } from "../operation-table.ts";
import { publicPage } from "../shared/locale.ts";

/** The folder of the guides. */
export const docsSite = "docs/site";

/** Pages for engineers of which the guides include chapters. */
export const docsSources = {
  disputes: "docs/disputes.md",
  escrow: "docs/escrow.md",
  rails: "docs/rails.md",
  sandbox: "docs/sandbox.md",
  webhooks: "docs/webhooks.md",
} as const;

/** What draws the API reference. */
export const referenceFiles = {
  script: "functions/pages/browser/reference.js",
  renderer: "node_modules/swagger-ui-dist/swagger-ui-bundle.js",
  rendererStyle: "node_modules/swagger-ui-dist/swagger-ui.css",
} as const;

/** All that is copied beside the bundle of the documentation's Lambda. */
export const docsFiles: readonly string[] = [docsSite, ...Object.values(docsSources), ...Object.values(referenceFiles)];

const page = { caller: "public", tag: "Documentation", lambda: "docs", reply: publicPage.reply, refusals: [] } as const;

/** The pages of a documentation, whichever product's it is. */
export const docsOperations = operationTable(page, {
  showDocs: get("/docs", "What the documentation has, as a page"),
  showApiReference: get("/docs/api", "The API reference, as a page"),
  showGuide: get("/docs/{page}", "A guide, as a page", {
    params: z.strictObject({ page: z.string().regex(/^[a-z-]{1,40}$/) }),
    refusals: ["not_found"],
  }),
  getDocsAsset: get("/docs/assets/{file}", "A file of these pages, compressed, by the hash of what is in it", {
    params: z.strictObject({ file: z.string().regex(/^[a-z-]+\.[\w-]{16}\.(js|css|svg)$/) }),
    reply: { status: 200, schema: z.string(), contentType: "application/octet-stream" },
    refusals: ["not_found"],
  }),
});
