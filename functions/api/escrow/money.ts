import { embedRecords } from "../../app/core/embed-records.ts";
import { openEscrow } from "../../app/escrow/create.ts";
import { escrowJoins } from "../../app/escrow/embeddable.ts";
import { expireByHand } from "../../app/escrow/expire.ts";
import { fundEscrow } from "../../app/escrow/fund-escrow.ts";
import { listEscrows } from "../../app/escrow/reads.ts";
import { refundEscrow } from "../../app/escrow/refund.ts";
import { releaseEscrow } from "../../app/escrow/release.ts";
import { escrowMoneyOperations } from "../../contract/escrow/escrow.ts";
import { viewEscrow } from "../../domain/escrow/view.ts";
import { idempotentRequest } from "../../http/idempotent-request.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { settings } from "../../wiring/core/env.ts";
import { viewContextOf } from "../../wiring/core/view-context.ts";
import { escrowContext, escrowFrame } from "../../wiring/escrow/escrow.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { fundInput, newEscrowInput, refundInput } from "./escrow-query.ts";

export const handler = serve(escrowMoneyOperations, withCursors(escrowFrame), {
  listEscrows: async (call) => {
    const { data, nextCursor } = await listEscrows(contextOf(call), call.principal, call.query);
    const embedded = await embedRecords(viewContextOf(call), escrowJoins, call, data);
    const shown = data.map((state) => ({ ...viewEscrow(state, settings.ONBOARD_URL), ...embedded(state) }));
    return { body: { data: shown, nextCursor } };
  },
  createEscrow: async (call) => {
    const request = { ...idempotentRequest(call), input: newEscrowInput(call.body) };
    return openEscrow(escrowContext(call), request);
  },
  fundEscrow: async (call) => {
    const context = escrowContext(call);
    const request = { ...idempotentRequest(call), name: call.params.id, ...fundInput(call.body, context.rail.name) };
    return fundEscrow(context, request);
  },
  releaseEscrow: async (call) => {
    const request = { ...idempotentRequest(call), name: call.params.id };
    return releaseEscrow(escrowContext(call), request);
  },
  refundEscrow: async (call) => {
    const request = { ...idempotentRequest(call), name: call.params.id, ...refundInput(call.body) };
    return refundEscrow(escrowContext(call), request);
  },
  expireEscrow: async (call) => {
    const request = { ...idempotentRequest(call), name: call.params.id };
    return expireByHand(escrowContext(call), request);
  },
});
