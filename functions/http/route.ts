import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { fingerprintOf } from "../app/claim.ts";
import type { Clock, NewId } from "../app/ports.ts";
import type { RateLimiter, RateState } from "../app/rate-limit.ts";
import { Refusal } from "../domain/refusal.ts";
import type { OperatorDoor, TenantDoor } from "./caller.ts";
import type { Answer, Call, Handlers, Principal } from "./define.ts";
import type { Operation } from "./operation.ts";
import { internalError, json, problem, type Reply } from "./problem.ts";
import { bodyOf, headersOf, idempotencyKeyOf, paramsOf, queryOf, rawBodyOf } from "./read-request.ts";

/** What the door frame works with; the wiring of each Lambda brings only the doors it has. */
export interface Frame {
  /** Called once per request before anything looks at the clock. */
  readonly tick: () => Promise<void>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly tenants?: TenantDoor;
  readonly operators?: OperatorDoor;
  readonly limiter?: RateLimiter;
  /** Whether this tenant may leave the Idempotency-Key out (a sandbox flag). */
  readonly keyOptional?: (tenantId: string) => Promise<boolean>;
}

interface Matched {
  readonly op: Operation;
  readonly name: string;
  readonly params: Record<string, string>;
}

type AnyHandler = (call: Call<Operation>) => Promise<Answer<unknown>>;

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
}

const publicPrincipal: Principal = { kind: "public", actor: "public", tenantId: "", tenantCreatedAt: "" };

/** The door frame of one Lambda: finds the operation, tells who asks, reads what is asked, and turns any outcome into an answer. */
export function serve<Ops extends Record<string, Operation>>(
  operations: Ops,
  handlers: Handlers<Ops>,
  frame: Frame,
): (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult> {
  const table = Object.entries(operations).map(([name, op]) => ({ name, op, pattern: pattern(op.path) }));

  async function answer(
    event: APIGatewayProxyEvent,
    requestId: string,
    log: Record<string, unknown>,
  ): Promise<Reply> {
    const matches = table.flatMap(({ name, op, pattern: path }): Matched[] => {
      const found = path.exec(event.path);
      return found ? [{ op, name, params: { ...found.groups } }] : [];
    });
    const matched = matches.find(({ op }) => op.method === event.httpMethod);
    if (!matched) return unmatched(event, matches, frame, requestId);
    log.operation = matched.op.id;
    return perform(event, matched, handlers[matched.name] as unknown as AnyHandler, frame, requestId, log);
  }

  return async (event) => {
    const startedMs = performance.now();
    const requestId = frame.newId("req", frame.clock.now());
    const log: Record<string, unknown> = { message: "request", requestId, method: event.httpMethod };
    let reply: Reply;
    try {
      await frame.tick();
      reply = await answer(event, requestId, log);
    } catch (error) {
      if (!(error instanceof Refusal)) {
        log.error = error instanceof Error ? (error.stack ?? error.message) : String(error);
        reply = internalError(requestId);
      } else {
        log.code = error.code;
        reply = problem(error, requestId);
      }
    }
    log.status = reply.status;
    log.ms = Math.round(performance.now() - startedMs);
    console.log(JSON.stringify(log));
    return gatewayResult(reply, requestId);
  };
}

/** Under /admin nobody learns which routes there are without a credential. */
async function unmatched(
  event: APIGatewayProxyEvent,
  matches: readonly Matched[],
  frame: Frame,
  requestId: string,
): Promise<Reply> {
  if (/^\/admin(\/|$)/.test(event.path) && frame.operators)
    await frame.operators.authenticate(headersOf(event), userArnOf(event), false);
  if (matches.length === 0) throw new Refusal("route_not_found", "there is no such route");
  const allow = [...new Set(matches.map(({ op }) => op.method))].join(", ");
  const refusal = new Refusal("method_not_allowed", `this route answers ${allow}`);
  const reply = problem(refusal, requestId);
  return { ...reply, headers: { ...reply.headers, allow } };
}

function userArnOf(event: APIGatewayProxyEvent): string | null {
  return event.requestContext.identity.userArn ?? null;
}

async function perform(
  event: APIGatewayProxyEvent,
  { op, params }: Matched,
  handler: AnyHandler,
  frame: Frame,
  requestId: string,
  log: Record<string, unknown>,
): Promise<Reply> {
  const principal = await authenticate(op, event, frame);
  if (principal.tenantId) log.tenantId = principal.tenantId;
  const rate = principal.kind === "tenant" ? await frame.limiter?.spend(principal.tenantId) : undefined;
  const limits = rateHeaders(rate);
  if (rate && rate.waitSeconds > 0) {
    const refusal = new Refusal("rate_limited", "too many requests", { retryAfterSeconds: rate.waitSeconds });
    const reply = problem(refusal, requestId);
    return { ...reply, headers: { ...reply.headers, ...limits } };
  }
  let reply: Reply;
  try {
    reply = rendered(
      op,
      await handler(await readCall(event, { op, name: op.id, params }, frame, principal, requestId)),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log.code = error.code;
    reply = problem(error, requestId);
  }
  return { ...reply, headers: { ...reply.headers, ...limits } };
}

async function readCall(
  event: APIGatewayProxyEvent,
  { op, params }: Matched,
  frame: Frame,
  principal: Principal,
  requestId: string,
): Promise<Call<Operation>> {
  const header = headersOf(event);
  const idempotencyKey = await keyOf(op, header, principal, frame, requestId);
  const raw = op.method === "GET" ? "" : rawBodyOf(event);
  const body = bodyOf(op, raw, header) as Call<Operation>["body"];
  const query = queryOf(op, event) as Call<Operation>["query"];
  const read = paramsOf(op, params) as Call<Operation>["params"];
  const { path } = event;
  return {
    params: read,
    query,
    body,
    principal,
    requestId,
    operation: op.id,
    idempotencyKey,
    fingerprint: fingerprintOf(path, raw),
    path,
  };
}

async function authenticate(op: Operation, event: APIGatewayProxyEvent, frame: Frame): Promise<Principal> {
  const header = headersOf(event);
  switch (op.caller) {
    case "public":
      return publicPrincipal;
    case "tenant":
      if (!frame.tenants) throw new Error(`${op.id} has no tenant door`);
      return frame.tenants.authenticate(header, Date.parse(frame.clock.now()));
    case "operator":
    case "rail":
      if (!frame.operators) throw new Error(`${op.id} has no operator door`);
      return frame.operators.authenticate(header, userArnOf(event), op.caller === "rail");
    default:
      throw new Error(`unknown caller ${op.caller satisfies never}`);
  }
}

async function keyOf(
  op: Operation,
  header: ReturnType<typeof headersOf>,
  principal: Principal,
  frame: Frame,
  requestId: string,
): Promise<string> {
  if (op.idempotencyKey === undefined) return "";
  const key = idempotencyKeyOf(header);
  if (key !== undefined) return key;
  if (await frame.keyOptional?.(principal.tenantId)) return requestId;
  throw new Refusal("idempotency_key_required", "this route needs an Idempotency-Key header");
}

function rendered(op: Operation, said: Answer<unknown>): Reply {
  const { contentType, status, schema } = op.reply;
  if (contentType === undefined) {
    const replyStatus = said.status ?? status;
    const body = replyStatus === status ? schema.parse(said.body) : said.body;
    return json(replyStatus, body, said.headers);
  }
  const body = said.body instanceof Uint8Array ? said.body : String(said.body);
  return { status: said.status ?? status, headers: { "content-type": contentType, ...said.headers }, body };
}

function rateHeaders(rate: RateState | undefined): Record<string, string> {
  if (!rate) return {};
  return {
    "ratelimit-limit": String(rate.limit),
    "ratelimit-remaining": String(rate.remaining),
    "ratelimit-reset": String(rate.resetSeconds),
  };
}

function gatewayResult(reply: Reply, requestId: string): APIGatewayProxyResult {
  const binary = reply.body instanceof Uint8Array;
  return {
    statusCode: reply.status,
    headers: {
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...reply.headers,
      "x-request-id": requestId,
    },
    body: binary ? Buffer.from(reply.body).toString("base64") : (reply.body as string),
    isBase64Encoded: binary,
  };
}
