import * as z from "zod";
import { apiVersions } from "../../domain/core/api-version.ts";
import { eventNames } from "../../domain/core/event.ts";
import { idOf } from "../../domain/core/id.ts";
import { approvalDecisions } from "../../domain/escrow/escrow.ts";
import { flagKeys } from "../../domain/tenants/flag.ts";
import { printable, printableLines } from "../../http/printable.ts";
import { idParam } from "../../http/schemas.ts";
import { newTenant, reference, tenantFields } from "../tenants/tenants.ts";
import { leavingForms, linkOperations } from "./console-entry.ts";
import { reviewForms } from "./console-review.ts";
import { keyForm } from "./key-form.ts";
import { about, consoleForms, form, formOf, lines, needing, orNull, route, typedInstant } from "./schemas.ts";

const endpointParams = { id: idOf("ten"), webhookId: idOf("whe") };
const endpointPath = "/console/tenants/{id}/webhooks/{webhookId}";

const versionDates = apiVersions.map(({ date }) => date);

const events = lines(100).transform((names) => (names.length === 0 ? null : names));
const endpointFields = { url: printable(1, 2048), description: orNull(printableLines(1, 200)), events };

/** An IAM principal's way into the console. */
export const consoleLinkOperations = linkOperations("console-actions");

/** What is done to tenants, their keys and their flags. */
export const tenantForms = consoleForms("console-actions", "admin", {
  registerTenant: route("/console/tenants", "Register a tenant", { body: formOf(newTenant.omit({ metadata: true })) }),
  editTenant: form("/console/tenants/{id}", "Change a tenant", "ten", {
    ...tenantFields,
    partnerCustomerId: reference,
    isoRef: reference,
  }),
  setTenantStatus: form("/console/tenants/{id}/status", "Suspend a tenant, or make it active again", "ten", {
    status: z.enum(["active", "suspended"]),
  }),
  addKey: route("/console/tenants/{id}/keys", "Mint an API key, shown once", { params: idParam("ten"), body: keyForm }),
  endKey: about("/console/tenants/{id}/keys/{keyId}/revoke", "Revoke an API key", {
    id: idOf("ten"),
    keyId: idOf("key"),
  }),
  movePin: form("/console/tenants/{id}/api-version", "Move the API version that a tenant is pinned to", "ten", {
    apiVersion: z.enum(versionDates),
  }),
  clearFrozen: form("/console/tenants/{id}/frozen-wallets/clear", "Clear the mark of a frozen wallet", "ten", {
    address: tenantFields.destWallet,
    chain: tenantFields.destChain,
    stable: tenantFields.stable,
  }),
  switchFlag: form(
    "/console/flags/{key}",
    "Set a flag, or take its setting away",
    { key: z.enum(flagKeys) },
    { setting: z.enum(["on", "off", "unset"]), tenantId: orNull(idOf("ten")), note: orNull(printableLines(1, 500)) },
  ),
});

/** What is done to webhook endpoints and their deliveries. */
export const endpointForms = consoleForms("console-actions", "admin", {
  addEndpoint: form(
    "/console/tenants/{id}/webhooks",
    "Register a webhook endpoint; its secret is shown once",
    "ten",
    endpointFields,
  ),
  editEndpoint: form(endpointPath, "Change a webhook endpoint", endpointParams, endpointFields),
  switchEndpoint: form(`${endpointPath}/switch`, "Switch a webhook endpoint on or off", endpointParams, {
    to: z.enum(["on", "off"]),
  }),
  removeEndpoint: about(`${endpointPath}/delete`, "Delete a webhook endpoint", endpointParams),
  rotateEndpoint: form(`${endpointPath}/rotate`, "Rotate a signing secret; the new one is shown once", endpointParams, {
    graceHours: z.coerce.number<string>().int().min(0).max(168).default(24),
  }),
  testEndpoint: needing(
    "reviewer",
    form(`${endpointPath}/test`, "Send a test event", endpointParams, {
      event: z.enum(eventNames).default("settlement.completed"),
    }),
  ),
  replayEndpoint: needing(
    "reviewer",
    form(`${endpointPath}/replay`, "Send everything since a time again", endpointParams, { since: typedInstant }),
  ),
  redeliverAgain: needing(
    "reviewer",
    about("/console/deliveries/{id}/redeliver", "Send a delivery's event again", "dlv"),
  ),
});

/** An operator's decision on an escrow whose rule needs approvals. */
export const escrowForms = consoleForms("console-actions", "finance", {
  decideOnEscrow: form(
    "/console/escrows/{id}/approvals",
    "Approve an escrow's release, or reject it, as one of its approvers",
    "esc",
    { action: z.enum(approvalDecisions), note: orNull(printableLines(1, 500)) },
  ),
  withdrawEscrowDecision: about(
    "/console/escrows/{id}/approvals/withdraw",
    "Take your decision on an escrow back",
    "esc",
  ),
});

/** What the forms of the operators' console do. */
export const consoleActionOperations = {
  ...leavingForms("console-actions"),
  ...tenantForms,
  ...endpointForms,
  ...reviewForms,
  ...escrowForms,
};
