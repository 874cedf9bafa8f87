import { errorText } from "../app/core/error-text.ts";
import { Refusal } from "../domain/core/refusal.ts";
import { ServiceUnavailable, serviceUnavailableRefusal } from "../domain/core/service-unavailable.ts";
import { prefersProblem } from "./accept.ts";
import { type PagesFrame, refusedPage } from "./browser.ts";
import { replayedHeader, StoredRefusal } from "./idempotent-replay.ts";
import type { Principal } from "./operation-types.ts";
import { internalError, type ProblemStyle, problem, type Reply } from "./problem.ts";
import type { HttpMiddleware, RequestState } from "./request.ts";

/** What refusals are written with. */
export interface ProblemFrame extends PagesFrame {
  /** Where the documentation is, with `/docs` at its end; a path alone where the service does not know its address. */
  readonly docsUrl?: string;
}

/** Makes the reply to what was thrown, wherever it was: a refusal says why, anything else is a bug of ours and says nothing. */
export function problemReply(frame: ProblemFrame): HttpMiddleware {
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
  frame: ProblemFrame,
): Promise<Reply> {
  const { facts, header, requestId } = state;
  const style = { docsUrl: frame.docsUrl ?? "/docs", asProblem: prefersProblem(header("accept")) };
  try {
    if (error instanceof Refusal) {
      facts.code = error.code;
      return (await refusedPage(frame, error, state, caller)) ?? refusalReply(error, requestId, style);
    }
    facts.error = errorText(error);
    return (await refusedPage(frame, undefined, state)) ?? internalError(requestId, style);
  } catch (worse) {
    // Where the caller's own page cannot be made there is one for anybody, and where that cannot either the plain reply.
    if (caller) return replyTo(worse, state, undefined, frame);
    if (worse instanceof ServiceUnavailable) return problem(serviceUnavailableRefusal(), requestId, style);
    facts.error = [facts.error, errorText(worse)].filter(Boolean).join("\n");
    return internalError(requestId, style);
  }
}

/** The reply to a refusal; a stored one has the first request's id, and says that it was given before. */
function refusalReply(refusal: Refusal, requestId: string, style: ProblemStyle): Reply {
  if (!(refusal instanceof StoredRefusal)) return problem(refusal, requestId, style);
  const reply = problem(refusal, refusal.requestId, style);
  return { ...reply, headers: { ...reply.headers, ...(refusal.replayed && replayedHeader) } };
}
