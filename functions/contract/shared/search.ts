import * as z from "zod";
import { pageLimit, text } from "../../http/schemas.ts";
import { get, listOf, operationTable } from "../operation-table.ts";

const found = z
  .object({
    kind: z.enum([
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
    ]),
    id: z.string(),
    tenantId: z.string(),
    title: z.string(),
    status: z.string(),
    at: z.string(),
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
