import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { addressJson } from "../../../functions/adapters/lists/address-json.ts";
import type { ChainFamily } from "../../../functions/domain/addresses/form.ts";
import type { StoredIndex } from "../../../functions/domain/screening/list-entry.ts";
import { buildIndex } from "../../../functions/domain/screening/list-index.ts";
import { readQuestion, readSubject } from "../../../functions/domain/screening/screen-value.ts";
import { type AddressFile, type ListedEntry, madeUpList } from "./made-up-list.ts";
import { type FiledParty, sdnFile } from "./sdn-file.ts";

const file = resolve(process.env.SLUICE_OFAC_ADDRESSES ?? "../shared/data/ofac-crypto-addresses.json");

/** OFAC's addresses are no part of the project: where they are not at hand, a made-up list stands for them. */
const isReal = existsSync(file);

/** What the whole list is, as a test or a benchmark names it. */
export const wholeListName = isReal ? "OFAC's whole list" : "a made-up list as large as OFAC's";

/** The whole list, by no code of ours. */
export function wholeList(): AddressFile {
  return isReal ? (JSON.parse(readFileSync(file, "utf8")) as AddressFile) : madeUpList();
}

/** The whole list as screens look it up. */
export async function wholeIndex(): Promise<StoredIndex> {
  const parsed = await addressJson(Readable.from([Buffer.from(JSON.stringify(wholeList()))]));
  return buildIndex(parsed, null, { list: "ofac_sdn", sha256: "0".repeat(64) }, "2026-08-20T00:00:00.000Z");
}

/** Each address of the whole list with everybody whom it is listed for. */
export function wholeEntries(): ReadonlyMap<string, readonly ListedEntry[]> {
  return new Map(Object.entries(wholeList().addresses).map(([address, { entries }]) => [address, entries]));
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** The whole list in the form of OFAC's own export: an entry for each party, with its programs, aliases and addresses. */
export function wholeSdnFile(): string {
  const { metadata } = wholeList();
  const ofParty = [...wholeEntries()].flatMap(([address, entries]) => entries.map((entry) => ({ address, entry })));
  const parties = Map.groupBy(ofParty, ({ entry }) => entry.uid);
  return sdnFile(
    [...parties].map(([uid, all]): FiledParty => {
      const programs = new Set(all.flatMap(({ entry }) => entry.program.split(/,\s*/)));
      const aliases = new Set(all.flatMap(({ entry }) => entry.akas ?? []));
      return {
        ...{ uid, last: escaped(all[0]?.entry.entity ?? ""), programs: [...programs].map(escaped) },
        aliases: [...aliases].map(escaped),
        ids: all.map(({ address, entry }) => [entry.type, escaped(address)] as const),
      };
    }),
    { date: metadata.sdnListDate },
  );
}

const evmOrTron: readonly ChainFamily[] = ["evm", "tron"];

/** The families that a publisher's label may mean; labels are not to be trusted, and some mean chains that we do not know. */
const familiesOf: Readonly<Record<string, readonly ChainFamily[]>> = {
  ...{ XBT: ["bitcoin"], BSV: ["bitcoin"], LTC: ["litecoin"], DOGE: ["dogecoin"], DASH: ["dash"] },
  ...{ ZEC: ["zcash"], BCH: ["bitcoin_cash", "bitcoin"], XMR: ["monero"], SOL: ["solana"], XRP: ["xrp"] },
  ...{ ETH: ["evm"], ETC: ["evm"], BSC: ["evm"], ARB: ["evm"], BNB: ["evm"], TRX: ["tron"] },
  ...{ USDT: [...evmOrTron, "bitcoin"], USDC: [...evmOrTron, "solana"] },
};

export interface FamilyAnswer {
  readonly address: string;
  readonly asset: string;
  readonly family: string;
  readonly isRight: boolean;
}

/** Which family each address of a list is told to be of, beside its publisher's label. */
export function familyAnswers({ list, parties, addresses }: StoredIndex): readonly FamilyAnswer[] {
  return addresses.map(([address, asset, at]) => {
    const party = parties[at];
    const question = readQuestion({ type: "wallet", value: address, chain: null });
    if (!party || "code" in question) throw new Error(`${address} cannot be asked`);
    const match = { list, party, address, asset, removedAt: null };
    const subject = readSubject(question, { matches: [match], own: [] });
    if ("code" in subject) throw subject;
    const family = subject.family ?? "none";
    return { address, asset, family, isRight: (familiesOf[asset] ?? []).some((each) => each === family) };
  });
}
