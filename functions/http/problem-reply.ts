import { errorText } from "../app/core/error-text.ts";
import { Refusal } from "../domain/core/refusal.ts";
import { ServiceUnavailable, serviceUnavailableRefusal } from "../domain/core/service-unavailable.ts";
import { type PagesFrame, refusedPage } from "./browser.ts";
import type { Principal } from "./operation-types.ts";
import { internalError, problem, type Reply } from "./problem.ts";
import type { HttpMiddleware, RequestState } from "./request.ts";

/** Makes the reply to what was thrown, wherever it was: a refusal says why, anything else is a bug of ours and says nothing. */
export function problemReply(frame: PagesFrame): HttpMiddleware {
  return {
    onError: async ({ error: thrown, internal: state }) => {
      const error = thrown instanceof ServiceUnavailable ? serviceUnavailableRefusal() : thrown;
      if (error !== thrown) state.facts.unavailable = errorText(thrown);
      const caller = error instanceof Refusal ? state.principal : undefined;
      state.reply = await replyTo(error, state, caller, frame);
      // The reply to a bug has no header but its own.
      if (state.facts.error !== undefined) Object.assign(state, { headersBefore: {}, headersAfter: {} });
    },
  };
}

async function replyTo(
  error: unknown,
  state: RequestState,
  caller: Principal | undefined,
  frame: PagesFrame,
): Promise<Reply> {
  const { facts, requestId } = state;
  try {
    if (error instanceof Refusal) {
      facts.code = error.code;
      return (await refusedPage(frame, error, state, caller)) ?? problem(error, requestId);
    }
    facts.error = errorText(error);
    return (await refusedPage(frame, undefined, state)) ?? internalError(requestId);
  } catch (worse) {
    // Where the caller's own page cannot be made there is one for anybody, and where that cannot either the plain reply.
    if (caller) return replyTo(worse, state, undefined, frame);
    if (worse instanceof ServiceUnavailable) return problem(serviceUnavailableRefusal(), requestId);
    facts.error = [facts.error, errorText(worse)].filter(Boolean).join("\n");
    return internalError(requestId);
  }
}
