import { bridgeCallback } from "../../../functions/adapters/bridge/callback-event.ts";
import type { StoredResponse } from "../../../functions/app/core/idempotent-operation.ts";
import { openEscrow } from "../../../functions/app/escrow/create.ts";
import { fundEscrow } from "../../../functions/app/escrow/fund-escrow.ts";
import { refundEscrow } from "../../../functions/app/escrow/refund.ts";
import { releaseEscrow } from "../../../functions/app/escrow/release.ts";
import { lookUpEscrow } from "../../../functions/app/escrow/sweep.ts";
import { receiveCallback } from "../../../functions/app/operations/receive-callback.ts";
import { drawFloatFor } from "../../../functions/app/reconciliation/draw-float.ts";
import {
  convertFunds,
  disburseFunds,
  screenBeforeConversion,
} from "../../../functions/app/settlement/machine-steps.ts";
import { payInvoice } from "../../../functions/app/settlement/pay-invoice.ts";
import { addFeeRule } from "../../../functions/app/tenants/flags-and-fees.ts";
import { centsText } from "../../../functions/domain/core/money.ts";
import { freeRule } from "../../../functions/domain/tenants/fee-rule.ts";
import type { BridgeSim } from "../bridge-sim/sim.ts";
import { type Leg, viewTransfer } from "../bridge-sim/transfer.ts";
import { railOn } from "../bridge-sim/world.ts";
import type { TestApi } from "../core/test-api.ts";
import { workflows } from "../settlement/reserve-api.ts";
import { plainAccounts } from "../world/settlement/payer.ts";

/** A service over a simulator of Bridge, whose times pass together. */
interface Payable extends TestApi {
  readonly sim: BridgeSim;
  passBoth(seconds: number): Promise<void>;
}

/** What is paid, and what of it is our fee; its name is its number and its key. */
interface Earning {
  readonly tenantId: string;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly name: string;
}

function contextOf({ context, sim, screening, meter }: Payable) {
  const rail = railOn(sim, "two_leg");
  const vendors = { rail, conversion: rail, screening, meter, live: true, accounts: plainAccounts };
  return { ...context, ...vendors, workflows, pagesUrl: "https://p.test" };
}

async function charge({ context }: Payable, { tenantId, feeCents }: Earning, kind: "settlement" | "escrow") {
  await addFeeRule(context, { ...freeRule, tenantId, kind, fixedCents: feeCents, effectiveFrom: null });
}

function resultOf<R>({ outcome }: StoredResponse): R {
  if (outcome.kind !== "result") throw new Error(`${outcome.code}: ${outcome.message}`);
  return outcome.result as R;
}

/** A minute passes, and Bridge's callback tells of its newest transfer of a leg. */
async function hear(world: Payable, leg: Leg): Promise<void> {
  await world.passBoth(60);
  const { transfers, knobs } = world.sim.bank;
  const transfer = transfers.findLast((each) => each.leg === leg);
  if (!transfer) throw new Error(`Bridge has no ${leg}`);
  const event = { event_id: `wh_${transfer.id}`, event_category: "transfer", event_object_id: transfer.id };
  const callback = bridgeCallback({ ...event, event_object: viewTransfer(transfer, knobs) });
  if (callback) await receiveCallback(world.context, callback);
}

/** The payer sends what was asked for last. */
async function deposit(world: Payable, amountCents: number): Promise<void> {
  const asked = world.sim.bank.transfers.findLast(({ leg }) => leg === "hold");
  world.sim.bank.deposit(asked?.id ?? "none", centsText(amountCents));
  await hear(world, "hold");
}

/** Pays an invoice, converts what came, and pays it out, less our fee. */
export async function earnByPayment(world: Payable, earning: Earning): Promise<void> {
  const { tenantId, amountCents, name } = earning;
  await charge(world, earning, "settlement");
  const invoiceId = await world.invoice(tenantId, name, amountCents);
  const context = contextOf(world);
  const request = { tenantId, operation: "payInvoice", idempotencyKey: name, fingerprint: name, invoiceId };
  const paid = await payInvoice(context, context, { ...request, source: "ach_push" });
  const { settlement } = resultOf<{ settlement: { id: string } }>(paid);
  await deposit(world, amountCents);
  const subject = { settlementId: settlement.id, tenantId };
  await screenBeforeConversion(context, subject);
  await convertFunds(context, subject);
  await disburseFunds(context, subject, "token");
  await hear(world, "payout");
}

/** Opens an escrow for an amount, for which its payer sends another; its id. */
async function openAndFund(world: Payable, escrow: Earning, sentCents: number): Promise<string> {
  const { amountCents, name: reference } = escrow;
  const context = contextOf(world);
  const input = {
    ...({ reference, amountCents, currency: "USD", rail: "stablecoin", releaseRule: "manual" } as const),
    ...{ requiredApprovals: 1, payoutAddress: "0xSELLER", refundAddress: null, payoutChain: "base" },
    ...{ payoutStable: "USDC" as const, buyerRef: null, sellerRef: null, invoiceId: null, metadata: {} },
    ...{ milestones: [], expiresAt: null },
  };
  const { id } = resultOf<{ id: string }>(await openEscrow(context, { ...requestOf(escrow, "createEscrow"), input }));
  const funding = { amountCents, source: "ach_push" as const, fundingRef: null, depositTxHash: null };
  resultOf(await fundEscrow(context, { ...requestOf(escrow, "fundEscrow"), ...funding }));
  await deposit(world, sentCents);
  return id;
}

function requestOf({ tenantId, name }: Earning, operation: string) {
  return { tenantId, operation, idempotencyKey: name, fingerprint: name, name };
}

/** Opens an escrow, funds it and releases it, less our fee. */
export async function earnByEscrow(world: Payable, earning: Earning): Promise<void> {
  await charge(world, earning, "escrow");
  await openAndFund(world, earning, earning.amountCents);
  resultOf(await releaseEscrow(contextOf(world), requestOf(earning, "releaseEscrow")));
  await hear(world, "payout");
}

/** Sends back what came for an escrow, a thousand dollars too little; at a rate below a dollar that costs more than it had bought. */
export async function loseByReturn(world: Payable, sent: Omit<Earning, "feeCents">): Promise<void> {
  const escrow = { ...sent, feeCents: 0, amountCents: sent.amountCents + 100_000 };
  const pk = await openAndFund(world, escrow, sent.amountCents);
  const context = { ...contextOf(world), log: world.log };
  const request = { ...requestOf(escrow, "refundEscrow"), reason: null, refundAddress: null };
  resultOf(await refundEscrow(context, request));
  const [row] = await world.store.read([{ pk, sk: "row" }]);
  if (row) await lookUpEscrow(context, await drawFloatFor(context, row));
  await hear(world, "return");
}
