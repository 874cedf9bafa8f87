import type { Definition } from "../../support/world/core/asl.ts";
import { type Attempt, type Execution, Machines, settlementMachine } from "../../support/world/core/machines.ts";

/** What a task does when it is invoked: answers, errs, or (with a token) waits, has its token answered, or its token failed. */
export type StepAction =
  | { readonly says: unknown }
  | { readonly throws: string }
  | { readonly waits: true }
  | { readonly answered: true }
  | { readonly fails: string }
  | { readonly timesOut: true };

export type Script = Readonly<Record<string, readonly StepAction[]>>;

/** A walk through a machine: the states entered, the tasks invoked, the seconds waited between tries. */
export interface Walk {
  readonly execution: Execution;
  readonly invoked: readonly string[];
  readonly pausesSeconds: readonly number[];
}

function perform(machines: Machines, attempt: Attempt, act: StepAction): void {
  const { token = "", execution } = attempt;
  if ("says" in act) machines.taskDone(attempt, act.says);
  else if ("throws" in act) machines.taskFailed(attempt, act.throws, "thrown");
  else if ("answered" in act) machines.answer(token);
  else if ("fails" in act) machines.fail(token, act.fails, "told");
  else if ("timesOut" in act) machines.timeOut(execution.name);
}

const settlement = { settlementId: "stl_1", tenantId: "ten_1" };

/** Walks through a machine with tasks that act by a script; a task's last act is repeated. */
export function walk(
  script: Script,
  machine: Definition = settlementMachine,
  input: Readonly<Record<string, string>> = settlement,
): Walk {
  const queue: Attempt[] = [];
  const pausesSeconds: number[] = [];
  const invoked: string[] = [];
  const machines: Machines = new Machines(machine, {
    invoke: (attempt) => queue.push(attempt),
    later: (seconds, run) => {
      pausesSeconds.push(seconds);
      run();
    },
  });
  machines.start("one", input);
  for (let attempt = queue.shift(); attempt; attempt = queue.shift()) {
    const { task } = attempt;
    const acts = script[task] ?? [];
    const times = invoked.filter((each) => each === task).length;
    invoked.push(task);
    const act = acts[Math.min(times, acts.length - 1)];
    if (!act) throw new Error(`the script has nothing for ${task}`);
    perform(machines, attempt, act);
  }
  const execution = machines.executions.get("one");
  if (!execution) throw new Error("the machine did not start");
  return { execution, invoked, pausesSeconds };
}

/** A task that does what is expected of it, by name. */
export const happy: Script = {
  Collect: [{ answered: true }],
  Screen: [{ says: { outcome: "pass" } }],
  AwaitScreen: [{ answered: true }],
  Convert: [{ says: undefined }],
  Disburse: [{ answered: true }],
  Decline: [{ says: undefined }],
  Park: [{ says: undefined }],
};
