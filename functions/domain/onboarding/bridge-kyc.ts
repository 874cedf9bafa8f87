import type { PartnerItem, PartnerStatus } from "./partner-status.ts";

/** Whose move it is by a word of Bridge's, or what it has come to. */
type Meaning = "applicants" | "partners" | "approved" | "rejected";

/** Bridge's words for how the look at a business stands (apidocs.bridge.xyz, "Check the status of a KYC link"; "in_review" is an older page's). */
const meanings = {
  not_started: "applicants",
  incomplete: "applicants",
  awaiting_questionnaire: "applicants",
  awaiting_ubo: "applicants",
  under_review: "partners",
  in_review: "partners",
  paused: "partners",
  approved: "approved",
  rejected: "rejected",
  offboarded: "rejected",
} as const satisfies Record<string, Meaning>;

/** A word that Bridge adds waits for Bridge until it stands here: it approves nothing, and ends nothing. */
function meaningOf(status: string): Meaning {
  return Object.hasOwn(meanings, status) ? meanings[status as keyof typeof meanings] : "partners";
}

/** What is Bridge's own to do or to judge, and asks nothing of the applicant. */
const partners =
  /^(\w*_screen|post_processing|pending_rfi|kyb_review|manual_\w+_review|blocklist_\w+|adverse_media_\w+|watchlist_\w+|manual_review_rejected|rejected_due_to_\w+|has_base|developer_not_compatible)$/;

/** Bridge's codes of what is missing or wrong, in our words; the first that fits (apidocs.bridge.xyz, "Missing requirements and issues"). */
const items: readonly (readonly [RegExp, PartnerItem])[] = [
  [/^(terms_of_service|tos_)/, "terms"],
  [/^business_formation/, "formation_document"],
  [/^business_ownership/, "ownership_document"],
  [/^(proof_of_address|poa_)/, "proof_of_address"],
  [/tax_identification/, "tax_id"],
  [/^(control_person|has_control|has_title)/, "control_person"],
  [/^(ownership_|sole_proprietorship_|beneficial_owner_)/, "ownership_structure"],
  [/^address_of_(operation|incorporation)/, "address_of_operation"],
  [/^business_(industry|description)/, "industry"],
  [/^(government_id|id_|selfie|date_of_birth|birth_date|min_age_|first_name|last_name)/, "identity_check"],
  [/^address_of_residence|^residence_address/, "identity_check"],
];

/** What a code of Bridge's asks the applicant for; null where it asks nothing of them. */
export function bridgeItem(code: string): PartnerItem | null {
  const word = code.toLowerCase();
  if (partners.test(word)) return null;
  return items.find(([form]) => form.test(word))?.[1] ?? "other";
}

export interface BridgeKyc {
  readonly kycStatus: string;
  readonly tosStatus: string;
  /** Codes of what its customer still lacks, or has wrong. */
  readonly codes: readonly string[];
  /** Whether Bridge moves money for the customer now: what pay asks as well. */
  readonly usable: boolean;
}

/** How an application at Bridge stands. An approval counts once the terms are accepted and Bridge would move the customer's money, so that whoever is approved can be paid. */
export function bridgePartnerStatus(kyc: BridgeKyc): {
  readonly standing: PartnerStatus;
  readonly missing: readonly PartnerItem[];
} {
  const meaning = meaningOf(kyc.kycStatus);
  if (meaning === "rejected") return { standing: "rejected", missing: [] };
  const isAgreed = kyc.tosStatus === "approved";
  if (meaning === "approved" && isAgreed && kyc.usable) return { standing: "approved", missing: [] };
  const input = kyc.codes.flatMap((code) => bridgeItem(code) ?? []);
  // The page asks for everything before it has been opened: to name each thing would say less.
  const lacks: PartnerItem[] = kyc.kycStatus === "not_started" ? [] : input;
  if (kyc.kycStatus === "awaiting_ubo") lacks.push("ownership_structure");
  if (meaning === "applicants" && !lacks.some((item) => item !== "terms")) lacks.push("identity_check");
  const missing = [...new Set<PartnerItem>([...(isAgreed ? [] : ["terms" as const]), ...lacks])];
  return { standing: missing.length > 0 ? "waiting" : "under_review", missing };
}
