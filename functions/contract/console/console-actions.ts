import * as z from "zod";
import { eventNames } from "../../domain/core/event.ts";
import { idOf } from "../../domain/core/id.ts";
import { approvalDecisions } from "../../domain/escrow/escrow.ts";
import { flagKeys } from "../../domain/tenants/flag.ts";
import { idParam, text } from "../../http/schemas.ts";
import { reviewOperations } from "../review/review.ts";
import { newTenant, reference, tenantFields } from "../tenants/tenants.ts";
import { entryForms, linkOperations } from "./console-entry.ts";
import { blankIsNull, consoleForms, formOf, lines, typedInstant } from "./schemas.ts";

const tenantParams = idParam("ten");
const endpointParams = z.strictObject({ id: idOf("ten"), webhookId: idOf("whe") });
const endpointPath = "/console/tenants/{id}/webhooks/{webhookId}";

const events = lines(100).transform((names) => (names.length === 0 ? null : names));
const endpointFields = {
  url: text(1, 2048),
  description: text(1, 200).nullable().default(null),
  events,
};
/** An IAM principal's way into the console. */
export const consoleLinkOperations = linkOperations("console-actions");

/** What is done to tenants, their keys and their flags. */
export const tenantForms = consoleForms("console-actions", {
  registerTenant: {
    path: "/console/tenants",
    summary: "Register a tenant",
    body: formOf(newTenant.omit({ metadata: true })),
  },
  editTenant: {
    path: "/console/tenants/{id}",
    summary: "Change a tenant",
    params: tenantParams,
    body: formOf(z.strictObject({ ...tenantFields, partnerCustomerId: reference, isoRef: reference })),
  },
  setTenantStatus: {
    path: "/console/tenants/{id}/status",
    summary: "Suspend a tenant, or make it active again",
    params: tenantParams,
    body: formOf(z.strictObject({ status: z.enum(["active", "suspended"]) })),
  },
  addKey: {
    path: "/console/tenants/{id}/keys",
    summary: "Mint an API key, shown once",
    params: tenantParams,
    body: formOf(z.strictObject({ name: text(1, 64).nullable().default(null) })),
  },
  endKey: {
    path: "/console/tenants/{id}/keys/{keyId}/revoke",
    summary: "Revoke an API key",
    params: z.strictObject({ id: idOf("ten"), keyId: idOf("key") }),
  },
  switchFlag: {
    path: "/console/flags/{key}",
    summary: "Set a flag, or take its setting away",
    params: z.strictObject({ key: z.enum(flagKeys) }),
    body: formOf(
      z.strictObject({
        setting: z.enum(["on", "off", "unset"]),
        tenantId: idOf("ten").nullable().default(null),
        note: text(1, 500).nullable().default(null),
      }),
    ),
  },
});

/** What is done to webhook endpoints and their deliveries. */
export const endpointForms = consoleForms("console-actions", {
  addEndpoint: {
    path: "/console/tenants/{id}/webhooks",
    summary: "Register a webhook endpoint; its secret is shown once",
    params: tenantParams,
    body: formOf(z.strictObject(endpointFields)),
  },
  editEndpoint: {
    path: endpointPath,
    summary: "Change a webhook endpoint",
    params: endpointParams,
    body: formOf(z.strictObject(endpointFields)),
  },
  switchEndpoint: {
    path: `${endpointPath}/switch`,
    summary: "Switch a webhook endpoint on or off",
    params: endpointParams,
    body: formOf(z.strictObject({ to: z.enum(["on", "off"]) })),
  },
  removeEndpoint: {
    path: `${endpointPath}/delete`,
    summary: "Delete a webhook endpoint",
    params: endpointParams,
  },
  rotateEndpoint: {
    path: `${endpointPath}/rotate`,
    summary: "Rotate a signing secret; the new one is shown once",
    params: endpointParams,
    body: formOf(z.strictObject({ graceHours: z.coerce.number<string>().int().min(0).max(168).default(24) })),
  },
  testEndpoint: {
    path: `${endpointPath}/test`,
    summary: "Send a test event",
    params: endpointParams,
    body: formOf(z.strictObject({ event: z.enum(eventNames).default("settlement.completed") })),
  },
  replayEndpoint: {
    path: `${endpointPath}/replay`,
    summary: "Send everything since a time again",
    params: endpointParams,
    body: formOf(z.strictObject({ since: typedInstant })),
  },
  redeliverAgain: {
    path: "/console/deliveries/{id}/redeliver",
    summary: "Send a delivery's event again",
    params: idParam("dlv"),
  },
});

/** What is done about the review queue, and a second operator's decision. */
export const reviewForms = consoleForms("console-actions", {
  actOnItem: {
    path: "/console/review/{id}/actions",
    summary: "Act on something in the review queue",
    params: idParam("rev"),
    body: blankIsNull(reviewOperations.actOnReview.body),
  },
  giveApproval: {
    path: "/console/approvals/{id}/approve",
    summary: "Agree to what another operator asked for",
    params: idParam("apr"),
    body: blankIsNull(reviewOperations.approveAction.body),
  },
  refuseApproval: {
    path: "/console/approvals/{id}/reject",
    summary: "Refuse what was asked for, or take it back",
    params: idParam("apr"),
    body: blankIsNull(reviewOperations.rejectAction.body),
  },
});

/** An operator's decision on an escrow whose rule needs approvals. */
export const escrowForms = consoleForms("console-actions", {
  decideOnEscrow: {
    path: "/console/escrows/{id}/approvals",
    summary: "Approve an escrow's release, or reject it, as one of its approvers",
    params: idParam("esc"),
    body: formOf(
      z.strictObject({ action: z.enum(approvalDecisions), note: text(1, 500).nullable().default(null) }),
    ),
  },
  withdrawEscrowDecision: {
    path: "/console/escrows/{id}/approvals/withdraw",
    summary: "Take your decision on an escrow back",
    params: idParam("esc"),
  },
});

/** What the forms of the operators' console do. */
export const consoleActionOperations = {
  ...entryForms("console-actions"),
  ...tenantForms,
  ...endpointForms,
  ...reviewForms,
  ...escrowForms,
};
