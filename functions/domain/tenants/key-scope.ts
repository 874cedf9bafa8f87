/** What an API key may do: read, pay (and cancel), refund, the rest of escrow, all other writes, or everything. */
export const keyScopes = ["read", "write", "pay", "refund", "escrow", "*"] as const;

export type KeyScope = (typeof keyScopes)[number];
