import { fingerprintOf } from "../app/core/idempotency-claim.ts";
import { fieldsOf, formTokenField, isForm } from "./browser.ts";
import type { Operation } from "./operation.ts";
import type { Call } from "./operation-types.ts";
import { addressOf, bodyOf, languagesOf, paramsOf, queryOf, rawBodyOf, rootOf } from "./read-request.ts";
import type { HttpMiddleware, RequestState } from "./request.ts";

/** What a Lambda knows of its own place. */
export interface PlaceSettings {
  /** Where its pages are opened, with the gateway's stage where no host of its own hides it. */
  readonly pagesUrl?: string;
  /** The local stage: the forwarder in front of it says where a request came from. */
  readonly behindForwarder?: boolean;
}

/** Reads body, query and path parameters by the operation's schemas, in this order; the call takes the event's place, and the handler gets nothing else. */
export function parseCall(place: PlaceSettings): HttpMiddleware {
  return {
    before: (request) => {
      request.event = callOf(request.internal, place);
    },
  };
}

function callOf(
  { event, header, op, params, principal, requestId, idempotencyKey }: RequestState,
  { pagesUrl, behindForwarder = false }: PlaceSettings,
): Call<Operation> {
  const { path } = event;
  const raw = op.method === "GET" ? "" : rawBodyOf(event);
  const body = bodyOf(op, raw, header, isForm(op) ? formOf(raw, header) : undefined);
  const query = queryOf(op, event);
  return {
    params: paramsOf(op, params) as Call<Operation>["params"],
    query: query as Call<Operation>["query"],
    body: body as Call<Operation>["body"],
    principal,
    requestId,
    operation: op.id,
    idempotencyKey,
    fingerprint: fingerprintOf(op.query ? `${path}?${JSON.stringify(query)}` : path, raw),
    path,
    root: rootOf({ path, host: header("host") }, pagesUrl),
    address: addressOf(event, behindForwarder),
    languages: languagesOf(header),
    userAgent: (header("user-agent") ?? "").slice(0, 512),
    sealCursor: () => Promise.reject(new Error(`${op.id} does not answer in pages`)),
  };
}

/** A form's own fields, without the one that says whose form it is. */
function formOf(raw: string, header: RequestState["header"]): Record<string, string> {
  const { [formTokenField]: _, ...fields } = fieldsOf(raw, header);
  return fields;
}
