import {
  ExecutionAlreadyExists,
  InvalidToken,
  SendTaskFailureCommand,
  SendTaskSuccessCommand,
  type SFNClient,
  StartExecutionCommand,
  TaskDoesNotExist,
  TaskTimedOut,
} from "@aws-sdk/client-sfn";
import type { Workflows } from "../app/ports.ts";

/** The state machines on Step Functions. Executions are named by settlement and presentation, so that a repeat is the same one. */
export class SfnWorkflows implements Workflows {
  readonly #client: SFNClient;
  readonly #machineArn: string;

  constructor(client: SFNClient, machineArn: string) {
    this.#client = client;
    this.#machineArn = machineArn;
  }

  async startSettlement(asked: {
    settlementId: string;
    tenantId: string;
    presentation: number;
  }): Promise<void> {
    const { settlementId, tenantId, presentation } = asked;
    try {
      await this.#client.send(
        new StartExecutionCommand({
          stateMachineArn: this.#machineArn,
          name: `${settlementId}-${presentation}`,
          input: JSON.stringify({ settlementId, tenantId }),
        }),
      );
    } catch (error) {
      if (!(error instanceof ExecutionAlreadyExists)) throw error;
    }
  }

  answer(token: string): Promise<void> {
    return this.#settleToken(new SendTaskSuccessCommand({ taskToken: token, output: "{}" }));
  }

  fail(token: string, error: string, cause: string): Promise<void> {
    return this.#settleToken(new SendTaskFailureCommand({ taskToken: token, error, cause }));
  }

  async #settleToken(command: SendTaskSuccessCommand | SendTaskFailureCommand): Promise<void> {
    try {
      if (command instanceof SendTaskSuccessCommand) await this.#client.send(command);
      else await this.#client.send(command);
    } catch (error) {
      const gone = [TaskDoesNotExist, TaskTimedOut, InvalidToken].some((each) => error instanceof each);
      if (!gone) throw error;
    }
  }
}
