import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** An item on the wire: each attribute under the letter of its type. */
type WireItem = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type Json = Readonly<Record<string, unknown>>;

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What came through, in what AWS counts. */
export interface WireUsage {
  dynamoWrite: number;
  dynamoRead: number;
  kmsRequest: number;
  secretRequest: number;
  s3Put: number;
  s3Get: number;
}

/** A proxy in front of an emulator that counts what goes through it, by the bytes on the wire and by what truly lies in its tables before and after each write. It shares nothing with what counts inside the Lambdas. Queues are asked at their own addresses, past it. */
export class CountingProxy {
  readonly counted: WireUsage = {
    ...{ dynamoWrite: 0, dynamoRead: 0, kmsRequest: 0 },
    ...{ secretRequest: 0, s3Put: 0, s3Get: 0 },
  };
  readonly #target: URL;
  readonly #server: Server;
  /** One write at a time, so that nothing comes between a look and what is looked at. */
  #writes: Promise<unknown> = Promise.resolve();

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer(async (asked, reply) => {
      const body = Buffer.concat(await asked.toArray());
      const { status, headers, body: answer } = await this.#handle(asked, body);
      reply.writeHead(status, headers).end(answer);
    });
  }

  static async open(target: string): Promise<CountingProxy> {
    const proxy = new CountingProxy(target);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await this.#writes;
  }

  async #handle(asked: IncomingMessage, body: Buffer): Promise<Reply> {
    const operation = String(asked.headers["x-amz-target"] ?? "").split(".")[1];
    const forward = () => this.#send(asked.method ?? "GET", asked.url ?? "/", asked.headers, body);
    if (operation === undefined) {
      const reply = await forward();
      if (reply.status < 300) this.#countFile(asked);
      return reply;
    }
    const input = JSON.parse(body.toString()) as Json;
    const keys = writtenKeys(operation, input);
    if (keys.length > 0) return this.#write(keys, operation, asked.headers, forward);
    const reply = await forward();
    if (reply.status < 300) this.#countCall(operation, input, JSON.parse(reply.body.toString() || "{}") as Json);
    return reply;
  }

  #write(
    keys: readonly Json[],
    operation: string,
    headers: IncomingHttpHeaders,
    forward: () => Promise<Reply>,
  ): Promise<Reply> {
    const look = () => Promise.all(keys.map((key) => this.#look(key, headers)));
    const work = async () => {
      const before = await look();
      const reply = await forward();
      if (reply.status >= 300) return reply;
      const after = await look();
      const times = operation === "TransactWriteItems" ? 2 : 1;
      keys.forEach((_, at) => {
        this.counted.dynamoWrite += times * kilobytes(before[at], after[at]) + indexWrites(before[at], after[at]);
      });
      return reply;
    };
    const done = this.#writes.then(work);
    this.#writes = done.catch(() => undefined);
    return done;
  }

  async #look(key: Json, headers: IncomingHttpHeaders): Promise<WireItem | undefined> {
    const body = Buffer.from(JSON.stringify({ ...key, ConsistentRead: true }));
    const own = { ...headers, "x-amz-target": "DynamoDB_20120810.GetItem", "content-length": String(body.length) };
    const { body: reply } = await this.#send("POST", "/", own, body);
    return (JSON.parse(reply.toString()) as { Item?: WireItem }).Item;
  }

  #countFile({ method, url = "" }: IncomingMessage): void {
    const isObject = url.split("?")[0]?.split("/").filter(Boolean).length !== 1;
    if (method === "PUT" && isObject) this.counted.s3Put += 1;
    if (method === "GET" && isObject && !url.includes("list-type")) this.counted.s3Get += 1;
  }

  #countCall(operation: string, input: Json, output: Json): void {
    const { counted } = this;
    if (operation === "Encrypt" || operation === "Decrypt") counted.kmsRequest += 1;
    if (operation === "GetSecretValue") counted.secretRequest += 1;
    if (operation === "Query") {
      const bytes = (output.Items as WireItem[]).reduce((sum, each) => sum + sizeOf(each), 0);
      counted.dynamoRead += Math.max(1, Math.ceil(bytes / 4096)) / (input.IndexName === undefined ? 1 : 2);
    }
    if (operation === "BatchGetItem") {
      const asked = Object.values(input.RequestItems as Record<string, { Keys: unknown[] }>);
      const found = Object.values(output.Responses as Record<string, WireItem[]>).flat();
      const missing = asked.reduce((sum, { Keys }) => sum + Keys.length, 0) - found.length;
      counted.dynamoRead += found.reduce((sum, each) => sum + Math.ceil(sizeOf(each) / 4096), missing);
    }
  }

  #send(method: string, path: string, headers: IncomingHttpHeaders, body: Buffer): Promise<Reply> {
    const { hostname, port } = this.#target;
    return new Promise((resolve, reject) => {
      const asked = request({ hostname, port, method, path, headers }, async (reply) => {
        const answer = Buffer.concat(await reply.toArray());
        resolve({ status: reply.statusCode ?? 500, headers: reply.headers, body: answer });
      });
      asked.on("error", reject).end(body);
    });
  }
}

function writtenKeys(operation: string, input: Json): Json[] {
  if (operation === "TransactWriteItems")
    return (input.TransactItems as Record<string, Json>[]).flatMap((each) => Object.values(each).map(keyOf));
  return operation === "PutItem" || operation === "UpdateItem" ? [keyOf(input)] : [];
}

function keyOf({ TableName, Item, Key }: Json): Json {
  const { pk, sk } = (Item ?? Key) as WireItem;
  return { TableName, Key: { pk, sk } };
}

function sizeOf(item: WireItem | undefined): number {
  return Object.entries(item ?? {}).reduce((sum, [name, { S, N, B }]) => {
    const text = typeof S === "string" ? Buffer.byteLength(S) : 0;
    const digits = typeof N === "string" ? Math.ceil(N.replace(/[-.]/g, "").length / 2) + 1 : 0;
    const bytes = typeof B === "string" ? Buffer.from(B, "base64").length : 0;
    return sum + Buffer.byteLength(name) + (text + digits + bytes || 1);
  }, 0);
}

function kilobytes(...items: readonly (WireItem | undefined)[]): number {
  return Math.max(1, ...items.map((each) => Math.ceil(sizeOf(each) / 1024)));
}

/** Every index holds keys alone, by the two attributes that are named after it: a place that is left and one that is taken cost a unit each. */
function indexWrites(before: WireItem | undefined, after: WireItem | undefined): number {
  const places = (item: WireItem | undefined) =>
    new Set(
      Object.keys(item ?? {}).flatMap((name) => {
        const sort = item?.[name.replace(/Pk$/, "Sk")];
        return name.endsWith("Pk") && sort ? [`${name} ${item?.[name]?.S} ${sort.S}`] : [];
      }),
    );
  const [from, to] = [places(before), places(after)];
  return [...from].filter((each) => !to.has(each)).length + [...to].filter((each) => !from.has(each)).length;
}
