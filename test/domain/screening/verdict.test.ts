import { describe, expect, test } from "vitest";
import { levelOf } from "../../../functions/domain/screening/risk.ts";
import { verdict } from "../../../functions/domain/screening/screen.ts";
import { decide } from "../../../functions/domain/screening/verdict.ts";
import {
  answerOf,
  findingOf,
  judgedOf,
  matchOf,
  otherWallet,
  ownEntryOf,
  partyOf,
  subjectOf,
} from "../../support/screening/screen-samples.ts";

const gone = matchOf({ removedAt: "2026-09-01T08:00:00.000Z" });
const hash = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";
const owner = findingOf({ category: "ransomware", entity: "Some gang", exposure: "ownership", severity: "critical" });

describe("an address on no list", () => {
  const allowed = decide(judgedOf());

  test("is allowed with nothing on it, and says what was not looked at", () => {
    expect(verdict.parse(allowed)).toMatchObject({
      ...{ status: "complete", risk_score: 0, risk_level: "low", action: "allow" },
      ...{ entity_name: null, programs: [], flags: { events: [] }, chain: "ethereum", chainFamily: "evm" },
    });
    expect(allowed.narrative).toContain("on none of the lists");
    expect(allowed.narrative).toContain("ofac_sdn of 2026-08-20 (961 addresses)");
    expect(allowed.narrative).toContain("no provider of graph analysis");
    expect(allowed.narrative).toContain("not a compliance programme");
  });

  test("is looked at by a person where its checksum does not hold", () => {
    const subject = subjectOf({ value: otherWallet.slice(0, -1).concat("u") });
    expect(decide(judgedOf({ subject }))).toMatchObject({
      ...{ status: "complete", action: "review", risk_level: "medium", checksum: "bad" },
      narrative: expect.stringContaining("checksum does not hold"),
    });
  });

  test("that has no checksum is allowed and says so", () => {
    const subject = subjectOf({ value: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v" });
    expect(decide(judgedOf({ subject }))).toMatchObject({
      ...{ action: "allow", checksum: "absent", narrative: expect.stringContaining("has no checksum") },
    });
  });
});

describe("an address on a list", () => {
  test("is blocked with its entity and programs", () => {
    const blocked = decide(judgedOf({ matches: [matchOf()] }));
    expect(verdict.parse(blocked)).toMatchObject({
      ...{ status: "complete", risk_score: 100, risk_level: "critical", action: "block" },
      ...{ entity_name: "Ivan EXAMPLE", programs: ["CYBER2", "SDGT"] },
    });
    expect(blocked.flags.events).toEqual([
      {
        ...{ category: "sanctions", source: "list", listId: "ofac_sdn", entity: "Ivan EXAMPLE", severity: "critical" },
        ...{ program: ["CYBER2", "SDGT"], exposure: "ownership", share: null, at: "2026-08-20", removedAt: null },
      },
    ]);
    expect(blocked.narrative).toContain("Ivan EXAMPLE (ofac_sdn under CYBER2 and SDGT)");
    expect(blocked.narrative).toContain("Nobody was asked whom it has dealt with");
  });

  test("is blocked whatever its chain, its checksum, providers and the own allow list say", () => {
    const matches = [matchOf()];
    const own = [ownEntryOf({ kind: "allow" })];
    const subjects = [
      subjectOf({ value: "1Nowhere", chain: "tron" }, { matches, own }),
      subjectOf({ type: "transaction" }, { matches, own }),
    ];
    for (const subject of subjects)
      for (const status of ["complete", "pending", "error"] as const)
        expect(decide(judgedOf({ subject, matches, own, exposures: [answerOf({ status })] }))).toMatchObject({
          ...{ status: "complete", risk_score: 100, action: "block" },
        });
  });

  test("as several parties' names them all, each once", () => {
    const matches = [
      matchOf({ party: partyOf({ uid: "2", name: "EXAMPLE BANK", programs: ["SDGT", "IRAN"] }) }),
      matchOf({ party: partyOf({ uid: "1" }) }),
      matchOf({ party: partyOf({ uid: "1" }), address: "another text of it" }),
    ];
    const blocked = decide(judgedOf({ matches }));
    expect(blocked.flags.events.map(({ entity }) => entity)).toEqual(["Ivan EXAMPLE", "EXAMPLE BANK"]);
    expect(blocked.programs).toEqual(["CYBER2", "SDGT", "IRAN"]);
  });
});

describe("an address that was taken off a list", () => {
  test("is history: told with its day, low, and not blocked", () => {
    const response = decide(judgedOf({ matches: [gone] }));
    expect(response).toMatchObject({ action: "allow", risk_level: "low", entity_name: null, programs: [] });
    expect(response.risk_score).toBeGreaterThanOrEqual(10);
    expect(response.flags.events).toMatchObject([
      { severity: "low", removedAt: gone.removedAt, entity: "Ivan EXAMPLE" },
    ]);
    expect(response.narrative).toContain("first seen gone on 2026-09-01");
  });
});

describe("the operator's own lists", () => {
  test("block like any list, and keep their reason to themselves", () => {
    const blocked = decide(judgedOf({ own: [ownEntryOf({ entity: "A thief", category: "stolen_funds" })] }));
    expect(blocked).toMatchObject({ status: "complete", risk_score: 100, action: "block", entity_name: "A thief" });
    expect(blocked.flags.events).toMatchObject([{ source: "own_list", listId: null, category: "stolen_funds" }]);
    expect(blocked.narrative).not.toContain("reported to us");
  });

  test("let pass what would be looked at, by a provider's word or for its checksum, and keep the score", () => {
    const own = [ownEntryOf({ kind: "allow", category: "exchange" })];
    const reviewed = { exposures: [answerOf({ findings: [findingOf()] })] };
    const before = decide(judgedOf(reviewed));
    expect(before.action).toBe("review");
    expect(decide(judgedOf({ ...reviewed, own }))).toMatchObject({ action: "allow", risk_score: before.risk_score });
    const bad = subjectOf({ value: otherWallet.toLowerCase() });
    expect(decide(judgedOf({ subject: bad, own })).action).toBe("allow");
  });

  test("let nothing pass that a provider blocks or has not answered", () => {
    const own = [ownEntryOf({ kind: "allow" })];
    expect(decide(judgedOf({ own, exposures: [answerOf({ findings: [owner] })] })).action).toBe("block");
    for (const status of ["pending", "error"] as const)
      expect(decide(judgedOf({ own, exposures: [answerOf({ status })] }))).toMatchObject({ status, action: "review" });
  });

  test("that allow and block one address block it", () => {
    const own = [ownEntryOf({ kind: "allow", id: "own_0" }), ownEntryOf()];
    expect(decide(judgedOf({ own })).action).toBe("block");
  });
});

describe("providers' answers", () => {
  const silent = answerOf({ provider: "chainalysis" });

  test.each(["pending", "error"] as const)(
    "one that is %s makes the whole verdict so, and allows nothing",
    (status) => {
      const response = decide(judgedOf({ exposures: [silent, answerOf({ status })] }));
      expect(response).toMatchObject({ status, action: "review", risk_level: "medium" });
      expect(response.narrative).toContain("chainalysis looked behind it and told nothing");
    },
  );

  test("one that failed counts before one that is pending", () => {
    const exposures = [answerOf({ status: "pending" }), answerOf({ provider: "chainalysis", status: "error" })];
    expect(decide(judgedOf({ exposures })).status).toBe("error");
  });

  test("that block are not waited for by others", () => {
    const exposures = [answerOf({ findings: [owner] }), answerOf({ provider: "chainalysis", status: "pending" })];
    expect(decide(judgedOf({ exposures }))).toMatchObject({
      ...{ status: "complete", action: "block", entity_name: "Some gang" },
    });
  });

  test("name nobody but the owner as the address's entity", () => {
    const response = decide(judgedOf({ exposures: [answerOf({ findings: [findingOf()] })] }));
    expect(response.entity_name).toBeNull();
    expect(response.narrative).toContain(
      "elliptic says that it dealt directly with Some mixer (mixer), 30 % of its value",
    );
  });
});

describe("a transaction", () => {
  const subject = subjectOf({ type: "transaction", value: hash });

  test("that nobody looked behind is looked at by a person", () => {
    expect(decide(judgedOf({ subject }))).toMatchObject({
      ...{ status: "complete", action: "review", risk_level: "medium", chain: null, chainFamily: null },
      narrative: expect.stringContaining("Nobody looked behind it"),
    });
  });

  test("is allowed where a provider looked behind it and found nothing, or the operator vouches for it", () => {
    expect(decide(judgedOf({ subject, exposures: [answerOf()] })).action).toBe("allow");
    expect(decide(judgedOf({ subject, own: [ownEntryOf({ kind: "allow" })] })).action).toBe("allow");
  });
});

describe("any verdict", () => {
  test("has the level of its score", () => {
    const all = [{}, { matches: [gone] }, { matches: [matchOf()] }, { exposures: [answerOf({ status: "error" })] }];
    for (const given of all) {
      const { risk_score, risk_level } = decide(judgedOf(given));
      expect(risk_level).toBe(levelOf(risk_score));
    }
  });
});
