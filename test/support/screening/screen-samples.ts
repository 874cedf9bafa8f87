import { createHash } from "node:crypto";
import { addressKeys } from "../../../functions/domain/addresses/address-keys.ts";
import type { Refusal } from "../../../functions/domain/core/refusal.ts";
import type { Evaluation } from "../../../functions/domain/screening/evaluate.ts";
import type { ExposureAnswer, ExposureFinding } from "../../../functions/domain/screening/exposure.ts";
import type {
  ListedParty,
  ListMatch,
  ListVersion,
  ParsedList,
} from "../../../functions/domain/screening/list-entry.ts";
import type { ListIndex } from "../../../functions/domain/screening/list-index.ts";
import type { OwnEntry, ScreenSubject, Verdict } from "../../../functions/domain/screening/screen.ts";
import {
  readQuestion,
  readSubject,
  type ScreenInput,
  type ScreenMatches,
} from "../../../functions/domain/screening/screen-value.ts";
import { decide } from "../../../functions/domain/screening/verdict.ts";
import type { Random } from "./addresses.ts";

/** The same bytes in every run: SHA-256 over a counter. */
export function seededBytes(seed: string): Random {
  let round = 0;
  let pool = Buffer.alloc(0);
  return (length) => {
    while (pool.length < length) {
      round += 1;
      pool = Buffer.concat([pool, createHash("sha256").update(`${seed}${round}`).digest()]);
    }
    const taken = pool.subarray(0, length);
    pool = pool.subarray(length);
    return taken;
  };
}

/** One EVM wallet after the other, the same in every run. */
export function seededWallets(seed: string): () => string {
  const random = seededBytes(seed);
  return () => `0x${Buffer.from(random(20)).toString("hex")}`;
}

export const wallet = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
export const otherWallet = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

/** A party of a list that nobody publishes. */
export function partyOf(given: Partial<ListedParty> = {}): ListedParty {
  return {
    ...{ uid: "100", name: "Ivan EXAMPLE", kind: "individual", programs: ["CYBER2", "SDGT"], aliases: [] },
    category: "sanctions",
    ...given,
  };
}

export function matchOf(given: Partial<ListMatch> = {}): ListMatch {
  return { list: "ofac_sdn", party: partyOf(), address: wallet, asset: "ETH", removedAt: null, ...given };
}

/** A publisher's file that lists these addresses as one party's. */
export function listOf(addresses: readonly string[], party = partyOf()): ParsedList {
  return {
    publishedAt: "2026-08-20",
    records: 1,
    parties: [party],
    addresses: addresses.map((address) => ({ address, asset: "XBT", partyUid: party.uid })),
  };
}

export const listVersion: ListVersion = {
  ...{ list: "ofac_sdn", publishedAt: "2026-08-20", sha256: "a".repeat(64), records: 961 },
};

export function ownEntryOf(given: Partial<OwnEntry> = {}): OwnEntry {
  return { id: "own_1", kind: "block", category: "scam", entity: null, reason: "reported to us", ...given };
}

export function findingOf(given: Partial<ExposureFinding> = {}): ExposureFinding {
  return {
    ...{ category: "mixer", entity: "Some mixer", exposure: "counterparty", shareBps: 3_000, severity: "medium" },
    ...given,
  };
}

export function answerOf(given: Partial<ExposureAnswer> = {}): ExposureAnswer {
  return { provider: "elliptic", status: "complete", ref: null, findings: [], score: null, ...given };
}

const nothing: ScreenMatches = { matches: [], own: [] };

/** Both steps of reading a question. */
export function read(input: Partial<ScreenInput>, found = nothing): ScreenSubject | Refusal {
  const question = readQuestion({ type: "wallet", value: wallet, chain: null, ...input });
  return "code" in question ? question : readSubject(question, found);
}

/** What a question was read as. Throws where it was refused. */
export function subjectOf(input: Partial<ScreenInput> = {}, found = nothing): ScreenSubject {
  const subject = read(input, found);
  if ("code" in subject) throw subject;
  return subject;
}

/** All that a verdict is made of: nothing is found unless it is given. */
export function judgedOf(given: Partial<Evaluation> = {}): Evaluation {
  return { subject: subjectOf(), matches: [], own: [], exposures: [], listVersions: [listVersion], ...given };
}

/** Everything that a screen does between its reads and its writes, over one list. */
export function screenedBy(index: ListIndex, value: string): Verdict {
  const question = readQuestion({ type: "wallet", value, chain: null });
  if ("code" in question) throw question;
  const found = { matches: index.lookUp(addressKeys(value)), own: [] };
  const subject = readSubject(question, found);
  if ("code" in subject) throw subject;
  return decide({ subject, ...found, exposures: [], listVersions: [index.version] });
}
