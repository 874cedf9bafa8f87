/** Whose a bank account is, as a payer or a tenant says. */
export const holderTypes = ["individual", "business"] as const;
export type HolderType = (typeof holderTypes)[number];

/** Whose accounts payments come from where nobody says it of one: what a tenant knows of its payers. */
export const payerTypes = [...holderTypes, "unknown"] as const;
export type PayerType = (typeof payerTypes)[number];
