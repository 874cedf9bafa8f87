import type middy from "@middy/core";
import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import type { RateState } from "../app/core/rate-limit.ts";
import type { ServedVersion } from "../domain/core/api-version.ts";
import type { DeprecationTerms } from "../domain/core/deprecation.ts";
import type { Operation } from "./operation.ts";
import type { Call, Principal } from "./operation-types.ts";
import type { Reply } from "./problem.ts";
import type { HeaderOf } from "./read-request.ts";

/** What the log's line of one request says, as it becomes known. */
export interface RequestFacts {
  readonly requestId: string;
  readonly method: string;
  operation?: string;
  tenantId?: string;
  /** Who the caller says acts for it: unverified, and nowhere but here. */
  claimedActor?: string;
  /** What ties the request to the work that follows from it: the record it made or named, else the request itself. */
  correlationId: string;
  code?: string;
  error?: string;
  /** What had no room or gave no answer, where that is why. */
  unavailable?: string;
  status?: number;
  ms?: number;
}

/** An operation that a path names, and what it says for the path's parameters. */
export interface Match {
  readonly op: Operation;
  readonly params: Record<string, string>;
}

/** What is known of a request: each field is set by the middleware named above it and read by those inside it. */
export type RequestState = {
  // request-line
  event: APIGatewayProxyEvent;
  header: HeaderOf;
  requestId: string;
  startedMs: number;
  facts: RequestFacts;
  // match-operation
  matches: readonly Match[];
  op: Match["op"];
  params: Match["params"];
  /** What the path is served for by other methods, where the one that was asked for is not. */
  others: readonly Operation[];
  // caller
  principal: Principal;
  // api-version: only where a tenant calls
  version: ServedVersion | undefined;
  // parse-call: the terms of what was sent that has gone out of use
  sentDeprecated: readonly DeprecationTerms[];
  // tenant-limits: what the request was counted as, until its reply says so
  limited: { readonly rate: RateState | undefined } | undefined;
  // idempotent-replay
  idempotencyKey: string;
  // operation-reply, problem-reply
  reply: Reply;
  // match-operation, api-version, tenant-limits: headers beside the reply's own
  headersBefore: Readonly<Record<string, string>>;
  headersAfter: Readonly<Record<string, string>>;
};

/** What middy hands from one middleware to the next: the state is `internal`, and the event becomes the handler's call. */
export type HttpRequest = middy.Request<
  APIGatewayProxyEvent | Call<Operation>,
  unknown,
  unknown,
  Context,
  RequestState
>;

export interface HttpMiddleware {
  /** Before the handler, outermost first. */
  readonly before?: (request: HttpRequest) => Promise<void> | void;
  /** After the handler, innermost first. */
  readonly after?: (request: HttpRequest) => Promise<void> | void;
  /** Instead of what is left of both once something threw, innermost first; must not throw. */
  readonly onError?: (request: HttpRequest) => Promise<void> | void;
}
