/** What holds of a refusal wherever it is given. */
interface RefusalTerms {
  /** The interfaces that can give it; the documentation of each explains its own. */
  readonly interfaces: readonly ("billing" | "screening")[];
  /** Whether an Idempotency-Key keeps it: an answer given after validation, but not that of a disabled or silent vendor, nor of a lost race (decisions, "Idempotency"). */
  readonly stored?: true;
}

const billing = { interfaces: ["billing"] } as const;
const screening = { interfaces: ["screening"] } as const;
const both = { interfaces: ["billing", "screening"] } as const;

/** Every expected no of the service, by the code the client sees (spec section 7, decisions "Replies"). One more is a line here; the compiler asks for its status and its explanation. */
const refusals = {
  validation_error: both,
  invalid_json: both,
  invalid_cursor: both,
  unknown_api_version: both,
  unknown_flag: billing,
  idempotency_key_required: both,
  idempotency_key_too_long: both,
  amount_exceeds_remaining: billing,
  amount_exceeds_due: { ...billing, stored: true },
  amount_too_small: billing,
  missing_api_key: both,
  invalid_api_key: both,
  insufficient_scope: both,
  source_not_allowed: both,
  invalid_signature: billing,
  stale_signature: billing,
  not_signed_in: billing,
  passkey_refused: billing,
  passkey_required: billing,
  foreign_form: both,
  tenant_suspended: { ...both, stored: true },
  not_found: both,
  route_not_found: both,
  unknown_rail_ref: billing,
  method_not_allowed: both,
  body_too_large: both,
  unsupported_media_type: both,
  tenant_exists: { ...billing, stored: true },
  invoice_number_exists: { ...billing, stored: true },
  invoice_already_paid: { ...billing, stored: true },
  illegal_invoice_transition: { ...billing, stored: true },
  invoice_not_payable: { ...billing, stored: true },
  invoice_has_payments: { ...billing, stored: true },
  illegal_settlement_transition: { ...billing, stored: true },
  partner_customer_unlinked: { ...billing, stored: true },
  partner_customer_not_approved: { ...billing, stored: true },
  partner_customer_lookup_failed: { ...billing, stored: true },
  kyt_declined: { ...billing, stored: true },
  idempotency_key_reuse: both,
  idempotency_in_progress: both,
  version_conflict: both,
  flag_not_allowed: billing,
  endpoint_disabled: { ...billing, stored: true },
  own_role: both,
  last_admin: both,
  second_operator_required: { ...both, stored: true },
  approval_pending: { ...billing, stored: true },
  action_not_available: { ...billing, stored: true },
  refund_unsupported: { ...billing, stored: true },
  payment_not_cancelable: { ...billing, stored: true },
  unsupported_route: { ...billing, stored: true },
  asset_not_allowed: { ...billing, stored: true },
  wallet_frozen: { ...billing, stored: true },
  rate_limited: both,
  service_unavailable: both,
  amount_mismatch: billing,
  refund_address_required: billing,
  milestone_sum_mismatch: billing,
  escrow_not_offered: { ...billing, stored: true },
  escrow_hold_unsupported: { ...billing, stored: true },
  escrow_disbursement_unsupported: { ...billing, stored: true },
  illegal_escrow_transition: { ...billing, stored: true },
  release_conditions_unmet: { ...billing, stored: true },
  reference_exists: { ...billing, stored: true },
  invalid_decision: billing,
  approval_conflict: { ...billing, stored: true },
  approver_link_required: { ...billing, stored: true },
  payout_in_flight: { ...billing, stored: true },
  funding_ref_used: { ...billing, stored: true },
  invalid_amount: billing,
  unknown_source: billing,
  alert_source_disabled: billing,
  deadline_passed: billing,
  case_exists: { ...billing, stored: true },
  case_closed: { ...billing, stored: true },
  evidence_incomplete: { ...billing, stored: true },
  representment_expired: { ...billing, stored: true },
  invalid_state_transition: { ...billing, stored: true },
  vendor_disabled: billing,
  escrow_disabled: billing,
  rail_disabled: billing,
  payout_failed: billing,
  rail_unavailable: billing,
  evidence_unavailable: billing,
  link_expired: billing,
  illegal_kyb_transition: { ...billing, stored: true },
  signup_decided: { ...both, stored: true },
  already_erased: { ...billing, stored: true },
  invalid_request: screening,
  invalid_value: screening,
  unsupported_type: screening,
  unsupported_chain: screening,
  chain_mismatch: both,
  screening_not_found: screening,
  plan_limit_reached: screening,
  key_limit_reached: { ...screening, stored: true },
  monitor_limit_reached: screening,
  plan_required: screening,
  provider_unavailable: screening,
  own_entry_decided: { ...screening, stored: true },
  own_entry_exists: { ...screening, stored: true },
} as const satisfies Record<string, RefusalTerms>;

export type RefusalCode = keyof typeof refusals;

export const refusalCodes = Object.keys(refusals) as readonly RefusalCode[];

export function refusalTerms(code: RefusalCode): RefusalTerms {
  return refusals[code];
}

/** What can be wrong with a field, for programs; `invalid` is what no other word says. */
export const fieldCodes = [
  "required",
  "unknown_field",
  "wrong_type",
  "too_small",
  "too_big",
  "too_short",
  "too_long",
  "pattern",
  "not_allowed",
  "repeated",
  "invalid",
] as const;

export type FieldCode = (typeof fieldCodes)[number];

/** One wrong place in what the caller sent; `path` is dotted (`lineItems.0.unitCents`), the code `invalid` where it is left out. */
export interface FieldProblem {
  readonly path: string;
  readonly code?: FieldCode | undefined;
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

/** A no that came because something outside did not answer: its key keeps it, and a new key tries again. */
export function retryable(code: RefusalCode, message: string, detail: RefusalDetail = {}): Refusal {
  const extra = { ...detail.extra, retryable: true };
  return new Refusal(code, `${message}; try again with a new Idempotency-Key`, { ...detail, extra });
}

/** Makes the no to a command that a record's status does not allow; `what` names the record. */
export function illegalMoveOf(code: RefusalCode, what: string) {
  return ({ status }: { readonly status: string }, to: string, why?: string): Refusal => {
    const message = `${what} cannot go from ${status} to ${to}${why === undefined ? "" : `: ${why}`}`;
    return new Refusal(code, message, { extra: { from: status, to } });
  };
}

/** The no to one wrong field of what was sent. */
export function invalidField(path: string, message: string, text = message): Refusal {
  return new Refusal("validation_error", text, { fields: [{ path, message }] });
}
