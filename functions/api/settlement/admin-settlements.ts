import { embedForOperator } from "../../app/core/embed-records.ts";
import { operatorSettlementJoins } from "../../app/settlement/embeddable.ts";
import { listAllSettlements, listHistory, listSettlements } from "../../app/settlement/reads.ts";
import { inspectSettlement } from "../../app/settlement/timeline.ts";
import { getTenant } from "../../app/tenants/tenants.ts";
import { adminSettlementOperations } from "../../contract/settlement/admin-settlements.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { viewPayment, viewSettlement } from "../../domain/settlement/view.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { viewContextOf } from "../../wiring/core/view-context.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import { deliveries } from "../../wiring/webhooks/deliveries-store.ts";

const ownerOf = ({ tenantId }: Settlement) => tenantId;

export const handler = serve(adminSettlementOperations, withCursors(operatorFrame), {
  listAllSettlements: async (call) => {
    const context = contextOf(call);
    const { tenantId, ...input } = call.query;
    const owner = tenantId === undefined ? undefined : (await getTenant(context, tenantId)).state;
    const { data, nextCursor } = owner
      ? await listSettlements(context, { tenantId: owner.id, tenantCreatedAt: owner.createdAt }, input)
      : await listAllSettlements(context, input);
    const embedded = await embedForOperator(viewContextOf(call), operatorSettlementJoins, call, data, ownerOf);
    return { body: { data: data.map((state) => ({ ...viewSettlement(state), ...embedded(state) })), nextCursor } };
  },
  inspectSettlement: async (call) => {
    const { state, entries, why, timeline } = await inspectSettlement(
      { ...contextOf(call), deliveries },
      call.params.id,
    );
    const payment = viewPayment(state);
    const embedded = await embedForOperator(viewContextOf(call), operatorSettlementJoins, call, [state], ownerOf);
    const told = { why, history: [...entries], timeline: [...timeline] };
    return { body: { ...viewSettlement(state), ...embedded(state), payment, ...told } };
  },
  getSettlementHistory: async (call) => ({ body: await listHistory(contextOf(call), call.params.id, call.query) }),
});
