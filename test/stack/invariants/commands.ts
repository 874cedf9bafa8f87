import { z } from "zod";
import { allowedActions } from "./lambda-roles.ts";
import { ofType, type Product, type Resource } from "./templates.ts";

/** The environment that a Lambda needs to send a service's commands: it is named what it is granted something on. */
const environments: Readonly<Record<string, RegExp>> = {
  dynamodb: /_TABLE$/,
  kms: /_KEY_ARN$/,
  lambda: /^OPERATOR_DIGESTS_FUNCTION$/,
  s3: /_BUCKET$/,
  secretsmanager: /_SECRET_ARN$|^KYT_KEY_ARN$/,
  ses: /^MAIL_FROM$/,
  sqs: /_QUEUE_URL$/,
  states: /_MACHINE_ARN$/,
};

/** What a role must be allowed for each SDK command; those of nothing reach AWS in no way that we use. */
const actionsOf: Readonly<Record<string, readonly string[]>> = {
  BatchGetItemCommand: ["dynamodb:BatchGetItem"],
  DeleteItemCommand: ["dynamodb:DeleteItem"],
  // Sent only with endpoint discovery on, which DynamoDB has off.
  DescribeEndpointsCommand: [],
  GetItemCommand: ["dynamodb:GetItem"],
  PutItemCommand: ["dynamodb:PutItem"],
  QueryCommand: ["dynamodb:Query"],
  TransactWriteItemsCommand: [
    ...["dynamodb:ConditionCheckItem", "dynamodb:DeleteItem", "dynamodb:PutItem", "dynamodb:UpdateItem"],
  ],
  UpdateItemCommand: ["dynamodb:UpdateItem"],
  DecryptCommand: ["kms:Decrypt"],
  EncryptCommand: ["kms:Encrypt"],
  GenerateDataKeyCommand: ["kms:GenerateDataKey"],
  InvokeCommand: ["lambda:InvokeFunction"],
  AbortMultipartUploadCommand: ["s3:AbortMultipartUpload"],
  CompleteMultipartUploadCommand: ["s3:PutObject"],
  CopyObjectCommand: ["s3:GetObject", "s3:PutObject"],
  CreateMultipartUploadCommand: ["s3:PutObject"],
  // Sent for directory buckets alone, and we have none.
  CreateSessionCommand: [],
  DeleteObjectCommand: ["s3:DeleteObject"],
  GetObjectCommand: ["s3:GetObject"],
  HeadObjectCommand: ["s3:GetObject"],
  ListObjectVersionsCommand: ["s3:ListBucketVersions"],
  ListObjectsV2Command: ["s3:ListBucket"],
  PutObjectCommand: ["s3:PutObject"],
  // Sent by an upload that has tags, and ours have none.
  PutObjectTaggingCommand: [],
  UploadPartCommand: ["s3:PutObject"],
  GetSecretValueCommand: ["secretsmanager:GetSecretValue"],
  PutSecretValueCommand: ["secretsmanager:PutSecretValue"],
  GetQueueAttributesCommand: ["sqs:GetQueueAttributes"],
  SendEmailCommand: ["ses:SendEmail"],
  SendMessageBatchCommand: ["sqs:SendMessage"],
  SendMessageCommand: ["sqs:SendMessage"],
  SendTaskFailureCommand: ["states:SendTaskFailure"],
  SendTaskSuccessCommand: ["states:SendTaskSuccess"],
  StartExecutionCommand: ["states:StartExecution"],
};

/** The SDK commands in each bundle, by the Lambda's name. */
export type Commands = ReadonlyMap<string, readonly string[]>;

/** Commands in bundles of Lambdas that never send them. */
export interface Unsent {
  readonly commands: readonly string[];
  readonly lambdas: readonly string[];
  readonly why: string;
}

/** Invariant 11: what a bundle can send is granted to its Lambda, or the reason why it never does is on record. */
export function ungrantedCommands(
  product: Product,
  stage: string,
  commands: Commands,
  unsent: readonly Unsent[],
): string[] {
  return ofType(product, "AWS::Lambda::Function").flatMap((lambda) => {
    const name = String(lambda.properties.FunctionName).replace(`sluice-${stage}-`, "");
    const granted = new Set(allowedActions(product, lambda).flatMap(({ actions }) => actions));
    return (commands.get(name) ?? []).flatMap((command) => {
      const needed = actionsOf[command];
      if (needed === undefined)
        return [`${command} is in a bundle and unknown here: name its actions in test/stack/invariants/commands.ts.`];
      const missing = needed.filter((action) => !granted.has(action) && canBeSent(action, lambda));
      const hasReason = unsent.some((each) => each.commands.includes(command) && each.lambdas.includes(name));
      if (missing.length === 0 || hasReason) return [];
      return [
        `${product.name}: the bundle of ${name} has ${command}, and its role lacks ${missing.join(", ")}: grant it, or put on record in test/stack/invariants/reasons.ts why it is never sent.`,
      ];
    });
  });
}

/** What a reason is on record for and nobody needs one any more. */
export function idleReasons(
  products: readonly Product[],
  stage: string,
  commands: Commands,
  unsent: readonly Unsent[],
): string[] {
  return unsent.flatMap(({ commands: those, lambdas }) =>
    lambdas.flatMap((lambda) =>
      those.flatMap((command) => {
        const only = new Map([[lambda, (commands.get(lambda) ?? []).filter((each) => each === command)]]);
        if (products.some((product) => ungrantedCommands(product, stage, only, []).length > 0)) return [];
        return [`${command} of ${lambda} needs no reason: take it out of test/stack/invariants/reasons.ts.`];
      }),
    ),
  );
}

const variablesSchema = z.object({ Variables: z.record(z.string(), z.unknown()) }).optional();

function canBeSent(action: string, { properties }: Resource): boolean {
  const names = Object.keys(variablesSchema.parse(properties.Environment)?.Variables ?? {});
  const needed = environments[action.split(":")[0] ?? ""];
  return needed === undefined || names.some((name) => needed.test(name));
}
