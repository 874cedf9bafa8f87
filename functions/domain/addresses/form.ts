/** Chains by family, the likeliest first; an EVM wallet is the same on each of its chains. */
export const familyChains = {
  evm: ["ethereum", "base", "polygon", "arbitrum", "optimism", "avalanche", "bsc"],
  tron: ["tron"],
  bitcoin: ["bitcoin"],
  litecoin: ["litecoin"],
  dogecoin: ["dogecoin"],
  dash: ["dash"],
  zcash: ["zcash"],
  bitcoin_cash: ["bitcoin_cash"],
  xrp: ["xrp"],
  stellar: ["stellar"],
  solana: ["solana"],
  monero: ["monero"],
  algorand: ["algorand"],
  cardano: ["cardano"],
  polkadot: ["polkadot"],
  tezos: ["tezos"],
  ton: ["ton"],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type ChainFamily = keyof typeof familyChains;

/** The chains that may be named (domain facts 2.2). */
export const chainNames: readonly string[] = Object.values(familyChains).flat();

/** Whether what an address says of itself holds; `absent` is a form without a checksum. */
export const checksums = ["ok", "absent", "bad"] as const;
export type Checksum = (typeof checksums)[number];

/** One way of writing addresses. `looks` tells by letters and length alone, `check` is asked after it; null is another form that looks alike. */
export interface AddressForm {
  readonly family: ChainFamily;
  readonly looks: RegExp;
  readonly check: (value: string) => Checksum | null;
  /** Where other chains write the same bytes the same way. */
  readonly chains?: readonly string[];
}

/** `decode` that throws is a `bad` address. */
export function verdict(decode: () => boolean): Checksum {
  try {
    return decode() ? "ok" : "bad";
  } catch {
    return "bad";
  }
}

export function hasAt(bytes: Uint8Array, at: number, expected: readonly number[] | Uint8Array): boolean {
  return bytes.length >= at + expected.length && expected.every((byte, index) => bytes[at + index] === byte);
}
