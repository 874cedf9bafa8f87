import { invoiceOperations } from "../../../functions/contract/invoicing/invoices.ts";
import { deliveryOperations } from "../../../functions/contract/webhooks/deliveries.ts";
import { webhookOperations } from "../../../functions/contract/webhooks/webhooks.ts";
import { until } from "../runner/until.ts";
import { advance, operator, TestTenant } from "./journey.ts";
import { type ArrivedWebhook, WebhookReceiver } from "./receiver.ts";

const { listDeliveries } = deliveryOperations;
const { registerWebhook } = webhookOperations;

/** A tenant with a receiver of its own, and how operators name its endpoint. */
export async function listening(reply: Readonly<Record<string, unknown>> = {}) {
  const tenant = await TestTenant.create();
  const receiver = await WebhookReceiver.start();
  const body = { url: receiver.url, ...reply };
  const { id, secret } = await operator.call(registerWebhook, { params: { id: tenant.id }, body });
  receiver.secret = secret;
  const params = { id: tenant.id, webhookId: id };
  return { tenant, receiver, params, [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose]() };
}

/** Waits until the receiver has heard of it. */
export function receives(receiver: WebhookReceiver, event: string): Promise<string[]> {
  return until(
    () => receiver.events,
    (events) => events.includes(event),
    `no ${event}`,
  );
}

/** Sends an invoice: the one change that makes just one event. */
export async function sendInvoice(tenant: TestTenant): Promise<string> {
  const { id } = await tenant.draft(1_000);
  await tenant.call(invoiceOperations.sendInvoice, { params: { id } });
  return id;
}

/** What has arrived once it is this many; with `sweeping` what is due is done at each look. */
export function arrivals(
  receiver: WebhookReceiver,
  count: number,
  sweeping = false,
): Promise<readonly ArrivedWebhook[]> {
  const look = async () => {
    if (sweeping) await advance(0);
    return receiver.arrived;
  };
  return until(look, ({ length }) => length >= count, `${count} webhooks did not arrive`);
}

/** A tenant's deliveries, newest first. */
export async function deliveriesOf(tenant: TestTenant) {
  return (await operator.call(listDeliveries, { query: { tenantId: tenant.id, limit: 100 } })).data;
}

/** The tenant's only delivery once it has this status. */
export async function onlyDelivery(tenant: TestTenant, status: string) {
  const all = await until(
    () => deliveriesOf(tenant),
    (seen) => seen.length === 1 && seen[0]?.status === status,
    `no single ${status} delivery`,
  );
  const [only] = all;
  if (!only) throw new Error("no delivery");
  return only;
}

/** The id of the event that arrived. */
export function eventId(arrived: ArrivedWebhook | undefined): string {
  return String(arrived?.headers["x-service-event-id"]);
}
