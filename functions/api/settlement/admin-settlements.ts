import { listAllSettlements } from "../../app/settlement/all-settlements.ts";
import { listHistory, listSettlements } from "../../app/settlement/reads.ts";
import { inspectSettlement } from "../../app/settlement/timeline.ts";
import { getTenant } from "../../app/tenants/tenants.ts";
import { adminSettlementOperations } from "../../contract/settlement/admin-settlements.ts";
import { viewPayment, viewSettlement } from "../../domain/settlement/view.ts";
import { serve } from "../../http/route.ts";
import { deskOf } from "../../wiring/core/context.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import { deliveries } from "../../wiring/webhooks/deliveries-store.ts";

export const handler = serve(
  adminSettlementOperations,
  {
    listAllSettlements: async (call) => {
      const desk = deskOf(call);
      const { tenantId, ...asked } = call.query;
      const owner = tenantId === undefined ? undefined : (await getTenant(desk, tenantId)).state;
      const { data, nextCursor } = owner
        ? await listSettlements(desk, { tenantId: owner.id, tenantCreatedAt: owner.createdAt }, asked)
        : await listAllSettlements(desk, asked);
      return { body: { data: data.map(viewSettlement), nextCursor } };
    },
    inspectSettlement: async (call) => {
      const { state, entries, why, timeline } = await inspectSettlement(
        { ...deskOf(call), deliveries },
        call.params.id,
      );
      const payment = viewPayment(state);
      return {
        body: { ...viewSettlement(state), payment, why, history: [...entries], timeline: [...timeline] },
      };
    },
    getSettlementHistory: async (call) => ({
      body: await listHistory(deskOf(call), call.params.id, call.query),
    }),
  },
  operatorFrame,
);
