import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { escrowStatuses } from "../../domain/escrow/escrow.ts";
import { escrowView } from "../../domain/escrow/view.ts";
import { operation } from "../../http/operation-types.ts";
import { idParam, listQuery, listReply, transition } from "../../http/schemas.ts";
import { timelineLine } from "../settlement/admin-settlements.ts";

const served = { method: "GET", caller: "operator", tag: "Escrow", lambda: "admin-escrow" } as const;

/** What operators see of an escrow beside what its tenant does. */
const held = escrowView.extend({
  adapter: z.string().describe("the settlement adapter that holds it"),
  heldCents: z.int().describe("from its funding until its payout is proven"),
  unappliedCents: z.int().describe("what came and is not, or not yet, its amount"),
});

const inspected = held.extend({
  conditions: z
    .object({ releasable: z.boolean(), unmet: z.array(z.string()) })
    .describe("as things stand now, by the last screen"),
  history: z.array(transition),
  timeline: z.array(timelineLine).describe("everything that happened, in plain words, oldest first"),
});

export const adminEscrowOperations = {
  listAllEscrows: operation({
    ...served,
    id: "listAllEscrows",
    path: "/admin/escrows",
    summary: "List escrows of all tenants or of one, newest first",
    query: listQuery({ status: z.enum(escrowStatuses).optional(), tenantId: idOf("ten").optional() }),
    reply: { status: 200, schema: listReply(held) },
    refusals: ["not_found", "invalid_cursor"],
  }),
  inspectEscrow: operation({
    ...served,
    id: "inspectEscrow",
    path: "/admin/escrows/{id}",
    summary: "Read an escrow with its conditions, its history and its timeline",
    params: idParam("esc"),
    reply: { status: 200, schema: inspected },
    refusals: ["not_found"],
  }),
};
