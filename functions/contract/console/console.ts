import * as z from "zod";
import { eventNames } from "../../domain/core/event.ts";
import { idOf } from "../../domain/core/id.ts";
import { moment } from "../../domain/core/time.ts";
import { escrowStatuses } from "../../domain/escrow/escrow.ts";
import { approvalStatuses } from "../../domain/review/approval.ts";
import { reviewKinds } from "../../domain/review/review-reason-code.ts";
import { reserveStatuses } from "../../domain/settlement/reserve-record.ts";
import { settlementStatuses } from "../../domain/settlement/settlement.ts";
import { flagKeys } from "../../domain/tenants/flag.ts";
import { deliveryStatuses } from "../../domain/webhooks/webhook.ts";
import { idParam, listQuery, text } from "../../http/schemas.ts";
import { entryPages } from "./console-entry.ts";
import { consolePages, done, filter, recordOf } from "./schemas.ts";

const endpoint = z.strictObject({ id: idOf("ten"), webhookId: idOf("whe") });

/** The pages of the operators' console; their forms are in console-actions.contract.ts. */
export const consoleOperations = {
  ...entryPages("console"),
  ...consolePages("console", {
    showOverview: { path: "/console", summary: "What is going on, and what needs somebody" },
    showSearch: {
      path: "/console/search",
      summary: "What an id, a number, a reference, a hash or a wallet names",
      query: z.strictObject({ q: z.string().max(256).default("") }),
    },
    showReviewQueue: {
      path: "/console/review",
      summary: "What operators have to look after",
      query: listQuery({
        kind: filter(z.enum(reviewKinds)),
        tenantId: filter(idOf("ten")),
        assignee: filter(text(1, 128)),
      }),
    },
    showReviewItem: {
      path: "/console/review/{id}",
      summary: "Something in the review queue, and what can be done about it",
      ...recordOf(idParam("rev")),
    },
    showApprovals: {
      path: "/console/approvals",
      summary: "What waits for a second operator, and what did",
      query: listQuery({ status: filter(z.enum(approvalStatuses)) }),
    },
    showApproval: {
      path: "/console/approvals/{id}",
      summary: "Something that was asked for",
      ...recordOf(idParam("apr")),
    },
    showSettlements: {
      path: "/console/settlements",
      summary: "Settlements, newest first",
      query: listQuery({ status: filter(z.enum(settlementStatuses)), tenantId: filter(idOf("ten")) }),
    },
    showSettlement: {
      path: "/console/settlements/{id}",
      summary: "A settlement with its timeline",
      params: idParam("stl"),
    },
    showReserves: {
      path: "/console/reserves",
      summary: "What is kept back, and what falls due",
      query: listQuery({ status: filter(z.enum(reserveStatuses)), tenantId: filter(idOf("ten")) }),
    },
    showEscrows: {
      path: "/console/escrows",
      summary: "Escrows, newest first",
      query: listQuery({ status: filter(z.enum(escrowStatuses)), tenantId: filter(idOf("ten")) }),
    },
    showEscrow: {
      path: "/console/escrows/{id}",
      summary: "An escrow with what its release needs and everything that happened",
      ...recordOf(idParam("esc")),
    },
    showAudit: {
      path: "/console/audit",
      summary: "The audit trail, newest first",
      query: listQuery({
        subject: filter(text(1, 256)),
        tenantId: filter(idOf("ten")),
        actor: filter(text(1, 256)),
        action: filter(text(1, 64)),
        from: filter(moment),
        to: filter(moment),
      }),
    },
    showTenants: { path: "/console/tenants", summary: "Tenants, newest first", query: listQuery({}) },
    showNewTenant: { path: "/console/tenants/new", summary: "Where a tenant is registered" },
    showTenant: {
      path: "/console/tenants/{id}",
      summary: "A tenant with its keys and endpoints",
      ...recordOf(idParam("ten")),
    },
    showEndpoint: {
      path: "/console/tenants/{id}/webhooks/{webhookId}",
      summary: "A webhook endpoint",
      ...recordOf(endpoint),
    },
    showFlags: {
      path: "/console/flags",
      summary: "The flags in force",
      query: z.strictObject({ tenantId: filter(idOf("ten")) }),
    },
    showFlag: {
      path: "/console/flags/{key}",
      summary: "A flag, and where it is set",
      params: z.strictObject({ key: z.enum(flagKeys) }),
      query: z.strictObject({ tenantId: filter(idOf("ten")), done }),
    },
    showDeliveries: {
      path: "/console/deliveries",
      summary: "Webhook deliveries, newest first",
      query: listQuery({
        status: filter(z.enum(deliveryStatuses)),
        event: filter(z.enum(eventNames)),
        tenantId: filter(idOf("ten")),
      }),
    },
    showDelivery: {
      path: "/console/deliveries/{id}",
      summary: "A delivery with its attempts",
      ...recordOf(idParam("dlv")),
    },
  }),
};
