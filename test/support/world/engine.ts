import type { Workflows } from "../../../functions/app/settlement/ports.ts";
import type { DeliveryOrder, DeliveryQueue } from "../../../functions/app/webhooks/ports.ts";
import type { Machines } from "./machines.ts";
import type { Op, Scheduler } from "./scheduler.ts";

const queueOp: Op = { name: "queue.send", kind: "queue" };
const startOp: Op = { name: "workflows.start", kind: "queue" };
const answerOp: Op = { name: "workflows.answer", kind: "queue" };
const failOp: Op = { name: "workflows.fail", kind: "queue" };

/** The state machines as processes of a world call them. */
export function workflowsOn(scheduler: Scheduler, machines: Machines): Workflows {
  return {
    startSettlement: ({ settlementId, tenantId, presentation }) =>
      scheduler.step(startOp, () =>
        machines.start(`${settlementId}-${presentation}`, { settlementId, tenantId }),
      ),
    // No world holds value yet: an escrow's machine has nothing to do there.
    startEscrowPayout: async () => undefined,
    answer: (token) => scheduler.step(answerOp, () => machines.answer(token)),
    fail: (token, error, cause) => scheduler.step(failOp, () => machines.fail(token, error, cause)),
  };
}

/** The queue of deliveries as processes of a world fill it. */
export function queueOn(scheduler: Scheduler, deliver: (order: DeliveryOrder) => void): DeliveryQueue {
  return {
    send: (messages) =>
      scheduler.step(queueOp, () => {
        for (const { delaySeconds, ...order } of messages)
          scheduler.later(delaySeconds * 1000 + 2, () => deliver(order));
      }),
  };
}
