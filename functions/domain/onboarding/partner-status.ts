/** What the partner's look at a business has come to. `waiting`: the applicant has to do something; `under_review`: the partner has. */
export const partnerStandings = ["waiting", "under_review", "approved", "rejected"] as const;
export type PartnerStatus = (typeof partnerStandings)[number];

/** What a partner may still ask for, in our words (after Bridge's missing-requirement codes); a word of the partner's that is none of these is `other`. */
export const partnerItems = [
  "terms",
  "identity_check",
  "formation_document",
  "ownership_document",
  "proof_of_address",
  "tax_id",
  "control_person",
  "ownership_structure",
  "address_of_operation",
  "industry",
  "other",
] as const;
export type PartnerItem = (typeof partnerItems)[number];
