import { serialize } from "node:v8";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";

/** A call to AWS as the client made it, with what a table's units are counted from. */
export interface ClientCall {
  readonly atMs: number;
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What a read found, or an execution's name. */
  readonly found: Readonly<Record<string, unknown>>;
}

/** One run of a Lambda, as it was counted inside it. */
export interface MeteredRun {
  readonly lambda: string;
  readonly memoryMb: number;
  readonly ms: number;
  /** The records that it worked on, as its event and its lines name them. */
  readonly subjects: readonly string[];
  /** Bytes of each line that it printed. */
  readonly lines: readonly number[];
  /** Bytes of the reply where a gateway asked for one. */
  readonly replyBytes: number | null;
  readonly calls: readonly ClientCall[];
}

interface Command {
  readonly constructor: { readonly name: string };
  readonly input: Readonly<Record<string, unknown>>;
}

type Send = (this: unknown, command: Command, ...more: unknown[]) => Promise<Readonly<Record<string, unknown>>>;

/** The class that all clients of the SDK are of. */
const anyClient = Object.getPrototypeOf(DynamoDBClient.prototype) as { send: Send };

/** Reports each call that any client of this process had an answer to, until what it gives back is called. */
export function countCalls(report: (call: ClientCall) => void): () => void {
  const { send } = anyClient;
  anyClient.send = async function countedSend(command, ...more) {
    const output = await send.call(this, command, ...more);
    const operation = command.constructor.name.replace(/Command$/, "");
    const isTable = "TableName" in command.input || "TransactItems" in command.input || "RequestItems" in command.input;
    const { Items, Responses, executionArn } = output;
    report({
      ...{ atMs: performance.timeOrigin + performance.now(), operation },
      ...{ input: isTable ? command.input : {}, found: isTable ? { Items, Responses } : { executionArn } },
    });
    return output;
  };
  return () => void Object.assign(anyClient, { send });
}

const ourId = /\b(?:stl|esc|dlv|scr)_[0-9A-HJKMNP-TV-Z]{26}\b/g;

function namedIn(text: string): string[] {
  return text.match(ourId) ?? [];
}

/** What a stream, a queue or a machine says that a run is about; of a stream's records only the keys, of which the rest may name neighbours. */
function eventSubjects(event: unknown): string[] {
  const { Records, requestContext, ...task } = Object(event) as { Records?: unknown[]; requestContext?: unknown };
  if (requestContext !== undefined) return [];
  const keys = (Records ?? []).map((each) => {
    const { dynamodb, body } = each as { dynamodb?: { Keys?: unknown }; body?: unknown };
    return dynamodb?.Keys ?? body;
  });
  return namedIn(JSON.stringify(Records ? keys : task));
}

interface Invocation {
  readonly functionName?: string;
  readonly memoryLimitInMB?: string;
}

type Handler = (event: unknown, invocation?: Invocation) => Promise<unknown>;

let calls: ClientCall[] = [];
let lines: string[] = [];

/** Watches this process, once: its clients and what it prints. */
function watch(): void {
  countCalls((call) => calls.push(call));
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((text: string | Uint8Array, ...more: never[]) => {
    lines.push(...String(text).split("\n").filter(Boolean));
    return write(text, ...more);
  }) as typeof process.stdout.write;
}

/** The handler of a Lambda, which tells the meter that its process is told of each of its runs; without one, and where it does not answer, nothing changes. @public, since bin/build.ts imports it in what it generates. */
export function countRuns(handler: Handler): Handler {
  const meterUrl = process.env.COST_METER_URL;
  if (!meterUrl) return handler;
  watch();
  return async (event, invocation) => {
    const startedMs = performance.now();
    calls = [];
    lines = [];
    let reply: unknown;
    try {
      reply = await handler(event, invocation);
      return reply;
    } finally {
      const subjects = new Set([...eventSubjects(event), ...lines.flatMap(namedIn)]);
      const run: MeteredRun = {
        lambda: invocation?.functionName ?? "",
        memoryMb: Number(invocation?.memoryLimitInMB ?? 128),
        ms: performance.now() - startedMs,
        subjects: [...subjects],
        lines: lines.map((line) => Buffer.byteLength(line)),
        replyBytes: "httpMethod" in Object(event) ? Buffer.byteLength(JSON.stringify(reply ?? "")) : null,
        calls,
      };
      await fetch(meterUrl, { method: "POST", body: serialize(run) }).catch(() => undefined);
    }
  };
}
