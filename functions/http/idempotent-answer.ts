import { deflateRawSync, inflateRawSync } from "node:zlib";
import * as z from "zod";
import { claimThenAnswer, commitWithAnswer } from "../app/core/idempotent-call.ts";
import type { StoredResponse } from "../app/core/idempotent-operation.ts";
import type { Clock, NewId, Store } from "../app/core/ports.ts";
import { replayedHeader, StoredRefusal } from "./idempotent-replay.ts";
import { idempotentRequest } from "./idempotent-request.ts";
import type { Operation } from "./operation.ts";
import { renderAnswer } from "./operation-reply.ts";
import type { Answer, Call } from "./operation-types.ts";

type AnyHandler = (call: Call<Operation>) => Promise<Answer<unknown> | StoredResponse>;

/** What answers under keys are kept with. */
export interface AnswerStore {
  readonly clock: Clock;
  readonly newId: NewId;
  /** Where claims are; left out where no operation takes a key. */
  readonly book?: Store;
}

/** An answer as its claim has it: a body of more than a few thousand characters is compressed, so that one row holds it. */
const kept = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.unknown().optional(),
  deflated: z.base64().optional(),
});

const mostPlain = 8192;

/** Answers a call whose key the frame sees to: what is stored under it, or what the handler says, which is stored then. */
export async function answerIdempotently(
  { clock, newId, book }: AnswerStore,
  op: Operation,
  call: Call<Operation>,
  handler: AnyHandler,
): Promise<Answer<unknown> | StoredResponse> {
  if (call.idempotencyKey === "" || op.claim === "own") return handler(call);
  if (!book) throw new Error(`${op.id} has nowhere to keep answers`);
  const context = { store: book, clock, newId, requestId: call.requestId };
  const request = idempotentRequest(call);
  let fresh: Answer<unknown> | undefined;
  const run = async (change: Partial<Call<Operation>>) => {
    const answer = await handler({ ...call, ...change });
    if ("outcome" in answer) throw new Error(`${op.id} sees to its own claim`);
    fresh = answer;
    return toStore(op, answer);
  };
  const { outcome, replayed } =
    op.claim === "first"
      ? await claimThenAnswer(context, request, (requestId) => run({ requestId }))
      : await commitWithAnswer(context, request, (unit) => run({ unit }));
  if (outcome.kind === "refusal") throw new StoredRefusal(outcome, replayed);
  return replayed || !fresh ? replay(outcome.result) : fresh;
}

function toStore(op: Operation, answer: Answer<unknown>): z.infer<typeof kept> {
  const { status, body } = renderAnswer(op, answer);
  const text = JSON.stringify(without(JSON.parse(String(body)), op.shownOnce ?? []));
  const stored =
    text.length > mostPlain ? { deflated: deflateRawSync(text).toString("base64") } : { body: JSON.parse(text) };
  return { status, headers: { ...answer.headers }, ...stored };
}

/** A body with null in place of what is shown once. */
function without(body: unknown, paths: readonly string[]): unknown {
  for (const path of paths) {
    const names = path.split(".");
    const last = names.pop() ?? "";
    const holder = names.reduce<unknown>((each, name) => Object(each)[name], body);
    if (Object(holder)[last] !== undefined) Object.assign(Object(holder), { [last]: null });
  }
  return body;
}

function replay(result: unknown): Answer<unknown> {
  const { status, headers, body, deflated } = kept.parse(result);
  const text = deflated === undefined ? undefined : inflateRawSync(Buffer.from(deflated, "base64")).toString();
  return {
    status,
    headers: { ...headers, ...replayedHeader },
    body: text === undefined ? body : JSON.parse(text),
    told: true,
  };
}
