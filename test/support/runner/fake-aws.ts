import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { indexNames, itemOf, rowOf } from "../../../functions/adapters/aws/dynamo-item.ts";
import { awsSettings } from "../../../functions/adapters/aws/settings.ts";
import type { IndexName, Row, Write } from "../../../functions/app/core/ports.ts";
import { MemoryStore } from "../core/memory-store.ts";
import { vendorSecret } from "../settlement/vendor-credential.ts";
import { ownKey, rowOrCopy, withoutCopies } from "./copied-rows.ts";
import { anyKey, writeOf } from "./dialect.ts";
import { directWire } from "./direct-wire.ts";
import { openedByKms, sealedByKms } from "./fake-kms.ts";
import { lacking } from "./lambda-rights.ts";
import { lambdaHeader, lambdaScope, tellingAgent } from "./lambda-scope.ts";
import { storedItem } from "./stored-items.ts";

type Item = Parameters<typeof rowOf>[0];
type Input = Readonly<Record<string, unknown>>;

const patient = { connectionTimeout: 60_000, requestTimeout: 60_000, httpAgent: tellingAgent };

const invocations = "/2015-03-31/functions/operator-digests/invocations";

const nothing = () => undefined;

/** Nobody here looks at a signature, or at what the SDK would say to a log. */
const unheard = {
  signer: { sign: async (request: unknown) => request },
  logger: { debug: nothing, trace: nothing, warn: nothing },
};

/** Just enough of AWS over loopback for our own Lambdas to run as they are: DynamoDB in the book's dialect, KMS, Secrets Manager, a bucket that takes everything. */
export class FakeAws {
  readonly store = new MemoryStore();
  readonly deliveries = new MemoryStore();
  /** The wrapped keys of subjects. */
  readonly subjectKeys = new MemoryStore();
  readonly #mockRail = new MemoryStore();
  /** What was put into queues. */
  readonly queued: string[] = [];
  /** The tokens of tasks that failed. */
  readonly failedTokens: unknown[] = [];
  /** The files of dispute cases and of the audit archive, by their path. */
  readonly files = new Map<string, { readonly bytes: Buffer; readonly contentType: string }>();
  /** Set to make every call to the table fail, as a broken one would. */
  broken = false;
  /** The operators' tokens as the secret has them; a Lambda remembers them for half a minute. */
  tokens: readonly { name: string; token: string }[];
  #server: Server | undefined;

  constructor(tokens: readonly { name: string; token: string }[]) {
    this.tokens = tokens;
  }

  /** Begins to listen on a free port of loopback; the endpoint's URL. Where nobody stands between, calls may come `directly`. */
  async start(directly = false): Promise<string> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", async () => {
        const target = request.headers["x-amz-target"];
        if (request.url?.startsWith(invocations)) {
          await this.#invoke(request.headers[lambdaHeader], response);
          return;
        }
        // S3 names its operation in the method.
        if (target === undefined) {
          this.#store(request, Buffer.concat(chunks), response);
          return;
        }
        const asked = Buffer.concat(chunks).toString("utf8");
        const { status, text } = await this.#reply(String(target), asked, request.headers[lambdaHeader]);
        response.writeHead(status, { "content-type": "application/x-amz-json-1.0" }).end(text);
      });
    });
    this.#server = server;
    // Who asks and who answers are one process: where it is held up, an answer is late through nobody's fault.
    for (const { requestHandler } of Object.values(awsSettings)) Object.assign(requestHandler, patient);
    if (directly) this.#connect();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Has the clients of JSON services send here without a socket. */
  #connect(): void {
    const { dynamodb, kms, secrets, sqs, sfn } = awsSettings;
    const wire = directWire((target, text) => this.#reply(target, text, lambdaScope.getStore()));
    for (const settings of [dynamodb, kms, secrets, sqs, sfn]) {
      Object.assign(settings.requestHandler, wire);
      Object.assign(settings, unheard);
    }
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  /** The one Lambda that others of ours invoke. */
  async #invoke(asking: unknown, response: ServerResponse): Promise<void> {
    const right = typeof asking === "string" ? lacking(asking, "Invoke", {}) : null;
    if (right !== null) {
      const { status, body } = failed("AccessDeniedException", { message: `${asking} lacks ${right}` });
      response.writeHead(status, { "x-amzn-errortype": "AccessDeniedException" }).end(JSON.stringify(body));
      return;
    }
    const { handler } = await import("../../../functions/events/operator-digests.ts");
    const told = await lambdaScope.run("operator-digests", () => handler({}));
    response.writeHead(200).end(JSON.stringify(told));
  }

  /** A bucket takes what is put; the evidence, the audit archive and the drawn documents keep it. */
  #store(request: IncomingMessage, bytes: Buffer, response: ServerResponse): void {
    const path = request.url?.split("?")[0] ?? "";
    if (request.method === "PUT") {
      if (/^\/(evidence|audit-archive|exports\/drawn)\//.test(path))
        this.files.set(path, { bytes, contentType: request.headers["content-type"] ?? "" });
      response.writeHead(200).end();
      return;
    }
    if (request.url?.includes("versions")) {
      response.writeHead(200).end("<ListVersionsResult/>");
      return;
    }
    const file = this.files.get(path);
    if (file) response.writeHead(200, { "content-type": file.contentType }).end(file.bytes);
    else response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
  }

  async #reply(target: string, asked: string, lambda: unknown): Promise<{ status: number; text: string }> {
    const { status, body } = await this.answer(target, JSON.parse(asked) as Input, lambda);
    return { status, text: JSON.stringify(body, wireBytes) };
  }

  #bookOf(input: string): MemoryStore {
    if (input.includes('"deliveries"')) return this.deliveries;
    if (input.includes('"subject-keys"')) return this.subjectKeys;
    return input.includes('"mock-rail"') ? this.#mockRail : this.store;
  }

  async answer(target: string, input: Input, lambda: unknown): Promise<{ status: number; body: unknown }> {
    const name = target.split(".").at(-1);
    const right = typeof lambda === "string" ? lacking(lambda, String(name), input) : null;
    if (right !== null) return failed("AccessDeniedException", { message: `${lambda} lacks ${right}` });
    if (name === "GetSecretValue" && input.SecretId === "arn:vendors")
      return ok({ SecretString: JSON.stringify(vendorSecret) });
    if (name === "GetSecretValue" && input.SecretId === "arn:cursors")
      return ok({ SecretString: JSON.stringify({ key: "c".repeat(64) }) });
    if (name === "GetSecretValue" && input.SecretId === "arn:links")
      return ok({ SecretString: JSON.stringify({ key: "l".repeat(64) }) });
    if (name === "GetSecretValue") return ok({ SecretString: JSON.stringify({ operators: this.tokens }) });
    if (name === "Encrypt") return ok({ CiphertextBlob: sealedByKms(input) });
    if (name === "Decrypt") return openedByKms(input);
    if (name === "SendTaskFailure") {
      this.failedTokens.push(input.taskToken);
      return ok({});
    }
    if (this.broken) return failed("ValidationException", { message: "the table is broken" });
    const store = this.#bookOf(JSON.stringify(input));
    switch (name) {
      case "SendMessageBatch":
        for (const { MessageBody } of input.Entries as { MessageBody: string }[]) this.queued.push(MessageBody);
        return ok({ Successful: [], Failed: [] });
      case "SendMessage":
        this.queued.push(String(input.MessageBody));
        return ok({ MD5OfMessageBody: createHash("md5").update(String(input.MessageBody)).digest("hex") });
      case "GetQueueAttributes":
        return ok({ Attributes: { ApproximateNumberOfMessages: "0", ApproximateNumberOfMessagesNotVisible: "0" } });
      case "StartExecution":
      case "SendTaskSuccess":
        return ok({ Successful: [], Failed: [] });
      case "BatchGetItem":
        return ok(await batchGet(store, input));
      case "Query":
        return ok({ Items: (await query(store, input)).map(listedItem) });
      case "PutItem":
        return write(store, [writeOf({ Put: input })], input, false);
      case "UpdateItem":
        return write(store, [writeOf({ Update: input })], input, false);
      case "TransactWriteItems":
        return write(store, withoutCopies((input.TransactItems as Record<string, Input>[]).map(writeOf)), input, true);
      default:
        return failed("UnknownOperationException", { message: target });
    }
  }
}

async function batchGet(store: MemoryStore, input: Input): Promise<unknown> {
  const [[table = "", { Keys }] = ["", { Keys: [] }]] = Object.entries(
    input.RequestItems as Record<string, { Keys: Item[] }>,
  );
  const keys = Keys.map((key) => rowOf({ ...anyKey, ...key }));
  const rows = await store.read(keys.map(ownKey));
  return {
    Responses: { [table]: keys.flatMap((key, at) => (rows[at] ? [storedItem(rowOrCopy(key, rows[at]))] : [])) },
  };
}

function query(store: MemoryStore, input: Input): Promise<readonly Row[]> {
  const values = input.ExpressionAttributeValues as Item;
  const start = input.ExclusiveStartKey as Item | undefined;
  const index = input.IndexName as IndexName | undefined;
  const sort = values[":s"]?.S;
  const from = values[":f"]?.S;
  const byPrefix = String(input.KeyConditionExpression).includes("begins_with");
  return store.page({
    pk: values[":p"]?.S ?? "",
    limit: Number(input.Limit),
    newestFirst: input.ScanIndexForward === false,
    ...(index ? { index, keysOnly: true } : {}),
    ...(from === undefined ? {} : { from }),
    ...(sort === undefined ? {} : byPrefix ? { prefix: sort } : { upTo: sort }),
    ...(start ? { after: { ...rowOf(start), sort: start[index ? indexNames[index][1] : "sk"]?.S ?? "" } } : {}),
  });
}

async function write(
  store: MemoryStore,
  writes: Write[],
  input: Input,
  transaction: boolean,
): Promise<{ status: number; body: unknown }> {
  const written = await store.write(writes, String(input.ClientRequestToken ?? nonceOf(input)));
  if (written.ok) return ok({});
  const reasons = written.rows.map((row) => ({ Code: "ConditionalCheckFailed", ...(row && { Item: itemOf(row) }) }));
  return transaction
    ? failed("TransactionCanceledException", { message: "cancelled", CancellationReasons: reasons })
    : failed("ConditionalCheckFailedException", { message: "no", ...reasons[0] });
}

/** Bytes are base64 on the wire; JSON has made an object of them by then. */
function wireBytes(_: string, value: unknown): unknown {
  const isBuffer = typeof value === "object" && value !== null && "data" in value && Array.isArray(value.data);
  return isBuffer ? Buffer.from(value.data as number[]).toString("base64") : value;
}

/** An index that projects keys only shows no body. */
function listedItem(row: Row): Item {
  const { body, ...rest } = itemOf({ ...row, body: row.body ?? null });
  return row.body === undefined || body === undefined ? rest : { ...rest, body };
}

function nonceOf(input: Input): string {
  return (input.Item as Item | undefined)?.nonce?.S ?? "";
}

function ok(body: unknown) {
  return { status: 200, body };
}

function failed(type: string, more: object) {
  return { status: 400, body: { __type: `com.amazonaws.dynamodb.v20120810#${type}`, ...more } };
}
