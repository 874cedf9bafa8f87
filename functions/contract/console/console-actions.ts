import * as z from "zod";
import { eventNames } from "../../domain/core/event.ts";
import { idOf } from "../../domain/core/id.ts";
import { approvalDecisions } from "../../domain/escrow/escrow.ts";
import { flagKeys } from "../../domain/tenants/flag.ts";
import { idParam, text } from "../../http/schemas.ts";
import { newTenant, reference, tenantFields } from "../tenants/tenants.ts";
import { entryForms, linkOperations } from "./console-entry.ts";
import { reviewForms } from "./console-review.ts";
import { consoleForms, formOf, lines, route, typedInstant } from "./schemas.ts";

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
  registerTenant: route("/console/tenants", "Register a tenant", {
    body: formOf(newTenant.omit({ metadata: true })),
  }),
  editTenant: route("/console/tenants/{id}", "Change a tenant", {
    params: tenantParams,
    body: formOf(z.strictObject({ ...tenantFields, partnerCustomerId: reference, isoRef: reference })),
  }),
  setTenantStatus: route("/console/tenants/{id}/status", "Suspend a tenant, or make it active again", {
    params: tenantParams,
    body: formOf(z.strictObject({ status: z.enum(["active", "suspended"]) })),
  }),
  addKey: route("/console/tenants/{id}/keys", "Mint an API key, shown once", {
    params: tenantParams,
    body: formOf(z.strictObject({ name: text(1, 64).nullable().default(null) })),
  }),
  endKey: route("/console/tenants/{id}/keys/{keyId}/revoke", "Revoke an API key", {
    params: z.strictObject({ id: idOf("ten"), keyId: idOf("key") }),
  }),
  switchFlag: route("/console/flags/{key}", "Set a flag, or take its setting away", {
    params: z.strictObject({ key: z.enum(flagKeys) }),
    body: formOf(
      z.strictObject({
        setting: z.enum(["on", "off", "unset"]),
        tenantId: idOf("ten").nullable().default(null),
        note: text(1, 500).nullable().default(null),
      }),
    ),
  }),
});

/** What is done to webhook endpoints and their deliveries. */
export const endpointForms = consoleForms("console-actions", {
  addEndpoint: route("/console/tenants/{id}/webhooks", "Register a webhook endpoint; its secret is shown once", {
    params: tenantParams,
    body: formOf(z.strictObject(endpointFields)),
  }),
  editEndpoint: route(endpointPath, "Change a webhook endpoint", {
    params: endpointParams,
    body: formOf(z.strictObject(endpointFields)),
  }),
  switchEndpoint: route(`${endpointPath}/switch`, "Switch a webhook endpoint on or off", {
    params: endpointParams,
    body: formOf(z.strictObject({ to: z.enum(["on", "off"]) })),
  }),
  removeEndpoint: route(`${endpointPath}/delete`, "Delete a webhook endpoint", { params: endpointParams }),
  rotateEndpoint: route(`${endpointPath}/rotate`, "Rotate a signing secret; the new one is shown once", {
    params: endpointParams,
    body: formOf(z.strictObject({ graceHours: z.coerce.number<string>().int().min(0).max(168).default(24) })),
  }),
  testEndpoint: route(`${endpointPath}/test`, "Send a test event", {
    params: endpointParams,
    body: formOf(z.strictObject({ event: z.enum(eventNames).default("settlement.completed") })),
  }),
  replayEndpoint: route(`${endpointPath}/replay`, "Send everything since a time again", {
    params: endpointParams,
    body: formOf(z.strictObject({ since: typedInstant })),
  }),
  redeliverAgain: route("/console/deliveries/{id}/redeliver", "Send a delivery's event again", {
    params: idParam("dlv"),
  }),
});

/** An operator's decision on an escrow whose rule needs approvals. */
export const escrowForms = consoleForms("console-actions", {
  decideOnEscrow: route(
    "/console/escrows/{id}/approvals",
    "Approve an escrow's release, or reject it, as one of its approvers",
    {
      params: idParam("esc"),
      body: formOf(z.strictObject({ action: z.enum(approvalDecisions), note: text(1, 500).nullable().default(null) })),
    },
  ),
  withdrawEscrowDecision: route("/console/escrows/{id}/approvals/withdraw", "Take your decision on an escrow back", {
    params: idParam("esc"),
  }),
});

/** What the forms of the operators' console do. */
export const consoleActionOperations = {
  ...entryForms("console-actions"),
  ...tenantForms,
  ...endpointForms,
  ...reviewForms,
  ...escrowForms,
};
