import { getPayment, getSettlement, listSettlements } from "../../app/settlement/reads.ts";
import { listReserves } from "../../app/settlement/reserves.ts";
import { paymentReadOperations } from "../../contract/settlement/payments.ts";
import { reserveOperations } from "../../contract/settlement/reserves.ts";
import { viewReserve } from "../../domain/settlement/reserve-view.ts";
import { viewPayment, viewSettlement } from "../../domain/settlement/view.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";

export const handler = serve({ ...paymentReadOperations, ...reserveOperations }, withCursors(tenantFrame), {
  listReserves: async (call) => {
    const { data, nextCursor } = await listReserves(contextOf(call), call.principal, call.query);
    return { body: { data: data.flatMap((state) => viewReserve(state) ?? []), nextCursor } };
  },
  listPayments: async (call) => {
    const { status: paymentStatus, ...page } = call.query;
    const { data, nextCursor } = await listSettlements(contextOf(call), call.principal, { ...page, paymentStatus });
    return { body: { data: data.map(viewPayment), nextCursor } };
  },
  getPayment: async (call) => ({
    body: viewPayment(await getPayment(contextOf(call), call.principal.tenantId, call.params.id)),
  }),
  listSettlements: async (call) => {
    const { data, nextCursor } = await listSettlements(contextOf(call), call.principal, call.query);
    return { body: { data: data.map(viewSettlement), nextCursor } };
  },
  getSettlement: async (call) => {
    const { state, history } = await getSettlement(contextOf(call), call.principal.tenantId, call.params.id);
    return { body: { ...viewSettlement(state), history } };
  },
});
