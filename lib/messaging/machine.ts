import { readFileSync } from "node:fs";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from "aws-cdk-lib/aws-stepfunctions";
import { Construct } from "constructs";
import type { ApiLambda } from "../../functions/http/operation.ts";
import { stepName } from "../api/background-lambdas.ts";
import { ServiceLambda, type Workshop } from "../api/service-lambda.ts";
import { serviceLogLevels } from "../observability/log-levels.ts";
import { acknowledge } from "../secrets/nag-suppressions.ts";
import { logKeeping, removal } from "../storage/retention.ts";

/** A machine of ours: its name within the account and its steps, and its file in `statemachines`, which is named as its Lambdas are. */
export interface MachineResources {
  readonly file: string;
  readonly stateMachineName: string;
  readonly steps: Readonly<Record<string, ApiLambda>>;
}

/** A state machine and its Lambdas, one per transition. */
export class Machine extends Construct {
  readonly machine: StateMachine;

  constructor(scope: Construct, id: string, workshop: Workshop, made: MachineResources) {
    super(scope, id);
    const { stage } = workshop;
    const { file, stateMachineName } = made;
    const definition = new URL(`../../statemachines/${file}.asl.json`, import.meta.url);
    const steps = Object.entries(made.steps).map(
      ([step, each]) => [step, new ServiceLambda(this, stepName(file, step), each, workshop)] as const,
    );
    this.machine = new StateMachine(this, "Machine", {
      stateMachineName,
      stateMachineType: StateMachineType.STANDARD,
      definitionBody: DefinitionBody.fromString(readFileSync(definition, "utf8")),
      definitionSubstitutions: Object.fromEntries(steps.map(([step, made]) => [`${step}Function`, made.functionArn])),
      logs: {
        destination: new LogGroup(this, "MachineLog", {
          logGroupName: `/aws/vendedlogs/states/${stateMachineName}`,
          ...logKeeping(stage),
        }),
        level: LogLevel[serviceLogLevels.machine],
        includeExecutionData: false,
      },
      removalPolicy: removal(stage),
    });
    this.machine.addToRolePolicy(
      new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: steps.map(([, made]) => made.functionArn) }),
    );
    acknowledge(this.machine, {
      "IAM5[Resource::*]": "Log delivery accepts no resource; nothing else is granted on all resources.",
      SF1: "An execution's history says what went well, and each step's own line; the log is for what failed.",
      SF2: "A settlement is followed by its correlationId through the Lambdas' lines, where it waits for days too.",
    });
  }
}
