import * as z from "zod";
import { get, operationTable } from "../operation-table.ts";

/** The scripts of pages, to be copied beside each bundle whose pages use one. */
export const pageScriptFiles = ["live", "copy", "upload"].map((name) => `functions/pages/browser/${name}.js`);

const served = { caller: "public", tag: "Pages", lambda: "assets" } as const;

export const assetOperations = operationTable(served, {
  getAsset: get("/assets/{file}", "A script of a page, by the hash of what is in it", {
    params: z.strictObject({ file: z.string().regex(/^[a-z]+\.[\w-]{16}\.js$/) }),
    reply: { status: 200, schema: z.string(), contentType: "text/javascript; charset=utf-8" },
    refusals: ["not_found"],
  }),
});
