import { describe, expect, test } from "vitest";
import type { Evaluation } from "../../../functions/domain/screening/evaluate.ts";
import { decide } from "../../../functions/domain/screening/verdict.ts";
import {
  answerOf,
  findingOf,
  judgedOf,
  listVersion,
  matchOf,
  otherWallet,
  ownEntryOf,
  partyOf,
  subjectOf,
} from "../../support/screening/screen-samples.ts";

const hash = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";
const removedAt = "2026-09-01T08:00:00.000Z";

const nowhere = "This address is on none of the lists that were looked at.";
const looked = "Looked at: ofac_sdn of 2026-08-20 (961 addresses).";
const uncovered =
  "Nobody looked behind it: no provider of graph analysis covers it, so that dealings with a listed party, one step away, would not show.";
const unasked = "Nobody was asked whom it has dealt with, since that could not change the verdict.";
const evmForm =
  "It was read as an address of ethereum; it has the same form on base, polygon, arbitrum, optimism, avalanche and bsc.";
const tronForm = "It was read as an address of tron.";
const bound =
  "This is one look at the named lists and providers, not a compliance programme: it does not tell who controls an address, and it knows nothing of what was published since.";

/** What a verdict on these says, but for its last sentence, which all have. */
function told(given: Partial<Evaluation> = {}): string {
  const { narrative } = decide(judgedOf(given));
  expect(narrative.endsWith(` ${bound}`)).toBe(true);
  return narrative.slice(0, -bound.length - 1);
}

const sentences = (...all: readonly string[]) => all.join(" ");
const tron = subjectOf({ value: otherWallet });

describe("a verdict says of lists", () => {
  test("that it is on none, and which were looked at", () => {
    expect(told()).toBe(sentences(nowhere, looked, uncovered, evmForm));
    const fixture = { ...listVersion, list: "fixture", records: 3 };
    expect(told({ subject: tron, listVersions: [listVersion, fixture] })).toBe(
      sentences(
        nowhere,
        "Looked at: fixture of 2026-08-20 (3 addresses) and ofac_sdn of 2026-08-20 (961 addresses).",
        ...[uncovered, tronForm],
      ),
    );
  });

  test("whose address it is, each party once, and under what", () => {
    const matches = [
      matchOf(),
      matchOf({ address: "another text of it" }),
      matchOf({ party: partyOf({ uid: "101", name: "EXAMPLE BANK", programs: ["SDGT"] }) }),
      matchOf({ party: partyOf({ uid: "102", name: "Nobody's", programs: [] }) }),
    ];
    expect(told({ subject: tron, matches })).toBe(
      sentences(
        "This address is listed as an address of Ivan EXAMPLE (ofac_sdn under CYBER2 and SDGT), EXAMPLE BANK (ofac_sdn under SDGT) and Nobody's (ofac_sdn). It is blocked, whatever its chain or form.",
        ...[looked, unasked, tronForm],
      ),
    );
  });

  test("whose address it was, once, and since when no more", () => {
    const matches = [matchOf({ removedAt }), matchOf({ removedAt, address: "another text of it" })];
    expect(told({ subject: tron, matches })).toBe(
      sentences(
        nowhere,
        "It was on ofac_sdn as an address of Ivan EXAMPLE and was first seen gone on 2026-09-01: that is history, and blocks nothing.",
        ...[looked, uncovered, tronForm],
      ),
    );
  });
});

describe("a verdict says of the operator's own lists", () => {
  test("that they block it, and as what, and not why", () => {
    expect(told({ subject: tron, own: [ownEntryOf({ category: "stolen_funds" })] })).toBe(
      sentences(nowhere, looked, "The operator of this interface blocks it (stolen funds).", unasked, tronForm),
    );
  });

  test("that they let it pass against a review", () => {
    const own = [ownEntryOf({ kind: "allow" })];
    const subject = subjectOf({ type: "transaction", value: hash });
    expect(told({ subject, own })).toContain(
      `${looked} The operator of this interface has let it pass by name, against what would have been a review. Nobody`,
    );
  });

  test("that they changed nothing", () => {
    expect(told({ subject: tron, own: [ownEntryOf({ kind: "allow" })] })).toBe(
      sentences(
        ...[nowhere, looked, "The operator's own allow list has it, which changed nothing here.", uncovered, tronForm],
      ),
    );
  });
});

describe("a verdict says of providers", () => {
  test("what each told of whom, how near and how much", () => {
    const findings = [
      findingOf({ exposure: "ownership", entity: null, shareBps: null, category: "darknet_market" }),
      findingOf({ exposure: "counterparty", entity: "Some mixer", shareBps: 3_050 }),
      findingOf({ exposure: "indirect", entity: "Far", category: "scam", shareBps: 100 }),
    ];
    expect(told({ subject: tron, exposures: [answerOf({ findings })] })).toBe(
      sentences(
        ...[nowhere, looked],
        "elliptic says that it belongs to darknet market.",
        "elliptic says that it dealt directly with Some mixer (mixer), 30.5 % of its value.",
        "elliptic says that it dealt, through others, with Far (scam), 1 % of its value.",
        tronForm,
      ),
    );
  });

  test("that one looked and told nothing, one did not answer, and one has not finished", () => {
    const exposures = [
      answerOf({ provider: "a" }),
      answerOf({ provider: "b", status: "error" }),
      answerOf({ provider: "c", status: "pending" }),
    ];
    expect(told({ subject: tron, exposures })).toBe(
      sentences(
        ...[nowhere, looked, "a looked behind it and told nothing."],
        "b did not answer: what it would have said is missing, so that nothing is allowed.",
        "c has not finished: the verdict will be completed.",
        tronForm,
      ),
    );
  });
});

describe("a verdict says of the form", () => {
  const formOf = (given: Partial<Evaluation>) => told(given).split(`${uncovered} `)[1];

  test("that it has no checksum", () => {
    expect(formOf({ subject: subjectOf({ value: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v" }) })).toBe(
      "It was read as an address of solana. It has no checksum, so that a mistyped letter would not show.",
    );
  });

  test("that its checksum does not hold, of the chains that it could be of", () => {
    expect(formOf({ subject: subjectOf({ value: `${otherWallet.slice(0, -1)}u` }) })).toBe(
      "Its checksum does not hold: as an address of tron it is mistyped or made up.",
    );
    expect(formOf({ subject: subjectOf({ value: "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLx" }) })).toBe(
      "Its checksum does not hold: as an address of bitcoin, bitcoin_cash or litecoin it is mistyped or made up.",
    );
  });

  test("that it has none, whatever chain it was asked about as", () => {
    expect(formOf({ subject: subjectOf({ value: "vitalik.eth", chain: "ethereum" }) })).toBe(
      "It has the form of an address of no chain known here. It was asked about as one of ethereum, which it is not.",
    );
  });

  test("what a transaction's reference may be of", () => {
    const evm = `0x${hash}`;
    expect(told({ subject: subjectOf({ type: "transaction", value: evm }) })).toBe(
      sentences(
        "This value is on none of the lists that were looked at.",
        ...[looked, uncovered],
        "It was read as a transaction's reference of ethereum; it has the same form on base, polygon, arbitrum, optimism, avalanche, bsc and polkadot.",
      ),
    );
    expect(formOf({ subject: subjectOf({ type: "transaction", value: hash }) })).toBe(
      "By its form it may be a transaction's reference of bitcoin, tron, litecoin, dogecoin, dash, zcash, bitcoin_cash, xrp, stellar, monero, cardano or ton.",
    );
  });

  test("that what is listed looks like one, mistyped or in small letters", () => {
    const found = { matches: [matchOf({ address: "nothing that has a form" })], own: [] };
    const subject = subjectOf({ value: otherWallet.toLowerCase() }, found);
    expect(told({ subject, ...found })).toContain(
      `${unasked} It looks like an address of tron, mistyped or without its capital letters.`,
    );
  });
});

describe("a verdict's hash", () => {
  const hashOf = (given: Partial<Evaluation> = {}) => decide(judgedOf(given)).decisionHash;

  test("is the same whatever order its parts come in, and whatever number a provider keeps its answer under", () => {
    const exposures = [answerOf({ provider: "a", ref: "1" }), answerOf({ provider: "b" })];
    const own = [ownEntryOf({ id: "own_1" }), ownEntryOf({ id: "own_2" })];
    const matches = [matchOf(), matchOf({ removedAt }), matchOf({ list: "fixture" }), matchOf({ address: "x" })];
    const listVersions = [listVersion, { ...listVersion, list: "fixture" }];
    const all = { exposures, own, matches, listVersions };
    const turned = {
      exposures: [answerOf({ provider: "b" }), answerOf({ provider: "a", ref: "2" })],
      ...{ own: own.toReversed(), matches: matches.toReversed(), listVersions: listVersions.toReversed() },
    };
    expect(hashOf(turned)).toBe(hashOf(all));
    expect(decide(judgedOf(turned))).toEqual(decide(judgedOf(all)));
  });

  test("is another for each thing that it was decided by", () => {
    const hashes = [
      hashOf(),
      hashOf({ subject: tron }),
      hashOf({ subject: subjectOf({ chain: "base" }) }),
      hashOf({ subject: { ...subjectOf(), type: "transaction" } }),
      hashOf({ listVersions: [{ ...listVersion, sha256: "b".repeat(64) }] }),
      hashOf({ own: [ownEntryOf({ kind: "allow" })] }),
      hashOf({ own: [ownEntryOf({ kind: "allow", reason: "another" })] }),
      hashOf({ exposures: [answerOf()] }),
      hashOf({ exposures: [answerOf({ score: "1.5" })] }),
      hashOf({ matches: [matchOf()] }),
      hashOf({ matches: [matchOf({ asset: "XBT" })] }),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(hashes.every((each) => /^[\da-f]{64}$/.test(each))).toBe(true);
  });
});

describe("a score", () => {
  test.each([
    ["of what is on no list", {}, 0, "low"],
    ["of history", { matches: [matchOf({ removedAt })] }, 10, "low"],
    ["of a provider that has not finished", { exposures: [answerOf({ status: "pending" })] }, 30, "medium"],
    ["of what is blocked", { own: [ownEntryOf()] }, 100, "critical"],
  ] as const)("%s is its own", (_, given, score, level) => {
    const { risk_score, risk_level } = decide(judgedOf(given));
    expect([risk_score, risk_level]).toEqual([score, level]);
  });
});
