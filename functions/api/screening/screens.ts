import { screenBatch } from "../../app/screening/screen-batch.ts";
import { getScreen, screenValue } from "../../app/screening/screen-value.ts";
import { usageHeaders } from "../../app/screening/usage.ts";
import { screenOperations, screenQuestion } from "../../contract/screening/screens.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { ScreenInput } from "../../domain/screening/screen-value.ts";
import { viewScreen } from "../../domain/screening/screen-view.ts";
import { ownMessages } from "../../http/field-problem.ts";
import { replayedHeader } from "../../http/idempotent-replay.ts";
import { idempotentRequest } from "../../http/idempotent-request.ts";
import { statusOf, validationRefusal } from "../../http/problem.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { screeningFrame } from "../../wiring/frames/screening.ts";
import { screenContextOf } from "../../wiring/screening/screens.ts";
import { verdictAge } from "./verdict-max-age.ts";

/** A batch asks nobody anything more after so long: its Lambda's 28 s, less the longest a provider may take. */
const patienceMs = 18_000;

/** A question of a batch as it came, or what is wrong with it. */
function readItem(item: unknown): ScreenInput | Refusal {
  const read = screenQuestion.safeParse(item, ownMessages);
  if (!read.success) return validationRefusal(read.error, "invalid_request");
  return { ...read.data, chain: read.data.chain ?? null };
}

/** An answer of before says so, and how old the oldest of its verdicts is. */
function replayHeaders(isReplay: boolean, givenAt: Instant | null): Record<string, string> {
  return { ...(isReplay && replayedHeader), ...(givenAt !== null && verdictAge(givenAt)) };
}

export const handler = serve(screenOperations, screeningFrame, {
  screenValue: async (call) => {
    const { body } = call;
    const input = { ...body, chain: body.chain ?? null };
    const { result, usage } = await screenValue(screenContextOf(call), idempotentRequest(call), input);
    const replay = replayHeaders(result.replayed, result.replayed ? result.view.createdAt : null);
    return { body: result.view, headers: { ...usageHeaders(usage), ...replay } };
  },
  getScreen: async (call) => {
    const body = viewScreen(await getScreen(contextOf(call), call.principal.tenantId, call.params.id));
    return { body, headers: verdictAge(body.updatedAt) };
  },
  screenBatch: async (call) => {
    const until = performance.now() + patienceMs;
    const context = { ...screenContextOf(call), isLate: () => performance.now() > until };
    const input = call.body.items.map(readItem);
    const { result, usage } = await screenBatch(context, idempotentRequest(call), input);
    const results = result.results.map((each, index) => {
      if (!(each instanceof Refusal)) return { index, status: 200 as const, screen: each };
      const { code, message: error } = each;
      return { index, status: statusOf[code], error, code };
    });
    const replay = replayHeaders(result.replayed, result.oldestAt);
    return { body: { results }, headers: { ...usageHeaders(usage), ...replay } };
  },
});
