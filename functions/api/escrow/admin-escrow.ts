import { embedForOperator } from "../../app/core/embed-records.ts";
import { conditionsNow } from "../../app/escrow/conditions.ts";
import { operatorEscrowJoins, viewHeldEscrow } from "../../app/escrow/embeddable.ts";
import { inspectEscrow, listAllEscrows } from "../../app/escrow/operator-reads.ts";
import { transitionOf } from "../../app/settlement/reads.ts";
import { adminEscrowOperations } from "../../contract/escrow/admin-escrow.ts";
import type { Escrow } from "../../domain/escrow/escrow.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { settings } from "../../wiring/core/env.ts";
import { viewContextOf } from "../../wiring/core/view-context.ts";
import { withLinks } from "../../wiring/frames/links.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import { deliveries } from "../../wiring/webhooks/deliveries-store.ts";

const viewed = (state: Escrow) => viewHeldEscrow(state, settings.ONBOARD_URL);
const ownerOf = ({ tenantId }: Escrow) => tenantId;

export const handler = serve(adminEscrowOperations, withLinks(withCursors(operatorFrame)), {
  listAllEscrows: async (call) => {
    const { data, nextCursor } = await listAllEscrows(contextOf(call), call.query);
    const embedded = await embedForOperator(viewContextOf(call), operatorEscrowJoins, call, data, ownerOf);
    return { body: { data: data.map((state) => ({ ...viewed(state), ...embedded(state) })), nextCursor } };
  },
  inspectEscrow: async (call) => {
    const context = { ...contextOf(call), deliveries };
    const { state, entries, timeline } = await inspectEscrow(context, call.params.id);
    const { releasable, unmet } = await conditionsNow(context, state);
    const conditions = { releasable, unmet: [...unmet] };
    const history = entries.map(transitionOf);
    const embedded = await embedForOperator(viewContextOf(call), operatorEscrowJoins, call, [state], ownerOf);
    return { body: { ...viewed(state), ...embedded(state), conditions, history, timeline: [...timeline] } };
  },
});
