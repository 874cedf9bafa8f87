import { randomBytes } from "node:crypto";
import type { EventName } from "../../domain/core/event.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { addSeconds } from "../../domain/core/time.ts";
import type { Delivery, WebhookEndpoint } from "../../domain/webhooks/webhook.ts";
import { creationWrites } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { type ListPage, type ListRequest, listAggregates } from "../core/list-page.ts";
import type { SecretSealer } from "../core/ports.ts";
import { getTenant } from "../tenants/tenants.ts";
import {
  changeEndpoint,
  type EndpointContext,
  exhaustWaiting,
  forgiveEndpoint,
  getWebhook,
  noteOnEndpoint,
} from "./endpoint-changes.ts";
import { deliveryOf, type EnqueueContext, enqueue, maxEndpoints } from "./enqueue.ts";
import { testData } from "./event-data.ts";
import type { UrlGuard } from "./ports.ts";
import { webhookList, webhookRecordType } from "./record.ts";

/** A secret in the Standard Webhooks form: `whsec_` and 32 random bytes in base64. */
export function mintWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

function requireNone(problem: string | undefined): void {
  if (problem !== undefined)
    throw new Refusal("validation_error", `url: ${problem}`, { fields: [{ path: "url", message: problem }] });
}

export type WebhookWithSecret = WebhookEndpoint & { readonly secret: string };

interface NewEndpoint {
  readonly url: string;
  /** Null has one made. */
  readonly secret: string | null;
  readonly description: string | null;
  readonly events: string[] | null;
}

/** An endpoint that is not registered yet, and its secret in clear. */
export async function newEndpoint(
  { clock, secrets }: Pick<Context, "clock"> & { readonly secrets: SecretSealer },
  id: string,
  tenantId: string,
  { url, description, events, secret: text }: NewEndpoint,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const now = clock.now();
  const secret = text ?? mintWebhookSecret();
  const endpoint: WebhookEndpoint = {
    id,
    tenantId,
    url,
    description,
    events,
    enabled: true,
    disabledReason: null,
    deletedAt: null,
    sealedSecret: await secrets.seal(secret, id),
    previousSecret: null,
    createdAt: now,
    updatedAt: now,
  };
  return { endpoint, secret };
}

/** Registers an endpoint; its secret is in the answer and, sealed, on the record. */
export async function registerWebhook(
  context: Context & { readonly secrets: SecretSealer; readonly urls: UrlGuard },
  tenantId: string,
  input: NewEndpoint,
): Promise<WebhookWithSecret> {
  requireNone(context.urls.writtenProblem(input.url));
  await getTenant(context, tenantId);
  requireNone(await context.urls.problem(input.url));
  const { data } = await listWebhooks(context, tenantId, { limit: maxEndpoints });
  if (data.length >= maxEndpoints)
    throw new Refusal("validation_error", `a tenant has at most ${maxEndpoints} endpoints`);
  const id = context.newId("whe", context.clock.now());
  const { endpoint: next, secret } = await newEndpoint(context, id, tenantId, input);
  const transition = { next, from: null, to: "enabled", reason: "webhook endpoint registered" };
  const writes = creationWrites(webhookRecordType, transition, context);
  return change(context, () => ({ writes, result: { ...next, secret } }));
}

export async function listWebhooks(
  context: Context,
  tenantId: string,
  query: ListRequest,
): Promise<ListPage<WebhookEndpoint>> {
  await getTenant(context, tenantId);
  return listAggregates(context, webhookRecordType, webhookList(tenantId), query);
}

export type WebhookChange = {
  [K in "url" | "description" | "events" | "enabled"]?: WebhookEndpoint[K] | undefined;
};

/** Changes an endpoint. Switching it off ends what waits for it; switching it on forgives what was held against it. */
export async function changeWebhook(
  context: EndpointContext & { readonly urls: UrlGuard },
  tenantId: string,
  id: string,
  input: WebhookChange,
): Promise<WebhookEndpoint> {
  const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const { state } = await getWebhook(context, tenantId, id);
  if (Object.keys(changes).length === 0) return state;
  if (input.url !== undefined) requireNone(await context.urls.problem(input.url));
  if (input.enabled === true) await forgiveEndpoint(context, id);
  const reason = `changed ${Object.keys(changes).join(", ")}`;
  const changed = await changeEndpoint(context, tenantId, id, reason, (endpoint) => ({
    ...endpoint,
    ...changes,
    ...(input.enabled === undefined ? {} : { disabledReason: null }),
  }));
  if (!changed.enabled) await exhaustWaiting(context, changed, "endpoint_disabled");
  return changed;
}

/** Deletes an endpoint: it is sent nothing more and is not listed; its trail stays. */
export async function deleteWebhook(context: EndpointContext, tenantId: string, id: string): Promise<WebhookEndpoint> {
  const deleted = await changeEndpoint(context, tenantId, id, "deleted", (endpoint) => ({
    ...endpoint,
    enabled: false,
    deletedAt: context.clock.now(),
  }));
  await exhaustWaiting(context, deleted, "endpoint_deleted");
  return deleted;
}

/** Gives an endpoint a new secret; the old one signs along for `graceSeconds` (at most seven days). */
export async function rotateSecret(
  context: Context & { readonly secrets: SecretSealer },
  tenantId: string,
  id: string,
  input: { secret: string | null; graceSeconds: number },
): Promise<WebhookWithSecret> {
  const secret = input.secret ?? mintWebhookSecret();
  const sealedSecret = await context.secrets.seal(secret, id);
  const until = addSeconds(context.clock.now(), input.graceSeconds);
  const rotated = await changeEndpoint(context, tenantId, id, "secret rotated", (endpoint) => ({
    ...endpoint,
    sealedSecret,
    previousSecret: { sealed: endpoint.sealedSecret, until },
  }));
  return { ...rotated, secret };
}

/** Sends a listed event to one endpoint, whatever it subscribes to; its data is the example's and says `test: true`. */
export async function sendTestEvent(
  context: Context & EnqueueContext,
  tenantId: string,
  id: string,
  event: { name: EventName; example: Readonly<Record<string, unknown>> },
): Promise<Delivery> {
  const now = context.clock.now();
  const eventId = context.newId("evt", now);
  const state = await noteOnEndpoint(context, tenantId, id, `test of ${event.name} sent as ${eventId}`);
  const data = testData(context, event.example, { tenantId, createdAt: now });
  const made = deliveryOf(tenantId, { id: eventId, name: event.name, data }, state, now);
  await enqueue(context, [made]);
  return made;
}
