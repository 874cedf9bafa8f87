import { fingerprintOf, rawFingerprintOf } from "../app/core/idempotency-claim.ts";
import { upgradeFields } from "../domain/core/api-version.ts";
import { fieldsOf, formTokenField, isForm } from "./browser.ts";
import { sentTerms } from "./deprecated-fields.ts";
import type { ReplaySettings } from "./idempotent-replay.ts";
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
export function parseCall(place: PlaceSettings & Pick<ReplaySettings, "canonicalParams">): HttpMiddleware {
  return {
    before: async (request) => {
      request.event = await callOf(request.internal, place);
    },
  };
}

async function callOf(
  state: RequestState,
  { pagesUrl, behindForwarder = false, canonicalParams }: PlaceSettings & Pick<ReplaySettings, "canonicalParams">,
): Promise<Call<Operation>> {
  const { event, header, op, params, principal, requestId, idempotencyKey } = state;
  const { path } = event;
  const raw = op.method === "GET" ? "" : rawBodyOf(event);
  const read = readerOf(state);
  const body = bodyOf(op, raw, header, { form: isForm(op) ? formOf(raw, header) : undefined, read: read("body") });
  const query = queryOf(op, event, read("query"));
  const named = paramsOf(op, params) as Record<string, string>;
  const meant = idempotencyKey === "" ? named : ((await canonicalParams?.(named, principal.tenantId)) ?? named);
  return {
    params: meant as Call<Operation>["params"],
    query: query as Call<Operation>["query"],
    body: body as Call<Operation>["body"],
    principal,
    requestId,
    operation: op.id,
    idempotencyKey,
    ...fingerprintsOf(op, { path, raw, params: meant, query }, idempotencyKey),
    path,
    root: rootOf({ path, host: header("host") }, pagesUrl),
    address: addressOf(event, behindForwarder),
    languages: languagesOf(header),
    userAgent: (header("user-agent") ?? "").slice(0, 512),
    sealCursor: () => Promise.reject(new Error(`${op.id} does not answer in pages`)),
  };
}

/** A form has no JSON that could be written otherwise, and a call without a key is compared with nothing. */
function fingerprintsOf(
  op: Operation,
  { path, raw, params, query }: { path: string; raw: string; params: unknown; query: unknown },
  idempotencyKey: string,
): Pick<Call<Operation>, "fingerprint" | "rawFingerprint"> {
  const rawFingerprint = rawFingerprintOf(op.query ? `${path}?${JSON.stringify(query)}` : path, raw);
  if (idempotencyKey === "") return { fingerprint: rawFingerprint, rawFingerprint };
  // As it was sent and not as the schema reads it, whose defaults may be others in another release.
  const body = raw.trim() === "" ? {} : JSON.parse(raw);
  return { fingerprint: fingerprintOf({ params, query, body }, idempotencyKey), rawFingerprint };
}

/** Reads what was sent in the caller's version as the newest has it, and notes which of it has gone out of use. */
function readerOf(state: RequestState) {
  const { op, version }: Partial<RequestState> & Pick<RequestState, "op"> = state;
  return (part: "body" | "query") => (sent: unknown) => {
    const newest = version ? upgradeFields(version, op.id, part, sent) : sent;
    state.sentDeprecated = [...(state.sentDeprecated ?? []), ...sentTerms(op[part], newest)];
    return newest;
  };
}

/** A form's own fields, without the one that says whose form it is. */
function formOf(raw: string, header: RequestState["header"]): Record<string, string> {
  const { [formTokenField]: _, ...fields } = fieldsOf(raw, header);
  return fields;
}
