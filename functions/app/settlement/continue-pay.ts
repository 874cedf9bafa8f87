import type * as z from "zod";
import { Refusal } from "../../domain/core/refusal.ts";
import { gate, givenAt, type ScreenRecord } from "../../domain/gate/payout-gate.ts";
import { amountToPay, type Invoice } from "../../domain/invoicing/invoice.ts";
import type { Collection } from "../../domain/rails/collection.ts";
import { recordCollection, refuseCollection } from "../../domain/settlement/collection.ts";
import { openSettlement } from "../../domain/settlement/open-settlement.ts";
import { viewPaid } from "../../domain/settlement/view.ts";
import { effectiveRule } from "../../domain/tenants/fee-rule.ts";
import { hopWrites, type Loaded, loaded, unborn } from "../core/aggregate.ts";
import { attempts, versionConflict } from "../core/change.ts";
import {
  type Claim,
  claimWrite,
  doneClaim,
  inProgress,
  nextClaim,
  type Outcome,
  readClaim,
} from "../core/idempotency-claim.ts";
import { raceLost, railSilent, refuseHeld } from "../core/idempotent-operation.ts";
import type { Write } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import { within } from "../core/timeout.ts";
import { type RefusedScreen, refusedScreenKind } from "../gate/refused-screen-record.ts";
import { screenWallet } from "../gate/screen-wallet.ts";
import { invoiceKind } from "../invoicing/record.ts";
import type { Refused } from "../rails/ports.ts";
import { askToCollect } from "./collect-order.ts";
import { whyNotPartner } from "./partner-check.ts";
import { conversionFor, type PayDesk, payCommand, type Sight } from "./pay-context.ts";
import { settlementKind } from "./record.ts";
import { jointWrites, loadPair, type Pair } from "./settlements.ts";

type Command = z.infer<typeof payCommand>;

/** Seconds for the rail; with the partner look-up's 5 and the screen's 8 they stay under the gateway's 29. */
const railSeconds = 10;

/** Carries a claimed pay call to its end from wherever it stands. */
export async function continuePay(desk: PayDesk, claim: Claim, sight: Sight): Promise<Outcome> {
  const command = payCommand.parse(claim.body.command);
  const existing = claim.v > 1 ? await loadPair(desk, command.settlementId, command.invoiceId) : undefined;
  if (existing) return collect(desk, claim, existing);
  const guarded = await guard(desk, command, sight);
  if (guarded instanceof Refusal) return refuseHeld(desk, claim, guarded);
  if (guarded.outcome !== "pass")
    return refuseHeld(desk, claim, kytDeclined(guarded), screenWrites(desk, command, sight, guarded));
  const opened = await open(desk, claim, sight, command, guarded);
  return "kind" in opened ? opened : collect(desk, opened.claim, opened.pair);
}

/** The guards in the spec's order: the partner customer, then the wallet. Nothing reaches the rail before them. */
async function guard(desk: PayDesk, command: Command, sight: Sight): Promise<ScreenRecord | Refusal> {
  const { tenant } = sight;
  const why = await whyNotPartner(desk.rail, tenant);
  if (why) return why;
  const asked = { stage: "collection" as const, round: 1 };
  const { settlementId } = command;
  const wallet = { address: tenant.destWallet, chain: tenant.destChain };
  const verdict = await screenWallet(desk, sight.flags, { settlementId, ...asked, ...wallet });
  return {
    ...asked,
    outcome: gate(verdict),
    ref: verdict.ref,
    risk: verdict.riskLevel,
    at: givenAt(verdict, desk.clock.now()),
  };
}

function kytDeclined(record: ScreenRecord): Refusal {
  return new Refusal("kyt_declined", `the destination wallet did not pass screening (${record.outcome})`, {
    extra: { screeningRef: record.ref, risk: record.risk, stage: record.stage, railTransferCreated: false },
  });
}

function screenWrites(desk: PayDesk, command: Command, sight: Sight, record: ScreenRecord): Write[] {
  const { settlementId, invoiceId } = command;
  const { id: tenantId, destWallet: address, destChain: chain } = sight.tenant;
  const next: RefusedScreen = { settlementId, tenantId, invoiceId, address, chain, record };
  const hop = { next, from: null, to: record.outcome, reason: "screen before collection" };
  return hopWrites(unborn(refusedScreenKind, next), [hop], desk).writes;
}

/** One transaction: payment, settlement, the amount set aside on the invoice, and the claim's fence. */
async function open(
  desk: PayDesk,
  claim: Claim,
  sight: Sight,
  command: Command,
  screen: ScreenRecord,
): Promise<{ claim: Claim; pair: Pair } | Outcome> {
  let invoice = sight.invoice;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const now = desk.clock.now();
    const joint = decideOpening(desk, invoice.state, sight, command, screen);
    if (joint instanceof Refusal) return refuseHeld(desk, claim, joint);
    const [born] = joint.settlement;
    if (!born) throw new Error("a settlement opens with a hop");
    const pair = { settlement: unborn(settlementKind, born.next), invoice };
    const { writes, after } = jointWrites(pair, joint, desk);
    const fenced = nextClaim(claim, {});
    const written = await desk.book.write([...writes, claimWrite(fenced)], desk.newId("req", now));
    if (written.ok) return { claim: fenced, pair: after };
    invoice = await reread(desk, claim, command);
  }
  return refuseHeld(desk, claim, versionConflict());
}

function decideOpening(
  desk: PayDesk,
  invoice: Invoice,
  sight: Sight,
  command: Command,
  screen: ScreenRecord,
) {
  const now = desk.clock.now();
  const amountCents = amountToPay(invoice, command.amountCents);
  if (amountCents instanceof Refusal) return amountCents;
  const { tenant, ownRules, defaultRules } = sight;
  return openSettlement(
    {
      ...command,
      tenant,
      partnerCustomerId: tenant.partnerCustomerId ?? "",
      invoice,
      rule: effectiveRule(ownRules, defaultRules, "settlement", now),
      screen,
      rail: desk.rail.name,
      refundable: desk.rail.capabilities.refund,
      keepsReserve: desk.rail.keepsReserve,
      conversionVendor: conversionFor(desk, sight.flags).name,
    },
    now,
  );
}

/** The invoice again, after a lost race; if the claim moved, somebody else carries on with it. */
async function reread(desk: PayDesk, claim: Claim, command: Command): Promise<Loaded<Invoice>> {
  const [claimRow, invoiceRow] = await desk.book.read([claim.key, rowKey(command.invoiceId)]);
  const invoice = loaded(invoiceKind, invoiceRow);
  if (claimRow?.v !== claim.v || !invoice) throw inProgress(1);
  return invoice;
}

/** Asks the rail to collect, under our key, and records its answer with the claim's. */
async function collect(desk: PayDesk, claim: Claim, pair: Pair): Promise<Outcome> {
  const { state } = pair.settlement;
  if (state.status !== "created") return record(desk, claim, pair, undefined);
  let said: Collection | Refused;
  try {
    said = await within(railSeconds, askToCollect(desk, state));
  } catch {
    throw await railSilent(desk, claim);
  }
  return record(desk, claim, pair, said);
}

async function record(
  desk: PayDesk,
  claim: Claim,
  first: Pair,
  said: Collection | Refused | undefined,
): Promise<Outcome> {
  let pair: Pair = first;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const now = desk.clock.now();
    const { settlement, invoice } = pair;
    const joint =
      said === undefined
        ? { settlement: [], invoice: [] }
        : "refused" in said
          ? refuseCollection(settlement.state, invoice.state, said.refused, now)
          : recordCollection(settlement.state, invoice.state, said, now);
    const { writes, after } = jointWrites(pair, joint, desk);
    const outcome: Outcome = { kind: "result", result: viewPaid(after.settlement.state) };
    const done = claimWrite(doneClaim(claim, outcome));
    const written = await desk.book.write([...writes, done], desk.newId("req", now));
    if (written.ok) return outcome;
    const [claimRow] = await desk.book.read([claim.key]);
    const current = readClaim(claimRow);
    if (current?.body.outcome) return current.body.outcome;
    if (current?.v !== claim.v) throw inProgress(1);
    pair = (await loadPair(desk, settlement.state.id, invoice.state.id)) ?? pair;
  }
  throw await raceLost(desk, claim);
}
