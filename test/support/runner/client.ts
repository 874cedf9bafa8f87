import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type * as z from "zod";
import type { RefusalCode } from "../../../functions/domain/core/refusal.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import { refusalsOf, statusOf } from "../../../functions/http/problem.ts";

/** What is sent with a call; `key` is the Idempotency-Key, made up on money routes where none is given. */
export interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly key?: string;
}

/** An answer as it came. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The error body with whatever a refusal adds. */
export interface RefusedReply extends Record<string, unknown> {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly error: string;
  readonly code: RefusalCode;
  readonly unmet: readonly string[];
  readonly requestId: string;
  readonly fields?: readonly { path: string; message: string }[];
}

/** What a first answer has: its secrets too. */
type Out<O extends Operation> = z.output<O["reply"]["schema"]> & Secrets<O["shownOnce"]>;

type Secrets<Names> = Names extends readonly (infer N extends string)[] ? Readonly<Record<N, string>> : unknown;

/** A caller of the deployed API with one credential, or none; each call holds the answer against the contract. */
export class Client {
  readonly #baseUrl: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(baseUrl: string, token: string | null) {
    this.#baseUrl = baseUrl;
    this.#headers = token === null ? {} : { authorization: `Bearer ${token}` };
  }

  /** Sends anything at all; text is JSON unless the headers say otherwise. */
  async send(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const type = typeof init.body === "string" ? { "content-type": "application/json" } : {};
    const headers = { ...this.#headers, ...type, ...(init.headers as Record<string, string>) };
    const reply = await fetch(`${this.#baseUrl}${path}`, { redirect: "manual", ...init, method, headers });
    return { status: reply.status, headers: reply.headers, text: await reply.text() };
  }

  /** Calls an operation and gives whatever it answered. */
  async ask(op: Operation, { params = {}, query, body, key }: Input = {}): Promise<Answer> {
    const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
    const search = query === undefined ? "" : `?${new URLSearchParams(entriesOf(query))}`;
    const headers = {
      ...(op.idempotencyKey ? { "idempotency-key": key ?? randomUUID() } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const answer = await this.send(op.method, `${path}${search}`, {
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.headers.get("x-request-id"), `${op.id} names its request`).toBeTruthy();
    return answer;
  }

  /** Calls an operation that must succeed; its reply is parsed by the contract. */
  async call<O extends Operation>(op: O, input: Input = {}): Promise<Out<O>> {
    const answer = await this.ask(op, input);
    return successOf(op, answer);
  }

  /** Calls an operation that must refuse with this code, under its status and with the error body. */
  async refused(op: Operation, code: RefusalCode, input: Input = {}): Promise<RefusedReply> {
    return refusal(op, code, await this.ask(op, input));
  }
}

function entriesOf(query: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}

/** An answer as its operation's success. */
export function successOf<O extends Operation>(op: O, answer: Answer): Out<O> {
  expect(answer.status, `${op.id}: ${answer.text.slice(0, 400)}`).toBe(op.reply.status);
  return op.reply.schema.parse(JSON.parse(answer.text)) as Out<O>;
}

/** An answer as a refusal that the operation's document knows. */
export function refusal(op: Operation, code: RefusalCode, { status, headers, text }: Answer): RefusedReply {
  const body = JSON.parse(text) as RefusedReply;
  expect(`${status} ${body.code}`, `${op.id}: ${text.slice(0, 400)}`).toBe(`${statusOf[code]} ${code}`);
  expect(refusalsOf(op), `${op.id} documents ${code}`).toContain(code);
  expect(body).toMatchObject({ error: expect.any(String), unmet: [] });
  if (body.requestId !== headers.get("x-request-id")) expect(op.idempotencyKey).toBe("required");
  return { ...body, status, retryAfter: headers.get("retry-after") };
}
