import type { ChainFamily } from "../../../functions/domain/addresses/form.ts";
import { writers } from "./addresses.ts";
import { seededBytes } from "./screen-samples.ts";

/** How many addresses OFAC's list of August 2026 has under each label, and the family that they are made of here. */
const labels: readonly (readonly [label: string, family: ChainFamily, howMany: number])[] = [
  ...([
    ["XBT", "bitcoin", 529],
    ["TRX", "tron", 198],
    ["ETH", "evm", 100],
    ["USDT", "tron", 93],
  ] as const),
  ...([
    ["LTC", "litecoin", 14],
    ["XMR", "monero", 11],
    ["BCH", "bitcoin_cash", 7],
    ["DASH", "dash", 5],
  ] as const),
  ...([
    ["ZEC", "zcash", 4],
    ["SOL", "solana", 4],
    ["USDC", "evm", 2],
    ["DOGE", "dogecoin", 2],
  ] as const),
  ...([
    ["XRP", "xrp", 1],
    ["ETC", "evm", 1],
    ["ARB", "evm", 1],
    ["BSC", "evm", 1],
  ] as const),
];

const parties = 60;

/** Every so many addresses have two parties, as 16 of OFAC's do. */
const sharedEvery = 60;

function entryOf(party: number, type: string): ListedEntry {
  const entity = `${party % 7 === 0 ? "O’BRIEN & SONS" : "TRADING COMPANY"} ${party}`;
  const program = party % 3 === 0 ? "IRAN, SDGT" : "CYBER2";
  return { entity, program, type, uid: String(1000 + party), ...(party % 4 !== 0 && { akas: [`ALIAS ${party}`] }) };
}

/** A list of the size, the labels and the letters of OFAC's, whose addresses are nobody's: the same every time. */
export function madeUpList(): AddressFile {
  const addresses: Record<string, { readonly entries: readonly ListedEntry[] }> = {};
  let made = 0;
  for (const [label, family, howMany] of labels) {
    const random = seededBytes(`listed ${label}`);
    for (let at = 0; at < howMany; at += 1) {
      const write = writers[family][at % writers[family].length];
      const type = `Digital Currency Address - ${label}`;
      const party = made % parties;
      const entries = [entryOf(party, type)];
      if (made % sharedEvery === 0) entries.push(entryOf(party + parties, type));
      addresses[write?.(random).toLowerCase() ?? ""] = { entries };
      made += 1;
    }
  }
  const all = Object.values(addresses);
  return {
    metadata: {
      sdnListDate: "08/20/2026",
      sdnRecordCount: parties,
      totalAddresses: all.length,
      totalEntries: all.reduce((sum, { entries }) => sum + entries.length, 0),
    },
    addresses,
  };
}

/** Whom an address is listed for. */
export interface ListedEntry {
  readonly entity: string;
  readonly program: string;
  readonly type: string;
  readonly uid: string;
  readonly akas?: readonly string[];
}

/** The address index that others make of OFAC's list. */
export interface AddressFile {
  readonly metadata: {
    readonly sdnListDate: string;
    readonly sdnRecordCount: number;
    readonly totalAddresses: number;
    readonly totalEntries: number;
  };
  readonly addresses: Readonly<Record<string, { readonly entries: readonly ListedEntry[] }>>;
}
