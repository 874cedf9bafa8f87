import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { parserOf } from "../../../functions/adapters/lists/parsers.ts";
import { detectChain } from "../../../functions/domain/addresses/chain.ts";
import { ListUnreadable } from "../../../functions/domain/screening/list-check.ts";
import { bytesOf } from "../../support/screening/memory-lists.ts";
import { manyParties, sdnFile } from "../../support/screening/sdn-file.ts";

const parser = parserOf("ofac_sdn");

function parsed(text: string | Uint8Array, piece?: number) {
  return parser(bytesOf(text, piece));
}

async function refused(text: string | Uint8Array, why: string | RegExp) {
  const response = parsed(text);
  await expect(response).rejects.toBeInstanceOf(ListUnreadable);
  await expect(response).rejects.toThrow(why);
}

const bitcoin = ["Digital Currency Address - XBT", "bc1qexample"] as const;

describe("a list in OFAC's form", () => {
  test("gives its date, the count of its records, and the parties that have addresses", async () => {
    const list = await parsed(sdnFile([{ last: "NOBODY" }, { uid: "7", last: "LANTERN", ids: [bitcoin] }]));
    expect(list).toEqual({
      publishedAt: "2026-11-02",
      records: 2,
      parties: [
        { ...{ uid: "7", name: "LANTERN", kind: "entity", programs: ["CYBER2"], aliases: [] }, category: "sanctions" },
      ],
      addresses: [{ address: "bc1qexample", asset: "XBT", partyUid: "7" }],
    });
  });

  test("a person's name is the first one and the family's, in capitals as published", async () => {
    const { parties } = await parsed(
      sdnFile([{ first: "Mirela  Ana", last: "QUILL", kind: "Individual", ids: [bitcoin] }]),
    );
    expect(parties[0]).toMatchObject({ name: "Mirela Ana QUILL", kind: "individual" });
  });

  test("names and programs are read with their signs, and each once", async () => {
    const { parties } = await parsed(
      sdnFile([
        {
          ...{ last: "B&amp;M &#xA9; <![CDATA[<& Ü>]]>", ids: [bitcoin] },
          ...{ programs: ["SDGT", "FTO", "SDGT"], aliases: ["Ü 東", "Ü 東", ""] },
        },
      ]),
    );
    expect(parties[0]).toMatchObject({ name: "B&M © <& Ü>", programs: ["SDGT", "FTO"], aliases: ["Ü 東"] });
  });

  test("letters that are cut between two pieces of the stream stay whole", async () => {
    const { parties } = await parsed(sdnFile([{ last: "Ü 東 🌾", ids: [bitcoin] }]), 1);
    expect(parties[0]?.name).toBe("Ü 東 🌾");
  });

  test("an address is freed from white space and from signs that nobody sees", async () => {
    const { addresses } = await parsed(
      sdnFile([{ ids: [["Digital Currency Address - ETH", " 0xAB\u200b12\n 34\u00a0 "]] }]),
    );
    expect(addresses.map(({ address }) => address)).toEqual(["0xAB1234"]);
  });

  test("other documents, and labels without an address, are none", async () => {
    const { addresses, parties } = await parsed(
      sdnFile([
        {
          ids: [
            ["Passport", "bc1qpassport"],
            ["Digital Currency Address - XBT", " "],
          ],
        },
      ]),
    );
    expect([addresses, parties]).toEqual([[], []]);
  });

  test("an address of two parties is listed for both, and a party's under two labels for both", async () => {
    const usdt = ["Digital Currency Address - USDT", "0xAb"] as const;
    const eth = ["Digital Currency Address - ETH", "0xaB"] as const;
    const { addresses } = await parsed(
      sdnFile([
        { uid: "1", ids: [usdt, eth] },
        { uid: "2", ids: [eth] },
      ]),
    );
    expect(addresses).toHaveLength(3);
  });

  test("a byte order mark and blank lines may stand before it", async () => {
    const text = sdnFile(manyParties(1), { head: "" }).trimStart();
    expect((await parsed(`\ufeff${text}`)).records).toBe(1);
    expect((await parsed(`\r\n \t${text}`)).records).toBe(1);
  });
});

describe("what is no whole list is refused", () => {
  const whole = sdnFile(manyParties(20));

  test("a file that is cut off, wherever", async () => {
    for (let end = 1; end < whole.length; end += 97) await refused(whole.slice(0, end), /./);
  });

  test("a file of which entries were lost, and one that does not say how many it has", async () => {
    await refused(sdnFile(manyParties(20), { count: 21 }), "says it has 21 records, and has 20");
    await refused(sdnFile(manyParties(2), { count: "many" }), "and has 2");
    await refused(whole.replace(/<Record_Count>\d+<\/Record_Count>/, ""), "says it has no records");
  });

  test("an empty file, and one of blanks", async () => {
    await refused("", "empty");
    await refused(" ".repeat(10_000), "empty");
    await refused("\n", "empty");
  });

  test("a web page, with a document type or without", async () => {
    await refused("<!DOCTYPE html><html><body>Checking your browser</body></html>", "a web page");
    await refused("<html><body>Request denied</body></html>", "its root element is html");
  });

  test("entities that grow to a thousand million letters, and those that read files", async () => {
    const bomb = '<!DOCTYPE sdnList [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>';
    await refused(sdnFile([{ last: "&c;", ids: [bitcoin] }], { head: bomb }), "document type");
    const file = '<!DOCTYPE sdnList [<!ENTITY a SYSTEM "file:///etc/passwd">]>';
    await refused(sdnFile([{ last: "&a;", ids: [bitcoin] }], { head: file }), "document type");
    await refused(sdnFile([{ last: "&a;", ids: [bitcoin] }]), "undefined entity");
  });

  test("elements without end, one within the other", async () => {
    await refused(`<sdnList>${"<a>".repeat(100_000)}`, "too deep");
  });

  test("another encoding, said or not", async () => {
    await refused(Buffer.from(`\ufeff${whole}`, "utf16le"), "no form");
    await refused(Buffer.from(sdnFile([{ last: "Ü" }]), "latin1"), "not UTF-8");
    const head = '<?xml version="1.0" encoding="ISO-8859-1"?>';
    await refused(sdnFile(manyParties(1), { head }), "says it is not UTF-8");
  });

  test("two documents in one file, and anything after the end", async () => {
    const bare = sdnFile(manyParties(1), { head: "" }).trim();
    await refused(bare + bare, "only one root");
    await refused(`${bare} and so on`, "outside of root");
  });

  test("a day that is in no calendar", async () => {
    await refused(sdnFile(manyParties(1), { date: "02/30/2026" }), "no date");
    await refused(sdnFile(manyParties(1), { date: "" }), "date is missing");
  });

  test("an entry without its number", async () => {
    await refused(sdnFile([{ uid: "", ids: [bitcoin] }]), "entry 1 of the file has no uid");
  });

  test("something else altogether", async () => {
    await refused("PK\u0003\u0004", "begins with P");
    await refused("\u0000\u0001", "begins with byte 0");
    await refused("uid,name,remarks\n1,2,3", "begins with u");
  });
});

describe("the sandbox's own list", () => {
  const fixture = resolve(import.meta.dirname, "../../../bin/sandbox/sdn-fixture.xml");

  test("is read like any other, has a person on it, and addresses of many families whose checksums hold", async () => {
    const { parties, addresses, records } = await parserOf("fixture")(createReadStream(fixture));
    expect(records).toBe(12);
    expect(parties.map(({ name }) => name)).toContain("Arvid TESTERSON");
    const response = addresses.map(({ address }) => detectChain(address));
    expect(response.filter(({ checksum }) => checksum === "bad")).toEqual([]);
    expect(new Set(response.map(({ family }) => family)).size).toBeGreaterThan(14);
  });
});
