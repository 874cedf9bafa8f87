import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Change, type Item, itemBytes, type Read } from "../../../bin/sandbox/cost/units.ts";
import { FakeAws } from "../../support/runner/fake-aws.ts";

/** A call of a Lambda's to AWS: the service's operation, and what it did to a table. */
export interface AwsCall {
  readonly operation: string;
  readonly table: string;
  readonly changes: readonly Change[];
  readonly read: Read | undefined;
}

type Input = Readonly<Record<string, unknown>>;
type Keyed = Readonly<Record<string, Item>>;

/** Who hears of what Lambdas ask of AWS. */
export interface Listener {
  called(call: AwsCall): void;
  /** A row came into being that the table's stream shows. */
  inserted(table: string, item: Item): void;
  queued(queue: string, body: string): void;
  started(name: string, input: unknown): void;
  answered(token: string): void;
}

/** Stands before a fake AWS and keeps what every call would be billed by: items as they lie in the tables, to the byte. */
export class MeteredAws {
  readonly fake: FakeAws;
  readonly #listener: Listener;
  readonly #tables = new Map<string, Map<string, Item>>();
  #server: Server | undefined;

  constructor(tokens: ConstructorParameters<typeof FakeAws>[0], listener: Listener) {
    this.fake = new FakeAws(tokens);
    this.#listener = listener;
  }

  async start(): Promise<string> {
    const behind = await this.fake.start();
    const server = createServer(async (request, response) => {
      const bytes = Buffer.concat(await request.toArray());
      const reply = await this.#pass(request, bytes, behind);
      response.writeHead(reply.status, { "content-type": reply.type }).end(reply.bytes);
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
    this.fake.stop();
  }

  async #pass(request: IncomingMessage, bytes: Buffer<ArrayBuffer>, behind: string) {
    const { method = "GET", url = "/" } = request;
    const target = request.headers["x-amz-target"]?.toString();
    const operation = target?.split(".").at(-1) ?? `S3 ${method}`;
    const input = (target === undefined ? {} : JSON.parse(bytes.toString())) as Input;
    const own = operation === "GetSecretValue" && input.SecretId === "arn:kyt";
    const secret = { SecretString: JSON.stringify({ apiKey: "slc_test_sim" }) };
    const response = own
      ? Response.json(secret)
      : await fetch(behind + url, {
          method,
          headers: target === undefined ? {} : { "x-amz-target": target },
          ...(method === "GET" ? {} : { body: bytes }),
        });
    const reply = Buffer.from(await response.arrayBuffer());
    if (response.ok) this.#keep(operation, input, target ? (JSON.parse(reply.toString()) as Input) : {});
    const type = response.headers.get("content-type") ?? "application/octet-stream";
    return { status: response.status, type, bytes: reply };
  }

  #keep(operation: string, input: Input, reply: Input): void {
    const table = tableOf(input);
    const changes = this.#changes(table, operation, input);
    this.#listener.called({ operation, table, changes, read: this.#read(table, operation, input, reply) });
    for (const { before, after } of changes) {
      const item = after ?? before;
      if (!item) continue;
      if (after) this.#table(table).set(nameOf(item), after);
      else this.#table(table).delete(nameOf(item));
      if (after && !before) this.#listener.inserted(table, after);
    }
    if (operation === "SendMessageBatch")
      for (const { MessageBody } of input.Entries as { MessageBody: string }[])
        this.#listener.queued(String(input.QueueUrl).split("/").at(-1) ?? "", MessageBody);
    if (operation === "StartExecution") this.#listener.started(String(input.name), JSON.parse(String(input.input)));
    if (operation === "SendTaskSuccess") this.#listener.answered(String(input.taskToken));
  }

  #changes(table: string, operation: string, input: Input): Change[] {
    const change = (what: string, each: Input, isTransaction: boolean): Change => {
      const key = (each.Item ?? each.Key) as Item;
      const before = this.#table(table).get(nameOf(key));
      if (what === "Put") return { before, after: key, isTransaction };
      if (what === "Delete") return { before, after: undefined, isTransaction };
      if (what === "ConditionCheck") return { before, after: before, isTransaction };
      return { before, after: updated(before, each), isTransaction };
    };
    if (operation === "PutItem") return [change("Put", input, false)];
    if (operation === "UpdateItem") return [change("Update", input, false)];
    if (operation !== "TransactWriteItems") return [];
    return (input.TransactItems as Record<string, Input>[]).map((each) => {
      const [[what, write] = ["", {}]] = Object.entries(each);
      return change(what, write, true);
    });
  }

  #read(table: string, operation: string, input: Input, reply: Input): Read | undefined {
    const sizeOf = (item: Item) => itemBytes(this.#table(table).get(nameOf(item)) ?? item);
    if (operation === "BatchGetItem") {
      const [{ Keys } = { Keys: [] }] = Object.values(input.RequestItems as Record<string, { Keys: Item[] }>);
      const [found = []] = Object.values(reply.Responses as Record<string, Item[]>);
      const at = new Map(found.map((item) => [nameOf(item), sizeOf(item)]));
      const partitions = Keys.map(({ pk }) => pk?.S ?? "");
      return {
        ...{ index: "", partitions, isPage: false, isIndex: false },
        bytes: Keys.map((key) => at.get(nameOf(key)) ?? 0),
      };
    }
    if (operation !== "Query") return undefined;
    const items = reply.Items as Item[];
    const bytes = items.map((item) => (item.body ? sizeOf(item) : itemBytes(item)));
    const values = input.ExpressionAttributeValues as Item;
    const index = String(input.IndexName ?? "");
    return { bytes, index, partitions: [values[":p"]?.S ?? ""], isPage: true, isIndex: index !== "" };
  }

  #table(name: string): Map<string, Item> {
    const known = this.#tables.get(name) ?? new Map<string, Item>();
    this.#tables.set(name, known);
    return known;
  }
}

function nameOf({ pk, sk }: Item): string {
  return `${pk?.S}\0${sk?.S}`;
}

function tableOf(input: Input): string {
  const [first] = (input.TransactItems ?? []) as Record<string, Input>[];
  const [write] = Object.values(first ?? {});
  const [read] = Object.keys((input.RequestItems ?? {}) as object);
  return String(input.TableName ?? write?.TableName ?? read ?? "");
}

/** The book's updates: an entry or an aggregate is taken off the outbox, a counter goes up. */
function updated(before: Item | undefined, input: Input): Item {
  const key = input.Key as Keyed[string];
  if (String(input.UpdateExpression).startsWith("REMOVE outbox, duePk, dueSk")) {
    const { outbox: _, duePk: __, dueSk: ___, ...rest } = before ?? key;
    return rest;
  }
  const values = input.ExpressionAttributeValues as Item;
  if (input.UpdateExpression === "SET v = :next REMOVE outboxPk, outboxSk") {
    const { outboxPk: _, outboxSk: __, ...rest } = before ?? key;
    return { ...rest, ...(values[":next"] && { v: values[":next"] }) };
  }
  const sum = (name: string, by: string) => ({
    N: String(Number(before?.[name]?.N ?? 0) + Number(values[by]?.N ?? 0)),
  });
  const { ":type": type, ":body": body, ":ttl": ttl } = values;
  if (!type || !body) throw new Error(`an update of another dialect: ${input.UpdateExpression}`);
  return {
    ...(before ?? key),
    ...{ type, body, ...(ttl && { ttl }), counted: sum("counted", ":by"), v: sum("v", ":one") },
  };
}
