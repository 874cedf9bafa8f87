import { embedRecords } from "../../app/core/embed-records.ts";
import { settlementJoins } from "../../app/settlement/embeddable.ts";
import { getPayment, getSettlement, listSettlements } from "../../app/settlement/reads.ts";
import { listReserves } from "../../app/settlement/reserves.ts";
import { paymentReadOperations } from "../../contract/settlement/payments.ts";
import { reserveOperations } from "../../contract/settlement/reserves.ts";
import { viewReserve } from "../../domain/settlement/reserve-view.ts";
import { viewPayment, viewSettlement } from "../../domain/settlement/view.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { viewContextOf } from "../../wiring/core/view-context.ts";
import { withLinks } from "../../wiring/frames/links.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";

export const handler = serve({ ...paymentReadOperations, ...reserveOperations }, withLinks(withCursors(tenantFrame)), {
  listReserves: async (call) => {
    const { data, nextCursor } = await listReserves(contextOf(call), call.principal, call.query);
    const embedded = await embedRecords(viewContextOf(call), settlementJoins, call, data);
    const shown = data.flatMap((state) => {
      const reserve = viewReserve(state);
      return reserve === undefined ? [] : [{ ...reserve, ...embedded(state) }];
    });
    return { body: { data: shown, nextCursor } };
  },
  listPayments: async (call) => {
    const { status: paymentStatus, ...page } = call.query;
    const { data, nextCursor } = await listSettlements(contextOf(call), call.principal, { ...page, paymentStatus });
    const embedded = await embedRecords(viewContextOf(call), settlementJoins, call, data);
    return { body: { data: data.map((state) => ({ ...viewPayment(state), ...embedded(state) })), nextCursor } };
  },
  getPayment: async (call) => {
    const state = await getPayment(contextOf(call), call.principal.tenantId, call.params.id);
    const embedded = await embedRecords(viewContextOf(call), settlementJoins, call, [state]);
    return { body: { ...viewPayment(state), ...embedded(state) } };
  },
  listSettlements: async (call) => {
    const { data, nextCursor } = await listSettlements(contextOf(call), call.principal, call.query);
    const embedded = await embedRecords(viewContextOf(call), settlementJoins, call, data);
    return { body: { data: data.map((state) => ({ ...viewSettlement(state), ...embedded(state) })), nextCursor } };
  },
  getSettlement: async (call) => {
    const { state, history } = await getSettlement(contextOf(call), call.principal.tenantId, call.params.id);
    const embedded = await embedRecords(viewContextOf(call), settlementJoins, call, [state]);
    return { body: { ...viewSettlement(state), history, ...embedded(state) } };
  },
});
