import { sentence } from "../core/format.ts";
import type { EvidenceType } from "./evidence-type.ts";
import type { DisputeNetwork } from "./network.ts";

export const networkLabels: Readonly<Record<DisputeNetwork, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  ach: "ACH",
};

/** A word of ours with its underscores as blanks, begun as a sentence is. */
export function spokenLabel(word: string): string {
  return sentence(word.replaceAll("_", " "));
}

const irregular: Readonly<Partial<Record<EvidenceType, string>>> = {
  customer_email_address: "Customer’s e-mail address",
  customer_purchase_ip: "Customer’s IP address",
  customer_device_id: "Customer’s device id",
  ach_authorization: "ACH authorization",
  visa_compelling_evidence_3: "Visa compelling evidence 3.0",
  three_d_secure_result: "3-D Secure result",
  avs_cvv_result: "AVS and CVV result",
  kyb_record: "KYB record",
  delivery_on_chain: "Delivery on chain",
};

export function evidenceLabels(type: EvidenceType): string {
  return irregular[type] ?? spokenLabel(type);
}
