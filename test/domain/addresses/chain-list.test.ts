import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { detectChain } from "../../../functions/domain/addresses/chain.ts";

// A list of sanctioned addresses, kept beside the project where it is kept at all. It has lost its letters' case, so that only forms which do not need it can be told.
const file = resolve("../shared/data/ofac-crypto-addresses.json");
const list = z.object({ addresses: z.record(z.string(), z.unknown()) });

test.runIf(existsSync(file))(
  "addresses of a list without capitals are told where case does not matter",
  () => {
    const missed: string[] = [];
    const { addresses } = list.parse(JSON.parse(readFileSync(file, "utf8")));
    for (const address of Object.keys(addresses)) {
      const { checksum } = detectChain(address);
      if (checksum === "bad" && /^(0x[\da-f]{40}|(bc|ltc)1[a-z\d]+)$/.test(address)) missed.push(address);
    }
    expect(missed).toEqual([]);
  },
);
