import * as z from "zod";
import { eventNames } from "../../domain/core/event.ts";
import { idOf } from "../../domain/core/id.ts";
import { escrowStatuses } from "../../domain/escrow/escrow.ts";
import { feeSweepStatuses } from "../../domain/reconciliation/fee-sweep.ts";
import { approvalStatuses } from "../../domain/review/approval.ts";
import { reviewReasonCodes } from "../../domain/review/review-reason-code.ts";
import { reserveStatuses } from "../../domain/settlement/reserve-record.ts";
import { settlementStatuses } from "../../domain/settlement/settlement.ts";
import { flagKeys } from "../../domain/tenants/flag.ts";
import { deliveryStatuses } from "../../domain/webhooks/webhook.ts";
import { text } from "../../http/schemas.ts";
import { ownPages } from "./console-entry.ts";
import {
  about,
  auditPageFilters,
  consolePages,
  filter,
  flashMessageParam,
  list,
  oneOf,
  record,
  route,
  tenantFilter,
} from "./schemas.ts";

const endpoint = { id: idOf("ten"), webhookId: idOf("whe") };

/** The pages of the operators' console; their forms are in console-actions.ts. */
export const consoleOperations = {
  ...ownPages("console"),
  ...consolePages("console", {
    showOverview: route("/console", "What is going on, and what needs somebody"),
    showSearch: route("/console/search", "What an id, a number, a reference, a hash or a wallet names", {
      query: z.strictObject({ q: z.string().max(256).default("") }),
    }),
    showReviewQueue: list("/console/review", "What operators have to look after", {
      kind: oneOf(reviewReasonCodes),
      tenantId: tenantFilter,
      assignee: filter(text(1, 128)),
    }),
    showReviewItem: record(
      "/console/review/{id}",
      "Something in the review queue, and what can be done about it",
      "rev",
    ),
    showApprovals: list("/console/approvals", "What waits for a second operator, and what did", {
      status: oneOf(approvalStatuses),
    }),
    showApproval: record("/console/approvals/{id}", "Something that was asked for", "apr"),
    showSettlements: list("/console/settlements", "Settlements, newest first", {
      status: oneOf(settlementStatuses),
      tenantId: tenantFilter,
    }),
    showSettlement: about("/console/settlements/{id}", "A settlement with its timeline", "stl"),
    showReserves: list("/console/reserves", "What is kept back, and what falls due", {
      status: oneOf(reserveStatuses),
      tenantId: tenantFilter,
    }),
    showFeeSweeps: list("/console/fee-sweeps", "Sweeps of fees, newest first", {
      status: oneOf(feeSweepStatuses),
      tenantId: tenantFilter,
    }),
    showFeeSweep: record("/console/fee-sweeps/{id}", "A sweep of fees", "fsw"),
    showEscrows: list("/console/escrows", "Escrows, newest first", {
      status: oneOf(escrowStatuses),
      tenantId: tenantFilter,
    }),
    showEscrow: record(
      "/console/escrows/{id}",
      "An escrow with what its release needs and everything that happened",
      "esc",
    ),
    showAudit: list("/console/audit", "The audit trail, newest first", { ...auditPageFilters, tenantId: tenantFilter }),
    showTenants: list("/console/tenants", "Tenants, newest first", {}),
    showNewTenant: route("/console/tenants/new", "Where a tenant is registered"),
    showTenant: record("/console/tenants/{id}", "A tenant with its keys and endpoints", "ten"),
    showEndpoint: record("/console/tenants/{id}/webhooks/{webhookId}", "A webhook endpoint", endpoint),
    showFlags: route("/console/flags", "The flags in force", { query: z.strictObject({ tenantId: tenantFilter }) }),
    showFlag: route("/console/flags/{key}", "A flag, and where it is set", {
      params: z.strictObject({ key: z.enum(flagKeys) }),
      query: z.strictObject({ tenantId: tenantFilter, done: flashMessageParam }),
    }),
    showDeliveries: list("/console/deliveries", "Webhook deliveries, newest first", {
      status: oneOf(deliveryStatuses),
      event: oneOf(eventNames),
      tenantId: tenantFilter,
    }),
    showDelivery: record("/console/deliveries/{id}", "A delivery with its attempts", "dlv"),
  }),
};
