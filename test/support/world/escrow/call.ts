import type { StoredResponse } from "../../../../functions/app/core/idempotent-operation.ts";
import type { CreateEscrowRequest } from "../../../../functions/app/escrow/create.ts";
import type { EscrowDesk } from "../../../../functions/app/escrow/escrows.ts";
import type { EscrowApp } from "./app.ts";

/** What a tenant's client asks for; everything but `create` names an escrow by its reference. */
export type EscrowWords =
  | { readonly op: "create"; readonly asked: CreateEscrowRequest["asked"] }
  | {
      readonly op: "fund";
      readonly amountCents: number;
      readonly source: "ach" | "ach_push" | null;
      readonly fundingRef: string | null;
    }
  | { readonly op: "release" | "expire" }
  | { readonly op: "refund"; readonly refundAddress: string | null }
  | { readonly op: "approve" | "reject" | "withdraw"; readonly approverRef: string }
  | { readonly op: "complete" | "cancel"; readonly milestone: number }
  | { readonly op: "conditions" };

/** One call of a client; its key is of no use to calls that are safe without. */
export interface EscrowCall {
  readonly tenantId: string;
  readonly reference: string;
  readonly key: string;
  readonly words: EscrowWords;
}

/** Makes a call of a client as the API does it. */
export async function perform(
  app: EscrowApp,
  desk: EscrowDesk,
  call: EscrowCall,
  milestoneId: (at: number) => string,
): Promise<StoredResponse | undefined> {
  const { tenantId, reference: name, key: idempotencyKey, words } = call;
  const operation = `${words.op}Escrow`;
  const request = { tenantId, operation, idempotencyKey, fingerprint: JSON.stringify([name, words]), name };
  switch (words.op) {
    case "create":
      return app.openEscrow(desk, { ...request, asked: words.asked });
    case "fund": {
      const { amountCents, source, fundingRef } = words;
      return app.fundEscrow(desk, { ...request, amountCents, source, fundingRef, depositTxHash: null });
    }
    case "release":
      return app.releaseEscrow(desk, request);
    case "refund":
      return app.refundEscrow(desk, { ...request, reason: null, refundAddress: words.refundAddress });
    case "expire":
      return app.expireByHand(desk, request);
    case "approve":
    case "reject": {
      const { approverRef, op: decision } = words;
      await app.approveEscrow(desk, { tenantId, name }, { approverRef, decision, note: null });
      return undefined;
    }
    case "withdraw":
      await app.takeApprovalBack(desk, { tenantId, name }, words.approverRef);
      return undefined;
    case "complete":
    case "cancel": {
      const to = words.op === "complete" ? "completed" : "cancelled";
      await app.settleMilestone(desk, { tenantId, name }, { milestoneId: milestoneId(words.milestone), to });
      return undefined;
    }
    case "conditions":
      await app.escrowConditions(desk, tenantId, { name, live: true });
      return undefined;
    default:
      throw new Error(`no such call ${words satisfies never}`);
  }
}
