import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { Escrow, EscrowHops } from "../../domain/escrow/escrow.ts";
import { recordFunding, refuseFunding } from "../../domain/escrow/fund.ts";
import { outstandingFunding, recordCollectionCancelled } from "../../domain/escrow/outstanding.ts";
import { escrowHears } from "../../domain/escrow/rail.ts";
import type { Collection } from "../../domain/rails/collection.ts";
import type { RailSaid } from "../../domain/rails/reported-event.ts";
import { loaded } from "../core/aggregate.ts";
import { rowKey } from "../core/rows.ts";
import { within } from "../core/timeout.ts";
import type { Refused } from "../rails/ports.ts";
import { tenantKind } from "../tenants/records.ts";
import type { DepositNamed } from "./deposits.ts";
import { type EscrowDesk, railSeconds, railThatHolds } from "./escrows.ts";

/** What the rail said about money that was asked for: as hops on the escrow as it is then. */
export type FundingSaid = (state: Escrow, now: Instant) => EscrowHops;

/** Asks the rail to collect an escrow's amount into the hold, under the key that was recorded. Throws where it gives no answer. */
export async function collectFunding(desk: EscrowDesk, state: Escrow): Promise<FundingSaid> {
  const { funding } = state;
  if (!funding) throw new Error(`${state.id} asked for no money`);
  const [row] = await desk.book.read([rowKey(state.tenantId)]);
  const order = {
    ...{ key: funding.key, reference: state.id, amountCents: state.amountCents, feeCents: 0 },
    ...{ currency: state.currency, source: funding.source, stable: state.payoutStable },
    partnerCustomerId: loaded(tenantKind, row)?.state.partnerCustomerId ?? "",
    ...{ chain: state.payoutChain, wallet: state.payoutAddress ?? "" },
  };
  return saidOf(await within(railSeconds, railThatHolds(desk, state).collect(order)));
}

/** Asks the rail for a deposit that came without our asking. Refuses one that it does not know for sure. */
export async function findFunding(
  desk: EscrowDesk,
  state: Escrow,
  named: DepositNamed,
): Promise<FundingSaid | Refusal> {
  const [row] = await desk.book.read([rowKey(state.tenantId)]);
  const partnerCustomerId = loaded(tenantKind, row)?.state.partnerCustomerId ?? "";
  const { fundingRef, depositTxHash } = named;
  const asked = {
    ...{ reference: state.id, amountCents: state.amountCents, partnerCustomerId },
    ...{ fundingRef, depositTxHash, chain: state.payoutChain, stable: state.payoutStable },
  };
  const said = await within(railSeconds, railThatHolds(desk, state).findDeposit(asked));
  if (!("refused" in said)) return saidOf(said);
  const path = fundingRef === null ? "depositTxHash" : "fundingRef";
  const message = said.refused.reason;
  return new Refusal("validation_error", `${path}: ${message}`, { fields: [{ path, message }] });
}

/** What follows from a rail's answer to the wish to collect. */
function saidOf(said: Collection | Refused): FundingSaid {
  return "refused" in said
    ? (state, now) => refuseFunding(state, said.refused, now)
    : (state, now) => recordFunding(state, said, now);
}

const nothing: FundingSaid = () => [];

/** Gives up money that was asked for and has not come, before an escrow ends without it: the rail has the last word on whether it still waits. Throws where it gives no answer. */
export async function giveUpFunding(desk: EscrowDesk, state: Escrow): Promise<FundingSaid> {
  const funding = outstandingFunding(state);
  if (!funding) return nothing;
  // Its answer was lost: by the same key it says what the collection is called.
  if (funding.railRef === null) return collectFunding(desk, state);
  const rail = railThatHolds(desk, state);
  if (await within(railSeconds, rail.cancelCollection(funding.railRef))) return recordCollectionCancelled;
  const said = await within(railSeconds, rail.lookUp(funding.railRef));
  // Its answer to an earlier wish to give it up was lost, or it failed by itself: either way it waits no more.
  if (said && isOver(said)) return recordCollectionCancelled;
  return (current, now) => {
    const hops = said ? escrowHears(current, { events: said.events, leg: said.leg }, now) : [];
    const after = hops.at(-1)?.next ?? current;
    // What came and is counted is all of a deposit that waits no more; should more come, it is applied to nothing.
    return after.receivedCents > 0 ? [...hops, ...recordCollectionCancelled(after, now)] : hops;
  };
}

/** Whether a collection ended without any money. */
function isOver({ events, receivedCents }: RailSaid): boolean {
  return !receivedCents && events.some(({ kind }) => kind === "failed");
}

/** Asks the rail what became of money that was asked for, because it has been silent. */
export async function askAboutFunding(desk: EscrowDesk, state: Escrow): Promise<FundingSaid> {
  const funding = outstandingFunding(state);
  if (!funding) return nothing;
  if (funding.railRef === null) return collectFunding(desk, state);
  const said = await within(railSeconds, railThatHolds(desk, state).lookUp(funding.railRef));
  if (!said) return nothing;
  return (current, now) => escrowHears(current, { events: said.events, leg: said.leg }, now);
}
