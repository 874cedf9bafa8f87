import { createHash } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { DynamoStore } from "../../../functions/adapters/aws/dynamo-store.ts";
import { newId } from "../../../functions/adapters/local/id-maker.ts";
import type { Context } from "../../../functions/app/core/context.ts";
import type { Key, PageQuery, Store, Write } from "../../../functions/app/core/ports.ts";
import { FakeAws } from "../../support/runner/fake-aws.ts";
import { eventOf, handlerOf, invocation, lambdaEnvironment, operationOf } from "../../support/runner/lambdas.ts";
import { newTenant } from "../core/new-tenant.ts";

/** Where the table begins: behind our store, or behind the SDK's client, so that rows are written and read as the table has them. */
export type Border = "store" | "client";

/** A tenant's requests, each answered by the microseconds of the process's CPU that it took outside the table. */
export interface Requests {
  create(): Promise<number>;
  pay(): Promise<number>;
  /** Hashing that takes some half a millisecond on an idle machine: what it takes beyond is the machine's doing. */
  control(): Promise<number>;
}

type Handler = Awaited<ReturnType<typeof handlerOf>>;

let insideTableUs = 0;

function cpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** A call whose CPU is the table's. */
async function inTable<T>(call: () => Promise<T>): Promise<T> {
  const before = cpuUs();
  try {
    return await call();
  } finally {
    insideTableUs += cpuUs() - before;
  }
}

/** Has the SDK's clients answer from a table in this process. */
function answerClients(aws: FakeAws): void {
  const answer = async (command: { input: object; constructor: { name: string } }) => {
    const operation = command.constructor.name.replace(/Command$/, "");
    const { status, body } = await aws.answer(operation, command.input as Record<string, unknown>, undefined);
    if (status === 200) return body;
    const { __type, ...facts } = body as { __type: string };
    throw Object.assign(new Error("the table refused"), { name: __type.split("#").at(-1), ...facts });
  };
  const send = (command: Parameters<typeof answer>[0]) => inTable(() => answer(command));
  for (const client of [DynamoDBClient, SecretsManagerClient]) Object.assign(client.prototype, { send });
}

/** Has our store answer from a table in this process. */
function answerStores({ store }: FakeAws): void {
  const answers: Store = {
    read: (keys: readonly Key[]) => inTable(() => store.read(keys)),
    page: (query: PageQuery) => inTable(() => store.page(query)),
    write: (writes: readonly Write[], nonce: string) => inTable(() => store.write(writes, nonce)),
  };
  Object.assign(DynamoStore.prototype, answers);
}

/** The create-invoice and pay Lambdas as they are deployed, with their own log and ids, over a table in memory, and so many tenants with a key. */
export async function startHandlers(tenants: number, border: Border): Promise<Requests[]> {
  const aws = new FakeAws([]);
  answerClients(aws);
  if (border === "store") answerStores(aws);
  Object.assign(process.env, lambdaEnvironment("http://127.0.0.1:9"), { LOG_LEVEL: "INFO", LOCAL: "false" });
  const handlers = {
    create: await handlerOf(operationOf("createInvoice")),
    pay: await handlerOf(operationOf("payInvoice")),
  };
  const now = () => new Date().toISOString();
  const context: Context = { store: aws.store, clock: { now }, newId, actor: "bench", requestId: "req_bench" };
  const requests: Requests[] = [];
  for (let at = 0; at < tenants; at++) requests.push(requestsOf((await newTenant(context, at)).apiKey, handlers));
  return requests;
}

const lineItems = Array.from({ length: 3 }, (_, at) => ({
  description: `Consulting, week ${at + 1}`,
  unitCents: 41_700,
}));

const hashed = Buffer.alloc(16_384, 1);

function requestsOf(apiKey: string, { create, pay }: { readonly create: Handler; readonly pay: Handler }): Requests {
  const unpaid: string[] = [];
  let number = 0;
  const measured = async (handler: Handler, path: string, body: object) => {
    number += 1;
    const headers = {
      ...{ authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      "idempotency-key": `request-${number}`,
    };
    const event = eventOf({ method: "POST", path, headers, body: JSON.stringify(body) });
    insideTableUs = 0;
    const before = cpuUs();
    const { statusCode, body: reply } = await handler(event, invocation);
    const us = cpuUs() - before - insideTableUs;
    if (statusCode >= 300) throw new Error(`${path}: ${statusCode} ${reply}`);
    return { us, id: (JSON.parse(reply) as { id?: string }).id ?? "" };
  };
  return {
    create: async () => {
      const body = { number: `INV-${number}`, customerId: "cus_1", lineItems, terms: "Net 14" };
      const { us, id } = await measured(create, "/api/v1/invoices", body);
      await measured(create, `/api/v1/invoices/${id}/send`, {});
      unpaid.push(id);
      return us;
    },
    pay: async () => (await measured(pay, `/api/v1/invoices/${unpaid.pop()}/pay`, { source: { type: "ach" } })).us,
    control: async () => {
      const before = cpuUs();
      for (let round = 0; round < 40; round++) createHash("sha256").update(hashed).digest();
      return cpuUs() - before;
    },
  };
}
