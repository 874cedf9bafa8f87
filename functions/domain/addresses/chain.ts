import { base58Forms } from "./base58.ts";
import { bech32Forms } from "./bech32.ts";
import { binaryForms } from "./binary.ts";
import { type AddressForm, type ChainFamily, type Checksum, familyChains } from "./form.ts";

/** What an address says of itself: its family, the chains that it could be meant for, and whether its checksum holds. */
export interface DetectedChain {
  /** Null where it has no family's form; its checksum is `bad` then. */
  readonly family: ChainFamily | null;
  readonly chain: string | null;
  readonly candidates: readonly string[];
  readonly checksum: Checksum;
}

const forms: readonly AddressForm[] = [...binaryForms, ...bech32Forms, ...base58Forms];

const order: readonly Checksum[] = ["ok", "absent", "bad"];

const unknown: DetectedChain = { family: null, chain: null, candidates: [], checksum: "bad" };

/** The family of a wallet's address by its form and checksum (mainnets only). The whole text counts, spaces too, and case as its family's does; never throws. A checksum of two bytes (Polkadot) or of capitals (EVM) overlooks a few typing errors in 100,000. */
export function detectChain(value: string): DetectedChain {
  let best = unknown;
  for (const { family, looks, check, chains = familyChains[family] } of forms) {
    if (!looks.test(value)) continue;
    const checksum = check(value);
    if (checksum === null) continue;
    if (best.family === null || order.indexOf(checksum) < order.indexOf(best.checksum))
      best = { family, chain: chains[0] ?? null, candidates: chains, checksum };
  }
  return best;
}

/** Solana's form is any Base58 of its length: only the commonest lengths are a hint. */
const likelySolana = "^[1-9A-HJ-NP-Za-km-z]{43,44}$";

const caseless = forms.map(({ looks, family, chains = familyChains[family] }) => ({
  looks: new RegExp(family === "solana" ? likelySolana : looks.source, "i"),
  detected: { family, chain: chains[0] ?? null, candidates: chains, checksum: "bad" } as const,
}));

/** The family whose addresses look most like this one, whatever the case of its letters; no more than a guess, and its checksum counts as bad. */
export function likelyChain(value: string): DetectedChain {
  return caseless.find(({ looks }) => looks.test(value))?.detected ?? unknown;
}
