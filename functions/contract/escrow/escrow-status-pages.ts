import * as z from "zod";
import { get, operationTable } from "../operation-table.ts";
import { publicPage } from "../shared/locale.ts";

const page = { caller: "public", tag: "Pages", lambda: "escrow-status" } as const;

export const escrowStatusOperations = operationTable(page, {
  showEscrowStatus: get("/s/{token}", "How an escrow stands, for its buyer and seller, as a page", {
    params: z.strictObject({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
    reply: publicPage.reply,
    refusals: ["not_found"],
  }),
});
