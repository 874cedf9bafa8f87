import type { Log } from "../core/ports.ts";
import { sweepLetters } from "../mail/letter-queue.ts";
import type { DispatchContext } from "./carry-out.ts";
import type { ContinueContext } from "./continue-claim.ts";
import { dispatchDue } from "./dispatch-due.ts";
import { type DueOrder, type DueQueue, type DueWorkType, dueWork, dueWorkTypes } from "./due-work.ts";
import { claimWorker, deadlineWorker, lookUpWorker, upkeepWorker, workOffEntries } from "./due-workers.ts";
import { type RescreenContext, rescreenOnListChange } from "./rescreen-on-list-change.ts";
import { sendDueDeliveries } from "./send-due-deliveries.ts";
import { type DueWorker, type WorkedOff, workOff } from "./work-off.ts";

/** What all workers of due work need together. */
export type SweepContext = ContinueContext & DispatchContext & RescreenContext & { readonly log: Log };

export interface SweepResult {
  readonly handedOn: number;
  readonly continued: number;
  readonly resumed: number;
  readonly queued: number;
  readonly failed: number;
}

const isNeverLate = () => false;

/** The worker of each kind, over one context. */
function workerOf(
  context: SweepContext,
  kind: Exclude<DueWorkType, "deliveries" | "entries">,
  isLate: () => boolean,
): DueWorker {
  switch (kind) {
    case "claims":
      return claimWorker(context);
    case "deadlines":
      return deadlineWorker(context);
    case "lookUps":
      return lookUpWorker(context);
    case "upkeep":
      return upkeepWorker(context, isLate);
    default:
      throw new Error(`nobody works on ${JSON.stringify(kind satisfies never)}`);
  }
}

/** Works on an order of due work, by the worker of its kind. */
export function workOffDue(context: SweepContext, order: DueOrder, isLate = isNeverLate): Promise<WorkedOff> {
  const { kind } = order;
  if (kind === "deliveries") throw new Error("deliveries go to their own queue");
  if (kind === "entries") return workOffEntries(context, order);
  return workOff(context, context[dueWork[kind].store], order, workerOf(context, kind, isLate));
}

/** Does what is due in this process, without the queues between sweep and workers: for the sandbox's clock, which answers once it is done. */
export async function sweep(context: SweepContext, isLate = isNeverLate): Promise<SweepResult> {
  const done = { handedOn: 0, continued: 0, resumed: 0, queued: 0, failed: 0 };
  const names = { entries: "handedOn", claims: "continued", deadlines: "resumed", lookUps: "resumed" } as const;
  const work = async (order: DueOrder) => {
    const { kind } = order;
    if (kind === "deliveries") {
      done.queued += await sendDueDeliveries(context, [order]);
      return;
    }
    const { done: howMany, failed } = await workOffDue(context, order, isLate);
    if (kind !== "upkeep") done[names[kind]] += howMany;
    done.failed += failed;
  };
  const queue: DueQueue = {
    send: async (orders) => {
      for (const order of orders) await work(order);
    },
    isDrained: () => Promise.resolve(true),
  };
  const dueQueues = Object.fromEntries(dueWorkTypes.map((kind) => [kind, queue])) as Record<DueWorkType, DueQueue>;
  await dispatchDue({ ...context, dueQueues, isLate });
  await rescreenOnListChange(context);
  done.queued += await sweepLetters(context);
  return done;
}
