/** The networks that disputes come from. */
export const disputeNetworks = ["visa", "mastercard", "amex", "discover", "ach"] as const;
export type DisputeNetwork = (typeof disputeNetworks)[number];
