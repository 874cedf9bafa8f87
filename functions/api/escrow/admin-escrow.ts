import { conditionsNow } from "../../app/escrow/conditions.ts";
import { inspectEscrow, listAllEscrows } from "../../app/escrow/operator-reads.ts";
import { transitionOf } from "../../app/settlement/reads.ts";
import { adminEscrowOperations } from "../../contract/escrow/admin-escrow.ts";
import type { Escrow } from "../../domain/escrow/escrow.ts";
import { viewEscrow } from "../../domain/escrow/view.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { settings } from "../../wiring/core/env.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import { deliveries } from "../../wiring/webhooks/deliveries-store.ts";

function viewed(state: Escrow) {
  const { adapter, heldCents } = state;
  return { ...viewEscrow(state, settings.ONBOARD_URL), adapter, heldCents };
}

export const handler = serve(adminEscrowOperations, withCursors(operatorFrame), {
  listAllEscrows: async (call) => {
    const { data, nextCursor } = await listAllEscrows(contextOf(call), call.query);
    return { body: { data: data.map(viewed), nextCursor } };
  },
  inspectEscrow: async (call) => {
    const context = { ...contextOf(call), deliveries };
    const { state, entries, timeline } = await inspectEscrow(context, call.params.id);
    const { releasable, unmet } = await conditionsNow(context, state);
    const conditions = { releasable, unmet: [...unmet] };
    const history = entries.map(transitionOf);
    return { body: { ...viewed(state), conditions, history, timeline: [...timeline] } };
  },
});
