import { join } from "node:path";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import type { Invocation } from "../../../functions/app/core/ports.ts";
import { lambdas, operations } from "../../../functions/contract/billing.ts";
import { allScreeningOperations, screeningLambdas } from "../../../functions/contract/screening.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import { fontFolder } from "../invoicing/fonts.ts";
import type { PlainRequest } from "../routes/bad-input.ts";
import { lambdaScope } from "./lambda-scope.ts";

type LambdaHandler = (event: APIGatewayProxyEvent, invocation?: Invocation) => Promise<APIGatewayProxyResult>;

/** What came back, as a client sees it. */
export interface PlainReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What a client says of a body whose type the test leaves open; a test of the type itself names one, or an empty one. */
function typeOf({ body, headers }: PlainRequest): Record<string, string> {
  const isNamed = Object.keys(headers).some((name) => name.toLowerCase() === "content-type");
  return body === undefined || isNamed ? {} : { "content-type": "application/json" };
}

/** A request as API Gateway hands it to a Lambda. */
export function eventOf(request: PlainRequest, userArn: string | null = null): APIGatewayProxyEvent {
  const [path = "/", query = ""] = request.path.split(/\?(.*)/s);
  const multi: Record<string, string[]> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const before = Object.hasOwn(multi, name) ? (multi[name] ?? []) : [];
    Object.defineProperty(multi, name, { value: [...before, value], enumerable: true, configurable: true });
  }
  const bytes = request.body instanceof Uint8Array;
  const event: Partial<APIGatewayProxyEvent> = {
    httpMethod: request.method,
    path,
    headers: { ...typeOf(request), ...request.headers },
    multiValueQueryStringParameters: query === "" ? null : multi,
    body: request.body === undefined ? null : Buffer.from(request.body).toString(bytes ? "base64" : "utf8"),
    isBase64Encoded: bytes,
    requestContext: { identity: { userArn } } as APIGatewayProxyEvent["requestContext"],
  };
  return event as APIGatewayProxyEvent;
}

/** The reply of a Lambda as a client sees it, header names in lower case. */
export function replyOf(result: APIGatewayProxyResult): PlainReply {
  const headers = Object.entries(result.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]);
  const text = result.isBase64Encoded ? Buffer.from(result.body, "base64").toString("latin1") : result.body;
  if (text.startsWith('{"error":"","code"')) throw new Error("a refusal without a word for people");
  return { status: result.statusCode, headers: Object.fromEntries(headers), text };
}

/** What the stack would give our Lambdas, pointed at a fake AWS. To be set before any of them is imported. */
export function lambdaEnvironment(endpoint: string): Record<string, string> {
  return {
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_MAX_ATTEMPTS: "1",
    STAGE: "sandbox",
    LOCAL: "true",
    PUBLIC_URL: "http://localhost:4000",
    ONBOARD_URL: "http://localhost:4002",
    CONSOLE_URL: "http://localhost:4000/console",
    BOOK_TABLE: "book",
    DELIVERIES_TABLE: "deliveries",
    MOCK_RAIL_TABLE: "mock-rail",
    EXPORT_QUEUE_URL: `${endpoint}/queue`,
    EXPORTS_BUCKET: "exports",
    DRAWN_DOCUMENTS_BUCKET: "exports",
    AUDIT_ARCHIVE_BUCKET: "audit-archive",
    EVIDENCE_BUCKET: "evidence",
    FONT_FOLDER: fontFolder(),
    APPLICANT_FILES_BUCKET: "applicants",
    PEOPLE_KEY_ARN: "arn:key",
    SUBJECT_KEYS_TABLE: "subject-keys",
    SUBJECT_KEY_ARN: "arn:key",
    PACKET_QUEUE_URL: `${endpoint}/queue`,
    MAIL_QUEUE_URL: `${endpoint}/queue`,
    DUE_ENTRIES_QUEUE_URL: `${endpoint}/queue`,
    DUE_CLAIMS_QUEUE_URL: `${endpoint}/queue`,
    DUE_DEADLINES_QUEUE_URL: `${endpoint}/queue`,
    DUE_LOOK_UPS_QUEUE_URL: `${endpoint}/queue`,
    OPERATOR_SECRET_ARN: "arn:operators",
    OPERATOR_DIGESTS_FUNCTION: "operator-digests",
    CURSOR_SECRET_ARN: "arn:cursors",
    LINK_SECRET_ARN: "arn:links",
    VENDOR_SECRET_ARN: "arn:vendors",
    KYT_KEY_ARN: "arn:kyt",
    WEBHOOK_KEY_ARN: "arn:key",
    WEBHOOK_QUEUE_URL: `${endpoint}/queue`,
    SETTLEMENT_MACHINE_ARN: "arn:machine",
    ESCROW_MACHINE_ARN: "arn:escrow-machine",
  };
}

/** The invocation that tests make, as the log names it. */
export const invocation: Invocation = { awsRequestId: "aws-request-1", functionName: "a-lambda" };

const root = join(import.meta.dirname, "../../..");

/** The handler of the Lambda that serves an operation, as it is deployed. */
export async function handlerOf(op: Operation): Promise<LambdaHandler> {
  const entry = (screeningLambdas[op.lambda] ?? lambdas[op.lambda])?.entry;
  if (!entry) throw new Error(`${op.id} is served by no Lambda`);
  const loaded: { handler: LambdaHandler } = await import(join(root, entry));
  return (event, made) => lambdaScope.run(op.lambda, () => loaded.handler(event, made));
}

/** The operation of the rails with this id. */
export function operationOf(id: string): Operation {
  return named(operations, id);
}

/** The operation of the screening interface with this id. */
export function screeningOperationOf(id: string): Operation {
  return named(allScreeningOperations, id);
}

function named(all: readonly Operation[], id: string): Operation {
  const found = all.find((op) => op.id === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
}
