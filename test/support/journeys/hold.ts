import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { escrowMoneyOperations, escrowOperations } from "../../../functions/contract/escrow/escrow.ts";
import { railCallbackOperations } from "../../../functions/contract/operations/rail-callbacks.ts";
import { reconOperations } from "../../../functions/contract/reconciliation/recon.ts";
import { reviewOperations } from "../../../functions/contract/review/review.ts";
import { sandboxOperations } from "../../../functions/contract/shared/sandbox.ts";
import { feeRuleOperations } from "../../../functions/contract/tenants/fee-rules.ts";
import { flagOperations } from "../../../functions/contract/tenants/flags.ts";
import { tenantOperations } from "../../../functions/contract/tenants/tenants.ts";
import { webhookOperations } from "../../../functions/contract/webhooks/webhooks.ts";
import type { LedgerAccount } from "../../../functions/domain/core/ledger.ts";
import type { EscrowView } from "../../../functions/domain/escrow/view.ts";
import { reconReport } from "../../../functions/domain/reconciliation/recon-report.ts";
import type { FlagKey } from "../../../functions/domain/tenants/flag.ts";
import { Client } from "../runner/client.ts";
import { type RunningSandbox, startSandbox } from "../runner/sandbox.ts";
import { verify, WebhookReceiver } from "./receiver.ts";

/** How long a busy machine is waited for. */
const patience = { timeout: 30_000, interval: 100 };

type Reported = Readonly<Record<string, unknown>>;

/** A wallet of the mock's liking; `word` is one of its trigger words. */
export function wallet(word = ""): string {
  return `0x${randomUUID().replaceAll("-", "")}${word}`;
}

/** A sandbox whose mock rail holds value. */
export class HoldSandbox {
  readonly operator: Client;
  readonly secondOperator: Client;
  readonly anybody: Client;
  readonly endpoints: RunningSandbox["endpoints"];
  readonly #sandbox: RunningSandbox;

  private constructor(sandbox: RunningSandbox) {
    const { apiUrl, internalToken, operators } = sandbox.endpoints;
    this.#sandbox = sandbox;
    this.endpoints = sandbox.endpoints;
    this.operator = new Client(apiUrl, internalToken);
    this.secondOperator = new Client(apiUrl, operators[1]?.token ?? "");
    this.anybody = new Client(apiUrl, null);
  }

  static async start(): Promise<HoldSandbox> {
    return new HoldSandbox(await startSandbox(["--hold"]));
  }

  stop(): Promise<void> {
    return this.#sandbox.stop();
  }

  /** Moves the sandbox's time forward; what became due is done. */
  advance(advanceSeconds: number) {
    return this.operator.call(sandboxOperations.advanceClock, { body: { advanceSeconds } });
  }

  async now(): Promise<string> {
    return (await this.operator.call(sandboxOperations.readClock)).now;
  }

  /** A tenant of a test's own whose events go to a receiver; of 100.00 1.30 is fee, 98.70 net. */
  async holder(): Promise<Holder> {
    const slug = `h-${randomUUID().slice(0, 18)}`;
    const { id } = await this.operator.call(tenantOperations.createTenant, {
      body: {
        ...{ slug, name: "Journeys & Sons", contactEmail: "billing@journeys.example" },
        ...{ destChain: "ethereum", destWallet: wallet(), partnerCustomerId: `cust_${slug}` },
      },
    });
    const params = { id };
    const { apiKey } = await this.operator.call(tenantOperations.mintKey, { params });
    await this.operator.call(feeRuleOperations.addFeeRule, {
      body: { tenantId: id, kind: "escrow", bps: 100, fixedCents: 30 },
    });
    const receiver = await WebhookReceiver.start();
    const body = { url: receiver.url };
    receiver.secret = (await this.operator.call(webhookOperations.registerWebhook, { params, body })).secret;
    return new Holder(this, { id, slug, apiKey }, receiver);
  }
}

/** A tenant with escrows, and what operators, its receiver and the ledger know of them. */
export class Holder extends Client {
  readonly id: string;
  readonly slug: string;
  readonly receiver: WebhookReceiver;
  readonly #sandbox: HoldSandbox;

  constructor(
    sandbox: HoldSandbox,
    { id, slug, apiKey }: { readonly id: string; readonly slug: string; readonly apiKey: string },
    receiver: WebhookReceiver,
  ) {
    super(sandbox.endpoints.apiUrl, apiKey);
    this.id = id;
    this.slug = slug;
    this.receiver = receiver;
    this.#sandbox = sandbox;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.receiver[Symbol.asyncDispose]();
  }

  /** An escrow of 100.00 that waits for its money. */
  create(reply: Reported = {}): Promise<EscrowView> {
    const body = { reference: `deal-${randomUUID()}`, amountCents: 10_000, payoutAddress: wallet(), ...reply };
    return this.call(escrowMoneyOperations.createEscrow, { body });
  }

  fund({ id }: Pick<EscrowView, "id">, reply: Reported = {}): Promise<EscrowView> {
    const body = { amountCents: 10_000, ...reply };
    return this.call(escrowMoneyOperations.fundEscrow, { params: { id }, body });
  }

  /** An escrow of 100.00 that is held. */
  async funded(reply: Reported = {}): Promise<EscrowView> {
    const escrow = await this.fund(await this.create(reply));
    expect(escrow.status).toBe("funded");
    return escrow;
  }

  /** An escrow of 100.00 whose buyer was told how to send the money. */
  async awaiting(reply: Reported = {}): Promise<EscrowView> {
    const escrow = await this.fund(await this.create(reply), { source: { type: "ach_push" } });
    expect(escrow).toMatchObject({
      ...{ status: "awaiting_funds", railRef: expect.any(String) },
      sourceDepositInstructions: { amount: "100.00", deposit_message: expect.stringMatching(/^MOCK/) },
    });
    return escrow;
  }

  release({ id }: Pick<EscrowView, "id">): Promise<EscrowView> {
    return this.call(escrowMoneyOperations.releaseEscrow, { params: { id } });
  }

  /** What a release that is refused says is unmet. */
  async blocked({ id }: Pick<EscrowView, "id">): Promise<string[]> {
    const { status, text } = await this.ask(escrowMoneyOperations.releaseEscrow, { params: { id } });
    const { code, unmet } = JSON.parse(text);
    expect([status, code], text).toEqual([409, "release_conditions_unmet"]);
    return unmet;
  }

  refund({ id }: Pick<EscrowView, "id">, refundAddress = wallet()): Promise<EscrowView> {
    const body = { reason: "the deal is off", refundAddress };
    return this.call(escrowMoneyOperations.refundEscrow, { params: { id }, body });
  }

  read({ id }: Pick<EscrowView, "id">) {
    return this.call(escrowOperations.getEscrow, { params: { id } });
  }

  /** An approver's decision. */
  approve({ id }: Pick<EscrowView, "id">, approverRef: string, decision = "approve") {
    const body = { approverRef, decision };
    return this.call(escrowOperations.recordApproval, { params: { id }, body });
  }

  /** Sets a flag for this tenant alone. */
  async flag(key: FlagKey, enabled: boolean | null): Promise<void> {
    const body = { key, enabled, tenantId: this.id };
    await this.#sandbox.operator.call(flagOperations.setFlag, { body });
  }

  /** The rail's callback about an escrow. */
  async railSays({ railRef }: Pick<EscrowView, "railRef">, state: string, more: Reported = {}): Promise<void> {
    const body = { railRef, state, ...more };
    await this.#sandbox.operator.call(railCallbackOperations.receiveMockCallback, { body });
  }

  /** What an account of this tenant's ledger, which balances, shows in cents; what is owed is positive. */
  async owedCents(account: LedgerAccount = "escrow_held"): Promise<number> {
    const query = { tenantId: this.id };
    const { accounts, total } = await this.#sandbox.operator.call(reconOperations.getTrialBalance, { query });
    expect(total.balanceCents).toBe(0);
    return 0 - (accounts.find((each) => each.account === account)?.balanceCents ?? 0);
  }

  /** Its line in a reconciliation of escrows alone, which finds nothing wrong. */
  async reconciled({ id }: Pick<EscrowView, "id">) {
    const query = { type: "escrow", tenantId: this.id };
    const answer = await this.#sandbox.operator.call(reconOperations.reconcile, { query });
    const { settlements, escrows, unbalanced, breaks } = reconReport.parse(answer);
    expect({ settlements, unbalanced, breaks }).toEqual({ settlements: [], unbalanced: [], breaks: [] });
    return escrows.find(({ escrowId }) => escrowId === id);
  }

  /** Why it is in the operators' queue; null: it is not. */
  async queuedAs({ id }: Pick<EscrowView, "id">): Promise<string | null> {
    const { status, text } = await this.#sandbox.operator.ask(reviewOperations.getReview, item(id));
    return status === 404 ? null : JSON.parse(text).kind;
  }

  /** One operator asks for an action about it, the other agrees. */
  async both({ id }: Pick<EscrowView, "id">, body: Reported): Promise<void> {
    const { operator, secondOperator } = this.#sandbox;
    const { status, text } = await operator.ask(reviewOperations.actOnReview, { ...item(id), body });
    expect(status, text).toBe(202);
    const params = { id: JSON.parse(text).approvalId };
    await secondOperator.call(reviewOperations.approveAction, { params, body: { note: "agreed" } });
  }

  /** Every event that was ever sent to it, in any order, each once and signed. */
  async heard(...events: readonly string[]): Promise<void> {
    const { arrived, secret } = this.receiver;
    const names = () => arrived.map(({ body }) => body.event.replace("escrow.", "")).toSorted();
    await expect.poll(names, patience).toEqual(events.toSorted());
    for (const each of arrived) verify(each, secret);
  }

  async becomes(escrow: Pick<EscrowView, "id">, status: EscrowView["status"]): Promise<void> {
    await expect.poll(async () => (await this.read(escrow)).status, patience).toBe(status);
  }

  /** By its ledger nothing is held any more, and the rail keeps the fees of so many releases for us. */
  async holdsNothingAfter(releases: number, feeCents = releases * 130): Promise<void> {
    expect(await this.owedCents()).toBe(0);
    expect(await this.owedCents("fee_income")).toBe(feeCents);
    expect(await this.owedCents("rail_clearing")).toBe(0 - feeCents);
  }
}

function item(escrowId: string) {
  return { params: { id: escrowId.replace("esc_", "rev_") } };
}
