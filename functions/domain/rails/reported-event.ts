import type { RailEvent } from "./rail-event.ts";

/** Which movement of money a rail speaks of: the payer's to us, ours to the wallet, or the payer's own back. */
export type RailLeg = "collection" | "payout" | "return";

/** What a rail says of one of its transfers, in a callback or when asked; its words already ours. */
export interface ReportedTransfer {
  /** The collection's railRef, whichever leg this is of. */
  readonly railRef: string;
  /** This transfer's own id; each leg has one where the rail holds money between. */
  readonly transferRef: string;
  /** What we gave it as reference: `settlement.invoice`, or an escrow. */
  readonly reference: string | null;
  readonly leg: RailLeg;
  /** The key of ours that a payout was made under, where the rail tells. */
  readonly payoutKey?: string;
  /** What follows for the settlement, in order; none while the transfer is on its way. */
  readonly events: readonly RailEvent[];
  /** How a return that we asked for ended. */
  readonly returned: "sent" | "failed" | null;
  /** What the payer's bank sent, in cents. */
  readonly receivedCents: number | null;
  /** What the wallet got, in stablecoin. */
  readonly paid: string | null;
  /** What a transfer out of the rail's wallet took of it, in stablecoin; absent where the rail does not tell. */
  readonly cost?: string | undefined;
  /** The rail's own word, for the record. */
  readonly state: string;
}

/** Everything that follows from what a rail said, in order: what the wallet got and what that took of the rail's go with its proof, and a payout's failure is told from a collection's. */
export function eventsOf({ events, paid, cost, leg }: ReportedTransfer): readonly RailEvent[] {
  return events.map((event): RailEvent => {
    if (event.kind === "payment_processed")
      return { ...event, ...(paid !== null && { paid }), ...(cost !== undefined && { cost }) };
    return event.kind === "failed" && leg === "payout" ? { ...event, leg } : event;
  });
}
