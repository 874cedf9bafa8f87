import { randomUUID } from "node:crypto";
import type * as z from "zod";
import { invoiceOperations, payOperations } from "../../functions/contract/invoicing/invoices.ts";
import { railCallbackOperations } from "../../functions/contract/operations/rail-callbacks.ts";
import { paymentOperations } from "../../functions/contract/settlement/payments.ts";
import { sandboxOperations } from "../../functions/contract/shared/sandbox.ts";
import { tenantOperations } from "../../functions/contract/tenants/tenants.ts";
import { webhookOperations } from "../../functions/contract/webhooks/webhooks.ts";
import type { invoiceView } from "../../functions/domain/invoicing/view.ts";
import type { PaidView } from "../../functions/domain/settlement/view.ts";
import { WebhookReceiver } from "../support/journeys/receiver.ts";
import { Client } from "../support/runner/client.ts";
import type { Endpoints } from "../support/runner/sandbox.ts";
import { until } from "../support/runner/until.ts";

type Invoice = z.output<typeof invoiceView>;
type Settlement = z.output<typeof paymentOperations.getSettlement.reply.schema>;

/** Longer than any walk takes on a busy machine, shorter than a whole run. */
export const waitLimitMs = 120_000;

/** A wallet of the mock's liking; `word` is one of its trigger words. */
export function wallet(word = ""): string {
  return `0x${randomUUID().replaceAll("-", "")}${word}`;
}

/** A deployed sandbox as an operator uses it. */
export class Visit {
  readonly endpoints: Endpoints;
  readonly operator: Client;

  constructor(endpoints: Endpoints) {
    this.endpoints = endpoints;
    this.operator = new Client(endpoints.apiUrl, endpoints.internalToken);
  }

  /** Moves the sandbox's time forward; what became due is done. */
  advance(advanceSeconds: number) {
    return this.operator.call(sandboxOperations.advanceClock, { body: { advanceSeconds } });
  }

  /** A tenant of one walk's own. */
  async tenant(destWallet = wallet()): Promise<Tenant> {
    const slug = `s-${randomUUID().slice(0, 18)}`;
    const contact = { name: "Strict & Sons", contactEmail: "billing@strict.example" };
    const body = { slug, ...contact, destChain: "ethereum", destWallet, partnerCustomerId: `cust_${slug}` };
    const { id } = await this.operator.call(tenantOperations.createTenant, { body });
    const { apiKey } = await this.operator.call(tenantOperations.mintKey, { params: { id } });
    return new Tenant(this, id, apiKey);
  }

  /** The rail's callback about a payment. */
  async railReports({ payment }: PaidView, state: string, more: Readonly<Record<string, unknown>> = {}) {
    const body = { railRef: payment.railRef, state, ...more };
    await this.operator.call(railCallbackOperations.receiveMockCallback, { body });
  }
}

/** A tenant as it calls the API with its own key. */
export class Tenant extends Client {
  readonly id: string;
  readonly #visit: Visit;

  constructor(visit: Visit, id: string, apiKey: string) {
    super(visit.endpoints.apiUrl, apiKey);
    this.id = id;
    this.#visit = visit;
  }

  /** A receiver on loopback that this tenant's events go to. */
  async receiver(): Promise<WebhookReceiver> {
    const receiver = await WebhookReceiver.start();
    const registered = { params: { id: this.id }, body: { url: receiver.url } };
    const { secret } = await this.#visit.operator.call(webhookOperations.registerWebhook, registered);
    receiver.secret = secret;
    return receiver;
  }

  invoice(totalCents: number): Promise<Invoice> {
    const lineItems = [{ description: "Consulting", unitCents: totalCents }];
    const body = { number: `N-${randomUUID()}`, customerId: "Payer Ltd", lineItems };
    return this.call(invoiceOperations.createInvoice, { body });
  }

  pay({ id }: Pick<Invoice, "id">): Promise<PaidView> {
    return this.call(payOperations.payInvoice, { params: { id } });
  }

  /** The settlement once it has this status. */
  reaches({ settlement: { id } }: PaidView, status: Settlement["status"]): Promise<Settlement> {
    return until(
      () => this.call(paymentOperations.getSettlement, { params: { id } }),
      (seen) => seen.status === status,
      `settlement ${id} never became ${status}`,
      waitLimitMs,
    );
  }

  payment({ payment: { id } }: PaidView) {
    return this.call(paymentOperations.getPayment, { params: { id } });
  }
}

/** Waits until the receiver has this event. */
export async function receives(receiver: WebhookReceiver, event: string) {
  await until(
    () => receiver.events,
    (events) => events.includes(event),
    `the receiver never got ${event}`,
    waitLimitMs,
  );
  return receiver.arrived.find(({ body }) => body.event === event);
}
