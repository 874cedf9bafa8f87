import type { StoredResponse } from "../../../../functions/app/core/idempotent-operation.ts";
import type { CreateEscrowRequest } from "../../../../functions/app/escrow/create.ts";
import type { EscrowContext } from "../../../../functions/app/escrow/escrows.ts";
import type { EscrowApp } from "./app.ts";

/** What a tenant's client asks for; everything but `create` names an escrow by its reference. */
export type EscrowCommand =
  | { readonly op: "create"; readonly input: CreateEscrowRequest["input"] }
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
  readonly command: EscrowCommand;
}

/** Makes a call of a client as the API does it. */
export async function perform(
  app: EscrowApp,
  context: EscrowContext,
  call: EscrowCall,
  milestoneId: (at: number) => string,
): Promise<StoredResponse | undefined> {
  const { tenantId, reference: name, key: idempotencyKey, command } = call;
  const operation = `${command.op}Escrow`;
  const request = { tenantId, operation, idempotencyKey, fingerprint: JSON.stringify([name, command]), name };
  switch (command.op) {
    case "create":
      return app.openEscrow(context, { ...request, input: command.input });
    case "fund": {
      const { amountCents, source, fundingRef } = command;
      return app.fundEscrow(context, { ...request, amountCents, source, fundingRef, depositTxHash: null });
    }
    case "release":
      return app.releaseEscrow(context, request);
    case "refund":
      return app.refundEscrow(context, { ...request, reason: null, refundAddress: command.refundAddress });
    case "expire":
      return app.expireByHand(context, request);
    case "approve":
    case "reject": {
      const { approverRef, op: decision } = command;
      await app.approveEscrow(context, { tenantId, name }, { approverRef, decision, note: null });
      return undefined;
    }
    case "withdraw":
      await app.takeApprovalBack(context, { tenantId, name }, command.approverRef);
      return undefined;
    case "complete":
    case "cancel": {
      const to = command.op === "complete" ? "completed" : "cancelled";
      await app.settleMilestone(context, { tenantId, name }, { milestoneId: milestoneId(command.milestone), to });
      return undefined;
    }
    case "conditions":
      await app.escrowConditions(context, tenantId, { name, live: true });
      return undefined;
    default:
      throw new Error(`no such call ${command satisfies never}`);
  }
}
