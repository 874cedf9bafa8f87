import { describe, expect, test } from "vitest";
import type { ChainFamily } from "../../../functions/domain/addresses/form.ts";
import { ListIndex } from "../../../functions/domain/screening/list-index.ts";
import { writers } from "../../support/screening/addresses.ts";
import { screenedBy, seededBytes } from "../../support/screening/screen-samples.ts";
import { familyAnswers, wholeIndex, wholeListName } from "../../support/screening/whole-list.ts";

/** Letters in turn large and small. */
function mixed(text: string): string {
  return [...text].map((letter, at) => (at % 2 ? letter.toUpperCase() : letter.toLowerCase())).join("");
}

describe(wholeListName, () => {
  test("blocks each of its addresses in every letter case, with its entities and programs", async () => {
    const stored = await wholeIndex();
    const index = new ListIndex(stored);
    expect(index.version.records).toBeGreaterThan(900);
    for (const [address, , at] of stored.addresses) {
      const party = stored.parties[at];
      for (const value of [address, address.toUpperCase(), mixed(address)]) {
        const { status, risk_score, risk_level, action, entity_name, programs, flags } = screenedBy(index, value);
        expect([status, risk_score, risk_level, action]).toEqual(["complete", 100, "critical", "block"]);
        expect(flags.events.map(({ entity }) => entity)).toContain(party?.name);
        expect(programs).toEqual(expect.arrayContaining(party?.programs ?? []));
        expect(programs.length).toBeGreaterThan(0);
        expect(entity_name).not.toBe("");
      }
    }
  });

  test("blocks no address of random bytes, of any family", async () => {
    const index = new ListIndex(await wholeIndex());
    for (const family of Object.keys(writers) as ChainFamily[]) {
      const random = seededBytes(`unlisted ${family}`);
      for (let round = 0; round < 500; round += 1) {
        const value = writers[family][round % writers[family].length]?.(random) ?? "";
        const { action, chainFamily, flags } = screenedBy(index, value);
        expect([action, chainFamily, flags.events.length], value).toEqual(["allow", family, 0]);
      }
    }
  });

  test("has addresses whose family is told for all but one in a hundred", async () => {
    const response = familyAnswers(await wholeIndex());
    const missed = response.filter(({ isRight }) => !isRight);
    expect(missed.length, JSON.stringify(missed)).toBeLessThan(response.length / 100);
  });
});
