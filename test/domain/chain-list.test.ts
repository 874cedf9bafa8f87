import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { detectChain } from "../../functions/domain/chain.ts";

// A list of sanctioned addresses, kept beside the project where it is kept at all. It has lost its letters' case, so that only forms which do not need it can be told.
const file = resolve("../shared/data/ofac-crypto-addresses.json");
const list = z.object({ addresses: z.record(z.string(), z.object({ type: z.string() })) });

test.runIf(existsSync(file))(
  "addresses of a list without capitals are told where case does not matter",
  () => {
    const counts: Record<string, number> = {};
    const missed: string[] = [];
    const { addresses } = list.parse(JSON.parse(readFileSync(file, "utf8")));
    for (const [address, { type }] of Object.entries(addresses)) {
      const { family, checksum } = detectChain(address);
      const word = `${type.replace(/^.* - /, "")}: ${checksum === "bad" ? "not told" : `${family} ${checksum}`}`;
      counts[word] = (counts[word] ?? 0) + 1;
      if (checksum === "bad" && /^(0x[\da-f]{40}|(bc|ltc)1[a-z\d]+)$/.test(address)) missed.push(address);
    }
    console.info(JSON.stringify(counts));
    expect(missed).toEqual([]);
  },
);
