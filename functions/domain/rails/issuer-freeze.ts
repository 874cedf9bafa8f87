import type { VendorRefusal } from "./vendor-refusal.ts";

/** The code of a definite no because a coin's issuer has frozen the wallet, at whatever rail and leg: what it refuses is never ordered again. */
export const frozenByIssuer = "frozen_by_issuer";

/** The no itself. */
export const issuerFreeze: VendorRefusal = { code: frozenByIssuer, reason: "the coin's issuer has frozen the wallet" };

/** How coins' own contracts refuse a wallet on their issuer's list, where a vendor passes that on: Circle's FiatToken, and Coinbase's custom stablecoins. Neither Bridge nor HIFI documents a word of its own for it; one that does is a row here. */
const contractErrors: readonly string[] = ["blacklistable: account is blacklisted", "addressblocklisted"];

/** Whether a vendor's error says that the issuer has frozen the wallet. */
export function isIssuerFreeze(word: string | null): boolean {
  const said = word?.toLowerCase() ?? "";
  return said === frozenByIssuer || contractErrors.some((each) => said.includes(each));
}
