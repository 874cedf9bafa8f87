export const entityTypes = [
  "corporation",
  "llc",
  "partnership",
  "sole_proprietor",
  "nonprofit",
  "trust",
  "other",
] as const;
export type EntityType = (typeof entityTypes)[number];

export const documentKinds = [
  "formation_document",
  "ownership_document",
  "proof_of_address",
  "identity_document",
] as const;
export type DocumentCategory = (typeof documentKinds)[number];

export const idTypes = ["ssn", "itin", "passport", "national_id", "drivers_license"] as const;
export type IdType = (typeof idTypes)[number];

/** Whether owners of 25 % or more are among the people, or there is none of them. */
export const ownerAnswers = ["listed", "none"] as const;
export type OwnerWord = (typeof ownerAnswers)[number];

export const termsVersion = "2026-11-01";

/** The stablecoins that a settlement can be paid out in. */
export const stables = ["USDT", "USDC"] as const;

/** The types that a document may have, and the most that one may weigh. */
export const documentTypes = ["application/pdf", "image/png", "image/jpeg"] as const;
export type DocumentType = (typeof documentTypes)[number];
export const documentBytesMax = 10 * 1024 * 1024;

/** The most that the store takes in: far more than a document may weigh, so that whoever sends too much is told so by a page of ours, not by the store's XML. */
export const uploadBytesMax = 128 * 1024 * 1024;

/** The chains that a settlement can be paid out on, on every rail and in each of its modes: where Bridge holds, it makes wallets on these alone. */
export const payoutChains = ["ethereum", "base", "tron", "solana"] as const;
