import { openEscrow } from "../../app/escrow/create.ts";
import { expireByHand } from "../../app/escrow/expire.ts";
import { fundEscrow } from "../../app/escrow/fund.ts";
import { listEscrows } from "../../app/escrow/reads.ts";
import { refundEscrow } from "../../app/escrow/refund.ts";
import { releaseEscrow } from "../../app/escrow/release.ts";
import { escrowMoneyOperations } from "../../contract/escrow/escrow.ts";
import { viewEscrow } from "../../domain/escrow/view.ts";
import { serve } from "../../http/route.ts";
import { deskOf } from "../../wiring/core/context.ts";
import { settings } from "../../wiring/core/env.ts";
import { escrowDesk } from "../../wiring/escrow/escrow.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";
import { keyedRequest } from "../core/idempotency-key.ts";
import { fundAsked, newEscrowAsked, refundAsked } from "./escrow-query.ts";

export const handler = serve(
  escrowMoneyOperations,
  {
    listEscrows: async (call) => {
      const { data, nextCursor } = await listEscrows(deskOf(call), call.principal, call.query);
      return { body: { data: data.map((state) => viewEscrow(state, settings.ONBOARD_URL)), nextCursor } };
    },
    createEscrow: async (call) => {
      const request = { ...keyedRequest(call), asked: newEscrowAsked(call.body) };
      return openEscrow(escrowDesk(call), request);
    },
    fundEscrow: async (call) => {
      const desk = escrowDesk(call);
      const request = {
        ...keyedRequest(call),
        name: call.params.id,
        ...fundAsked(call.body, desk.rail.name),
      };
      return fundEscrow(desk, request);
    },
    releaseEscrow: async (call) => {
      const request = { ...keyedRequest(call), name: call.params.id };
      return releaseEscrow(escrowDesk(call), request);
    },
    refundEscrow: async (call) => {
      const request = { ...keyedRequest(call), name: call.params.id, ...refundAsked(call.body) };
      return refundEscrow(escrowDesk(call), request);
    },
    expireEscrow: async (call) => {
      const request = { ...keyedRequest(call), name: call.params.id };
      return expireByHand(escrowDesk(call), request);
    },
  },
  tenantFrame,
);
