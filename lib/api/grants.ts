import { Aws } from "aws-cdk-lib";
import type { ITableV2, TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Key } from "aws-cdk-lib/aws-kms";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { type StorePart, storePartOf } from "../../functions/domain/operations/store-part.ts";
import type { Grant } from "../../functions/http/operation.ts";
import type { DueQueueSet } from "../messaging/due-queues.ts";
import type { MailFrom } from "../messaging/mail-from.ts";
import { isSecretGrant, keyNameOf, sealingStatements } from "../secrets/sealing.ts";
import { partsWriting, tableWrites } from "../storage/part-writing.ts";
import { isSubjectKeyGrant, subjectKeyStatements } from "./subject-key-grants.ts";

/** What both stacks have. */
interface Shared {
  readonly book: ITableV2;
  readonly indexes: readonly string[];
  /** Encrypts what webhooks are signed with. */
  readonly webhookKey: Key;
  readonly operatorSecret: Secret;
  /** Tells the digests of the operators' tokens; null to itself, which asks nobody. */
  readonly operatorDigests: IFunction | null;
  /** What the cursors of lists are sealed by. */
  readonly cursorSecret: Secret;
  /** Null where no vendor knows us by a key. */
  readonly vendorSecret: Secret | null;
}

/** What the rails alone have. */
interface OfRails {
  readonly deliveries: ITableV2;
  /** Null where the rail is a real one. */
  readonly mockRail: TableV2 | null;
  readonly webhookQueue: Queue;
  readonly auditArchive: Bucket;
  readonly exportFiles: Bucket;
  readonly exportQueue: Queue;
  readonly evidence: Bucket;
  readonly packetQueue: Queue;
  readonly mailQueue: Queue;
  /** What the tokens of links to pages are made by. */
  readonly linkSecret: Secret;
  readonly dueQueues: DueQueueSet;
  /** Null where letters are kept instead of sent. */
  readonly mailFrom: MailFrom | null;
  readonly applicantFiles: Bucket;
  readonly peopleKey: Key;
  readonly subjectKeys: TableV2;
  /** Wraps the data keys of subjects. */
  readonly subjectKey: Key;
  /** What the gates are known by to the screening interface; null where a mock screens. */
  readonly kytKey: Secret | null;
  /** By name: a machine names its Lambdas, so they cannot name it back as a resource. */
  readonly settlementMachineName: string;
  readonly escrowMachineName: string;
}

/** What the screening interface alone has. */
interface OfScreening {
  /** Publishers' lists, and the indexes made of them. */
  readonly lists: Bucket;
}

/** The things that Lambdas are granted; one of each in a stack, and not all of them in each. */
export type Grantable = Shared & Partial<OfRails & OfScreening>;

/** Everything that the rails' Lambdas are granted. */
export type RailsGrantable = Shared & OfRails;

const reads = ["dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query"];
const writes = tableWrites;

const answers = ["states:SendTaskFailure", "states:SendTaskSuccess"];

/** All of it; what a stack has not throws when a grant asks for it. */
function demanded(from: Grantable): Shared & OfRails & OfScreening {
  const get = (has: Grantable, name: string) => {
    if (!Object.hasOwn(has, name)) throw new Error(`A Lambda is granted ${name}, which its stack has not.`);
    return has[name as keyof Grantable];
  };
  return new Proxy(from, { get }) as Shared & OfRails & OfScreening;
}

/** The secret that each grant reads. */
const secretsOf = {
  "operator-tokens:read": "operatorSecret",
  "cursor-keys:read": "cursorSecret",
  "link-keys:read": "linkSecret",
  "vendor-secrets:read": "vendorSecret",
  "kyt-key:read": "kytKey",
} as const;

/** The key that each kind's word for one means. */
const keyOver = { people: "peopleKey", webhooks: "webhookKey" } as const;

/** The IAM statements of a Lambda's grants; those on parts of the book are one. */
export function statementsFor(grants: readonly Grant[], from: Grantable): PolicyStatement[] {
  const parts = grants.map(storePartOf).filter((part) => part !== null);
  return [
    ...grants.flatMap((grant) => statementsOf(grant, from)),
    ...(parts.length > 0 ? [partsWriting(parts, from.book.tableArn)] : []),
  ];
}

/** The IAM statements of one grant: named actions on named resources. */
function statementsOf(grant: Grant, from: Grantable): PolicyStatement[] {
  const on = demanded(from);
  const allow = (actions: string[], ...resources: string[]) => [new PolicyStatement({ actions, resources })];
  if (isPartGrant(grant)) return [];
  if (isSecretGrant(grant)) return sealingStatements(grant, on[keyOver[keyNameOf(grant)]]);
  if (isSubjectKeyGrant(grant)) return subjectKeyStatements(grant, on);
  switch (grant) {
    case "book:read":
      return allow(reads, on.book.tableArn, ...indexArns(on.book, on.indexes));
    case "book:write":
      return allow(writes, on.book.tableArn);
    case "deliveries:read":
      return allow(reads, on.deliveries.tableArn, ...indexArns(on.deliveries, on.indexes));
    case "deliveries:write":
      return allow(writes, on.deliveries.tableArn);
    case "mock-rail:read":
      return on.mockRail ? allow(reads, on.mockRail.tableArn, ...indexArns(on.mockRail, ["list"])) : [];
    case "mock-rail:write":
      return on.mockRail ? allow(writes, on.mockRail.tableArn) : [];
    case "webhook-queue:send":
      return allow(["sqs:SendMessage"], on.webhookQueue.queueArn);
    case "operator-tokens:read":
    case "cursor-keys:read":
    case "link-keys:read":
    case "vendor-secrets:read":
    case "kyt-key:read":
      return readsSecret(on[secretsOf[grant]]);
    case "operator-digests:ask":
      return on.operatorDigests ? allow(["lambda:InvokeFunction"], on.operatorDigests.functionArn) : [];
    case "audit-archive:write":
      return allow(["s3:PutObject"], on.auditArchive.arnForObjects("*"));
    case "exports:read":
      return allow(["s3:GetObject"], on.exportFiles.arnForObjects("*"));
    case "exports:write":
      return allow(["s3:AbortMultipartUpload", "s3:PutObject"], on.exportFiles.arnForObjects("*"));
    case "drawn-documents:store":
      return allow(["s3:GetObject", "s3:PutObject"], on.exportFiles.arnForObjects("drawn/*"));
    case "export-queue:send":
      return allow(["sqs:SendMessage"], on.exportQueue.queueArn);
    case "evidence:read":
      return readsFiles(on.evidence);
    case "evidence:write":
      return allow(["s3:PutObject"], on.evidence.arnForObjects("*"));
    case "evidence:erase":
      return erasesFiles(on.evidence);
    case "applicant-files:read":
      return readsFiles(on.applicantFiles);
    case "applicant-files:write":
      return allow(["s3:PutObject"], on.applicantFiles.arnForObjects("*"));
    case "applicant-files:erase":
      return erasesFiles(on.applicantFiles);
    case "packet-queue:send":
      return allow(["sqs:SendMessage"], on.packetQueue.queueArn);
    case "mail-queue:send":
      return allow(["sqs:SendMessage"], on.mailQueue.queueArn);
    case "due-queues:send":
      return [...handsOut(Object.values(on.dueQueues)), ...allow(["sqs:GetQueueAttributes"], on.webhookQueue.queueArn)];
    case "mail:send":
      return on.mailFrom === null ? [] : [sending(on.mailFrom)];
    case "settlement-machine:start":
      return allow(["states:StartExecution"], machineArn(on.settlementMachineName));
    case "settlement-machine:answer":
      return allow(answers, machineArn(on.settlementMachineName));
    case "escrow-machine:start":
      return allow(["states:StartExecution"], machineArn(on.escrowMachineName));
    case "escrow-machine:answer":
      return allow(answers, machineArn(on.escrowMachineName));
    case "lists:read":
      return readsFiles(on.lists);
    case "lists:write":
      return allow(["s3:AbortMultipartUpload", "s3:PutObject"], on.lists.arnForObjects("*"));
  }
}

function isPartGrant(grant: Grant): grant is `${StorePart}:write` {
  return storePartOf(grant) !== null;
}

/** The buckets of a stack that grants are about. */
export function bucketsOf({ auditArchive, exportFiles, evidence, applicantFiles, lists }: Grantable): Bucket[] {
  return [auditArchive, exportFiles, evidence, applicantFiles, lists].filter((each) => each !== undefined);
}

/** To fill queues, and to see how full they are. */
function handsOut(queues: readonly Queue[]): PolicyStatement[] {
  const resources = queues.map(({ queueArn }) => queueArn);
  return [new PolicyStatement({ actions: ["sqs:GetQueueAttributes", "sqs:SendMessage"], resources })];
}

function dueQueueUrls({ Entries, Claims, Deadlines, LookUps }: DueQueueSet): Record<string, string> {
  return {
    DUE_ENTRIES_QUEUE_URL: Entries.queueUrl,
    DUE_CLAIMS_QUEUE_URL: Claims.queueUrl,
    DUE_DEADLINES_QUEUE_URL: Deadlines.queueUrl,
    DUE_LOOK_UPS_QUEUE_URL: LookUps.queueUrl,
  };
}

/** To read a secret, where the stage has it. */
function readsSecret(secret: Secret | null): PolicyStatement[] {
  if (secret === null) return [];
  return [new PolicyStatement({ actions: ["secretsmanager:GetSecretValue"], resources: [secret.secretArn] })];
}

function readsFiles(bucket: Bucket): PolicyStatement[] {
  return [
    new PolicyStatement({ actions: ["s3:GetObject"], resources: [bucket.arnForObjects("*")] }),
    // Without it a file that has not come is told as forbidden, not as absent.
    new PolicyStatement({ actions: ["s3:ListBucket"], resources: [bucket.bucketArn] }),
  ];
}

function erasesFiles(bucket: Bucket): PolicyStatement[] {
  return [
    new PolicyStatement({
      actions: ["s3:DeleteObject", "s3:DeleteObjectVersion"],
      resources: [bucket.arnForObjects("*")],
    }),
    new PolicyStatement({ actions: ["s3:ListBucketVersions"], resources: [bucket.bucketArn] }),
  ];
}

/** What a Lambda must know to use its grants; it is told nothing else. */
export function environmentFor(grants: readonly Grant[], from: Grantable): Record<string, string> {
  const on = demanded(from);
  const has = (start: string) => grants.some((grant) => grant.startsWith(start));
  const seals = (key: string) => grants.some((grant) => isSecretGrant(grant) && keyNameOf(grant) === key);
  return {
    ...(has("book:") && { BOOK_TABLE: on.book.tableName }),
    ...(has("deliveries:") && { DELIVERIES_TABLE: on.deliveries.tableName }),
    ...(has("mock-rail:") && on.mockRail && { MOCK_RAIL_TABLE: on.mockRail.tableName }),
    ...(has("webhook-queue:") && { WEBHOOK_QUEUE_URL: on.webhookQueue.queueUrl }),
    ...(seals("webhooks") && { WEBHOOK_KEY_ARN: on.webhookKey.keyArn }),
    ...(has("operator-tokens:") && { OPERATOR_SECRET_ARN: on.operatorSecret.secretArn }),
    ...(has("operator-digests:") &&
      on.operatorDigests && { OPERATOR_DIGESTS_FUNCTION: on.operatorDigests.functionName }),
    ...(has("cursor-keys:") && { CURSOR_SECRET_ARN: on.cursorSecret.secretArn }),
    ...(has("link-keys:") && { LINK_SECRET_ARN: on.linkSecret.secretArn }),
    ...(has("vendor-secrets:") && on.vendorSecret && { VENDOR_SECRET_ARN: on.vendorSecret.secretArn }),
    ...(has("kyt-key:") && on.kytKey && { KYT_KEY_ARN: on.kytKey.secretArn }),
    ...(has("audit-archive:") && { AUDIT_ARCHIVE_BUCKET: on.auditArchive.bucketName }),
    ...(has("exports:") && { EXPORTS_BUCKET: on.exportFiles.bucketName }),
    ...(has("drawn-documents:") && { DRAWN_DOCUMENTS_BUCKET: on.exportFiles.bucketName }),
    ...(has("export-queue:") && { EXPORT_QUEUE_URL: on.exportQueue.queueUrl }),
    ...(has("evidence:") && { EVIDENCE_BUCKET: on.evidence.bucketName }),
    ...(has("applicant-files:") && { APPLICANT_FILES_BUCKET: on.applicantFiles.bucketName }),
    ...(seals("people") && { PEOPLE_KEY_ARN: on.peopleKey.keyArn }),
    ...(grants.some(isSubjectKeyGrant) && {
      SUBJECT_KEYS_TABLE: on.subjectKeys.tableName,
      SUBJECT_KEY_ARN: on.subjectKey.keyArn,
    }),
    ...(has("lists:") && { LISTS_BUCKET: on.lists.bucketName }),
    ...(has("packet-queue:") && { PACKET_QUEUE_URL: on.packetQueue.queueUrl }),
    ...(has("due-queues:") && dueQueueUrls(on.dueQueues)),
    ...(has("mail-queue:") && { MAIL_QUEUE_URL: on.mailQueue.queueUrl }),
    ...(has("settlement-machine:") && { SETTLEMENT_MACHINE_ARN: machineArn(on.settlementMachineName) }),
    ...(has("escrow-machine:") && { ESCROW_MACHINE_ARN: machineArn(on.escrowMachineName) }),
  };
}

/** SES sends in the name of the address where that is verified itself, else of its domain. */
function sending({ address, configurationSet }: MailFrom): PolicyStatement {
  const ses = `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}`;
  const domain = address.slice(address.lastIndexOf("@") + 1);
  return new PolicyStatement({
    actions: ["ses:SendEmail"],
    resources: [
      `${ses}:identity/${address}`,
      `${ses}:identity/${domain}`,
      ...(configurationSet === null ? [] : [`${ses}:configuration-set/${configurationSet}`]),
    ],
    conditions: { StringEquals: { "ses:FromAddress": address } },
  });
}

function machineArn(name: string): string {
  return `arn:${Aws.PARTITION}:states:${Aws.REGION}:${Aws.ACCOUNT_ID}:stateMachine:${name}`;
}

function indexArns(table: Pick<ITableV2, "tableArn">, indexes: readonly string[]): string[] {
  return indexes.map((index) => `${table.tableArn}/index/${index}`);
}
