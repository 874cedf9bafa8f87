import { screenBatch } from "../app/screen-batch.ts";
import { getScreen, screenValue } from "../app/screen-value.ts";
import { usageHeaders } from "../app/screening-usage.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Asked } from "../domain/screen-value.ts";
import { viewScreen } from "../domain/screen-view.ts";
import { type Instant, secondsBetween } from "../domain/time.ts";
import { statusOf, validationRefusal } from "../http/problem.ts";
import { serve } from "../http/route.ts";
import { clock, deskOf } from "../wiring/base.ts";
import { screeningFrame } from "../wiring/screening-frame.ts";
import { screenDeskOf } from "../wiring/screens.ts";
import { screenOperations, screenQuestion } from "./screens.contract.ts";

/** A batch asks nobody anything more after so long: the gateway's 29 s, less the longest a provider may take. */
const patienceMs = 18_000;

/** A question of a batch as it came, or what is wrong with it. */
function readItem(item: unknown): Asked | Refusal {
  const read = screenQuestion.safeParse(item);
  if (!read.success) return validationRefusal(read.error, "invalid_request");
  return { ...read.data, chain: read.data.chain ?? null };
}

/** A verdict of before says how old it is: lists may have changed since. */
function replayHeaders(madeAt: Instant): Record<string, string> {
  const age = Math.max(0, secondsBetween(madeAt, clock.now()));
  return { "idempotent-replay": "true", "x-verdict-age": String(age) };
}

export const handler = serve(
  screenOperations,
  {
    screenValue: async (call) => {
      const { operation, idempotencyKey, fingerprint, body } = call;
      const request = { tenantId: call.principal.tenantId, operation, idempotencyKey, fingerprint };
      const asked = { ...body, chain: body.chain ?? null };
      const { result, usage } = await screenValue(screenDeskOf(call), request, asked);
      const replay = result.replayed ? replayHeaders(result.view.created_at) : {};
      return { body: result.view, headers: { ...usageHeaders(usage), ...replay } };
    },
    getScreen: async (call) => ({
      body: viewScreen(await getScreen(deskOf(call), call.principal.tenantId, call.params.id)),
    }),
    screenBatch: async (call) => {
      const until = performance.now() + patienceMs;
      const desk = { ...screenDeskOf(call), isLate: () => performance.now() > until };
      const asked = call.body.items.map(readItem);
      const { result, usage } = await screenBatch(desk, call.principal.tenantId, asked);
      const results = result.map((each, index) => {
        if (!(each instanceof Refusal)) return { index, status: 200 as const, screen: viewScreen(each) };
        const { code, message: error } = each;
        return { index, status: statusOf[code], error, code };
      });
      return { body: { results }, headers: usageHeaders(usage) };
    },
  },
  screeningFrame,
);
