import { docsOperations } from "../../contract/docs/docs-pages.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { BrowserFrame } from "../../http/browser.ts";
import { statusOf } from "../../http/problem.ts";
import { type Frame, serve } from "../../http/route.ts";
import { edgeFrame } from "../../wiring/frames/edge.ts";
import { compressAsset } from "./assets.ts";
import type { DocsSite } from "./guides.ts";
import { firstPage, guidePage, notFoundPage, referencePage } from "./pages.ts";

/** A documentation is for everybody: nobody signs in here, and no form is sent. */
function browserFrame(site: DocsSite): BrowserFrame {
  return {
    authenticate: () => Promise.reject(new Error("these pages ask nobody who they are")),
    requireOwnSite: () => undefined,
    everywhere: true,
    refused: async (refusal, { root, requestId }) =>
      notFoundPage(site, root, refusal ? statusOf[refusal.code] : 500, requestId),
  };
}

/** Serves the pages of a product's documentation; the changelog tells of the frame's versions. */
export function openDocs(site: DocsSite, frame: Frame = edgeFrame) {
  return serve(
    docsOperations,
    { ...frame, browser: browserFrame(site) },
    {
      showDocs: async ({ root }) => firstPage(site, root),
      showApiReference: async ({ root }) => referencePage(site, root),
      showGuide: async ({ root, params }) => {
        const page = guidePage(site, root, params.page, frame.versions);
        if (!page) throw new Refusal("not_found", "there is no such page");
        return page;
      },
      getDocsAsset: async ({ params }) => {
        const found = compressAsset(params.file);
        if (!found) throw new Refusal("not_found", "there is no such file");
        const headers = {
          "cache-control": "public, max-age=31536000, immutable",
          "content-encoding": "gzip",
          "content-type": found.contentType,
        };
        return { body: found.bytes, headers };
      },
    },
  );
}
