import type { SpineDesk, Subject } from "../app/settle-hops.ts";
import { tick } from "../wiring/base.ts";
import { noWorkflows, spineDesk, tokenWorkflows } from "../wiring/spine.ts";

/** A machine's task: its hop is done with the settlement's names, and what it answers goes to the machine. */
export function step<T>(name: string, hop: (desk: SpineDesk, subject: Subject) => Promise<T>) {
  return async (task: Subject): Promise<T> => {
    await tick();
    const answer = await hop(spineDesk(noWorkflows, `${name}:${task.settlementId}`), task);
    console.log(JSON.stringify({ message: "hop", hop: name, ...task, answer }));
    return answer;
  };
}

type WaitingTask = Subject & { readonly token: string };

/** A task that waits for an answer. What goes wrong is told to the token as well, since not every engine hears the Lambda fail. */
export function waitingStep(
  name: string,
  hop: (desk: SpineDesk, subject: Subject, token: string) => Promise<void>,
) {
  const workflows = tokenWorkflows();
  return async ({ token, ...subject }: WaitingTask): Promise<void> => {
    try {
      await tick();
      await hop(spineDesk(workflows, `${name}:${subject.settlementId}`), subject, token);
      console.log(JSON.stringify({ message: "hop", hop: name, ...subject }));
    } catch (error) {
      await workflows.fail(token, "HopFailed", String(error));
      throw error;
    }
  };
}
