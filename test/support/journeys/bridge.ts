import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { invoiceOperations, payOperations } from "../../../functions/contract/invoicing/invoices.ts";
import { reconOperations } from "../../../functions/contract/reconciliation/recon.ts";
import { reviewOperations } from "../../../functions/contract/review/review.ts";
import { paymentOperations, refundOperations } from "../../../functions/contract/settlement/payments.ts";
import { sandboxOperations } from "../../../functions/contract/shared/sandbox.ts";
import { feeRuleOperations } from "../../../functions/contract/tenants/fee-rules.ts";
import { tenantOperations } from "../../../functions/contract/tenants/tenants.ts";
import { webhookOperations } from "../../../functions/contract/webhooks/webhooks.ts";
import { reconReport } from "../../../functions/domain/reconciliation/recon-report.ts";
import type { PaidView, PaymentView, SettlementView } from "../../../functions/domain/settlement/view.ts";
import { BridgeSteering } from "../bridge-sim/steering.ts";
import { Client } from "../runner/client.ts";
import { type RunningSandbox, startSandbox } from "../runner/sandbox.ts";
import { WebhookReceiver } from "./receiver.ts";

/** How long a busy machine is waited for. */
export const waitLimit = { timeout: 40_000, interval: 200 };

const day = 86_400;

/** How a journey ends: for the tenant, for operators (`review` null: nothing is left to do), and in Bridge's own books. */
export interface Ending {
  readonly status: SettlementView["status"];
  readonly payment: PaymentView["status"];
  /** Every event that the receiver has heard, in any order. */
  readonly events: readonly string[];
  readonly review: string | null;
  /** `leg state amount`, in the order they were made. */
  readonly bridge: readonly string[];
}

/** A sandbox on the live rail's adapter, and the simulator of Bridge that it speaks to. */
export class BridgeSandbox {
  readonly operator: Client;
  readonly secondOperator: Client;
  readonly anybody: Client;
  readonly bridge: BridgeSteering;
  readonly #sandbox: RunningSandbox;
  readonly #startMs = Date.now();

  private constructor(sandbox: RunningSandbox) {
    const { apiUrl, internalToken, operators, railControlUrl } = sandbox.endpoints;
    this.#sandbox = sandbox;
    this.operator = new Client(apiUrl, internalToken);
    this.secondOperator = new Client(apiUrl, operators[1]?.token ?? "");
    this.anybody = new Client(apiUrl, null);
    this.bridge = new BridgeSteering(railControlUrl ?? "");
  }

  static async start(flags: readonly string[] = []): Promise<BridgeSandbox> {
    const started = new BridgeSandbox(await startSandbox(["--rail", "bridge-sim", ...flags]));
    await started.bridge.calm();
    return started;
  }

  stop(): Promise<void> {
    return this.#sandbox.stop();
  }

  /** Where the console is, and the token that an operator enters it with. */
  get console(): { readonly url: string; readonly token: string } {
    const { apiUrl, operators } = this.#sandbox.endpoints;
    return { url: `${apiUrl}/console`, token: operators[0]?.token ?? "" };
  }

  /** Moves the service's time forward, the simulator's stays; what became due is done. */
  advance(advanceSeconds: number) {
    return this.operator.call(sandboxOperations.advanceClock, { body: { advanceSeconds } });
  }

  /** Everything that reconciling with Bridge's own list finds, in words. What is late is left out: the simulator's clock stands still while ours is moved. */
  async breaks(): Promise<string[]> {
    // What happened within minutes may be under way; and the simulator's steps are ahead of our clock.
    await this.advance(day);
    const query = {
      from: new Date(this.#startMs - day * 1000).toISOString(),
      to: new Date(this.#startMs + 30 * day * 1000).toISOString(),
    };
    const answer = await this.operator.call(reconOperations.reconcile, { query });
    const { breaks, unbalanced } = reconReport.parse(answer);
    expect(unbalanced).toEqual([]);
    return breaks.filter(({ kind }) => kind !== "late").map(({ kind, about }) => `${kind} ${about}`);
  }

  /** What the rail owes us by a tenant's ledger, which balances, in cents. */
  async railOwesCents(tenantId: string): Promise<number> {
    const query = { tenantId };
    const { accounts, total } = await this.operator.call(reconOperations.getTrialBalance, { query });
    expect(total.balanceCents).toBe(0);
    return accounts.find(({ account }) => account === "rail_clearing")?.balanceCents ?? 0;
  }

  /** Whoever has this key. */
  withKey(apiKey: string): Client {
    return new Client(this.#sandbox.endpoints.apiUrl, apiKey);
  }

  /** A tenant of a journey's own with an invoice of 100.00: of that 1.30 is fee, 9.87 reserve, 88.83 net. */
  async traveller(reply: Readonly<Record<string, unknown>> = {}): Promise<Traveller> {
    const slug = `b-${randomUUID().slice(0, 18)}`;
    const customerId = `cust_${slug}`;
    const destWallet = `0x${randomUUID().replaceAll("-", "")}`;
    const { id } = await this.operator.call(tenantOperations.createTenant, {
      body: {
        ...{ slug, name: "Journeys & Sons", contactEmail: "billing@journeys.example" },
        ...{ destChain: "ethereum", destWallet, partnerCustomerId: customerId, ...reply },
      },
    });
    const params = { id };
    const { apiKey } = await this.operator.call(tenantOperations.mintKey, { params });
    const rule = { tenantId: id, bps: 100, fixedCents: 30, reserveBps: 1000, reserveDays: 90 };
    await this.operator.call(feeRuleOperations.addFeeRule, { body: rule });
    const receiver = await WebhookReceiver.start();
    await this.operator.call(webhookOperations.registerWebhook, { params, body: { url: receiver.url } });
    const tenant = this.withKey(apiKey);
    return { tenant, tenantId: id, customerId, receiver, invoiceId: await draft(tenant) };
  }

  /** The same, and the invoice is being paid. */
  async journey(reply: Readonly<Record<string, unknown>> = {}): Promise<BridgeJourney> {
    const traveller = await this.traveller(reply);
    const params = { id: traveller.invoiceId };
    const paid = await traveller.tenant.call(payOperations.payInvoice, { params });
    return new BridgeJourney(this, traveller, paid);
  }
}

export interface Traveller {
  readonly tenant: Client;
  readonly tenantId: string;
  readonly customerId: string;
  readonly receiver: WebhookReceiver;
  readonly invoiceId: string;
}

/** Another invoice of 100.00; its id. */
export async function draft(tenant: Client): Promise<string> {
  const lineItems = [{ description: "Consulting", unitCents: 10_000 }];
  const body = { number: `B-${randomUUID()}`, customerId: "Payer Ltd", lineItems };
  return (await tenant.call(invoiceOperations.createInvoice, { body })).id;
}

/** One payment on its way, seen by its tenant, by operators and by Bridge. */
export class BridgeJourney {
  readonly said: PaidView;
  readonly id: string;
  readonly tenant: Client;
  readonly customerId: string;
  readonly #sandbox: BridgeSandbox;
  readonly #traveller: Traveller;
  readonly #item: { readonly params: { readonly id: string } };

  constructor(sandbox: BridgeSandbox, traveller: Traveller, reply: PaidView) {
    this.said = reply;
    this.id = reply.settlement.id;
    this.tenant = traveller.tenant;
    this.customerId = traveller.customerId;
    this.#sandbox = sandbox;
    this.#traveller = traveller;
    this.#item = { params: { id: this.id.replace("stl_", "rev_") } };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#traveller.receiver[Symbol.asyncDispose]();
  }

  settlement() {
    return this.tenant.call(paymentOperations.getSettlement, { params: { id: this.id } });
  }

  payment() {
    return this.tenant.call(paymentOperations.getPayment, { params: { id: this.said.payment.id } });
  }

  invoice() {
    const params = { id: this.#traveller.invoiceId };
    return this.tenant.call(invoiceOperations.getInvoice, { params });
  }

  get #transfer(): string {
    return `/transfers/${this.said.payment.railRef}`;
  }

  /** The payer's bank sends money. */
  deposit(amount: string): Promise<void> {
    return this.#sandbox.bridge.post(`${this.#transfer}/deposit`, { amount });
  }

  /** The payer's bank takes the money back. */
  takeBack(code: string): Promise<void> {
    return this.#sandbox.bridge.post(`${this.#transfer}/return`, { code });
  }

  /** The payer's transfer stands at Bridge as this, whatever it was. */
  isAtBridge(state: string): Promise<void> {
    return this.#sandbox.bridge.post(`${this.#transfer}/state`, { state });
  }

  /** What the partner thinks of the tenant from now on. */
  standing(status: "active" | "paused"): Promise<void> {
    return this.#sandbox.bridge.post(`/customers/${this.customerId}`, { status });
  }

  /** Money comes and goes through to the hold, which is when it counts as collected. */
  async collected(amount = "100.00"): Promise<void> {
    await this.deposit(amount);
    await this.#sandbox.bridge.step();
    await this.#sandbox.bridge.step();
  }

  /** Waits until our payout is at Bridge and we know that it is. */
  async paidOut(): Promise<void> {
    await expect.poll(async () => (await this.payment()).railState, waitLimit).toBe("payout_submitted");
  }

  /** Once the payout is at Bridge it goes through to the chain. */
  async delivered(): Promise<void> {
    await this.paidOut();
    await this.#sandbox.bridge.step();
    await this.#sandbox.bridge.step();
    await this.becomes("completed");
  }

  async becomes(status: SettlementView["status"]): Promise<void> {
    await expect.poll(async () => (await this.settlement()).status, waitLimit).toBe(status);
  }

  /** Why it is in the operators' queue; null: it is not. */
  async isQueuedAs(kind: string | null): Promise<void> {
    const look = async () => {
      const { status, text } = await this.#sandbox.operator.ask(reviewOperations.getReview, this.#item);
      return status === 404 ? null : JSON.parse(text).kind;
    };
    await expect.poll(look, waitLimit).toBe(kind);
  }

  /** One operator asks for an action, the other agrees. */
  async both(body: object): Promise<void> {
    const { operator, secondOperator } = this.#sandbox;
    const { status, text } = await operator.ask(reviewOperations.actOnReview, { ...this.#item, body });
    expect(status, text).toBe(202);
    const params = { id: JSON.parse(text).approvalId };
    await secondOperator.call(reviewOperations.approveAction, { params, body: { note: "agreed" } });
  }

  /** Operators cannot send the money back by the rail. */
  async cannotReturn(code: "action_not_available" | "refund_unsupported"): Promise<void> {
    const body = { action: "return" };
    await this.#sandbox.operator.refused(reviewOperations.actOnReview, code, { ...this.#item, body });
  }

  /** The tenant's wish to give the money back, as its route takes it. */
  refund(amountCents: number) {
    const body = { amountCents, reason: "the order was called off" };
    return { params: { id: this.said.payment.id }, body };
  }

  /** The tenant cannot give the money back. */
  async cannotRefund(code: "action_not_available" | "refund_unsupported"): Promise<void> {
    await this.tenant.refused(refundOperations.refundPayment, code, this.refund(10_000));
  }

  railOwesCents(): Promise<number> {
    return this.#sandbox.railOwesCents(this.#traveller.tenantId);
  }

  /** Looks at it from every side: the tenant's, the operators', Bridge's, and the ledger's, by which the rail owes what lies in the wallet at Bridge. */
  async ends(expected: Ending): Promise<void> {
    await this.becomes(expected.status);
    await expect.poll(async () => (await this.payment()).status, waitLimit).toBe(expected.payment);
    await this.isQueuedAs(expected.review);
    const { receiver } = this.#traveller;
    // An unauthorized return is a dispute as well, which is told in events of its own.
    const report = () => receiver.events.filter((event) => !/^(alert|case)[.]/.test(event));
    await expect.poll(() => report().toSorted(), waitLimit).toEqual(expected.events.toSorted());
    const { bridge } = this.#sandbox;
    const transfers = (await bridge.transfers(this.id)).map(
      ({ leg, state, receipt }) => `${leg} ${state} ${receipt?.initial_amount ?? "-"}`,
    );
    expect(transfers).toEqual(expected.bridge);
    const heldCents = await bridge.heldCents(this.customerId);
    await expect.poll(() => this.railOwesCents(), waitLimit).toBe(heldCents);
  }
}
