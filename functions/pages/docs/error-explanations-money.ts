import type { RefusalCode } from "../../domain/core/refusal.ts";
import type { ErrorExplanation } from "./error-explanation.ts";

/** Refusals about invoices, payments, escrows and disputes. */
export const moneyErrors = {
  invoice_number_exists: {
    cause: "You have an invoice with this number.",
    remedy: "Numbers are unique: choose another, or use the invoice there is.",
  },
  invoice_already_paid: {
    cause: "The invoice is paid in full.",
    remedy: "Nothing is left to pay. Read it to see by which payment.",
  },
  invoice_not_payable: {
    cause: "The invoice is void: nothing is due on it.",
    remedy: "Create a new invoice, under a number of its own.",
  },
  invoice_has_payments: {
    cause: "Money is collected or in flight for the invoice: it cannot be voided, nor changed to a total below that.",
    remedy: "Cancel the payment while no money has come, or refund it, then try again.",
  },
  illegal_invoice_transition: {
    cause:
      "The invoice's status does not allow this: a paid or void one is not sent, one that was never sent is not credited, and only a draft is changed.",
    remedy: "Read the invoice; `from` and `to` say what was tried.",
  },
  illegal_settlement_transition: {
    cause: "The settlement's status does not allow this; `from` and `to` say what was tried.",
    remedy: "Read the settlement again. One that has ended stays as it is.",
  },
  amount_exceeds_remaining: {
    cause: "More than what remains to be paid, or to be sent back.",
    remedy: "Leave `amountCents` out to pay all that remains, or read the record for the amount.",
  },
  amount_exceeds_due: {
    cause: "A credit note of more than is due less what is in flight.",
    remedy: "Credit at most that; `fields` says how much it is. What is paid already is sent back by a refund.",
  },
  amount_too_small: { cause: "Nothing would remain after fee and reserve.", remedy: "Pay more at once." },
  partner_customer_unlinked: {
    cause: "Your company is not linked to a customer of the banking partner.",
    remedy: "Finish [onboarding](onboarding); your operator can send the link again.",
  },
  partner_customer_not_approved: {
    cause: "The banking partner has not approved your company, or does not any more.",
    remedy: "Look at your application's status page for what is missing.",
  },
  partner_customer_lookup_failed: {
    cause: "Whether your company is approved could not be asked just now. Nothing was collected.",
    remedy:
      "Try again in a few minutes with a new `Idempotency-Key`: this answer is kept under the old one, and says so (`retryable: true`).",
  },
  kyt_declined: {
    cause:
      "The wallet did not pass its screen, or no screen could be had: without a pass nothing moves. `stage` says at which step; `railTransferCreated` is false when nothing was collected.",
    remedy:
      "Use another wallet. With `retryable: true` the screen did not answer: try again later with a new `Idempotency-Key`. A block cannot be overruled.",
  },
  refund_unsupported: {
    cause: "The rail cannot send this money back, or not in this amount.",
    remedy: "`GET /api/v1/capabilities` says what can be; where it has `refundableCents`, send back just that.",
  },
  unsupported_route: {
    cause: "The rail does not pay the wallet's stablecoin on its chain, so nothing is collected for it.",
    remedy: "Have an operator change your wallet's chain or stablecoin, then pay with a new `Idempotency-Key`.",
  },
  asset_not_allowed: {
    cause:
      "A rule of the country of one of the parties does not let this stablecoin be used any more: `rule`, `jurisdiction` and `from` say which. What runs already goes on to its end, and can be returned.",
    remedy:
      "`GET /api/v1/capabilities` lists under `assets` what each stablecoin may be used for. Have an operator change your stablecoin, or name another as an escrow's `payoutStable`; then repeat with a new `Idempotency-Key`.",
  },
  wallet_frozen: {
    cause:
      "The stablecoin's issuer has frozen this wallet: a payout to it was refused so (`since`), and nothing was collected for another. `address`, `chain` and `stable` say which wallet.",
    remedy:
      "Use another wallet: have an operator change yours, or name another `payoutAddress` or `refundAddress` of an escrow; then repeat with a new `Idempotency-Key`. Where the issuer has released the wallet, an operator clears the mark.",
  },
  payment_not_cancelable: {
    cause: "Money has come for this payment, is being pulled from the payer's bank, or the payment has ended.",
    remedy: "Read the payment. What has come can be refunded while it is held.",
  },
  rail_unavailable: {
    cause: "The bank's side did not answer in time. Nothing is lost, and nothing is done twice.",
    remedy: "Repeat with the same `Idempotency-Key` after `Retry-After`.",
  },
  vendor_disabled: {
    cause: "The vendor that this needs is switched off here, for everybody or for you, or no leg joins it to the rail.",
    remedy: "Ask your operator. What is under way goes on.",
  },
  rail_disabled: { cause: "This rail of escrow is switched off.", remedy: "Use another rail, or ask your operator." },
  unknown_rail_ref: {
    cause: "A callback names a `railRef` that no payment has.",
    remedy: "Take it from `payment.railRef`, and send it to the sandbox that made it.",
  },
  amount_mismatch: {
    cause: "An escrow is funded with its exact amount. `expectedCents` has it.",
    remedy: "Send that amount.",
  },
  refund_address_required: {
    cause: "The escrow holds money and no address is known to send it back to.",
    remedy: "Name the buyer's wallet in `refundAddress`.",
  },
  milestone_sum_mismatch: {
    cause: "The milestones' amounts do not add up to the escrow's.",
    remedy: "Give every milestone an amount so that they add up, or none.",
  },
  escrow_disabled: {
    cause: "Escrow is switched off here. What is held can still be released or refunded.",
    remedy: "Ask your operator.",
  },
  escrow_not_offered: {
    cause: "The rail of this deployment cannot hold money, so no escrow is created.",
    remedy: "`GET /api/v1/capabilities` says so beforehand. On your machine: `npm start -- --hold`.",
  },
  escrow_hold_unsupported: {
    cause: "The rail of this deployment cannot hold money, so no escrow is funded.",
    remedy: "As for [escrow_not_offered](#escrow_not_offered).",
  },
  escrow_disbursement_unsupported: {
    cause: "The rail of this deployment cannot pay out or send back what it holds.",
    remedy: "As for [escrow_not_offered](#escrow_not_offered).",
  },
  illegal_escrow_transition: {
    cause: "The escrow's status does not allow this; `from` and `to` say what was tried.",
    remedy: "Read it again. A funded escrow does not expire: refund it.",
  },
  release_conditions_unmet: {
    cause: "Something that the release rule or the screen asks for is missing: `unmet` has the whole list.",
    remedy: "Bring what is named ([what each means](escrow#release-rules)), then release with a new key.",
  },
  reference_exists: {
    cause: "You have an escrow with this reference.",
    remedy: "References are unique: choose another, or use the escrow there is.",
  },
  invalid_decision: {
    cause: "The approver's `decision` is neither `approve` nor `reject`.",
    remedy: "Send one of the two, or leave it out to approve.",
  },
  approval_conflict: {
    cause: "This approver has decided otherwise before.",
    remedy: "Withdraw the earlier decision first.",
  },
  chain_mismatch: {
    cause: "The wallet's address is not of the chain that you named. `candidates` has those that it could be of.",
    remedy: "Correct the chain or the address: money sent to the wrong chain is mostly lost.",
  },
  approver_link_required: {
    cause: "This escrow names its approvers: each decides by the link that was mailed to them, and no API key does.",
    remedy:
      "Ask the approver to open their link. `POST /api/v1/escrow/{id}/approvers/{approverRef}/link` sends it again.",
  },
  payout_in_flight: {
    cause: "A payout is under way, or may be: nothing else leaves until that is known.",
    remedy: "Wait for `escrow.released` or `escrow.refunded`, then look again.",
  },
  payout_failed: {
    cause: "The rail refused the payout for good. The money is still held.",
    remedy: "Refund the escrow to an address that works.",
  },
  funding_ref_used: {
    cause: "Another escrow was funded by this `fundingRef` or `depositTxHash`.",
    remedy: "Name the deposit that belongs to this escrow.",
  },
  invalid_amount: {
    cause: "An alert's or an outcome's amount is zero, negative, a fraction, or too large.",
    remedy: "Whole cents, and never more than the case is about.",
  },
  unknown_source: {
    cause: "There is no alert source of this name.",
    remedy: "Leave it out for `manual`, or use one that the [API reference](api) names.",
  },
  alert_source_disabled: {
    cause: "Alerts of this third party are not taken here.",
    remedy: "Ask your operator; use `manual` or `network` meanwhile.",
  },
  deadline_passed: {
    cause: "`networkDueBy` lies in the past: nothing can be answered any more.",
    remedy: "Record with the network what became of it.",
  },
  case_exists: {
    cause:
      "The payment, the escrow or the alert has a case already: `caseId` names it. Nothing of the request was taken.",
    remedy: "Read that case, and attach evidence to it or escalate it. An alert sent alone joins it.",
  },
  case_closed: {
    cause: "Evidence for a case that is submitted, ended or out of time.",
    remedy: "`escalate` if the network opens another stage.",
  },
  evidence_incomplete: {
    cause: "Something that this reason needs is missing: `unmet` has the list, `a|b` means one of them.",
    remedy: "Attach it, then submit again.",
  },
  representment_expired: {
    cause: "The case was submitted after `networkDueBy`.",
    remedy: "`escalate` if the network opens another stage.",
  },
  invalid_state_transition: {
    cause: "The alert's or case's status does not allow this; `from` and `to` say what was tried.",
    remedy: "Read it again, and take a step that its status allows.",
  },
  evidence_unavailable: {
    cause: "The store of the files did not answer, so whether they are there is not known.",
    remedy: "Repeat after `Retry-After`.",
  },
} as const satisfies { readonly [C in RefusalCode]?: ErrorExplanation };
