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
import type { Workflows } from "../../app/settlement/ports.ts";

/** Where the machines are; asked for late, so that only who starts one needs its name. */
export interface MachineArns {
  settlement(): string;
  escrowPayout(): string;
}

/** The state machines on Step Functions. Executions are named by record and presentation, so that a repeat is the same one. */
export class SfnWorkflows implements Workflows {
  readonly #client: SFNClient;
  readonly #arns: MachineArns;

  constructor(client: SFNClient, arns: MachineArns) {
    this.#client = client;
    this.#arns = arns;
  }

  startSettlement(request: { settlementId: string; tenantId: string; presentation: number }): Promise<void> {
    const { settlementId, tenantId, presentation } = request;
    return this.#start(this.#arns.settlement(), `${settlementId}-${presentation}`, {
      settlementId,
      tenantId,
    });
  }

  startEscrowPayout(request: { escrowId: string; tenantId: string; presentation: number }): Promise<void> {
    const { escrowId, tenantId, presentation } = request;
    return this.#start(this.#arns.escrowPayout(), `${escrowId}-${presentation}`, { escrowId, tenantId });
  }

  async #start(stateMachineArn: string, name: string, input: Record<string, string>): Promise<void> {
    const command = new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) });
    try {
      await this.#client.send(command);
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
