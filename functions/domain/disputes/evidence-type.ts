import type { DisputeCategory } from "./reason-code.ts";

/** Every kind of evidence that a case can hold: the fields of Stripe's dispute evidence, and what this service and its rails know beyond them. */
export const evidenceTypes = [
  "receipt",
  "invoice",
  "invoice_delivery",
  "product_description",
  "customer_name",
  "customer_email_address",
  "billing_address",
  "customer_purchase_ip",
  "customer_device_id",
  "customer_signature",
  "customer_communication",
  "access_activity_log",
  "shipping_documentation",
  "shipping_carrier",
  "shipping_tracking_number",
  "shipping_date",
  "shipping_address",
  "service_documentation",
  "service_date",
  "proof_of_delivery",
  "refund_policy",
  "refund_policy_disclosure",
  "refund_refusal_explanation",
  "proof_of_refund",
  "cancellation_policy",
  "cancellation_policy_disclosure",
  "cancellation_rebuttal",
  "recurring_transaction_agreement",
  "duplicate_charge_id",
  "duplicate_charge_explanation",
  "duplicate_charge_documentation",
  "invoice_showing_distinct_transactions",
  "ach_authorization",
  "visa_compelling_evidence_3",
  "three_d_secure_result",
  "avs_cvv_result",
  "delivery_on_chain",
  "screening_reference",
  "kyb_record",
  "uncategorized_text",
  "uncategorized_file",
] as const;
export type EvidenceType = (typeof evidenceTypes)[number];

/** What a category asks for: all of `required`, one of each group in `oneOf`; what is `helpful` counts for nothing but strengthens the case. */
export interface EvidenceRequirement {
  readonly required: readonly EvidenceType[];
  readonly oneOf: readonly (readonly EvidenceType[])[];
  readonly helpful: readonly EvidenceType[];
}

/** The evidence that each category asks for, after Stripe's dispute categories and the field names of its evidence; for ACH, Nacha's proof of authorization. A shipping document stands for its carrier, number and date, a service document for its date. */
export const evidenceRequirement: Readonly<Record<DisputeCategory, EvidenceRequirement>> = {
  fraudulent: {
    required: ["customer_name", "customer_email_address", "billing_address", "receipt"],
    oneOf: [["customer_purchase_ip", "access_activity_log", "customer_signature"]],
    helpful: ["visa_compelling_evidence_3", "three_d_secure_result", "avs_cvv_result"],
  },
  product_not_received: {
    required: ["product_description", "receipt"],
    oneOf: [["shipping_documentation", "access_activity_log", "service_documentation"]],
    helpful: [
      "shipping_carrier",
      "shipping_tracking_number",
      "shipping_date",
      "service_date",
      "customer_communication",
    ],
  },
  product_unacceptable: {
    required: ["product_description", "refund_policy", "customer_communication"],
    oneOf: [["service_documentation", "shipping_documentation"]],
    helpful: ["refund_refusal_explanation"],
  },
  credit_not_processed: {
    required: ["refund_policy", "refund_policy_disclosure", "refund_refusal_explanation"],
    oneOf: [["cancellation_policy", "proof_of_refund"]],
    helpful: ["customer_communication"],
  },
  duplicate: {
    required: ["duplicate_charge_id", "duplicate_charge_explanation", "receipt"],
    oneOf: [["duplicate_charge_documentation", "invoice_showing_distinct_transactions"]],
    helpful: [],
  },
  subscription_canceled: {
    required: ["cancellation_policy", "cancellation_policy_disclosure", "cancellation_rebuttal"],
    oneOf: [["access_activity_log", "customer_communication"]],
    helpful: ["recurring_transaction_agreement"],
  },
  general: {
    required: ["receipt", "product_description", "customer_name"],
    oneOf: [["customer_communication"]],
    helpful: ["uncategorized_text"],
  },
  debit_not_authorized: {
    required: ["ach_authorization", "invoice", "proof_of_delivery"],
    oneOf: [["customer_communication"]],
    helpful: [],
  },
};
