import middy from "@middy/core";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import type { StoredResponse } from "../app/core/idempotent-operation.ts";
import type { Clock, Log, NewId } from "../app/core/ports.ts";
import { apiVersion, type VersionSettings } from "./api-version.ts";
import { type Authenticators, caller } from "./caller.ts";
import { gatewayReply, type ReplySettings } from "./gateway-reply.ts";
import { type AnswerStore, answerIdempotently } from "./idempotent-answer.ts";
import { idempotentReplay, type ReplaySettings } from "./idempotent-replay.ts";
import { clockTick, type LambdaHandler, logInvocation, noEarlyTimeout } from "./invocation.ts";
import { keySource } from "./limits/key-source.ts";
import { type Limits, tenantLimits } from "./limits/tenant-limits.ts";
import { type SourceLimits, wrongCredentials } from "./limits/wrong-credentials.ts";
import { type CursorSettings, openedCursor, sealedCursor } from "./list-cursor.ts";
import { matchOperation, requireOperation } from "./match-operation.ts";
import type { Operation } from "./operation.ts";
import { operationReply } from "./operation-reply.ts";
import type { Answer, Call, Handlers } from "./operation-types.ts";
import { type PlaceSettings, parseCall } from "./parse-call.ts";
import { type ProblemFrame, problemReply } from "./problem-reply.ts";
import { requestLine } from "./request-line.ts";
import { keyScope, operatorRole, type RoleSettings } from "./rights.ts";
import { type LinkSettings, wholeLinks } from "./whole-links.ts";

/** What the handler frame works with; the wiring of each Lambda brings only what its operations need. */
export interface Frame
  extends Authenticators,
    AnswerStore,
    CursorSettings,
    Limits,
    LinkSettings,
    ProblemFrame,
    PlaceSettings,
    ReplaySettings,
    ReplySettings,
    RoleSettings,
    SourceLimits,
    VersionSettings {
  /** Called once per request before anything looks at the clock. */
  readonly tick: () => Promise<void>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
}

type AnyHandler = (call: Call<Operation>) => Promise<Answer<unknown> | StoredResponse>;

/**
 * The handler frame of one Lambda: its nouns' handlers, one for each operation, behind the middlewares that every
 * request passes. What stands first is outermost: first to see the event, last to see the reply.
 *
 * The order is the order of refusals: 404 and 405, then 401 and 403, where a key is used from, 429, the key's scope and the operator's role, the Idempotency-Key, body, query, path and cursor.
 * Whatever is thrown skips the rest, gets its headers from the limits and its reply from problemReply, and leaves
 * through gatewayReply and requestLine as a good reply does: what leaves a Lambda is never middy's.
 */
export function serve<Ops extends Record<string, Operation>>(
  operations: Ops,
  frame: Frame,
  handlers: Handlers<Ops>,
): LambdaHandler<APIGatewayProxyEvent, APIGatewayProxyResult> {
  const ops = Object.values(operations);
  const byId = new Map(
    Object.entries(operations).map(([name, op]) => [op.id, { op, run: handlers[name] as unknown as AnyHandler }]),
  );
  const handler = async (call: Call<Operation>) => {
    const served = byId.get(call.operation);
    if (!served) throw new Error(`nothing serves ${call.operation}`);
    return answerIdempotently(frame, served.op, call, served.run);
  };
  return middy(handler, noEarlyTimeout)
    .use(logInvocation(frame.log))
    .use(requestLine(frame))
    .use(gatewayReply(frame))
    .use(problemReply(frame))
    .use(matchOperation(ops))
    .use(clockTick(frame.tick))
    .use(requireOperation(frame))
    .use(wrongCredentials(frame))
    .use(caller(frame))
    .use(keySource(frame))
    .use(apiVersion(frame))
    .use(tenantLimits(frame))
    .use(keyScope())
    .use(operatorRole(frame))
    .use(operationReply())
    .use(sealedCursor())
    .use(wholeLinks(ops, frame))
    .use(idempotentReplay(frame))
    .use(parseCall(frame))
    .use(openedCursor(ops, frame)) as unknown as LambdaHandler<APIGatewayProxyEvent, APIGatewayProxyResult>;
}
