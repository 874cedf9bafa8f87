import { isEscrowDisputed } from "../../domain/disputes/disputed-escrow.ts";
import type { ReleaseFacts } from "../../domain/escrow/conditions.ts";
import type { StoreContext } from "../core/context.ts";
import type { Write } from "../core/ports.ts";
import { disputesCheck, findDisputedEscrow } from "../disputes/disputed-escrow.ts";

/** What a release depends on beside the record, and the write that holds whoever goes by it against a dispute that is opened meanwhile. */
export interface ReadFacts extends ReleaseFacts {
  readonly check: Write;
}

export async function releaseFacts(context: StoreContext, escrowId: string): Promise<ReadFacts> {
  const found = await findDisputedEscrow(context, escrowId);
  return { disputeOpen: found !== undefined && isEscrowDisputed(found.state), check: disputesCheck(escrowId, found) };
}
