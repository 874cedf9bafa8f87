import * as z from "zod";
import type { Outcome } from "../app/core/idempotency-claim.ts";
import { Refusal } from "../domain/core/refusal.ts";
import type { Answer } from "./operation-types.ts";
import { problem } from "./problem.ts";

const detail = z.object({
  fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  unmet: z.array(z.string()).optional(),
  extra: z.record(z.string(), z.unknown()).optional(),
});

/** Says of an answer that it was given before, under the same Idempotency-Key. */
export const replayedHeader = { "idempotent-replay": "true" };

/** What a claim told, as an answer: the same bytes the first time and at every replay. */
export function toldAnswer<S extends z.ZodType>(
  schema: S,
  told: { readonly outcome: Outcome; readonly replayed: boolean },
): Answer<z.output<S>> {
  const headers: Record<string, string> = told.replayed ? replayedHeader : {};
  const { outcome } = told;
  if (outcome.kind === "result") return { body: schema.parse(outcome.result), headers };
  const { fields, unmet, extra } = detail.parse(outcome.detail);
  const refusal = new Refusal(outcome.code, outcome.message, {
    ...(fields && { fields }),
    ...(unmet && { unmet }),
    ...(extra && { extra }),
  });
  const reply = problem(refusal, outcome.requestId);
  return {
    body: JSON.parse(String(reply.body)),
    status: reply.status,
    headers: { ...reply.headers, ...headers },
  };
}
