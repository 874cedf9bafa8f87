import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import type * as z from "zod";
import { invoiceOperations, payOperations } from "../../../functions/contract/invoicing/invoices.ts";
import { railCallbackOperations } from "../../../functions/contract/operations/rail-callbacks.ts";
import { paymentOperations } from "../../../functions/contract/settlement/payments.ts";
import { sandboxOperations } from "../../../functions/contract/shared/sandbox.ts";
import { feeRuleOperations } from "../../../functions/contract/tenants/fee-rules.ts";
import { tenantOperations } from "../../../functions/contract/tenants/tenants.ts";
import { webhookOperations } from "../../../functions/contract/webhooks/webhooks.ts";
import type { invoiceView } from "../../../functions/domain/invoicing/view.ts";
import type { PaidView } from "../../../functions/domain/settlement/view.ts";
import type { FlagKey } from "../../../functions/domain/tenants/flag.ts";
import { Client } from "../runner/client.ts";
import { endpointsOfWorker } from "../runner/pending-sandbox.ts";
import { until } from "../runner/until.ts";
import { WebhookReceiver } from "./receiver.ts";
import { TwoOperators } from "./two-people.ts";

/** The sandbox that this run's suite started. */
export const endpoints = await endpointsOfWorker(inject("endpointsFiles"));

/** The first operator, the second, and somebody without a credential. */
export const operator = new Client(endpoints.apiUrl, endpoints.internalToken);
export const secondOperator = new Client(endpoints.apiUrl, endpoints.operators[1]?.token ?? "");
/** Both at once, who do what needs two of them where the sandbox asks for that. */
export const operators = new TwoOperators(operator, secondOperator);
export const nobody = new Client(endpoints.apiUrl, null);

export type Invoice = z.output<typeof invoiceView>;
export type Settlement = z.output<typeof paymentOperations.getSettlement.reply.schema>;

/** A wallet of the mock's liking; `word` is one of its trigger words. */
export function wallet(word = ""): string {
  return `0x${randomUUID().replaceAll("-", "")}${word}`;
}

/** Moves the sandbox's time forward; what became due is done. */
export async function advance(seconds: number) {
  return operator.call(sandboxOperations.advanceClock, { body: { advanceSeconds: seconds } });
}

/** A tenant of a test's own: its doings are seen by nobody else. */
export class TestTenant extends Client {
  readonly id: string;
  readonly slug: string;
  readonly apiKey: string;

  private constructor(id: string, slug: string, apiKey: string) {
    super(endpoints.apiUrl, apiKey);
    this.id = id;
    this.slug = slug;
    this.apiKey = apiKey;
  }

  /** One that was made in another way. */
  static with(id: string, slug: string, apiKey: string): TestTenant {
    return new TestTenant(id, slug, apiKey);
  }

  static async create(reply: Readonly<Record<string, unknown>> = {}): Promise<TestTenant> {
    const slug = `t-${randomUUID().slice(0, 18)}`;
    const { id } = await operator.call(tenantOperations.createTenant, {
      body: {
        slug,
        name: "Journeys & Sons",
        contactEmail: "billing@journeys.example",
        destChain: "ethereum",
        destWallet: wallet(),
        partnerCustomerId: `cust_${slug}`,
        ...reply,
      },
    });
    const { apiKey } = await operator.call(tenantOperations.mintKey, { params: { id } });
    return new TestTenant(id, slug, apiKey);
  }

  /** Sets flags for this tenant alone. */
  async flag(key: FlagKey, enabled: boolean | null): Promise<void> {
    await operators.setFlag({ key, enabled, tenantId: this.id });
  }

  async feeRule(rule: Readonly<Record<string, number>>): Promise<void> {
    await operator.call(feeRuleOperations.addFeeRule, { body: { tenantId: this.id, ...rule } });
  }

  /** A receiver on loopback that this tenant's events go to. */
  async receiver(events: readonly string[] | null = null): Promise<WebhookReceiver> {
    const receiver = await WebhookReceiver.start();
    const body = { url: receiver.url, events };
    const { secret } = await operator.call(webhookOperations.registerWebhook, { params: { id: this.id }, body });
    receiver.secret = secret;
    return receiver;
  }

  async draft(totalCents: number, reply: Readonly<Record<string, unknown>> = {}): Promise<Invoice> {
    const lineItems = [{ description: "Consulting", unitCents: totalCents }];
    const body = { number: `N-${randomUUID()}`, customerId: "Payer Ltd", lineItems, ...reply };
    return this.call(invoiceOperations.createInvoice, { body });
  }

  async pay(invoice: Pick<Invoice, "id">, body?: unknown, key?: string): Promise<PaidView> {
    const keyed = key === undefined ? {} : { key };
    return this.call(payOperations.payInvoice, { params: { id: invoice.id }, body, ...keyed });
  }

  /** Drafts and pays in one go. */
  async payNew(totalCents: number, body?: unknown): Promise<PaidView> {
    return this.pay(await this.draft(totalCents), body);
  }

  invoice(id: string): Promise<Invoice> {
    return this.call(invoiceOperations.getInvoice, { params: { id } });
  }

  settlement(id: string): Promise<Settlement> {
    return this.call(paymentOperations.getSettlement, { params: { id } });
  }

  payment(id: string) {
    return this.call(paymentOperations.getPayment, { params: { id } });
  }

  /** The settlement once it has this status. */
  reaches(id: string, status: Settlement["status"]): Promise<Settlement> {
    return until(
      () => this.settlement(id),
      (seen) => seen.status === status,
      `settlement ${id} never became ${status}`,
    );
  }
}

/** The rail's callback about a payment. */
export async function reportAsRail(
  paid: PaidView,
  state: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const body = { railRef: paid.payment.railRef, state, ...more };
  await operator.call(railCallbackOperations.receiveMockCallback, { body });
}

/** The words of a settlement's way, annotations left out. */
export function pathOfHistory(seen: Pick<Settlement, "history">): string[] {
  return seen.history.filter(({ from, to }) => from !== to).map(({ to }) => to);
}

/** The whole of a settlement's way when all goes well. */
export const happyPath = ["created", "collecting", "screening", "screened", "converting", "settling", "completed"];
