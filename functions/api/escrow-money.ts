import { openEscrow } from "../app/create-escrow.ts";
import { listEscrows } from "../app/escrow-reads.ts";
import { expireByHand } from "../app/expire-escrow.ts";
import { fundEscrow } from "../app/fund-escrow.ts";
import { refundEscrow } from "../app/refund-escrow.ts";
import { releaseEscrow } from "../app/release-escrow.ts";
import { escrowView, viewEscrow } from "../domain/escrow-view.ts";
import { serve } from "../http/route.ts";
import { toldAnswer } from "../http/told.ts";
import { deskOf } from "../wiring/base.ts";
import { settings } from "../wiring/env.ts";
import { escrowDesk } from "../wiring/escrow.ts";
import { tenantFrame } from "../wiring/tenant-frame.ts";
import { escrowMoneyOperations } from "./escrow.contract.ts";
import { fundAsked, newEscrowAsked, refundAsked } from "./escrow-asked.ts";
import { keyedRequest } from "./keyed-request.ts";

export const handler = serve(
  escrowMoneyOperations,
  {
    listEscrows: async (call) => {
      const { data, nextCursor } = await listEscrows(deskOf(call), call.principal, call.query);
      return { body: { data: data.map((state) => viewEscrow(state, settings.ONBOARD_URL)), nextCursor } };
    },
    createEscrow: async (call) => {
      const request = { ...keyedRequest(call), asked: newEscrowAsked(call.body) };
      return toldAnswer(escrowView, await openEscrow(escrowDesk(call), request));
    },
    fundEscrow: async (call) => {
      const desk = escrowDesk(call);
      const request = {
        ...keyedRequest(call),
        name: call.params.id,
        ...fundAsked(call.body, desk.rail.name),
      };
      return toldAnswer(escrowView, await fundEscrow(desk, request));
    },
    releaseEscrow: async (call) => {
      const request = { ...keyedRequest(call), name: call.params.id };
      return toldAnswer(escrowView, await releaseEscrow(escrowDesk(call), request));
    },
    refundEscrow: async (call) => {
      const request = { ...keyedRequest(call), name: call.params.id, ...refundAsked(call.body) };
      return toldAnswer(escrowView, await refundEscrow(escrowDesk(call), request));
    },
    expireEscrow: async (call) => {
      const request = { ...keyedRequest(call), name: call.params.id };
      return toldAnswer(escrowView, await expireByHand(escrowDesk(call), request));
    },
  },
  tenantFrame,
);
