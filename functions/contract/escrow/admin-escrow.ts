import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { escrowStatuses } from "../../domain/escrow/escrow.ts";
import { escrowView } from "../../domain/escrow/view.ts";
import { idParam, transition } from "../../http/schemas.ts";
import { expandable, expandedListOf, expandedRecordOf } from "../expand.ts";
import { creationRange, get, operationTable } from "../operation-table.ts";
import { timelineLine } from "../settlement/admin-settlements.ts";
import { operatorEmbeds } from "../settlement/operator-embeds.ts";

const served = { caller: "operator", tag: "Escrow", lambda: "admin-escrow" } as const;

/** What operators see of an escrow beside what its tenant does. */
export const heldEscrow = escrowView.extend({
  adapter: z.string().describe("the settlement adapter that holds it"),
  heldCents: z.int().describe("from its funding until its payout is proven"),
});

const inspected = heldEscrow.extend({
  conditions: z
    .object({
      releasable: z.boolean().describe("whether a release would go through now"),
      unmet: z.array(z.string()).describe("what blocks the release; empty where nothing does"),
    })
    .describe("as things stand now, by the last screen"),
  history: z.array(transition),
  timeline: z.array(timelineLine).describe("everything that happened, in plain words, oldest first"),
});

const { tenant, invoice } = operatorEmbeds;
const listed = expandable("OperatorEscrow", heldEscrow, { tenant, invoice });
const inspectedEscrow = expandable("InspectedEscrow", inspected, { tenant, invoice });

export const adminEscrowOperations = operationTable(served, {
  listAllEscrows: get("/admin/escrows", "List escrows of all tenants or of one, newest first", {
    ...expandedListOf(listed, {
      status: z.enum(escrowStatuses).optional(),
      tenantId: idOf("ten").optional(),
      ...creationRange,
    }),
    refusals: ["not_found", "invalid_cursor"],
  }),
  inspectEscrow: get(
    "/admin/escrows/{id}",
    "Read an escrow with its conditions, its history and its timeline",
    expandedRecordOf(idParam("esc"), inspectedEscrow),
  ),
});
