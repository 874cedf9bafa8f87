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
export function sfnWorkflows(client: SFNClient, arns: MachineArns): Workflows {
  async function start(stateMachineArn: string, name: string, input: Record<string, string>): Promise<void> {
    try {
      await client.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }));
    } catch (error) {
      if (!(error instanceof ExecutionAlreadyExists)) throw error;
    }
  }

  /** A token that is gone counts as answered. */
  async function settle(sent: Promise<unknown>): Promise<void> {
    try {
      await sent;
    } catch (error) {
      const gone = [TaskDoesNotExist, TaskTimedOut, InvalidToken].some((each) => error instanceof each);
      if (!gone) throw error;
    }
  }

  return {
    startSettlement: ({ settlementId, tenantId, presentation }) =>
      start(arns.settlement(), `${settlementId}-${presentation}`, { settlementId, tenantId }),
    startEscrowPayout: ({ escrowId, tenantId, presentation }) =>
      start(arns.escrowPayout(), `${escrowId}-${presentation}`, { escrowId, tenantId }),
    answer: (taskToken) => settle(client.send(new SendTaskSuccessCommand({ taskToken, output: "{}" }))),
    fail: (taskToken, error, cause) => settle(client.send(new SendTaskFailureCommand({ taskToken, error, cause }))),
  };
}
