export const disputeNetworks = ["visa", "mastercard", "amex", "discover", "ach"] as const;
export type DisputeNetwork = (typeof disputeNetworks)[number];
