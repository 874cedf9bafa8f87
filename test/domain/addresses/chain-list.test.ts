import { expect, test } from "vitest";
import { detectChain } from "../../../functions/domain/addresses/chain.ts";
import { wholeList } from "../../support/screening/whole-list.ts";

// The list has lost its letters' case, so that only forms which do not need it can be told.
test("addresses of a list without capitals are told where case does not matter", () => {
  const missed: string[] = [];
  for (const address of Object.keys(wholeList().addresses)) {
    const { checksum } = detectChain(address);
    if (checksum === "bad" && /^(0x[\da-f]{40}|(bc|ltc)1[a-z\d]+)$/.test(address)) missed.push(address);
  }
  expect(missed).toEqual([]);
});
