import * as z from "zod";
import { problemMembers, type RefusalFacts } from "../domain/core/problem-members.ts";
import { fieldCodes, Refusal, type RefusalCode, refusalCodes } from "../domain/core/refusal.ts";
import { fieldProblemsOf } from "./field-problem.ts";
import { type Operation, takesCredential } from "./operation.ts";

/** The one total table from a refusal to its status; this room alone knows status codes. */
export const statusOf = {
  validation_error: 400,
  invalid_json: 400,
  invalid_cursor: 400,
  unknown_api_version: 400,
  unknown_flag: 400,
  idempotency_key_required: 400,
  idempotency_key_too_long: 400,
  amount_exceeds_remaining: 400,
  amount_exceeds_due: 400,
  amount_too_small: 400,
  invalid_signature: 401,
  stale_signature: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  not_signed_in: 401,
  passkey_refused: 401,
  passkey_required: 403,
  foreign_form: 403,
  tenant_suspended: 403,
  approver_link_required: 403,
  insufficient_scope: 403,
  source_not_allowed: 403,
  own_role: 409,
  last_admin: 409,
  not_found: 404,
  route_not_found: 404,
  unknown_rail_ref: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  unsupported_media_type: 415,
  tenant_exists: 409,
  invoice_number_exists: 409,
  invoice_already_paid: 409,
  invoice_not_payable: 409,
  invoice_has_payments: 409,
  illegal_invoice_transition: 409,
  illegal_settlement_transition: 409,
  partner_customer_unlinked: 409,
  partner_customer_not_approved: 409,
  partner_customer_lookup_failed: 409,
  kyt_declined: 409,
  idempotency_key_reuse: 409,
  idempotency_in_progress: 409,
  version_conflict: 409,
  flag_not_allowed: 409,
  endpoint_disabled: 409,
  second_operator_required: 409,
  approval_pending: 409,
  action_not_available: 409,
  refund_unsupported: 409,
  payment_not_cancelable: 409,
  unsupported_route: 409,
  asset_not_allowed: 409,
  wallet_frozen: 409,
  rate_limited: 429,
  service_unavailable: 503,
  amount_mismatch: 400,
  refund_address_required: 400,
  milestone_sum_mismatch: 400,
  escrow_not_offered: 409,
  escrow_hold_unsupported: 409,
  escrow_disbursement_unsupported: 409,
  illegal_escrow_transition: 409,
  release_conditions_unmet: 409,
  reference_exists: 409,
  invalid_decision: 400,
  approval_conflict: 409,
  payout_in_flight: 409,
  funding_ref_used: 409,
  invalid_amount: 400,
  unknown_source: 400,
  alert_source_disabled: 501,
  deadline_passed: 400,
  case_exists: 409,
  case_closed: 409,
  evidence_incomplete: 409,
  representment_expired: 409,
  invalid_state_transition: 409,
  vendor_disabled: 501,
  escrow_disabled: 501,
  rail_disabled: 501,
  payout_failed: 502,
  rail_unavailable: 503,
  evidence_unavailable: 503,
  link_expired: 410,
  illegal_kyb_transition: 409,
  signup_decided: 409,
  already_erased: 409,
  invalid_request: 400,
  invalid_value: 400,
  unsupported_type: 400,
  unsupported_chain: 400,
  chain_mismatch: 400,
  screening_not_found: 404,
  plan_limit_reached: 429,
  key_limit_reached: 409,
  monitor_limit_reached: 409,
  plan_required: 403,
  provider_unavailable: 503,
  own_entry_decided: 409,
  own_entry_exists: 409,
} as const satisfies Record<RefusalCode, number>;

const fieldProblem = z.object({
  path: z.string().describe("where it is, with dots: lineItems.0.unitCents"),
  code: z.enum(fieldCodes).describe("what is wrong there, for programs"),
  message: z.string().describe("what is wrong there, for people"),
});

/** The error body (spec section 2, decisions "Replies"). */
export const errorBody = z.object({
  error: z.string().describe("what is wrong, for people"),
  code: z.string().describe("what is wrong, for programs"),
  unmet: z.array(z.string()).describe("what is missing; often empty"),
  requestId: z
    .string()
    .describe("names this request in our logs; a stored refusal's names the request that got it first"),
  docUrl: z.string().describe("where the documentation explains the code"),
  fields: z.array(fieldProblem).optional().describe("the wrong places of what was sent"),
});

/** The same as a problem of RFC 9457, for those whose Accept asks for it. */
export const problemBody = errorBody.extend({
  type: z.string().describe("docUrl"),
  title: z.string().describe("the code in words"),
  status: z.int().describe("the HTTP status"),
  detail: z.string().describe("error"),
  instance: z.string().describe("requestId"),
});

/** An HTTP answer before it is given to the gateway. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(body),
  };
}

/** How a refusal is written: where the documentation is, and whether as a problem of RFC 9457. */
export interface ProblemStyle {
  readonly docsUrl: string;
  readonly asProblem: boolean;
}

/** A refusal as a reply; `requestId` is of the request that it was first given to. */
export function problem(refusal: Refusal, requestId: string, style: ProblemStyle): Reply {
  const { fields, unmet, extra, retryAfterSeconds } = refusal.detail;
  const status = statusOf[refusal.code];
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== undefined) headers["retry-after"] = String(retryAfterSeconds);
  if (status === 401) headers["www-authenticate"] = "Bearer";
  const { code, message: error } = refusal;
  const places = fields?.map((field) => ({ path: field.path, code: field.code ?? "invalid", message: field.message }));
  const body = { error, code, unmet: unmet ?? [], requestId };
  return problemReplyOf(status, body, { ...(places && { fields: places }), ...extra }, style, headers);
}

/** The answer to a bug: nothing but the id under which the log has it. */
export function internalError(requestId: string, style: ProblemStyle): Reply {
  return problemReplyOf(500, { error: "internal error", code: "internal_error", unmet: [], requestId }, {}, style);
}

/** A refusal as a reply, whoever refuses: the service, or a host that stands before it. */
export function problemReplyOf(
  status: number,
  body: RefusalFacts,
  more: Readonly<Record<string, unknown>>,
  { docsUrl, asProblem }: ProblemStyle,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const docUrl = `${docsUrl}/errors#${body.code}`;
  const whole = { ...body, docUrl, ...more };
  if (!asProblem) return json(status, whole, headers);
  const { type, title, ...members } = problemMembers(body, docUrl);
  const problemType = { "content-type": "application/problem+json" };
  return json(status, { ...whole, type, title, status, ...members }, { ...headers, ...problemType });
}

function ownCodeOf(error: z.ZodError): RefusalCode | undefined {
  const own = error.issues.map((issue) => (issue.code === "custom" ? issue.params?.refusal : undefined));
  return refusalCodes.find((code) => own.includes(code));
}

/** A refusal that names every wrong place of a value that was read with `ownMessages`, by dotted path; its code is what the schema says, else `otherwise`. */
export function validationRefusal(error: z.ZodError, otherwise: RefusalCode = "validation_error"): Refusal {
  const fields = fieldProblemsOf(error);
  const first = fields[0];
  const message = first ? `${first.path || "body"}: ${first.message}` : "invalid request";
  return new Refusal(ownCodeOf(error) ?? otherwise, message, { fields });
}

/** Refusals that follow from an operation's shape, beside those it lists; an unknown query parameter is refused everywhere. */
function impliedRefusals(op: Operation): RefusalCode[] {
  const implied: RefusalCode[] = [op.invalidAs ?? "validation_error", "service_unavailable"];
  if (op.method !== "GET") implied.push("invalid_json", "body_too_large", "unsupported_media_type");
  if (op.idempotencyKey)
    implied.push("idempotency_key_required", "idempotency_key_too_long", "idempotency_key_reuse", "version_conflict");
  if (op.claim) implied.push("idempotency_in_progress");
  if (op.caller === "vendor") implied.push("invalid_signature", "stale_signature");
  else if (op.caller !== "public") implied.push("missing_api_key", "invalid_api_key");
  if (takesCredential(op)) implied.push("rate_limited");
  if (op.caller === "operator" || op.internalToken) implied.push("insufficient_scope");
  if (op.caller === "tenant") implied.push("insufficient_scope", "source_not_allowed", "unknown_api_version");
  if (op.params) implied.push(op.absentAs ?? "not_found");
  return implied;
}

export function refusalsOf(op: Operation): RefusalCode[] {
  return [...new Set([...impliedRefusals(op), ...op.refusals])];
}
