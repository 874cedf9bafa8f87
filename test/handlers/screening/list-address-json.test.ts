import { describe, expect, test } from "vitest";
import { parserOf } from "../../../functions/adapters/lists/parsers.ts";
import { bytesOf } from "../../support/screening/memory-lists.ts";

const parser = parserOf("ofac_sdn");

const entry = {
  ...{ entity: "LANTERN", program: "CYBER2, DPRK3", type: "Digital Currency Address - XBT", uid: "7" },
  akas: ["LAMP"],
};

function index(addresses: Record<string, unknown>, reply: Record<string, unknown> = {}): string {
  const metadata = { sdnListDate: "08/20/2026", sdnRecordCount: 19_249, totalAddresses: 2, totalEntries: 3 };
  return JSON.stringify({ metadata: { ...metadata, ...reply }, addresses });
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

test("an address index may begin with a byte order mark, as editors write it", async () => {
  expect(await parser(bytesOf(`\ufeff${index(two)}`))).toEqual(await parser(bytesOf(index(two))));
});

describe("an address index is refused", () => {
  test.each([
    ["is cut off", (text: string) => text.slice(0, -2)],
    ["goes on behind its end", (text: string) => `${text}{}`],
    ["goes on behind its end with a sign that is none", (text: string) => `${text}\0`],
    ["has a byte order mark too many", (text: string) => `\ufeff\ufeff${text}`],
    ["is not UTF-8", (text: string) => Buffer.from(text, "utf16le")],
    ["ends a list with a comma", (text: string) => text.replace("}]", "},]")],
  ])("where it %s", async (_, spoil) => {
    await expect(parser(bytesOf(spoil(index(two))))).rejects.toThrow("no whole JSON");
  });

  test("where it says something twice, of which half would be lost, in whatever way it is written", async () => {
    const text = index(two, { totalAddresses: 1, totalEntries: 1 });
    for (const again of ["bc1qone", "bc1qon\\u0065"]) {
      const twice = text.replace('"bc1qtwo"', `"${again}"`);
      await expect(parser(bytesOf(twice))).rejects.toThrow('"bc1qone" twice');
    }
    const dated = text.replace('"sdnListDate"', '"sdnListDate":"01/01/2020","sdnListDate"');
    await expect(parser(bytesOf(dated))).rejects.toThrow('"sdnListDate" twice');
  });

  test("but not where different things say the same, or a text looks like a name", async () => {
    const odd = { ...entry, entity: 'a "entity": {"a":1,"a":2} \\', akas: ["uid", "uid", "{", "]"] };
    const { parties } = await parser(
      bytesOf(index({ ...two, bc1qtwo: { type: entry.type, entries: [{ ...odd, uid: "9" }] } })),
    );
    expect(parties.find(({ uid }) => uid === "9")).toMatchObject({ name: odd.entity });
  });

  test("nor for a text of millions of signs that are escaped", async () => {
    const long = { ...entry, entity: "\n".repeat(5_000_000), uid: "9" };
    const { parties } = await parser(bytesOf(index({ ...two, bc1qtwo: { type: entry.type, entries: [long] } })));
    expect(parties.find(({ uid }) => uid === "9")?.name).toHaveLength(5_000_000);
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
