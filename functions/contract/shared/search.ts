import * as z from "zod";
import { text } from "../../http/schemas.ts";
import { get, operationTable, viewOf } from "../operation-table.ts";

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
      ...viewOf(z.object({ data: z.array(found) })),
      description:
        "Whole values only; letters in any case but for a railRef. A payment comes with its alerts and cases. Newest first, at most 50.",
      query: z.strictObject({ q: text(1, 256).meta({ description: "what you have at hand" }) }),
    },
  ),
});
