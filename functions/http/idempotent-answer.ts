import { deflateRawSync, inflateRawSync } from "node:zlib";
import * as z from "zod";
import { claimThenAnswer, commitWithAnswer } from "../app/core/idempotent-call.ts";
import type { StoredResponse } from "../app/core/idempotent-operation.ts";
import type { Clock, NewId, Store } from "../app/core/ports.ts";
import type { SubjectBox } from "../app/core/ports-personal.ts";
import { erasedText, mapTexts } from "../domain/core/sealed-text.ts";
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
  /** What seals answers that tell of a subject; left out where none does. */
  readonly personal?: Pick<SubjectBox, "seal" | "open">;
}

/** An answer as its claim has it: a body of more than a few thousand characters is compressed, so that one row holds it. One that tells of a subject is sealed whole, beside what is told once the subject is erased. */
const kept = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.unknown().optional(),
  deflated: z.base64().optional(),
  sealed: z.string().optional(),
});

const mostPlain = 8192;

/** Answers a call whose key the frame sees to: what is stored under it, or what the handler says, which is stored then. */
export async function answerIdempotently(
  { clock, newId, book, personal }: AnswerStore,
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
    return toStore(op, answer, personal);
  };
  const { outcome, replayed } =
    op.claim === "first"
      ? await claimThenAnswer(context, request, (requestId) => run({ requestId }))
      : await commitWithAnswer(context, request, (unit) => run({ unit }));
  if (outcome.kind === "refusal") throw new StoredRefusal(outcome, replayed);
  return replayed || !fresh ? replay(outcome.result, personal) : fresh;
}

async function toStore(
  op: Operation,
  answer: Answer<unknown>,
  personal: AnswerStore["personal"],
): Promise<z.infer<typeof kept>> {
  const { status, body } = renderAnswer(op, answer);
  const told = changedAt(JSON.parse(String(body)), op.shownOnce ?? [], () => null);
  const text = JSON.stringify(told);
  return { status, headers: { ...answer.headers }, ...(await storedBody(op, told, text, personal)) };
}

async function storedBody(op: Operation, told: unknown, text: string, personal: AnswerStore["personal"]) {
  if (op.personal) {
    if (!personal) throw new Error(`${op.id} has nothing to seal its answer with`);
    const { kind, id, fields } = op.personal;
    const sealed = await personal.seal(`${kind}:${String(valueAt(told, id))}`, text);
    return { sealed, body: changedAt(told, fields, (value) => mapTexts(value, () => erasedText)) };
  }
  return text.length > mostPlain ? { deflated: deflateRawSync(text).toString("base64") } : { body: told };
}

function valueAt(body: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((each, name) => (name === "" ? each : Object(each)[name]), body);
}

/** A body with what stands at some paths changed, where it stands there at all. */
function changedAt(body: unknown, paths: readonly string[], change: (value: unknown) => unknown): unknown {
  for (const path of paths) {
    const names = path.split(".");
    const last = names.pop() ?? "";
    const holder = Object(valueAt(body, names.join(".")));
    if (holder[last] !== undefined) Object.assign(holder, { [last]: change(holder[last]) });
  }
  return body;
}

async function replay(result: unknown, personal: AnswerStore["personal"]): Promise<Answer<unknown>> {
  const { status, headers, ...stored } = kept.parse(result);
  return { status, headers: { ...headers, ...replayedHeader }, body: await bodyOf(stored, personal), told: true };
}

async function bodyOf(
  { body, deflated, sealed }: Pick<z.infer<typeof kept>, "body" | "deflated" | "sealed">,
  personal: AnswerStore["personal"],
): Promise<unknown> {
  if (deflated !== undefined) return JSON.parse(inflateRawSync(Buffer.from(deflated, "base64")).toString());
  const opened = sealed === undefined ? erasedText : await personal?.open(sealed);
  return opened === undefined || opened === erasedText ? body : JSON.parse(opened);
}
