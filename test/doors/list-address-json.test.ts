import { describe, expect, test } from "vitest";
import { parserOf } from "../../functions/adapters/list-parsers.ts";
import { bytesOf } from "../support/memory-lists.ts";

const parser = parserOf("ofac_sdn");

const entry = {
  ...{ entity: "LANTERN", program: "CYBER2, DPRK3", type: "Digital Currency Address - XBT", uid: "7" },
  akas: ["LAMP"],
};

function index(addresses: Record<string, unknown>, said: Record<string, unknown> = {}): string {
  const metadata = { sdnListDate: "08/20/2026", sdnRecordCount: 19_249, totalAddresses: 2, totalEntries: 3 };
  return JSON.stringify({ metadata: { ...metadata, ...said }, addresses });
}

const two = {
  bc1qone: { type: entry.type, entries: [entry, { ...entry, uid: "8", entity: "OTHER", akas: undefined }] },
  bc1qtwo: { type: entry.type, entries: [{ ...entry, program: "SDGT", akas: ["TORCH", "LAMP"] }] },
};

test("an address index gives each party once, with all that it says of it", async () => {
  const { addresses, ...list } = await parser(bytesOf(index(two)));
  expect(addresses).toHaveLength(3);
  expect(list).toMatchObject({
    publishedAt: "2026-08-20",
    records: 19_249,
    parties: [
      { uid: "7", name: "LANTERN", programs: ["CYBER2", "DPRK3", "SDGT"], aliases: ["LAMP", "TORCH"] },
      { uid: "8", name: "OTHER", aliases: [] },
    ],
  });
});

describe("an address index is refused", () => {
  test("where it is cut off", async () => {
    await expect(parser(bytesOf(index(two).slice(0, -2)))).rejects.toThrow("no whole JSON");
  });

  test("where addresses or entries were lost", async () => {
    await expect(parser(bytesOf(index(two, { totalAddresses: 3 })))).rejects.toThrow("3 addresses in 3");
    await expect(parser(bytesOf(index(two, { totalEntries: 4 })))).rejects.toThrow("and has 2 in 3");
  });

  test("where it is JSON of something else", async () => {
    await expect(parser(bytesOf('{"error":"too many requests"}'))).rejects.toThrow("no address index");
  });

  test("for a list that does not come so", async () => {
    await expect(parserOf("fixture")(bytesOf(index(two)))).rejects.toThrow("no form that this list comes in");
  });
});
