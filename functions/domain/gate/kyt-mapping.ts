import { knownChain } from "../addresses/payout-address.ts";
import type { ScreenVerdict } from "./payout-gate.ts";

/** A chain by the screening interface's name; undefined where it has none, and the address must tell by itself. */
export function screenedChain(chain: string): string | undefined {
  return knownChain(chain);
}

/** What could not be told: nobody has looked. */
export const noVerdict: ScreenVerdict = { status: "error", action: null, ref: null, riskLevel: null };

/** Refusals that are about the wallet: asking again brings the same, so a person must look. */
const aboutTheWallet: readonly (string | null)[] = ["invalid_value", "unsupported_chain", "chain_mismatch"];

/** What a refusal of the interface's means at the gate; one that is about us (a key, a plan, a limit) is no answer. */
export function refusedVerdict(status: number, code: string | null): ScreenVerdict {
  const isWallets = status === 400 && aboutTheWallet.includes(code);
  return isWallets ? { ...noVerdict, status: "complete", action: "review" } : noVerdict;
}
