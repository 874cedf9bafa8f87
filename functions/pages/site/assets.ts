import { assetOperations } from "../../contract/site/assets-pages.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { serve } from "../../http/route.ts";
import { edgeFrame } from "../../wiring/frames/edge.ts";
import { pageScript, pageScripts } from "../browser/scripts.ts";

export const handler = serve(assetOperations, edgeFrame, {
  getAsset: async ({ params }) => {
    const found = pageScripts.map(pageScript).find(({ file }) => file === params.file);
    if (!found) throw new Refusal("not_found", "there is no such file");
    return { body: found.text, headers: { "cache-control": "public, max-age=31536000, immutable" } };
  },
});
