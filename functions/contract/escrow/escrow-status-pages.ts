import * as z from "zod";
import { operation } from "../../http/operation-types.ts";

export const escrowStatusOperations = {
  showEscrowStatus: operation({
    id: "showEscrowStatus",
    method: "GET",
    path: "/s/{token}",
    caller: "public",
    tag: "Pages",
    summary: "How an escrow stands, for its buyer and seller, as a page",
    params: z.strictObject({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
    reply: { status: 200, schema: z.string(), contentType: "text/html; charset=utf-8" },
    refusals: ["not_found"],
    lambda: "escrow-status",
  }),
};
