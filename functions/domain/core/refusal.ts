/** Every expected no of the service, by the code the client sees (spec section 7, decisions "Replies"). */
export const refusalCodes = [
  "validation_error",
  "invalid_json",
  "invalid_cursor",
  "unknown_flag",
  "idempotency_key_required",
  "idempotency_key_too_long",
  "amount_exceeds_remaining",
  "amount_too_small",
  "missing_api_key",
  "invalid_api_key",
  "invalid_signature",
  "stale_signature",
  "not_signed_in",
  "foreign_form",
  "tenant_suspended",
  "not_found",
  "route_not_found",
  "unknown_rail_ref",
  "method_not_allowed",
  "body_too_large",
  "unsupported_media_type",
  "tenant_exists",
  "invoice_number_exists",
  "invoice_already_paid",
  "illegal_invoice_transition",
  "illegal_settlement_transition",
  "partner_customer_unlinked",
  "partner_customer_not_approved",
  "partner_customer_lookup_failed",
  "kyt_declined",
  "idempotency_key_reuse",
  "idempotency_in_progress",
  "version_conflict",
  "flag_not_allowed",
  "endpoint_disabled",
  "second_operator_required",
  "approval_pending",
  "action_not_available",
  "refund_unsupported",
  "rate_limited",
  "amount_mismatch",
  "refund_address_required",
  "milestone_sum_mismatch",
  "escrow_not_offered",
  "escrow_hold_unsupported",
  "escrow_disbursement_unsupported",
  "illegal_escrow_transition",
  "release_conditions_unmet",
  "reference_exists",
  "approval_conflict",
  "payout_in_flight",
  "funding_ref_used",
  "invalid_amount",
  "unknown_source",
  "alert_source_disabled",
  "deadline_passed",
  "case_closed",
  "evidence_incomplete",
  "representment_expired",
  "invalid_state_transition",
  "vendor_disabled",
  "escrow_disabled",
  "rail_disabled",
  "payout_failed",
  "rail_unavailable",
  "evidence_unavailable",
  "link_expired",
  "illegal_kyb_transition",
  "signup_decided",
  "invalid_request",
  "invalid_value",
  "unsupported_type",
  "unsupported_chain",
  "chain_mismatch",
  "screening_not_found",
  "plan_limit_reached",
  "key_limit_reached",
  "monitor_limit_reached",
  "plan_required",
  "provider_unavailable",
  "own_entry_decided",
  "own_entry_exists",
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

/** One wrong place in what the caller sent; `path` is dotted (`lineItems.0.unitCents`). */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** What a refusal carries beside its code; `extra` is spread into the reply's body. */
export interface RefusalDetail {
  readonly fields?: readonly FieldProblem[];
  readonly unmet?: readonly string[];
  readonly retryAfterSeconds?: number;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** An expected no. Decisions return it, the workbench throws it, the handler frame turns it into a reply; anything else thrown is a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly detail: RefusalDetail;

  constructor(code: RefusalCode, message: string, detail: RefusalDetail = {}) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.detail = detail;
  }
}
