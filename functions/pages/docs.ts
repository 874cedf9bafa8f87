import { Refusal } from "../domain/refusal.ts";
import type { BrowserDoor } from "../http/browser.ts";
import { serve } from "../http/route.ts";
import { edgeFrame } from "../wiring/edge-frame.ts";
import { compressed } from "./docs/assets.ts";
import { firstPage, guidePage, referencePage, strayPage } from "./docs/pages.ts";
import { docsOperations } from "./docs.contract.ts";

/** Nobody signs in here, and no form is sent. */
const browser: BrowserDoor = {
  authenticate: () => Promise.reject(new Error("these pages ask nobody who they are")),
  requireOwnSite: () => undefined,
  everywhere: true,
  refused: async (refusal, { path, requestId }) => strayPage(path, refusal ? 404 : 500, requestId),
};

export const handler = serve(
  docsOperations,
  {
    showDocs: async ({ path }) => firstPage(path),
    showApiReference: async ({ path }) => referencePage(path),
    showGuide: async ({ path, params }) => {
      const page = guidePage(path, params.page);
      if (!page) throw new Refusal("not_found", "there is no such page");
      return page;
    },
    getDocsAsset: async ({ params }) => {
      const found = compressed(params.file);
      if (!found) throw new Refusal("not_found", "there is no such file");
      const headers = {
        "cache-control": "public, max-age=31536000, immutable",
        "content-encoding": "gzip",
        "content-type": found.contentType,
      };
      return { body: found.bytes, headers };
    },
  },
  { ...edgeFrame, browser },
);
