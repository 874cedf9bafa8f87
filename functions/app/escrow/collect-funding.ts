import * as z from "zod";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import { collectionReference, depositReference } from "../../domain/escrow/collections.ts";
import { type Escrow, type EscrowTransitions, outstandingFunding } from "../../domain/escrow/escrow.ts";
import { recordCollectionCancellation, recordFunding, refuseFunding } from "../../domain/escrow/fund.ts";
import { receiveEscrowReport } from "../../domain/escrow/rail.ts";
import type { Collection } from "../../domain/rails/deposit-instructions.ts";
import type { ReportedTransfer } from "../../domain/rails/reported-event.ts";
import type { Aggregate } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import type { Key, Write } from "../core/ports.ts";
import { within } from "../core/timeout.ts";
import type { VendorNo } from "../rails/ports.ts";
import { entryOf } from "../settlement/collect-order.ts";
import { type Rails, railSeconds } from "../settlement/vendors-of-record.ts";
import { changeEscrow, railThatHolds } from "./escrows.ts";
import { depositKey, pointsTo } from "./record.ts";

/** What the rail said about money that was asked for: as transitions on the escrow as it is then. */
export type FundingResponse = (state: Escrow, now: Instant) => EscrowTransitions;

/** Asks the rail to collect an escrow's amount into the hold, under the key that was recorded. Throws where it gives no answer. */
export async function collectFunding(context: Rails, state: Escrow): Promise<FundingResponse> {
  const { funding, partnerCustomerId } = state;
  if (funding === null || partnerCustomerId === null) throw new Error(`${state.id} asked for no money`);
  const order = {
    ...{ key: funding.key, orderedAt: funding.at, reference: collectionReference(state, funding) },
    ...{ amountCents: state.amountCents, feeCents: 0 },
    ...{ currency: state.currency, source: funding.source, stable: state.payoutStable },
    // A call that is repeated is for the same customer, whoever is the tenant's by then.
    ...{ partnerCustomerId, chain: state.payoutChain, wallet: state.payoutAddress ?? "" },
    ...entryOf(funding, funding.iat),
  };
  return reportOf(await within(railSeconds, railThatHolds(context, state).collect(order)));
}

/** Asks the rail for a deposit that came without our asking. Refuses one that it does not know for sure. */
export async function findFunding(
  context: Rails,
  state: Escrow,
  named: DepositRef & { readonly partnerCustomerId: string | null },
): Promise<FundingResponse | Refusal> {
  const { fundingRef, depositTxHash } = named;
  const partnerCustomerId = state.partnerCustomerId ?? named.partnerCustomerId ?? "";
  const input = {
    ...{ reference: depositReference(state, named), amountCents: state.amountCents, partnerCustomerId },
    ...{ fundingRef, depositTxHash, chain: state.payoutChain, stable: state.payoutStable },
  };
  const report = await within(railSeconds, railThatHolds(context, state).findDeposit(input));
  if (!("refused" in report)) return reportOf(report);
  const path = fundingRef === null ? "depositTxHash" : "fundingRef";
  const message = report.refused.reason;
  return new Refusal("validation_error", `${path}: ${message}`, { fields: [{ path, message }] });
}

function reportOf(report: Collection | VendorNo): FundingResponse {
  return "refused" in report
    ? (state, now) => refuseFunding(state, report.refused, now)
    : (state, now) => recordFunding(state, report, now);
}

const nothing: FundingResponse = () => [];

/** Gives up money that was asked for and has not come, before an escrow ends without it: the rail has the last word on whether it still waits. Throws where it gives no answer. */
export async function giveUpFunding(context: Rails, state: Escrow): Promise<FundingResponse> {
  const funding = outstandingFunding(state);
  if (!funding) return nothing;
  const { railRef } = funding;
  // Its answer was lost: by the same key it says what the collection is called.
  if (railRef === null) return collectFunding(context, state);
  const rail = railThatHolds(context, state);
  if (await within(railSeconds, rail.cancelCollection(railRef))) return recordCollectionCancellation;
  const report = await within(railSeconds, rail.lookUp(railRef));
  // Its answer to an earlier wish to give it up was lost, or it failed by itself: either way it waits no more.
  if (report && isOver(report)) return recordCollectionCancellation;
  const heard = heardOf(railRef, report);
  return (current, now) => {
    const transitions = heard(current, now);
    const after = transitions.at(-1)?.next ?? current;
    // What came and is counted is all of a deposit that waits no more; should more come, it is applied to nothing.
    return after.receivedCents > 0 ? [...transitions, ...recordCollectionCancellation(after, now)] : transitions;
  };
}

/** What a look at a collection says, as if it had been called back; nothing where the rail knows none of that name. */
function heardOf(railRef: string, report: ReportedTransfer | null): FundingResponse {
  if (report === null) return nothing;
  const { events, leg } = report;
  return (current, now) => receiveEscrowReport(current, { railRef, events, leg }, now);
}

function isOver({ events, receivedCents }: ReportedTransfer): boolean {
  return !receivedCents && events.some(({ kind }) => kind === "failed");
}

/** Asks the rail what became of money that was asked for, because it has been silent. */
export async function askAboutFunding(context: Rails, state: Escrow): Promise<FundingResponse> {
  const funding = outstandingFunding(state);
  if (!funding) return nothing;
  const { railRef } = funding;
  if (railRef === null) return collectFunding(context, state);
  return heardOf(railRef, await within(railSeconds, railThatHolds(context, state).lookUp(railRef)));
}

/** The escrow with what its deposit became, in stablecoin: its rail is asked where it has not told that yet. Throws where it gives no answer. */
export async function withBought(context: Context & Rails, found: Aggregate<Escrow>): Promise<Aggregate<Escrow>> {
  const { funding, heldCents, intent } = found.state;
  if (heldCents === 0 || intent !== null || funding?.railRef == null || funding.bought !== null) return found;
  const { railRef } = funding;
  const report = await within(railSeconds, railThatHolds(context, found.state).lookUp(railRef));
  const events = (told: ReportedTransfer) => told.events.filter(({ kind }) => kind === "funds_received");
  const heard = heardOf(railRef, report && { ...report, events: events(report) });
  return changeEscrow(context, found, (state) => heard(state, context.clock.now()));
}

/** What names a deposit: the payer's reference, its hash on chain, or both. */
export interface DepositRef {
  readonly fundingRef: string | null;
  readonly depositTxHash: string | null;
}

function keysOf({ adapter, tenantId }: Escrow, { fundingRef, depositTxHash }: DepositRef): Key[] {
  // The mock believes what it is told, so one tenant's name for a deposit must not tell another anything.
  const rail = adapter === "mock" ? `${adapter}#${tenantId}` : adapter;
  return [
    ...(fundingRef === null ? [] : [depositKey(rail, "ref", fundingRef)]),
    ...(depositTxHash === null ? [] : [depositKey(rail, "hash", depositTxHash)]),
  ];
}

/** The escrow that was funded by a deposit of this name, if one was. */
export async function isTakenBy(context: StoreContext, state: Escrow, named: DepositRef): Promise<string | undefined> {
  const rows = await context.store.read(keysOf(state, named));
  const ids = rows.flatMap((row) => (row ? [z.object({ escrowId: z.string() }).parse(row.body).escrowId] : []));
  return ids.find((id) => id !== state.id) ?? ids[0];
}

export function depositWrites(state: Escrow, named: DepositRef): Write[] {
  return keysOf(state, named).map((key) => pointsTo(key, "deposit", state.id));
}
