import { expect, test } from "vitest";
import { screen } from "../../../functions/domain/screening/screen.ts";
import { viewScreen } from "../../../functions/domain/screening/screen-view.ts";
import { decide } from "../../../functions/domain/screening/verdict.ts";
import { judgedOf, matchOf, subjectOf } from "../../support/screening/screen-samples.ts";

const judged = judgedOf({ matches: [matchOf()] });
const decided = decide(judged);

const row = {
  ...{ id: "scr_1", accountId: "acc_1", subject: subjectOf(), own: [], exposures: [], indexKeys: [] },
  ...{ askAgainAt: null, createdAt: "2026-11-21T12:00:00.000Z", updatedAt: "2026-11-21T12:00:00.000Z" },
};

/** A verdict as the first release stored it. */
function formerVerdict() {
  const { chainFamily, chainCandidates, listVersions, decisionHash, flags, ...rest } = decided;
  const events = flags.events.map(({ listId: list, program: programs, share, removedAt, at: _, ...event }) => ({
    ...{ ...event, list, programs, share_bps: share, removed_at: removedAt },
  }));
  return {
    ...{ ...rest, flags: { events }, chain_family: chainFamily, chain_candidates: chainCandidates },
    ...{ list_versions: listVersions, decision_hash: decisionHash },
  };
}

test("a verdict of the first release is read under today's names, without the day of its list", () => {
  const events = decided.flags.events.map((event) => ({ ...event, at: null }));
  const found = screen.parse({ ...row, verdict: formerVerdict() });
  expect(found.verdict).toEqual({ ...decided, flags: { events } });
  expect(viewScreen(found)).toMatchObject({ chainFamily: "evm", flags: { events } });
});

test("a verdict of today is read as it was stored", () => {
  expect(screen.parse({ ...row, verdict: decided }).verdict).toEqual(decided);
});

test("the same question over the same list has the hash that the first release gave it", () => {
  const gone = matchOf({ removedAt: "2026-09-01T08:00:00.000Z" });
  const { decisionHash } = decide(judgedOf({ matches: [matchOf(), gone] }));
  expect(decisionHash).toBe("00fb85a28db8704950a1abb2deb2f0307de2e9dd4ba812e695953d463f5b3691");
});
