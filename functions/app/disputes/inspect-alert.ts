import { siblingId } from "../../domain/core/id.ts";
import type { Alert, AlertCandidate } from "../../domain/disputes/alert.ts";
import { disputeTimeline } from "../../domain/disputes/timeline.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import type { TimelineLine } from "../../domain/settlement/timeline.ts";
import { type Entry, loadAggregate } from "../core/aggregate.ts";
import type { Store } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { settlementRecordType } from "../settlement/record.ts";
import { deliveriesAfter } from "../settlement/timeline.ts";
import { readAlert } from "./alert-reads.ts";

/** A payment that an alert may be about, as it stands now. */
export interface SeenCandidate extends AlertCandidate {
  readonly settlement: Settlement | undefined;
}

/** An alert as operators see it: the record, its candidates and its payment as they are now, its audit trail, and everything that happened in plain words. */
export interface InspectedAlert {
  readonly state: Alert;
  readonly candidates: readonly SeenCandidate[];
  readonly bound: Settlement | undefined;
  readonly entries: readonly Entry[];
  readonly timeline: readonly TimelineLine[];
}

/** Reads an alert with its timeline: two calls, and one for each of its last events. */
export async function inspectAlert(
  context: { readonly store: Store; readonly deliveries: Store },
  id: string,
): Promise<InspectedAlert> {
  const { state, entries } = await readAlert(context, null, id);
  const named = [...state.candidates.map(({ paymentId }) => paymentId), state.paymentId];
  const paymentIds = [...new Set(named.filter((each) => each !== null))];
  const rows = await context.store.read(paymentIds.map((each) => rowKey(siblingId(each, "stl"))));
  const payments = new Map(paymentIds.map((each, at) => [each, loadAggregate(settlementRecordType, rows[at])?.state]));
  return {
    ...{ state, entries },
    candidates: state.candidates.map((each) => ({ ...each, settlement: payments.get(each.paymentId) })),
    bound: payments.get(state.paymentId ?? ""),
    timeline: disputeTimeline("alert", entries, await deliveriesAfter(context.deliveries, entries)),
  };
}
