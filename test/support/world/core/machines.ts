import { readFileSync } from "node:fs";
import type { DueOrder, DueQueue, DueQueues } from "../../../../functions/app/operations/due-work.ts";
import type { Workflows } from "../../../../functions/app/settlement/ports.ts";
import type { DeliveryOrder, DeliveryQueue } from "../../../../functions/app/webhooks/ports.ts";
import {
  afterError,
  type Definition,
  fillTemplate,
  placeResult,
  RuntimeFailure,
  ruleHolds,
  type State,
} from "./asl.ts";
import type { Scheduler } from "./scheduler.ts";
import type { Op } from "./step.ts";

function deployed(name: string): Definition {
  const file = new URL(`../../../../statemachines/${name}.asl.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as Definition;
}

/** The settlement machine as it is deployed. */
export const settlementMachine = deployed("settlement");

/** The machine that pays escrows out, as it is deployed. */
export const escrowPayoutMachine = deployed("escrow-payout");

/** What a machine needs of the world around it. */
export interface MachineHost {
  /** Runs a task's Lambda and reports to `taskDone` or `taskFailed` with the same attempt. */
  invoke(attempt: Attempt): void;
  later(seconds: number, run: () => void): void;
}

/** One try of one task. */
export interface Attempt {
  readonly execution: Execution;
  readonly number: number;
  /** The task's name without the deployment's placeholder: `Collect`. */
  readonly task: string;
  readonly payload: Record<string, string>;
  /** Set where the task waits for an answer. */
  readonly token: string | undefined;
}

export interface Execution {
  readonly name: string;
  data: unknown;
  state: string;
  status: "running" | "succeeded" | "failed";
  attempt: Attempt | undefined;
  attempts: number;
  retried: number[];
  failure: string | undefined;
  /** The states entered, in order. */
  readonly path: string[];
}

/** Step Functions, as far as our machine goes: executions outlive every process, tasks are invoked, tokens answered. */
export class Machines {
  readonly executions = new Map<string, Execution>();
  readonly #definition: Definition;
  readonly #host: MachineHost;
  readonly #waiting = new Map<string, Attempt>();

  constructor(definition: Definition, host: MachineHost) {
    this.#definition = definition;
    this.#host = host;
  }

  /** Starts an execution; one of the same name is left as it is. */
  start(name: string, input: unknown): void {
    if (this.executions.has(name)) return;
    const execution: Execution = {
      ...{ name, data: input, state: "", status: "running", attempt: undefined, attempts: 0 },
      ...{ retried: [], failure: undefined, path: [] },
    };
    this.executions.set(name, execution);
    this.#enter(execution, this.#definition.StartAt);
  }

  /** Whether a task still waits for this token. */
  waitsFor(token: string): boolean {
    return this.#waiting.has(token);
  }

  /** Success for a token; one that is gone counts as done. */
  answer(token: string): void {
    const attempt = this.#waiting.get(token);
    if (attempt) this.#complete(attempt, {});
  }

  /** Failure for a token; one that is gone counts as done. */
  fail(token: string, error: string, cause: string): void {
    const attempt = this.#waiting.get(token);
    if (attempt) this.taskFailed(attempt, error, cause);
  }

  /** A Lambda has answered: a task without a token is done by that. */
  taskDone(attempt: Attempt, result: unknown): void {
    if (attempt.token === undefined && attempt.execution.attempt === attempt)
      this.#complete(attempt, { StatusCode: 200, Payload: result ?? null });
  }

  /** A Lambda or a token's holder has failed. */
  taskFailed(attempt: Attempt, error: string, cause: string): void {
    const { execution } = attempt;
    const state = this.#current(execution);
    if (execution.attempt !== attempt || state.Type !== "Task") return;
    this.#leave(attempt);
    const after = afterError(state, error, cause, execution.retried, execution.data);
    if (!after) this.#end(execution, `${error}: ${cause}`);
    else if ("retryInSeconds" in after)
      this.#host.later(after.retryInSeconds, () => {
        if (execution.status === "running" && execution.attempt === undefined) this.#try(execution, state);
      });
    else {
      execution.data = after.data;
      this.#enter(execution, after.next);
    }
  }

  /** The task that an execution is at has waited too long. */
  timeOut(name: string): void {
    const attempt = this.executions.get(name)?.attempt;
    if (attempt) this.taskFailed(attempt, "States.Timeout", "the task waited too long");
  }

  #current(execution: Execution): State {
    const state = this.#definition.States[execution.state];
    if (!state) throw new Error(`no state ${execution.state}`);
    return state;
  }

  #enter(execution: Execution, name: string): void {
    execution.state = name;
    execution.path.push(name);
    execution.retried = [];
    this.#guarded(execution, () => {
      const state = this.#current(execution);
      if (state.Type === "Succeed") execution.status = "succeeded";
      else if (state.Type === "Wait")
        this.#host.later(state.Seconds, () => {
          if (execution.status === "running" && execution.state === name) this.#enter(execution, state.Next);
        });
      else if (state.Type === "Task") this.#try(execution, state);
      else {
        const rule = state.Choices.find((each) => ruleHolds(each, execution.data));
        this.#enter(execution, rule?.Next ?? state.Default);
      }
    });
  }

  #try(execution: Execution, state: Extract<State, { Type: "Task" }>): void {
    execution.attempts += 1;
    const waits = state.Resource.endsWith(".waitForTaskToken");
    const token = waits ? `${execution.name}/${execution.attempts}` : undefined;
    const parameters = fillTemplate(state.Parameters, execution.data, { Task: { Token: token } });
    const { FunctionName, Payload } = parameters as { FunctionName: string; Payload: Record<string, string> };
    const task = /^\$\{(\w+)Function\}$/.exec(FunctionName)?.[1] ?? FunctionName;
    const attempt = { execution, number: execution.attempts, task, payload: Payload, token };
    execution.attempt = attempt;
    if (token !== undefined) this.#waiting.set(token, attempt);
    this.#host.invoke(attempt);
  }

  #complete(attempt: Attempt, result: unknown): void {
    const { execution } = attempt;
    const state = this.#current(execution);
    if (state.Type !== "Task") return;
    this.#leave(attempt);
    this.#guarded(execution, () => {
      const stored = state.ResultSelector === undefined ? result : fillTemplate(state.ResultSelector, result, {});
      execution.data = placeResult(execution.data, state.ResultPath, stored);
      this.#enter(execution, state.Next);
    });
  }

  #leave(attempt: Attempt): void {
    attempt.execution.attempt = undefined;
    if (attempt.token !== undefined) this.#waiting.delete(attempt.token);
  }

  #guarded(execution: Execution, act: () => void): void {
    try {
      act();
    } catch (error) {
      if (!(error instanceof RuntimeFailure)) throw error;
      this.#end(execution, `States.Runtime: ${error.message}`);
    }
  }

  #end(execution: Execution, why: string): void {
    execution.status = "failed";
    execution.failure = why;
    if (execution.attempt) this.#leave(execution.attempt);
  }
}

const [startOp, answerOp, failOp, queueOp] = [
  ...["workflows.start", "workflows.answer", "workflows.fail", "queue.send"],
].map((name): Op => ({ name, kind: "queue" })) as [Op, Op, Op, Op];

/** The state machines as processes of a world call them; those of escrows' payouts may be others. */
export function workflowsOn(scheduler: Scheduler, machines: Machines, payouts = machines): Workflows {
  const start = (name: string, input: object) => scheduler.step(startOp, () => machines.start(name, input));
  const startPayout = (name: string, input: object) => scheduler.step(startOp, () => payouts.start(name, input));
  const holder = (token: string) => (payouts.waitsFor(token) ? payouts : machines);
  return {
    startSettlement: ({ settlementId, tenantId, presentation }) =>
      start(`${settlementId}-${presentation}`, { settlementId, tenantId }),
    startEscrowPayout: ({ escrowId, tenantId, presentation }) =>
      startPayout(`${escrowId}-${presentation}`, { escrowId, tenantId }),
    answer: (token) => scheduler.step(answerOp, () => holder(token).answer(token)),
    fail: (token, error, cause) => scheduler.step(failOp, () => holder(token).fail(token, error, cause)),
  };
}

const dueOp: Op = { name: "due.send", kind: "queue" };
const depthOp: Op = { name: "due.depth", kind: "read" };

/** The queues of due work as a world's sweeper fills them; deliveries go to their own. `deliver` is told what to call when a message is gone. */
export function dueQueuesOn(
  scheduler: Scheduler,
  deliver: (order: DueOrder, gone: () => void) => void,
  deliveries: (orders: readonly DueOrder[]) => Promise<unknown>,
): DueQueues {
  const queue = (): DueQueue => {
    let depth = 0;
    return {
      send: (orders) =>
        scheduler.step(dueOp, () => {
          for (const order of orders) {
            depth += 1;
            const gone = () => {
              depth -= 1;
            };
            scheduler.later(2, () => deliver(order, gone));
          }
        }),
      isDrained: () => scheduler.step(depthOp, () => depth === 0),
    };
  };
  const entries = queue();
  return {
    ...{ entries, upkeep: entries, claims: queue(), deadlines: queue(), lookUps: queue() },
    deliveries: { send: async (orders) => void (await deliveries(orders)), isDrained: () => Promise.resolve(true) },
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
