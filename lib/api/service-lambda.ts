import { join } from "node:path";
import { type CfnElement, Duration, Names } from "aws-cdk-lib";
import type { RestApi } from "aws-cdk-lib/aws-apigateway";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  type FunctionOptions,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import type { ApiLambda } from "../../functions/http/operation.ts";
import { lineLevel, serviceLogLevels } from "../observability/log-levels.ts";
import { acknowledge } from "../secrets/nag-suppressions.ts";
import { resourceName } from "../stacks/settings.ts";
import type { Stage } from "../stacks/stage.ts";
import { logKeeping } from "../storage/retention.ts";
import { reservedFor } from "./concurrency.ts";
import { bucketsOf, environmentFor, type Grantable, statementsFor } from "./grants.ts";

/** What every Lambda of a stack shares. */
export interface Workshop {
  readonly stage: Stage;
  readonly on: Grantable;
  /** The settings that each of them gets. */
  readonly environment: Readonly<Record<string, string>>;
  /** The folder that holds one bundle per Lambda. */
  readonly bundles: string;
}

/** A Lambda with its own role, which may do what its grants say and write its own log. */
export class ServiceLambda extends LambdaFunction {
  constructor(scope: Construct, name: string, made: ApiLambda, workshop: Workshop) {
    const { stage, on } = workshop;
    const functionName = resourceName(stage, name);
    const reservedConcurrentExecutions = reservedFor(stage.reservedConcurrency, name);
    const logGroup = new LogGroup(scope, `${name}-log`, {
      logGroupName: `/aws/lambda/${functionName}`,
      ...logKeeping(stage),
    });
    const role = new Role(scope, `${name}-role`, { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    const ownLog = ["logs:CreateLogStream", "logs:PutLogEvents"];
    role.addToPolicy(new PolicyStatement({ actions: ownLog, resources: [logGroup.logGroupArn] }));
    for (const statement of statementsFor(made.grants, on)) role.addToPolicy(statement);
    super(scope, name, {
      functionName,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(join(workshop.bundles, name)),
      handler: "index.handler",
      timeout: Duration.seconds(made.timeoutSeconds),
      memorySize: made.memoryMb,
      environment: { ...workshop.environment, ...environmentFor(made.grants, on) },
      ...logLevels(stage),
      logGroup,
      role,
      ...(reservedConcurrentExecutions !== undefined && { reservedConcurrentExecutions }),
      // Lambda would stop the chain after some 16 sends of a function to the queue that feeds it.
      ...(made.requeues && { recursiveLoop: RecursiveLoop.ALLOW }),
    });
    acknowledge(role, {
      "IAM5[Resource::*]": "ListStreams accepts no resource; nothing else is granted on all resources.",
      ...Object.fromEntries(
        bucketsOf(on)
          .flatMap((bucket) => ["*", "drawn/*"].map((keys) => `<${arnParameter(bucket)}>/${keys}`))
          .map((objects) => [
            `IAM5[Resource::${objects}]`,
            "The objects of one bucket, which have no names when the role is made.",
          ]),
      ),
    });
  }

  /** Lets an API call it: one permission for all of the API's routes. */
  admit(api: RestApi): this {
    const id = `from-${api.node.id}`;
    if (this.node.tryFindChild(id) === undefined) {
      this.addPermission(id, {
        principal: new ServicePrincipal("apigateway.amazonaws.com"),
        sourceArn: api.arnForExecuteApi(),
      });
    }
    return this;
  }
}

/** Levels are a setting of the JSON format, in which our lines are anyway; an emulator keeps what it prints. */
function logLevels(stage: Stage): FunctionOptions {
  if (stage.local) return {};
  return {
    loggingFormat: LoggingFormat.JSON,
    systemLogLevelV2: SystemLogLevel[serviceLogLevels.lambda],
    applicationLogLevelV2: ApplicationLogLevel[lineLevel],
  };
}

/** The parameter by which a nested stack is told the ARN of a bucket outside it, as the CDK names it. */
function arnParameter(bucket: Bucket): string {
  return `referenceto${Names.nodeUniqueId((bucket.node.defaultChild as CfnElement).node)}Arn`;
}
