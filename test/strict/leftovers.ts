import { Sha256 } from "@aws-crypto/sha256-js";
import { SignatureV4 } from "@smithy/signature-v4";

/** How an AWS service lists one kind of resource. */
interface Listing {
  readonly kind: string;
  readonly service: string;
  readonly path?: string;
  /** The action of a JSON protocol. */
  readonly target?: string;
  /** The form of a query protocol. */
  readonly form?: string;
}

const listings: readonly Listing[] = [
  { kind: "table", service: "dynamodb", target: "DynamoDB_20120810.ListTables" },
  { kind: "queue", service: "sqs", form: "Action=ListQueues&Version=2012-11-05" },
  { kind: "bucket", service: "s3", path: "/" },
  { kind: "API", service: "apigateway", path: "/restapis?limit=500" },
  { kind: "function", service: "lambda", path: "/2015-03-31/functions?MaxItems=1000" },
  { kind: "event source mapping", service: "lambda", path: "/2015-03-31/event-source-mappings?MaxItems=1000" },
  { kind: "log group", service: "logs", target: "Logs_20140328.DescribeLogGroups" },
  { kind: "secret", service: "secretsmanager", target: "secretsmanager.ListSecrets" },
  { kind: "parameter", service: "ssm", target: "AmazonSSM.DescribeParameters" },
  { kind: "role", service: "iam", form: "Action=ListRoles&Version=2010-05-08&MaxItems=1000" },
  { kind: "state machine", service: "states", target: "AWSStepFunctions.ListStateMachines" },
  { kind: "rule", service: "events", target: "AWSEvents.ListRules" },
  { kind: "alarm", service: "monitoring", form: "Action=DescribeAlarms&Version=2010-08-01" },
  { kind: "topic", service: "sns", form: "Action=ListTopics&Version=2010-03-31" },
  { kind: "key alias", service: "kms", target: "TrentService.ListAliases" },
];

/** What still bears our name at the endpoint, each as its kind and name. */
export async function leftovers(endpoint: string, region: string): Promise<string[]> {
  const found: string[] = [];
  for (const listing of listings) {
    const text = await call(endpoint, region, listing);
    const names = new Set(text.match(/\bsluice-[\w-]+/g));
    found.push(...[...names].map((name) => `${listing.kind} ${name}`));
  }
  return [...found, ...(await usableKeys(endpoint, region))];
}

/** Keys have no names: those of ours are all that customers manage here. */
async function usableKeys(endpoint: string, region: string): Promise<string[]> {
  const listed = await call(endpoint, region, { kind: "key", service: "kms", target: "TrentService.ListKeys" });
  const keys: { KeyId: string }[] = JSON.parse(listed).Keys;
  const found: string[] = [];
  for (const { KeyId } of keys) {
    const about = { kind: "key", service: "kms", target: "TrentService.DescribeKey" };
    const { KeyMetadata } = JSON.parse(await call(endpoint, region, about, { KeyId }));
    if (KeyMetadata.KeyManager === "CUSTOMER" && KeyMetadata.KeyState !== "PendingDeletion")
      found.push(`key ${KeyId} (${KeyMetadata.Description})`);
  }
  return found;
}

async function call(
  endpoint: string,
  region: string,
  { kind, service, path = "/", target, form }: Listing,
  input: unknown = {},
): Promise<string> {
  const url = new URL(path, endpoint);
  const version = service === "states" ? "1.0" : "1.1";
  const headers = {
    host: url.host,
    ...(target !== undefined && { "x-amz-target": target, "content-type": `application/x-amz-json-${version}` }),
    ...(form !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
  };
  const body = target === undefined ? form : JSON.stringify(input);
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const signer = new SignatureV4({ service, region, credentials, sha256: Sha256 });
  const signed = await signer.sign({
    method: body === undefined ? "GET" : "POST",
    protocol: url.protocol,
    hostname: url.hostname,
    port: Number(url.port),
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers,
    ...(body !== undefined && { body }),
  });
  const reply = await fetch(url, {
    method: signed.method,
    headers: signed.headers,
    ...(body !== undefined && { body }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`listing each ${kind} answered ${reply.status}: ${text.slice(0, 200)}`);
  return text;
}
