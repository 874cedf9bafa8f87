import * as z from "zod";
import { cents, positiveCents } from "../core/money.ts";
import type { Transition } from "../core/transition.ts";
import { evidenceTypes } from "./evidence-type.ts";

/** An escrow whose deposit is in dispute, as far as disputes must know it: escrows come after them and say what it is. */
export const disputedEscrow = z.object({
  escrowId: z.string(),
  tenantId: z.string(),
  amountCents: positiveCents,
  currency: z.string(),
  /** What its buyer has had back already. */
  refundedCents: cents,
  /** What the service can say of its deposit, as evidence. */
  known: z.array(z.object({ type: z.enum(evidenceTypes), text: z.string() })),
  /** The cases about it that are open: it is neither released nor refunded meanwhile. */
  disputes: z.array(z.string()),
});

export type DisputedEscrow = z.infer<typeof disputedEscrow>;

/** What an escrow is to a dispute. */
export type EscrowFacts = Omit<DisputedEscrow, "disputes">;

/** Whether a case about it is open. */
export function isEscrowDisputed({ disputes }: Pick<DisputedEscrow, "disputes">): boolean {
  return disputes.length > 0;
}

/** Says that a case about an escrow's deposit is open. The case has the trail of it; an escrow's is of its money. */
export function disputeEscrow(state: DisputedEscrow, caseId: string): Transition<DisputedEscrow>[] {
  if (state.disputes.includes(caseId)) return [];
  return [marked({ ...state, disputes: [...state.disputes, caseId] }, `disputed by ${caseId}`)];
}

/** Takes a case that has ended off its escrow. Nothing where it is not there. */
export function undisputeEscrow(state: DisputedEscrow, caseId: string): Transition<DisputedEscrow>[] {
  if (!state.disputes.includes(caseId)) return [];
  const disputes = state.disputes.filter((each) => each !== caseId);
  return [marked({ ...state, disputes }, `its dispute ${caseId} has ended`)];
}

/** Keeps what an escrow is to a dispute that may still be opened. */
export function noteEscrow(state: DisputedEscrow): Transition<DisputedEscrow>[] {
  return [marked(state, "its deposit is the matter of an alert")];
}

function marked(next: DisputedEscrow, reason: string): Transition<DisputedEscrow> {
  return { next, from: "known", to: "known", reason, quiet: true };
}
