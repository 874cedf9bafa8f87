import * as z from "zod";
import { pageLimit, text } from "../../http/schemas.ts";
import { get, listOf, operationTable } from "../operation-table.ts";

const found = z
  .object({
    kind: z
      .enum([
        "settlement",
        "invoice",
        "credit_note",
        "payment",
        "tenant",
        "escrow",
        "alert",
        "case",
        "application",
        "access_request",
      ])
      .describe("what kind of record it is"),
    id: z.string(),
    tenantId: z.string(),
    title: z.string().describe("what people call it: its number, name or reference"),
    status: z.string().describe("how far it is"),
    at: z.string().describe("when it was made"),
  })
  .meta({ id: "Found" });

const served = { caller: "operator", tag: "Search", lambda: "audit" } as const;

export const searchOperations = operationTable(served, {
  search: get(
    "/admin/search",
    "Find what an id, an invoice's number, an escrow's reference, an alert's id at its source, a railRef, a txHash, a wallet or a slug names",
    {
      ...listOf(found, { limit: pageLimit(50), q: text(1, 256).meta({ description: "what you have at hand" }) }),
      description:
        "Whole values only; letters in any case but for a railRef. A payment comes with its alerts and cases, an invoice with its settlements and escrows. Newest first, at most 50.",
    },
  ),
});
