import { join } from "node:path";
import type { Operation } from "../../../functions/http/operation.ts";
import { pathOf } from "../../support/routes/bad-input.ts";
import { eventOf, invocation, type PlainReply, replyOf } from "../../support/runner/lambdas.ts";
import type { AwsCall } from "./metered-aws.ts";

/** One run of a Lambda, with all that it asked for and printed. */
export interface Run {
  readonly lambda: string;
  readonly memoryMb: number;
  readonly aws: AwsCall[];
  /** Calls to others, by whom they went to. */
  readonly bank: number[];
  readonly screening: number[];
  readonly receivers: number[];
  /** Lines as they came, each a log event. */
  readonly lines: string[];
  /** Bytes of the reply where an API's caller had one. */
  replyBytes: number | undefined;
}

interface Described {
  readonly entry: string;
  readonly exportName?: string;
  readonly memoryMb: number;
}

const root = join(import.meta.dirname, "../../..");

/** Lambdas of ours as they are deployed, run one at a time in this process, so that it is known whose every call is. */
export class LambdaRuns {
  runs: Run[] = [];
  #current: Run | undefined;
  readonly #described: Readonly<Record<string, Described>>;

  constructor(described: Readonly<Record<string, Described>>) {
    this.#described = described;
  }

  get current(): Run | undefined {
    return this.#current;
  }

  async run(lambda: string, event: unknown): Promise<unknown> {
    const made = this.#described[lambda];
    if (!made || this.#current) throw new Error(`${lambda} cannot run now`);
    const run: Run = {
      ...{ lambda, memoryMb: made.memoryMb, aws: [], bank: [], screening: [], receivers: [], lines: [] },
      replyBytes: undefined,
    };
    const { [made.exportName ?? "handler"]: handler } = await import(join(root, made.entry));
    this.#current = run;
    this.runs.push(run);
    try {
      return await handler(event, invocation);
    } finally {
      this.#current = undefined;
    }
  }

  /** A request through the gateway, which must be answered with a 2xx. */
  async request(
    op: Operation,
    credential: Record<string, string>,
    params: Record<string, string> = {},
    body?: unknown,
  ): Promise<PlainReply> {
    const raw = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
    const event = eventOf({ method: op.method, path: pathOf(op, params), headers: credential, ...raw });
    const result = await this.run(op.lambda, event);
    const reply = replyOf(result as Parameters<typeof replyOf>[0]);
    if (reply.status >= 300) throw new Error(`${op.id}: ${reply.status} ${reply.text}`);
    const run = this.runs.at(-1);
    if (run) run.replyBytes = Buffer.byteLength(JSON.stringify(reply.headers)) + Buffer.byteLength(reply.text);
    return reply;
  }
}
