import { randomBytes } from "node:crypto";
import type { EventName } from "../../domain/core/event.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { addSeconds } from "../../domain/core/time.ts";
import type { Delivery, WebhookEndpoint } from "../../domain/webhooks/webhook.ts";
import { hopWrites, unborn } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import { type Listed, type ListRequest, listAggregates } from "../core/list.ts";
import type { SecretBox } from "../core/ports.ts";
import { getTenant } from "../tenants/tenants.ts";
import {
  changeEndpoint,
  type EndpointDesk,
  exhaustWaiting,
  forgiveEndpoint,
  getWebhook,
  noteOnEndpoint,
} from "./endpoint-changes.ts";
import { deliveryOf, type EnqueueDesk, enqueue, maxEndpoints } from "./enqueue.ts";
import type { UrlGuard } from "./ports.ts";
import { webhookKind, webhookList } from "./record.ts";

/** A secret in the Standard Webhooks form: `whsec_` and 32 random bytes in base64. */
export function mintWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

function requireNone(problem: string | undefined): void {
  if (problem !== undefined)
    throw new Refusal("validation_error", `url: ${problem}`, { fields: [{ path: "url", message: problem }] });
}

/** An endpoint with the secret that is shown once. */
export type WebhookWithSecret = WebhookEndpoint & { readonly secret: string };

/** What is said of a new endpoint. */
interface NewEndpoint {
  readonly url: string;
  /** Null has one made. */
  readonly secret: string | null;
  readonly description: string | null;
  readonly events: string[] | null;
}

/** An endpoint that is not registered yet, and its secret in clear. */
export async function newEndpoint(
  { clock, secrets }: Pick<Desk, "clock"> & { readonly secrets: SecretBox },
  id: string,
  tenantId: string,
  { url, description, events, secret: said }: NewEndpoint,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const now = clock.now();
  const secret = said ?? mintWebhookSecret();
  const endpoint: WebhookEndpoint = {
    id,
    tenantId,
    url,
    description,
    events,
    enabled: true,
    disabledReason: null,
    deletedAt: null,
    sealedSecret: await secrets.seal(secret),
    previousSecret: null,
    createdAt: now,
    updatedAt: now,
  };
  return { endpoint, secret };
}

/** Registers an endpoint; its secret is in the answer and, sealed, on the record. */
export async function registerWebhook(
  desk: Desk & { readonly secrets: SecretBox; readonly urls: UrlGuard },
  tenantId: string,
  asked: NewEndpoint,
): Promise<WebhookWithSecret> {
  requireNone(desk.urls.writtenProblem(asked.url));
  await getTenant(desk, tenantId);
  requireNone(await desk.urls.problem(asked.url));
  const { data } = await listWebhooks(desk, tenantId, { limit: maxEndpoints });
  if (data.length >= maxEndpoints)
    throw new Refusal("validation_error", `a tenant has at most ${maxEndpoints} endpoints`);
  const id = desk.newId("whe", desk.clock.now());
  const { endpoint: next, secret } = await newEndpoint(desk, id, tenantId, asked);
  const hop = { next, from: null, to: "enabled", reason: "webhook endpoint registered" };
  const { writes } = hopWrites(unborn(webhookKind, next), [hop], desk);
  return change(desk, () => ({ writes, result: { ...next, secret } }));
}

export async function listWebhooks(
  desk: Desk,
  tenantId: string,
  asked: ListRequest,
): Promise<Listed<WebhookEndpoint>> {
  await getTenant(desk, tenantId);
  return listAggregates(desk, webhookKind, webhookList(tenantId), asked);
}

/** What an operator may change of an endpoint. */
export type WebhookChange = {
  [K in "url" | "description" | "events" | "enabled"]?: WebhookEndpoint[K] | undefined;
};

/** Changes an endpoint. Switching it off ends what waits for it; switching it on forgives what was held against it. */
export async function changeWebhook(
  desk: EndpointDesk & { readonly urls: UrlGuard },
  tenantId: string,
  id: string,
  asked: WebhookChange,
): Promise<WebhookEndpoint> {
  const said = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  const { state } = await getWebhook(desk, tenantId, id);
  if (Object.keys(said).length === 0) return state;
  if (asked.url !== undefined) requireNone(await desk.urls.problem(asked.url));
  if (asked.enabled === true) await forgiveEndpoint(desk, id);
  const reason = `changed ${Object.keys(said).join(", ")}`;
  const changed = await changeEndpoint(desk, tenantId, id, reason, (endpoint) => ({
    ...endpoint,
    ...said,
    ...(asked.enabled === undefined ? {} : { disabledReason: null }),
  }));
  if (!changed.enabled) await exhaustWaiting(desk, changed, "endpoint_disabled");
  return changed;
}

/** Deletes an endpoint: it is sent nothing more and is not listed; its trail stays. */
export async function deleteWebhook(
  desk: EndpointDesk,
  tenantId: string,
  id: string,
): Promise<WebhookEndpoint> {
  const deleted = await changeEndpoint(desk, tenantId, id, "deleted", (endpoint) => ({
    ...endpoint,
    enabled: false,
    deletedAt: desk.clock.now(),
  }));
  await exhaustWaiting(desk, deleted, "endpoint_deleted");
  return deleted;
}

/** Gives an endpoint a new secret; the old one signs along for `graceSeconds` (at most seven days). */
export async function rotateSecret(
  desk: Desk & { readonly secrets: SecretBox },
  tenantId: string,
  id: string,
  asked: { secret: string | null; graceSeconds: number },
): Promise<WebhookWithSecret> {
  const secret = asked.secret ?? mintWebhookSecret();
  const sealedSecret = await desk.secrets.seal(secret);
  const until = addSeconds(desk.clock.now(), asked.graceSeconds);
  const rotated = await changeEndpoint(desk, tenantId, id, "secret rotated", (endpoint) => ({
    ...endpoint,
    sealedSecret,
    previousSecret: { sealed: endpoint.sealedSecret, until },
  }));
  return { ...rotated, secret };
}

/** Sends a listed event to one endpoint, whatever it subscribes to; its data is the example's and says `test: true`. */
export async function sendTestEvent(
  desk: Desk & EnqueueDesk,
  tenantId: string,
  id: string,
  event: { name: EventName; example: Readonly<Record<string, unknown>> },
): Promise<Delivery> {
  const now = desk.clock.now();
  const eventId = desk.newId("evt", now);
  const state = await noteOnEndpoint(desk, tenantId, id, `test of ${event.name} sent as ${eventId}`);
  const data = { ...event.example, tenantId, createdAt: now, test: true };
  const made = deliveryOf(tenantId, { id: eventId, name: event.name, data }, state, now);
  await enqueue(desk, [made]);
  return made;
}
