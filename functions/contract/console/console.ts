import * as z from "zod";
import { eventNames } from "../../domain/core/event.ts";
import { idOf } from "../../domain/core/id.ts";
import { moment } from "../../domain/core/time.ts";
import { escrowStatuses } from "../../domain/escrow/escrow.ts";
import { approvalStatuses } from "../../domain/review/approval.ts";
import { reviewReasonCodes } from "../../domain/review/review-reason-code.ts";
import { reserveStatuses } from "../../domain/settlement/reserve-record.ts";
import { settlementStatuses } from "../../domain/settlement/settlement.ts";
import { flagKeys } from "../../domain/tenants/flag.ts";
import { deliveryStatuses } from "../../domain/webhooks/webhook.ts";
import { idParam, listQuery, text } from "../../http/schemas.ts";
import { entryPages } from "./console-entry.ts";
import { consolePages, filter, flashMessageParam, record, route } from "./schemas.ts";

const endpoint = z.strictObject({ id: idOf("ten"), webhookId: idOf("whe") });

/** The pages of the operators' console; their forms are in console-actions.ts. */
export const consoleOperations = {
  ...entryPages("console"),
  ...consolePages("console", {
    showOverview: route("/console", "What is going on, and what needs somebody"),
    showSearch: route("/console/search", "What an id, a number, a reference, a hash or a wallet names", {
      query: z.strictObject({ q: z.string().max(256).default("") }),
    }),
    showReviewQueue: route("/console/review", "What operators have to look after", {
      query: listQuery({
        kind: filter(z.enum(reviewReasonCodes)),
        tenantId: filter(idOf("ten")),
        assignee: filter(text(1, 128)),
      }),
    }),
    showReviewItem: record(
      "/console/review/{id}",
      "Something in the review queue, and what can be done about it",
      idParam("rev"),
    ),
    showApprovals: route("/console/approvals", "What waits for a second operator, and what did", {
      query: listQuery({ status: filter(z.enum(approvalStatuses)) }),
    }),
    showApproval: record("/console/approvals/{id}", "Something that was asked for", idParam("apr")),
    showSettlements: route("/console/settlements", "Settlements, newest first", {
      query: listQuery({ status: filter(z.enum(settlementStatuses)), tenantId: filter(idOf("ten")) }),
    }),
    showSettlement: route("/console/settlements/{id}", "A settlement with its timeline", {
      params: idParam("stl"),
    }),
    showReserves: route("/console/reserves", "What is kept back, and what falls due", {
      query: listQuery({ status: filter(z.enum(reserveStatuses)), tenantId: filter(idOf("ten")) }),
    }),
    showEscrows: route("/console/escrows", "Escrows, newest first", {
      query: listQuery({ status: filter(z.enum(escrowStatuses)), tenantId: filter(idOf("ten")) }),
    }),
    showEscrow: record(
      "/console/escrows/{id}",
      "An escrow with what its release needs and everything that happened",
      idParam("esc"),
    ),
    showAudit: route("/console/audit", "The audit trail, newest first", {
      query: listQuery({
        subject: filter(text(1, 256)),
        tenantId: filter(idOf("ten")),
        actor: filter(text(1, 256)),
        action: filter(text(1, 64)),
        from: filter(moment),
        to: filter(moment),
      }),
    }),
    showTenants: route("/console/tenants", "Tenants, newest first", { query: listQuery({}) }),
    showNewTenant: route("/console/tenants/new", "Where a tenant is registered"),
    showTenant: record("/console/tenants/{id}", "A tenant with its keys and endpoints", idParam("ten")),
    showEndpoint: record("/console/tenants/{id}/webhooks/{webhookId}", "A webhook endpoint", endpoint),
    showFlags: route("/console/flags", "The flags in force", {
      query: z.strictObject({ tenantId: filter(idOf("ten")) }),
    }),
    showFlag: route("/console/flags/{key}", "A flag, and where it is set", {
      params: z.strictObject({ key: z.enum(flagKeys) }),
      query: z.strictObject({ tenantId: filter(idOf("ten")), done: flashMessageParam }),
    }),
    showDeliveries: route("/console/deliveries", "Webhook deliveries, newest first", {
      query: listQuery({
        status: filter(z.enum(deliveryStatuses)),
        event: filter(z.enum(eventNames)),
        tenantId: filter(idOf("ten")),
      }),
    }),
    showDelivery: record("/console/deliveries/{id}", "A delivery with its attempts", idParam("dlv")),
  }),
};
