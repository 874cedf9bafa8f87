import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { failure } from "../app/core/error-text.ts";
import { fingerprintOf } from "../app/core/idempotency-claim.ts";
import type { Clock, Invocation, Log, NewId } from "../app/core/ports.ts";
import { Refusal } from "../domain/core/refusal.ts";
import { type Asked, fieldsOf, formTokenField, isForm, type PagesFrame, refusedPage } from "./browser.ts";
import type { OperatorDoor, TenantDoor } from "./caller.ts";
import { type Limits, withinLimits } from "./limits.ts";
import type { Operation } from "./operation.ts";
import type { Answer, Call, Handlers, Principal } from "./operation-types.ts";
import { decoded, pattern } from "./path-pattern.ts";
import { internalError, json, problem, type Reply } from "./problem.ts";
import {
  addressOf,
  bodyBytesOf,
  bodyOf,
  headersOf,
  idempotencyKeyOf,
  languagesOf,
  paramsOf,
  queryOf,
  rawBodyOf,
} from "./read-request.ts";
import { claimedActorOf, namedRecord, type RequestFacts, shownRecord, tellRequest } from "./request-line.ts";
import { rootOf } from "./service-root.ts";
import type { VendorDoor } from "./vendor-door.ts";

/** What the door frame works with; the wiring of each Lambda brings only the doors it has. */
export interface Frame extends Limits, PagesFrame {
  /** Called once per request before anything looks at the clock. */
  readonly tick: () => Promise<void>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly tenants?: TenantDoor;
  readonly operators?: OperatorDoor;
  /** By the id of the operation that the vendor calls. */
  readonly vendors?: Readonly<Record<string, VendorDoor>>;
  /** The local stage: the forwarder in front of it says where a request came from. */
  readonly behindForwarder?: boolean;
  /** Whether this tenant may leave the Idempotency-Key out (a sandbox flag). */
  readonly keyOptional?: (tenantId: string) => Promise<boolean>;
}

interface Matched {
  readonly op: Operation;
  readonly name: string;
  readonly params: Record<string, string>;
}

type AnyHandler = (call: Call<Operation>) => Promise<Answer<unknown>>;

const publicPrincipal: Principal = { kind: "public", actor: "public", tenantId: "", tenantCreatedAt: "" };

/** The door frame of one Lambda: finds the operation, tells who asks, reads what is asked, and turns any outcome into an answer. */
export function serve<Ops extends Record<string, Operation>>(
  operations: Ops,
  handlers: Handlers<Ops>,
  frame: Frame,
): (event: APIGatewayProxyEvent, invocation?: Invocation) => Promise<APIGatewayProxyResult> {
  const table = Object.entries(operations).map(([name, op]) => ({ name, op, pattern: pattern(op.path) }));

  function matchesOf(event: APIGatewayProxyEvent): Matched[] {
    return table.flatMap(({ name, op, pattern: path }) => {
      const found = path.exec(event.path);
      return found ? [{ op, name, params: decoded(found.groups) }] : [];
    });
  }

  /** What was asked, as far as it is known when something went wrong before or within it. */
  function askedOf(event: APIGatewayProxyEvent, requestId: string): Asked {
    const matched = matchesOf(event).find(({ op }) => op.method === event.httpMethod);
    return { event, requestId, ...(matched && { op: matched.op, params: matched.params }) };
  }

  async function answer(event: APIGatewayProxyEvent, requestId: string, facts: RequestFacts): Promise<Reply> {
    const matches = matchesOf(event);
    const matched = matches.find(({ op }) => op.method === event.httpMethod);
    if (!matched) return unmatched(event, matches, frame, requestId);
    facts.operation = matched.op.id;
    facts.correlationId = namedRecord(matched.params) ?? requestId;
    return perform(event, matched, handlers[matched.name] as unknown as AnyHandler, frame, requestId, facts);
  }

  return async (event, invocation) => {
    frame.log.begin(invocation);
    const startedMs = performance.now();
    const requestId = frame.newId("req", frame.clock.now());
    const facts: RequestFacts = { requestId, method: event.httpMethod, correlationId: requestId };
    let reply: Reply;
    try {
      await frame.tick();
      reply = await answer(event, requestId, facts);
    } catch (error) {
      reply = await troubled(error, frame, askedOf(event, requestId), facts);
    }
    facts.status = reply.status;
    facts.ms = Math.round(performance.now() - startedMs);
    tellRequest(frame.log, facts);
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
  const others = matches.map(({ op }) => op);
  const allow = [...new Set(others.map(({ method }) => method))].join(", ");
  const refusal = new Refusal("method_not_allowed", `this route answers ${allow}`);
  const reply = await refusalReply(refusal, frame, { event, requestId, others });
  return { ...reply, headers: { ...reply.headers, allow } };
}

/** The answer to what was thrown. Where not even the page can be made that would say so, the plain one says it. */
async function troubled(error: unknown, frame: Frame, asked: Asked, facts: RequestFacts): Promise<Reply> {
  try {
    if (error instanceof Refusal) {
      facts.code = error.code;
      return await refusalReply(error, frame, asked);
    }
    facts.error = failure(error);
    return (await refusedPage(frame, undefined, asked)) ?? internalError(asked.requestId);
  } catch (worse) {
    facts.error = [facts.error, failure(worse)].filter(Boolean).join("\n");
    return internalError(asked.requestId);
  }
}

/** A refusal as its asker reads it: a person gets a page. */
async function refusalReply(refusal: Refusal, frame: Frame, asked: Asked): Promise<Reply> {
  return (await refusedPage(frame, refusal, asked)) ?? problem(refusal, asked.requestId);
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
  facts: RequestFacts,
): Promise<Reply> {
  const principal = await authenticate({ op, params }, event, frame);
  if (principal.tenantId) facts.tenantId = principal.tenantId;
  const claimedActor = op.actorLabel ? claimedActorOf(headersOf(event)("x-actor")) : undefined;
  if (claimedActor !== undefined) facts.claimedActor = claimedActor;
  return withinLimits(frame, principal, requestId, async () => {
    try {
      const call = await readCall(event, { op, name: op.id, params }, frame, principal, requestId);
      const said = await handler(call);
      facts.correlationId = shownRecord(said.body) ?? facts.correlationId;
      return rendered(op, said);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      facts.code = error.code;
      return refusalReply(error, frame, { event, requestId, op, params, principal });
    }
  });
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
  const body = bodyOf(
    op,
    raw,
    header,
    isForm(op) ? formOf(raw, header) : undefined,
  ) as Call<Operation>["body"];
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
    fingerprint: fingerprintOf(op.query ? `${path}?${JSON.stringify(query)}` : path, raw),
    path,
    root: rootOf({ path, host: header("host") }, frame.pagesUrl),
    address: addressOf(event, frame.behindForwarder === true),
    languages: languagesOf(header),
    userAgent: (header("user-agent") ?? "").slice(0, 512),
  };
}

/** A form's own fields, without the one that says whose form it is. */
function formOf(raw: string, header: ReturnType<typeof headersOf>): Record<string, string> {
  const { [formTokenField]: _, ...fields } = fieldsOf(raw, header);
  return fields;
}

async function authenticate(
  { op, params }: Omit<Matched, "name">,
  event: APIGatewayProxyEvent,
  frame: Frame,
): Promise<Principal> {
  const header = headersOf(event);
  switch (op.caller) {
    case "public":
      if (isForm(op)) frame.browser?.requireOwnSite(header, params, () => fieldsOf(rawBodyOf(event), header));
      return publicPrincipal;
    case "console":
      if (!frame.browser) throw new Error(`${op.id} has no browser's door`);
      return frame.browser.authenticate(header, isForm(op) ? fieldsOf(rawBodyOf(event), header) : undefined);
    case "tenant":
      if (!frame.tenants) throw new Error(`${op.id} has no tenant door`);
      return frame.tenants.authenticate(header, Date.parse(frame.clock.now()));
    case "vendor": {
      const door = frame.vendors?.[op.id];
      if (!door) throw new Error(`${op.id} has no vendor's door`);
      return door.authenticate(header, bodyBytesOf(event));
    }
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
  if (op.idempotencyKey === "optional") return "";
  if (await frame.keyOptional?.(principal.tenantId)) return requestId;
  throw new Refusal("idempotency_key_required", "this route needs an Idempotency-Key header");
}

function rendered(op: Operation, said: Answer<unknown>): Reply {
  const { status, schema } = op.reply;
  const contentType = said.contentType ?? op.reply.contentType;
  if (contentType === undefined) {
    const replyStatus = said.status ?? status;
    const replies = [{ status, schema }, ...(op.otherReplies ?? [])];
    const known = replies.find((each) => each.status === replyStatus);
    return json(replyStatus, known ? known.schema.parse(said.body) : said.body, said.headers);
  }
  const body = said.body instanceof Uint8Array ? said.body : String(said.body);
  return { status: said.status ?? status, headers: { "content-type": contentType, ...said.headers }, body };
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
