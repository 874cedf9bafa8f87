import * as z from "zod";
import type { Outcome } from "../app/core/idempotency-claim.ts";
import type { StoredResponse } from "../app/core/idempotent-operation.ts";
import { fieldCodes, Refusal } from "../domain/core/refusal.ts";
import type { Answer } from "./operation-types.ts";
import type { HttpMiddleware, RequestState } from "./request.ts";

type PathParams = Readonly<Record<string, string>>;

/** What decides whether a money route may be called without a key, and which record a key's call means. */
export interface ReplaySettings {
  /** The path's parameters with the id of a record that they name otherwise, so that a key knows it by each of its names. */
  readonly canonicalParams?: (params: PathParams, tenantId: string) => Promise<PathParams>;
  /** Whether this tenant may leave the Idempotency-Key out (a sandbox flag). */
  readonly keyOptional?: (tenantId: string) => Promise<boolean>;
}

/**
 * Idempotent replay: before the handler the Idempotency-Key is read, and refused where it is missing or too long; after
 * it the stored response of a route that sees to its own claim becomes the answer, the same bytes the first time and at
 * every replay. What such a route stores and when is app/core/idempotent-operation.ts; the others are idempotent-answer.ts.
 */
export function idempotentReplay(settings: ReplaySettings): HttpMiddleware {
  return {
    before: async ({ internal: state }) => {
      state.idempotencyKey = await keyOf(state, settings);
    },
    after: (request) => {
      const answer = request.response as Answer<unknown> | StoredResponse;
      if ("outcome" in answer) request.response = storedAnswer(request.internal.op.reply.schema, answer);
    },
  };
}

async function keyOf(state: RequestState, { keyOptional }: ReplaySettings): Promise<string> {
  const { op, header, principal, requestId } = state;
  if (op.idempotencyKey === undefined) return "";
  const key = header("idempotency-key");
  if (key === undefined) {
    if (op.idempotencyKey === "optional") return "";
    if (await keyOptional?.(principal.tenantId)) return requestId;
    throw new Refusal("idempotency_key_required", "this route needs an Idempotency-Key header");
  }
  if (key.trim() === "") throw new Refusal("idempotency_key_required", "the Idempotency-Key is blank");
  if (key.length > 255) throw new Refusal("idempotency_key_too_long", "the Idempotency-Key is over 255 characters");
  return key;
}

const field = z.object({ path: z.string(), code: z.enum(fieldCodes).optional().catch(undefined), message: z.string() });

const detail = z.object({
  fields: z.array(field).optional(),
  unmet: z.array(z.string()).optional(),
  extra: z.record(z.string(), z.unknown()).optional(),
});

/** Says of an answer that it was given before, under the same Idempotency-Key. */
export const replayedHeader = { "idempotent-replay": "true" };

/** A refusal as its key keeps it: it names the request that got it first, and its reply is the same each time. */
export class StoredRefusal extends Refusal {
  readonly requestId: string;
  readonly replayed: boolean;

  constructor({ code, message, detail: stored, requestId }: Extract<Outcome, { kind: "refusal" }>, replayed: boolean) {
    const { fields, unmet, extra } = detail.parse(stored);
    super(code, message, { ...(fields && { fields }), ...(unmet && { unmet }), ...(extra && { extra }) });
    this.requestId = requestId;
    this.replayed = replayed;
  }
}

/** A stored response as an answer, which `schema` reads; a stored refusal is thrown, as it was the first time. */
export function storedAnswer<S extends z.ZodType>(
  schema: S,
  { outcome, replayed }: StoredResponse,
): Answer<z.output<S>> {
  if (outcome.kind === "refusal") throw new StoredRefusal(outcome, replayed);
  return { body: schema.parse(outcome.result), headers: replayed ? replayedHeader : {} };
}
