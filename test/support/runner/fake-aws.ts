import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { indexNames, itemOf, rowOf } from "../../../functions/adapters/aws/dynamo-item.ts";
import type { IndexName, Row, Write } from "../../../functions/app/core/ports.ts";
import { MemoryBook } from "../core/memory-book.ts";
import { vendorSecret } from "../settlement/vendor-credential.ts";

type Item = Parameters<typeof rowOf>[0];
type Asked = Readonly<Record<string, unknown>>;

interface Conditional {
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeValues?: Item;
}

const anyKey = { pk: { S: "" }, sk: { S: "" } };

/** Just enough of AWS over loopback for our own Lambdas to run as they are: DynamoDB in the book's dialect, KMS, Secrets Manager, a bucket that takes everything. */
export class FakeAws {
  readonly book = new MemoryBook();
  readonly #deliveries = new MemoryBook();
  readonly #mockRail = new MemoryBook();
  /** What was put into queues. */
  readonly queued: string[] = [];
  /** The tokens of tasks that failed. */
  readonly failedTokens: unknown[] = [];
  /** The files of dispute cases, by their path. */
  readonly files = new Map<string, { readonly bytes: Buffer; readonly contentType: string }>();
  /** Set to make every call to the table fail, as a broken one would. */
  broken = false;
  readonly #tokens: readonly { name: string; token: string }[];
  #server: Server | undefined;

  constructor(tokens: readonly { name: string; token: string }[]) {
    this.#tokens = tokens;
  }

  /** Begins to listen on a free port of loopback; the endpoint's URL. */
  async start(): Promise<string> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", async () => {
        const target = request.headers["x-amz-target"];
        // S3 names its operation in the method.
        if (target === undefined) {
          this.#store(request, Buffer.concat(chunks), response);
          return;
        }
        const asked = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Asked;
        const { status, body } = await this.#answer(String(target), asked);
        response
          .writeHead(status, { "content-type": "application/x-amz-json-1.0" })
          .end(JSON.stringify(body));
      });
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  /** A bucket takes what is put; of the evidence alone it can be read again. */
  #store(request: IncomingMessage, bytes: Buffer, response: ServerResponse): void {
    const path = request.url?.split("?")[0] ?? "";
    if (request.method === "PUT") {
      if (path.startsWith("/evidence/"))
        this.files.set(path, { bytes, contentType: request.headers["content-type"] ?? "" });
      response.writeHead(200).end();
      return;
    }
    const file = this.files.get(path);
    if (file) response.writeHead(200, { "content-type": file.contentType }).end(file.bytes);
    else response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
  }

  #bookOf(asked: string): MemoryBook {
    if (asked.includes('"deliveries"')) return this.#deliveries;
    return asked.includes('"mock-rail"') ? this.#mockRail : this.book;
  }

  async #answer(target: string, asked: Asked): Promise<{ status: number; body: unknown }> {
    const name = target.split(".").at(-1);
    if (name === "GetSecretValue" && asked.SecretId === "arn:vendors")
      return ok({ SecretString: JSON.stringify(vendorSecret) });
    if (name === "GetSecretValue") return ok({ SecretString: JSON.stringify({ operators: this.#tokens }) });
    if (name === "Encrypt") return ok({ CiphertextBlob: asked.Plaintext });
    if (name === "Decrypt") return ok({ Plaintext: asked.CiphertextBlob });
    if (name === "SendTaskFailure") {
      this.failedTokens.push(asked.taskToken);
      return ok({});
    }
    if (this.broken) return failed("ValidationException", { message: "the table is broken" });
    const book = this.#bookOf(JSON.stringify(asked));
    switch (name) {
      case "SendMessageBatch":
        for (const { MessageBody } of asked.Entries as { MessageBody: string }[])
          this.queued.push(MessageBody);
        return ok({ Successful: [], Failed: [] });
      case "StartExecution":
      case "SendTaskSuccess":
        return ok({ Successful: [], Failed: [] });
      case "BatchGetItem":
        return ok(await batchGet(book, asked));
      case "Query":
        return ok({ Items: (await query(book, asked)).map(listedItem) });
      case "PutItem":
        return write(book, [writeOf({ Put: asked })], asked, false);
      case "UpdateItem":
        return write(book, [writeOf({ Update: asked })], asked, false);
      case "TransactWriteItems":
        return write(book, (asked.TransactItems as Record<string, Asked>[]).map(writeOf), asked, true);
      default:
        return failed("UnknownOperationException", { message: target });
    }
  }
}

async function batchGet(book: MemoryBook, asked: Asked): Promise<unknown> {
  const [[table = "", { Keys }] = ["", { Keys: [] }]] = Object.entries(
    asked.RequestItems as Record<string, { Keys: Item[] }>,
  );
  const rows = await book.read(Keys.map((key) => rowOf({ ...anyKey, ...key })));
  return { Responses: { [table]: rows.flatMap((row) => (row ? [itemOf(row)] : [])) } };
}

function query(book: MemoryBook, asked: Asked): Promise<readonly Row[]> {
  const values = asked.ExpressionAttributeValues as Item;
  const start = asked.ExclusiveStartKey as Item | undefined;
  const index = asked.IndexName as IndexName | undefined;
  const sort = values[":s"]?.S;
  const from = values[":f"]?.S;
  const byPrefix = String(asked.KeyConditionExpression).includes("begins_with");
  return book.page({
    pk: values[":p"]?.S ?? "",
    limit: Number(asked.Limit),
    newestFirst: asked.ScanIndexForward === false,
    ...(index ? { index } : {}),
    ...(from === undefined ? {} : { from }),
    ...(sort === undefined ? {} : byPrefix ? { prefix: sort } : { upTo: sort }),
    ...(start
      ? { after: { ...rowOf(start), sort: start[index ? indexNames[index][1] : "sk"]?.S ?? "" } }
      : {}),
  });
}

async function write(
  book: MemoryBook,
  writes: Write[],
  asked: Asked,
  transaction: boolean,
): Promise<{ status: number; body: unknown }> {
  const written = await book.write(writes, String(asked.ClientRequestToken ?? nonceOf(asked)));
  if (written.ok) return ok({});
  const reasons = written.rows.map((row) => ({
    Code: "ConditionalCheckFailed",
    ...(row && { Item: itemOf(row) }),
  }));
  return transaction
    ? failed("TransactionCanceledException", { message: "cancelled", CancellationReasons: reasons })
    : failed("ConditionalCheckFailedException", { message: "no", ...reasons[0] });
}

/** An index that projects keys only shows no body. */
function listedItem(row: Row): Item {
  const { body, ...rest } = itemOf(row);
  return row.body === undefined || body === undefined ? rest : { ...rest, body };
}

function nonceOf(asked: Asked): string {
  return (asked.Item as Item | undefined)?.nonce?.S ?? "";
}

function ok(body: unknown) {
  return { status: 200, body };
}

function failed(type: string, more: object) {
  return { status: 400, body: { __type: `com.amazonaws.dynamodb.v20120810#${type}`, ...more } };
}

function expectationOf({ ConditionExpression, ExpressionAttributeValues }: Conditional): number | "absent" {
  if (ConditionExpression === "attribute_not_exists(pk)") return "absent";
  if (ConditionExpression === "v = :v") return Number(ExpressionAttributeValues?.[":v"]?.N);
  throw new Error(`a condition of another dialect: ${ConditionExpression}`);
}

function putOf(asked: Asked): Write {
  const put = rowOf(asked.Item as Item);
  if (asked.ConditionExpression === undefined) return { put, expect: "any" };
  return { put, expect: expectationOf(asked as Conditional) };
}

function countOf(asked: Asked): Write {
  const values = asked.ExpressionAttributeValues as Item;
  const { pk, sk } = rowOf({ ...anyKey, ...(asked.Key as Item) });
  const by = Number(values[":by"]?.N);
  const room = values[":room"]?.N;
  const ttl = values[":ttl"]?.N;
  const most = room === undefined ? null : Number(room) + by;
  return { count: { pk, sk }, by, most, ...(ttl === undefined ? {} : { ttl: Number(ttl) }) };
}

function writeOf(item: Record<string, Asked>): Write {
  const [[what, asked] = ["", {} as Asked]] = Object.entries(item);
  if (what === "Update" && String(asked.UpdateExpression).includes(" ADD counted ")) return countOf(asked);
  if (what === "Update") {
    const handedOn = rowOf({ ...anyKey, ...(asked.Key as Item) });
    return asked.ConditionExpression === "outbox = :pending" ? { handedOn, expect: "pending" } : { handedOn };
  }
  if (what === "Put") return putOf(asked);
  const expect = expectationOf(asked as Conditional);
  const key = rowOf({ ...anyKey, ...(asked.Key as Item) });
  if (what === "ConditionCheck") return { check: key, expect };
  if (what === "Delete" && expect !== "absent") return { remove: key, expect };
  throw new Error(`a write of another dialect: ${what}`);
}
