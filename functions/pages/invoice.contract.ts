import * as z from "zod";
import { operation } from "../http/define.ts";

export const invoicePageOperations = {
  showInvoice: operation({
    id: "showInvoice",
    method: "GET",
    path: "/i/{token}",
    caller: "public",
    tag: "Pages",
    summary: "The invoice behind a collection link, as a page",
    params: z.strictObject({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
    reply: { status: 200, schema: z.string(), contentType: "text/html; charset=utf-8" },
    refusals: ["not_found"],
    lambda: "invoice-page",
  }),
};
