import { recordKeys } from "../../domain/addresses/address-keys.ts";
import { maskedAddress } from "../../domain/core/mail.ts";
import { type Escrow, type EscrowTransitions, escrow } from "../../domain/escrow/escrow.ts";
import { escrowCounts } from "../../domain/escrow/overview.ts";
import { nextEscrowLook } from "../../domain/escrow/retry-schedule.ts";
import { escrowReviewReason } from "../../domain/escrow/review.ts";
import { viewEscrowObject } from "../../domain/escrow/view.ts";
import { escrowPosition } from "../../domain/escrow/wallet.ts";
import { type Aggregate, type RecordType, transitionWrites } from "../core/aggregate.ts";
import { secretDigest } from "../core/api-key.ts";
import type { AuditContext } from "../core/context.ts";
import { nextLookIndex } from "../core/due-index.ts";
import type { Key, Write } from "../core/ports.ts";
import { allPlace, listedBy, rowKey } from "../core/row-keys.ts";
import { reviewPlace } from "../review/queued-keys.ts";

export const escrowRecordType: RecordType<Escrow> = {
  type: "escrow",
  schema: escrow,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId,
  index: (state) => {
    const look = nextEscrowLook(state);
    const seen = escrowReviewReason(state);
    const railRef = state.funding?.railRef ?? null;
    const index = listedBy("escrow", state);
    if (railRef !== null) index.ref = [`${state.adapter}#${railRef}`, state.id];
    if (look !== undefined) index.due = nextLookIndex(rowKey(state.id), look);
    if (seen) index.review = reviewPlace(seen.kind, seen.since, state.id);
    return index;
  },
  pointers: (state) => {
    const { id, reference, createdAt, invoiceId, payoutAddress, refundAddress, funding, fundingRef } = state;
    const { depositTxHash, releaseTxHash, refundTxHash, sendBack } = state;
    const list = allPlace("escrow", { id, createdAt });
    const addresses = [payoutAddress, refundAddress].flatMap((value) => (value ? recordKeys(value) : []));
    const refs = [funding?.railRef, fundingRef, sendBack?.transferRef];
    const values = [invoiceId, ...addresses, ...refs, depositTxHash, releaseTxHash, refundTxHash];
    return [...values.flatMap((value) => (value ? [{ value }] : [])), { value: reference, index: { list } }];
  },
  // The link lets in whoever has it; an account number to pay into and a machine's token are nobody's to read in a trail.
  shown: ({ statusToken: _, waiting: __, instructions: ___, approvers, ...state }) => ({
    ...state,
    approvers: approvers.map((each) => ({ ...each, email: maskedAddress(each.email) })),
  }),
  eventObject: (_, state) => viewEscrowObject(state),
  shows: escrowCounts,
  wallet: escrowPosition,
};

/** What a run of transitions writes. Each event has an entry of its own, so that every one is found by its name and id. */
export function escrowWrites(
  from: Aggregate<Escrow>,
  transitions: EscrowTransitions,
  context: AuditContext,
): { writes: Write[]; after: Aggregate<Escrow> } {
  return transitionWrites(from, transitions.flatMap(oneEventEach), context);
}

function oneEventEach(transition: EscrowTransitions[number]): EscrowTransitions {
  const { next, to, events = [] } = transition;
  const after = events.slice(1).map((event) => ({ next, from: to, to, reason: event.name, events: [event] }));
  return [{ ...transition, events: events.slice(0, 1) }, ...after];
}

/** The row that makes a reference a tenant's only one, and finds its escrow. */
export function referenceKey(tenantId: string, reference: string): Key {
  return rowKey(`escrow_ref#${tenantId}#${reference}`);
}

/** What finds an escrow of an earlier release by its status page's token, of which the digest alone was kept. */
export function earlierStatusKey(token: string): Key {
  return rowKey(`status#${secretDigest(token)}`);
}

export function depositKey(adapter: string, kind: "ref" | "hash", value: string): Key {
  return rowKey(`deposit#${adapter}#${kind}#${kind === "hash" ? value.toLowerCase() : value}`);
}

export function pointsTo(key: Key, type: string, escrowId: string): Write {
  return { put: { ...key, v: 1, type, body: { escrowId } }, expect: "absent" };
}
