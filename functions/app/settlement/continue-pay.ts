import * as z from "zod";
import { storedAccount } from "../../domain/core/bank-account.ts";
import { holderTypes } from "../../domain/core/holder-type.ts";
import { Refusal, retryable } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import { gate, givenAt, type ScreenRecord, screenRecord } from "../../domain/gate/payout-gate.ts";
import { amountToPay, type Invoice } from "../../domain/invoicing/invoice.ts";
import type { Collection } from "../../domain/rails/deposit-instructions.ts";
import { paymentSources } from "../../domain/rails/payment-source.ts";
import { recordCollection, refuseCollection } from "../../domain/settlement/collection.ts";
import { openSettlement } from "../../domain/settlement/open-settlement.ts";
import { hostedFacts } from "../../domain/settlement/payment.ts";
import { viewPaidSettlement } from "../../domain/settlement/view.ts";
import type { FeeRule } from "../../domain/tenants/fee-rule.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import { type Aggregate, creationWrites, loadAggregate, newAggregate, type RecordType } from "../core/aggregate.ts";
import { attempts, versionConflict } from "../core/change.ts";
import type { AuditContext, Context, StoreContext } from "../core/context.ts";
import {
  type Claim,
  claimWrite,
  doneClaim,
  inProgress,
  nextClaim,
  type Outcome,
  readClaim,
} from "../core/idempotency-claim.ts";
import { raceLost, railSilent, refuseLiveClaim } from "../core/idempotent-operation.ts";
import type { Write } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { within } from "../core/timeout.ts";
import { type Gate, screenWallet } from "../gate/screen-wallet.ts";
import { invoiceRecordType } from "../invoicing/record.ts";
import type { VendorNo } from "../rails/ports.ts";
import { feeRuleInForce } from "../tenants/fee-rule-rows.ts";
import type { TenantSettings } from "../tenants/tenant-settings.ts";
import { type Accounts, askToCollect } from "./collect-order.ts";
import { conversionFor, type OpeningVendors, type PayVendors, whyNotPartner } from "./pay-guards.ts";
import { settlementRecordType } from "./record.ts";
import { loadPair, type Pair, settlementChangeWrites, settlementFreezeWrites } from "./settlements.ts";
import { type Rails, railSeconds } from "./vendors-of-record.ts";

/** What a claim keeps of a pay call, so that anyone can continue it. */
export const payCommand = z.object({
  invoiceId: z.string(),
  amountCents: z.int(),
  source: z.enum(paymentSources),
  holderType: z.enum(holderTypes).optional(),
  sourceCountry: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  settlementId: z.string(),
  paymentId: z.string(),
  bankAccount: storedAccount.optional(),
  hosted: hostedFacts.optional(),
});

type Command = z.infer<typeof payCommand>;

export interface PaySnapshot extends TenantSettings {
  readonly tenant: Tenant;
  readonly invoice: Aggregate<Invoice>;
}

const refusedScreen = z.object({
  settlementId: z.string(),
  tenantId: z.string(),
  invoiceId: z.string(),
  address: z.string(),
  chain: z.string(),
  record: screenRecord,
});

/** A screen that let no settlement come into being: kept for the audit, since nothing else is. */
type RefusedScreen = z.infer<typeof refusedScreen>;

const refusedScreenRecordType: RecordType<RefusedScreen> = {
  type: "screening",
  schema: refusedScreen,
  key: (settlementId) => rowKey(`screen#${settlementId}`),
  id: (state) => state.settlementId,
  tenantId: (state) => state.tenantId,
};

/** Carries a claimed pay call to its end from wherever it stands. */
export async function continuePay(
  context: Context,
  vendors: PayVendors,
  claim: Claim,
  snapshot: PaySnapshot,
): Promise<Outcome> {
  const command = payCommand.parse(claim.body.command);
  const existing = claim.v > 1 ? await loadPair(context, command.settlementId, command.invoiceId) : undefined;
  if (existing) return collect(context, vendors, claim, existing);
  // A claim that was begun just now has asked the partner; one that is taken over asks again, since time has passed.
  const whyNot = claim.v > 1 ? await whyNotPartner(vendors.rail, snapshot.tenant) : undefined;
  if (whyNot) return refuseLiveClaim(context, claim, whyNot);
  const guarded = await screenBefore(vendors, command, snapshot, () => context.clock.now());
  if (guarded.outcome !== "pass")
    return refuseLiveClaim(context, claim, kytDeclined(guarded), screenWrites(context, command, snapshot, guarded));
  const opened = await open(context, vendors, claim, snapshot, command, guarded);
  return "kind" in opened ? opened : collect(context, vendors, opened.claim, opened.pair);
}

/** The wallet's screen before collection: nothing reaches the rail before it. */
async function screenBefore(
  vendors: Gate,
  command: Command,
  snapshot: PaySnapshot,
  now: () => Instant,
): Promise<ScreenRecord> {
  const { tenant } = snapshot;
  const input = { stage: "collection" as const, round: 1 };
  const { settlementId } = command;
  const wallet = { address: tenant.destWallet, chain: tenant.destChain };
  const verdict = await screenWallet(vendors, snapshot.flags, { settlementId, ...input, ...wallet });
  return { ...input, outcome: gate(verdict), ref: verdict.ref, risk: verdict.riskLevel, at: givenAt(verdict, now()) };
}

function kytDeclined(record: ScreenRecord): Refusal {
  const { outcome, ref: screeningRef, risk, stage } = record;
  const extra = { screeningRef, risk, stage, railTransferCreated: false };
  const message = `the destination wallet did not pass screening (${outcome})`;
  return outcome === "unavailable"
    ? retryable("kyt_declined", message, { extra })
    : new Refusal("kyt_declined", message, { extra });
}

function screenWrites(context: AuditContext, command: Command, snapshot: PaySnapshot, record: ScreenRecord): Write[] {
  const { settlementId, invoiceId } = command;
  const { id: tenantId, destWallet: address, destChain: chain } = snapshot.tenant;
  const next: RefusedScreen = { settlementId, tenantId, invoiceId, address, chain, record };
  const transition = { next, from: null, to: record.outcome, reason: "screen before collection" };
  return creationWrites(refusedScreenRecordType, transition, context);
}

/** One transaction: payment, settlement, the amount set aside on the invoice, and the claim's fence. */
async function open(
  context: Context,
  vendors: OpeningVendors,
  claim: Claim,
  snapshot: PaySnapshot,
  command: Command,
  screen: ScreenRecord,
): Promise<{ claim: Claim; pair: Pair } | Outcome> {
  let invoice = snapshot.invoice;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const now = context.clock.now();
    const rule = await feeRuleInForce(context, snapshot, "settlement", now);
    const change = decideOpening(vendors, invoice.state, snapshot, { ...command, rule }, screen, now);
    if (change instanceof Refusal) return refuseLiveClaim(context, claim, change);
    const [born] = change.settlement;
    if (!born) throw new Error("a settlement opens with a hop");
    const pair = { settlement: newAggregate(settlementRecordType, born.next), invoice };
    const { writes, after } = settlementChangeWrites(pair, change, context);
    const fenced = nextClaim(claim, {});
    const written = await context.store.write([...writes, claimWrite(fenced)], context.newId("req", now));
    if (written.ok) return { claim: fenced, pair: after };
    invoice = await reread(context, claim, command);
  }
  return refuseLiveClaim(context, claim, versionConflict());
}

function decideOpening(
  vendors: OpeningVendors,
  invoice: Invoice,
  snapshot: PaySnapshot,
  command: Command & { readonly rule: FeeRule },
  screen: ScreenRecord,
  now: Instant,
) {
  const amountCents = amountToPay(invoice, command.amountCents);
  if (amountCents instanceof Refusal) return amountCents;
  const { tenant } = snapshot;
  return openSettlement(
    {
      ...command,
      tenant,
      partnerCustomerId: tenant.partnerCustomerId ?? "",
      invoice,
      screen,
      rail: vendors.rail.name,
      licensedIn: vendors.rail.capabilities.licensedIn,
      refundable: vendors.rail.capabilities.refund,
      keepsReserve: vendors.rail.keepsReserve,
      conversionVendor: conversionFor(vendors, snapshot.flags).name,
    },
    now,
  );
}

/** The invoice again, after a lost race; if the claim moved, somebody else carries on with it. */
async function reread(context: StoreContext, claim: Claim, command: Command): Promise<Aggregate<Invoice>> {
  const [claimRow, invoiceRow] = await context.store.read([claim.key, rowKey(command.invoiceId)]);
  const invoice = loadAggregate(invoiceRecordType, invoiceRow);
  if (claimRow?.v !== claim.v || !invoice) throw inProgress(1);
  return invoice;
}

/** Asks the rail to collect, under our key, and records its answer with the claim's. */
async function collect(context: Context, vendors: Rails & Accounts, claim: Claim, pair: Pair): Promise<Outcome> {
  const { state } = pair.settlement;
  if (state.status !== "created") return record(context, claim, pair, undefined);
  let report: Collection | VendorNo;
  try {
    report = await within(railSeconds, askToCollect(vendors, state));
  } catch {
    throw await railSilent(context, claim);
  }
  return record(context, claim, pair, report);
}

async function record(
  context: Context,
  claim: Claim,
  first: Pair,
  report: Collection | VendorNo | undefined,
): Promise<Outcome> {
  let pair: Pair = first;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const now = context.clock.now();
    const { settlement, invoice } = pair;
    const change =
      report === undefined
        ? { settlement: [], invoice: [] }
        : "refused" in report
          ? refuseCollection(settlement.state, invoice.state, report.refused, now)
          : recordCollection(settlement.state, invoice.state, report, now);
    const { writes, after } = settlementChangeWrites(pair, change, context);
    const outcome: Outcome = { kind: "result", result: viewPaidSettlement(after.settlement.state) };
    const done = claimWrite(doneClaim(claim, outcome));
    const marks = await settlementFreezeWrites(context, settlement, after.settlement);
    const written = await context.store.write([...writes, ...marks, done], context.newId("req", now));
    if (written.ok) return outcome;
    const [claimRow] = await context.store.read([claim.key]);
    const current = readClaim(claimRow);
    if (current?.body.outcome) return current.body.outcome;
    if (current?.v !== claim.v) throw inProgress(1);
    pair = (await loadPair(context, settlement.state.id, invoice.state.id)) ?? pair;
  }
  throw await raceLost(context, claim);
}
