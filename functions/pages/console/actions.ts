import { approveAsOperator, withdrawAsOperator } from "../../app/escrow/approvals.ts";
import { takeReviewAction } from "../../app/review/actions.ts";
import { roleToDecide } from "../../app/review/approvals.ts";
import { requestFlag, requestTenantChange } from "../../app/review/ask-change.ts";
import { giveApproval, refuseApproval } from "../../app/review/decide-change.ts";
import { clearFrozenWallet } from "../../app/tenants/frozen-wallets.ts";
import { pinApiVersion } from "../../app/tenants/pin-api-version.ts";
import { changeTenant, createTenant, mintKey, revokeKey } from "../../app/tenants/tenants.ts";
import { redeliver } from "../../app/webhooks/deliveries.ts";
import { askReplay } from "../../app/webhooks/replay.ts";
import {
  changeWebhook,
  deleteWebhook,
  registerWebhook,
  rotateSecret,
  sendTestEvent,
} from "../../app/webhooks/webhooks.ts";
import {
  consoleActionOperations,
  consoleLinkOperations,
  endpointForms,
  escrowForms,
  tenantForms,
} from "../../contract/console/console-actions.ts";
import { reviewForms } from "../../contract/console/console-review.ts";
import { deliveredExample } from "../../contract/webhooks/event-schemas.ts";
import { isSamePerson } from "../../domain/core/operator.ts";
import { actionRoles } from "../../domain/review/review-reason-code.ts";
import type { RefusedCall } from "../../http/operation-types.ts";
import { requireRole } from "../../http/rights.ts";
import { checksAddresses, licensedIn, live, twoPersonControl } from "../../wiring/core/env.ts";
import { meter } from "../../wiring/core/metrics.ts";
import { screening } from "../../wiring/gate/screening.ts";
import { reviewContext } from "../../wiring/review/review.ts";
import { enqueueContext } from "../../wiring/webhooks/deliveries.ts";
import { secretSealer as secrets, urls } from "../../wiring/webhooks/endpoints.ts";
import { escrowPage } from "./escrow/escrows.ts";
import { type ConsoleContext, consoleContext } from "./kit/context.ts";
import { secretPage } from "./kit/detail.ts";
import { formPages, leading, performing } from "./kit/handlers.ts";
import { linkActions, sessionActions } from "./kit/session-actions.ts";
import { sessionsPage } from "./kit/sessions.ts";
import { subjectPlace } from "./kit/subject.ts";
import type { Content, View } from "./kit/view.ts";
import { serveConsole } from "./refused.ts";
import { approvalPage } from "./review/approvals.ts";
import { reviewItemPage } from "./review/review.ts";
import { flagPage } from "./tenants/flags.ts";
import { newTenantPage, tenantPage } from "./tenants/tenants.ts";
import { deliveryPage } from "./webhooks/deliveries.ts";
import { endpointPage } from "./webhooks/endpoint.ts";

function actionContext(call: Parameters<typeof consoleContext>[0]) {
  return { ...enqueueContext, ...consoleContext(call), secrets, urls };
}

const environment = live ? "live" : "test";
const control = { gate: { screening, live, meter }, checksAddresses, licensedIn, twoPersonControl };

const endpointPlace = "tenants/{id}/webhooks/{webhookId}";

function secretOnce(view: View, { id, webhookId }: { id: string; webhookId: string }, secret: string): Content {
  const text = "This secret signs what the endpoint is sent.";
  const back = { back: `tenants/${id}/webhooks/${webhookId}`, above: "The endpoint" };
  return secretPage(view, { title: "A new signing secret", secret, text, ...back });
}

const recordActions = performing({ ...tenantForms, ...endpointForms, ...escrowForms }, actionContext, {
  registerTenant: async (context, { body }) => {
    const { id } = await createTenant({ ...context, checksAddresses, licensedIn }, { ...body, metadata: {} });
    return { to: `tenants/${id}`, done: "tenant-made" };
  },
  editTenant: async (context, { params: { id }, body }) => {
    const answer = await requestTenantChange({ ...context, ...control }, id, body);
    return "approvalId" in answer
      ? { to: `approvals/${answer.approvalId}`, done: "asked" }
      : { to: `tenants/${id}`, done: "tenant-changed" };
  },
  setTenantStatus: async (context, { params: { id }, body: { status } }) => {
    await changeTenant(context, id, { status });
    return { to: `tenants/${id}`, done: status === "active" ? "resumed" : "suspended" };
  },
  movePin: leading("tenants/{id}", "version-moved", (context, { params, body }) =>
    pinApiVersion(context, params.id, body.apiVersion),
  ),
  clearFrozen: leading("tenants/{id}", "frozen-cleared", (context, { params, body }) =>
    clearFrozenWallet(context, params.id, { ...body, note: null }),
  ),
  addKey: async (context, { params: { id }, body }, view) => {
    const { secret } = await mintKey(context, id, { ...body, environment });
    const text = "This is the tenant's new API key.";
    return secretPage(view, { title: "A new API key", secret, text, back: `tenants/${id}`, above: "The tenant" });
  },
  endKey: leading("tenants/{id}", "key-revoked", (context, { params }) => revokeKey(context, params.id, params.keyId)),
  switchFlag: async (context, { params: { key }, body: { setting, tenantId, note } }) => {
    const enabled = setting === "unset" ? null : setting === "on";
    const answer = await requestFlag({ ...context, ...control }, { key, enabled, tenantId, note });
    if ("approvalId" in answer) return { to: `approvals/${answer.approvalId}`, done: "asked" };
    return { to: `flags/${key}`, query: { tenantId: tenantId ?? undefined }, done: "flag-set" };
  },
  addEndpoint: async (context, { params: { id }, body }, view) => {
    const made = await registerWebhook(context, id, { ...body, secret: null });
    return secretOnce(view, { id, webhookId: made.id }, made.secret);
  },
  editEndpoint: leading(endpointPlace, "endpoint-changed", (context, { params, body }) =>
    changeWebhook(context, params.id, params.webhookId, body),
  ),
  switchEndpoint: leading(endpointPlace, "endpoint-changed", (context, { params, body }) =>
    changeWebhook(context, params.id, params.webhookId, { enabled: body.to === "on" }),
  ),
  removeEndpoint: leading("tenants/{id}", "endpoint-deleted", (context, { params }) =>
    deleteWebhook(context, params.id, params.webhookId),
  ),
  rotateEndpoint: async (context, { params, body }, view) => {
    const rotation = { secret: null, graceSeconds: body.graceHours * 3600 };
    const { secret } = await rotateSecret(context, params.id, params.webhookId, rotation);
    return secretOnce(view, params, secret);
  },
  testEndpoint: leading(endpointPlace, "test-sent", (context, { params, body: { event } }) =>
    sendTestEvent(context, params.id, params.webhookId, { name: event, example: deliveredExample(event) }),
  ),
  replayEndpoint: leading(endpointPlace, "replaying", (context, { params, body }) =>
    askReplay(context, params.id, params.webhookId, body.since),
  ),
  redeliverAgain: async (context, { params }) => {
    const { id } = await redeliver(context, params.id);
    return { to: `deliveries/${id}`, done: "redelivered" };
  },
  decideOnEscrow: leading("escrows/{id}", "decided", (context, { params, body: { action: decision, note } }) =>
    approveAsOperator(context, params.id, { decision, note }),
  ),
  withdrawEscrowDecision: leading("escrows/{id}", "withdrawn", (context, { params }) =>
    withdrawAsOperator(context, params.id),
  ),
});

const doneOf: Readonly<Record<string, "noted" | "assigned">> = { note: "noted", assign: "assigned" };

function contextForReview(call: Parameters<typeof actionContext>[0]) {
  return { ...reviewContext(call), ...actionContext(call) };
}

const reviewActions = performing(reviewForms, contextForReview, {
  actOnItem: async (context, { params: { id }, body, principal }) => {
    requireRole(principal.role, actionRoles[body.action]);
    const acted = await takeReviewAction(context, id, body);
    if ("approvalId" in acted) return { to: `approvals/${acted.approvalId}`, done: "asked" };
    const done = doneOf[body.action] ?? "acted";
    const { subjectId } = acted.item;
    // What is done about an alert takes it off the queue, and its item with it.
    const to = done === "acted" && subjectId.startsWith("alr_") ? subjectPlace(subjectId) : `review/${id}`;
    return { to, done };
  },
  giveApproval: async (context, { params, body, principal }) => {
    requireRole(principal.role, await roleToDecide(context, params.id, "approve"));
    const { id } = await giveApproval(context, params.id, body);
    return { to: `approvals/${id}`, done: "approved" };
  },
  giveApprovalNow: async (context, { params, body, principal }) => {
    requireRole(principal.role, await roleToDecide(context, params.id, "approve"));
    const { id } = await giveApproval(context, params.id, { note: null, atOnce: body.reason });
    return { to: `approvals/${id}`, done: "approved" };
  },
  refuseApproval: async (context, { params, body, principal }) => {
    requireRole(principal.role, await roleToDecide(context, params.id, "reject"));
    const { id, askedBy } = await refuseApproval(context, params.id, body.note);
    return { to: `approvals/${id}`, done: isSamePerson(askedBy, principal.actor) ? "withdrawn" : "rejected" };
  },
});

/** The flag in the scope that its form was about. */
function flagAgain(context: ConsoleContext, view: View, { params: { key = "" }, fields }: RefusedCall) {
  return flagPage(context, view, { params: { key }, query: { tenantId: fields.tenantId || undefined } });
}

const pages = formPages(consoleContext, consoleActionOperations, {
  "/console/sessions": sessionsPage,
  "/console/tenants/new": newTenantPage,
  "/console/tenants/{id}": tenantPage,
  "/console/tenants/{id}/webhooks/{webhookId}": endpointPage,
  "/console/review/{id}": reviewItemPage,
  "/console/approvals/{id}": approvalPage,
  "/console/escrows/{id}": escrowPage,
  "/console/deliveries/{id}": deliveryPage,
  "/console/flags/{key}": flagAgain,
});

export const handler = serveConsole(
  { ...consoleActionOperations, ...consoleLinkOperations },
  { ...sessionActions, ...recordActions, ...reviewActions, ...linkActions },
  pages,
);
