import * as z from "zod";
import { operation } from "../../http/operation-types.ts";

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

const page = {
  method: "GET",
  caller: "public",
  tag: "Documentation",
  lambda: "docs",
  reply: { status: 200, schema: z.string(), contentType: "text/html; charset=utf-8" },
} as const;

/** The pages of a documentation, whichever product's it is. */
export const docsOperations = {
  showDocs: operation({
    ...page,
    id: "showDocs",
    path: "/docs",
    summary: "What the documentation has, as a page",
    refusals: [],
  }),
  showApiReference: operation({
    ...page,
    id: "showApiReference",
    path: "/docs/api",
    summary: "The API reference, as a page",
    refusals: [],
  }),
  showGuide: operation({
    ...page,
    id: "showGuide",
    path: "/docs/{page}",
    summary: "A guide, as a page",
    params: z.strictObject({ page: z.string().regex(/^[a-z-]{1,40}$/) }),
    refusals: ["not_found"],
  }),
  getDocsAsset: operation({
    ...page,
    id: "getDocsAsset",
    path: "/docs/assets/{file}",
    summary: "A file of these pages, compressed, by the hash of what is in it",
    params: z.strictObject({ file: z.string().regex(/^[a-z-]+\.[\w-]{16}\.(js|css|svg)$/) }),
    reply: { status: 200, schema: z.string(), contentType: "application/octet-stream" },
    refusals: ["not_found"],
  }),
};
