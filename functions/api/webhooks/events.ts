import { wrongQuery } from "../../app/tenants/tenants.ts";
import { wholeData } from "../../app/webhooks/event-data.ts";
import { getEvent, type LoggedEvent, listEvents, replayEvent } from "../../app/webhooks/events.ts";
import { eventOperations } from "../../contract/webhooks/events.ts";
import type { EventName } from "../../domain/core/event.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { linkKeys } from "../../wiring/core/links.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";
import { enqueueContext } from "../../wiring/webhooks/deliveries.ts";

function context(call: Parameters<typeof contextOf>[0]) {
  return { ...enqueueContext, ...contextOf(call) };
}

async function shown<E extends LoggedEvent>(event: E) {
  const data = await wholeData({ linkKeys }, event.event, event.data);
  return { ...event, event: event.event as EventName, data: { ...data } };
}

export const handler = serve(eventOperations, withCursors(tenantFrame), {
  listEvents: async (call) => {
    const { event, type = event, ...query } = call.query;
    if (event !== undefined && event !== type) throw wrongQuery("event", "not another one than type");
    const { data, nextCursor } = await listEvents(context(call), call.principal, { ...query, type });
    return { body: { data: await Promise.all(data.map(shown)), nextCursor } };
  },
  getEvent: async (call) => ({
    body: await shown(await getEvent(context(call), call.principal.tenantId, call.params.id)),
  }),
  replayEvent: async (call) => ({
    body: { deliveries: await replayEvent(context(call), call.principal.tenantId, call.params.id) },
  }),
});
