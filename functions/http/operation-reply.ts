import { downgradeAnswer, downgradeExpansions } from "../domain/core/api-version.ts";
import type { Operation } from "./operation.ts";
import type { Answer } from "./operation-types.ts";
import { json, type Reply } from "./problem.ts";
import type { HttpMiddleware, RequestState } from "./request.ts";
import { shownRecord } from "./request-line.ts";

/** Makes the reply of what the handler answered, by the operation's reply schemas: what they do not know does not leave. */
export function operationReply(): HttpMiddleware {
  return {
    after: ({ response, internal: state }) => {
      const answer = response as Answer<unknown>;
      state.facts.correlationId = answer.about ?? shownRecord(answer.body) ?? state.facts.correlationId;
      state.reply = inVersion(state, renderAnswer(state.op, answer));
    },
  };
}

/** The reply that an answer of an operation becomes. */
export function renderAnswer(op: Operation, answer: Answer<unknown>): Reply {
  const { status = op.reply.status, contentType = op.reply.contentType, headers } = answer;
  if (contentType === undefined) {
    const known = [op.reply, ...(op.otherReplies ?? [])].find((reply) => reply.status === status);
    return json(status, known && !answer.told ? known.schema.parse(answer.body) : answer.body, headers);
  }
  const body = answer.body instanceof Uint8Array ? answer.body : String(answer.body);
  return { status, headers: { "content-type": contentType, ...headers }, body };
}

/** A reply in the caller's version; one that is no JSON has no older shape. */
function inVersion({ op, version }: Pick<RequestState, "op" | "version">, reply: Reply): Reply {
  if (!version || version.newer.length === 0 || op.reply.contentType !== undefined) return reply;
  const answer = downgradeExpansions(version, op.expands, JSON.parse(String(reply.body)));
  return { ...reply, body: JSON.stringify(downgradeAnswer(version, op.id, answer)) };
}
