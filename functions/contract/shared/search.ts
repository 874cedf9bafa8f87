import * as z from "zod";
import { operation } from "../../http/operation-types.ts";
import { text } from "../../http/schemas.ts";

const found = z
  .object({
    kind: z.enum([
      "settlement",
      "invoice",
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

export const searchOperations = {
  search: operation({
    id: "search",
    method: "GET",
    path: "/admin/search",
    caller: "operator",
    tag: "Search",
    summary:
      "Find what an id, an invoice's number, an escrow's reference, an alert's id at its source, a railRef, a txHash, a wallet or a slug names",
    description:
      "Whole values only; letters in any case but for a railRef. A payment comes with its alerts and cases. Newest first, at most 50.",
    query: z.strictObject({ q: text(1, 256).meta({ description: "what you have at hand" }) }),
    reply: { status: 200, schema: z.object({ data: z.array(found) }) },
    refusals: [],
    lambda: "audit",
  }),
};
