import { listAllSettlements, listHistory, listSettlements } from "../../app/settlement/reads.ts";
import { inspectSettlement } from "../../app/settlement/timeline.ts";
import { getTenant } from "../../app/tenants/tenants.ts";
import { adminSettlementOperations } from "../../contract/settlement/admin-settlements.ts";
import { viewPayment, viewSettlement } from "../../domain/settlement/view.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import { deliveries } from "../../wiring/webhooks/deliveries-store.ts";

export const handler = serve(adminSettlementOperations, withCursors(operatorFrame), {
  listAllSettlements: async (call) => {
    const context = contextOf(call);
    const { tenantId, ...input } = call.query;
    const owner = tenantId === undefined ? undefined : (await getTenant(context, tenantId)).state;
    const { data, nextCursor } = owner
      ? await listSettlements(context, { tenantId: owner.id, tenantCreatedAt: owner.createdAt }, input)
      : await listAllSettlements(context, input);
    return { body: { data: data.map(viewSettlement), nextCursor } };
  },
  inspectSettlement: async (call) => {
    const { state, entries, why, timeline } = await inspectSettlement(
      { ...contextOf(call), deliveries },
      call.params.id,
    );
    const payment = viewPayment(state);
    return { body: { ...viewSettlement(state), payment, why, history: [...entries], timeline: [...timeline] } };
  },
  getSettlementHistory: async (call) => ({ body: await listHistory(contextOf(call), call.params.id, call.query) }),
});
