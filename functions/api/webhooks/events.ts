import { getEvent, type LoggedEvent, listEvents, replayEvent } from "../../app/webhooks/events.ts";
import { eventOperations } from "../../contract/webhooks/events.ts";
import type { EventName } from "../../domain/core/event.ts";
import { serve } from "../../http/route.ts";
import { deskOf } from "../../wiring/core/context.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";
import { enqueueDesk } from "../../wiring/webhooks/deliveries.ts";

function desk(call: Parameters<typeof deskOf>[0]) {
  return { ...enqueueDesk, ...deskOf(call) };
}

function shown<E extends LoggedEvent>(event: E) {
  return { ...event, event: event.event as EventName, data: { ...event.data } };
}

export const handler = serve(
  eventOperations,
  {
    listEvents: async (call) => {
      const { data, nextCursor } = await listEvents(deskOf(call), call.principal, call.query);
      return { body: { data: data.map(shown), nextCursor } };
    },
    getEvent: async (call) => ({
      body: shown(await getEvent(desk(call), call.principal.tenantId, call.params.id)),
    }),
    replayEvent: async (call) => ({
      body: { deliveries: await replayEvent(desk(call), call.principal.tenantId, call.params.id) },
    }),
  },
  tenantFrame,
);
