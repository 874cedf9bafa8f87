import { readFileSync } from "node:fs";
import { RemovalPolicy } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from "aws-cdk-lib/aws-stepfunctions";
import { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";
import { settlementSteps, stepName } from "./inner-lambdas.ts";
import { ServiceLambda, type Workshop } from "./service-lambda.ts";
import { named } from "./settings.ts";

const definition = new URL("../statemachines/settlement.asl.json", import.meta.url);

/** The settlement machine and its Lambdas, one per hop. */
export class SettlementMachine extends Construct {
  readonly machine: StateMachine;

  constructor(scope: Construct, workshop: Workshop) {
    super(scope, "Settlement");
    const { stage, on } = workshop;
    const steps = Object.entries(settlementSteps).map(
      ([step, made]) => [step, new ServiceLambda(this, stepName(step), made, workshop)] as const,
    );
    this.machine = new StateMachine(this, "Machine", {
      stateMachineName: on.settlementMachineName,
      stateMachineType: StateMachineType.STANDARD,
      definitionBody: DefinitionBody.fromString(readFileSync(definition, "utf8")),
      definitionSubstitutions: Object.fromEntries(
        steps.map(([step, made]) => [`${step}Function`, made.functionArn]),
      ),
      tracingEnabled: !stage.local,
      logs: {
        destination: new LogGroup(this, "MachineLog", {
          logGroupName: `/aws/vendedlogs/states/${named(stage, "settlement")}`,
          retention: stage.kind === "prod" ? RetentionDays.ONE_YEAR : RetentionDays.ONE_MONTH,
          removalPolicy: stage.kind === "prod" ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
        }),
        level: LogLevel.ALL,
        includeExecutionData: false,
      },
      removalPolicy: stage.kind === "prod" ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    this.machine.addToRolePolicy(
      new PolicyStatement({
        actions: ["lambda:InvokeFunction"],
        resources: steps.map(([, made]) => made.functionArn),
      }),
    );
    acknowledge(this.machine, {
      "IAM5[Resource::*]":
        "Log delivery and X-Ray accept no resource; nothing else is granted on all resources.",
    });
  }
}
