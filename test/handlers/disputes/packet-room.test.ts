import { expect, test } from "vitest";
import { renderPacketPdf } from "../../../functions/adapters/pdf/packet.ts";
import { aPdf } from "../../support/core/files.ts";
import { aPacket, aPiece } from "../../support/disputes/packet.ts";
import { fontFolder } from "../../support/invoicing/fonts.ts";
import { readPdf } from "../../support/invoicing/pdf.ts";

const fontDir = fontFolder();

/** The pages that begin an exhibit. */
async function exhibits(pieces: Parameters<typeof aPacket>[0]): Promise<string[]> {
  const { bytes } = await renderPacketPdf(aPacket(pieces), { fontDir });
  return (await readPdf(bytes)).map(({ text }) => text).filter((text) => text.startsWith("Exhibit"));
}

function log(letter: string, length: number) {
  return aPiece({ bytes: Buffer.from(letter.repeat(length)) }, { contentType: "text/plain", filename: "log.txt" });
}

test("a packet shows text files up to what all may cost, and names those that it has no room for", async () => {
  // Each shows its 100,000 letters of Devanagari, of which one that came before costs eight thirds.
  const shown = await exhibits({ pieces: Array.from({ length: 5 }, () => log("\u0915", 100_000)) });
  expect(shown).toHaveLength(5);
  expect(shown.slice(0, 4).filter((text) => text.includes("Not shown here"))).toEqual([]);
  expect(shown[4]).toMatch(/Not shown here The packet is full\. It is kept as a file of its own/);
}, 120_000);

test("a packet shows PDFs up to its pages, and what people typed whole beside them", async () => {
  const book = aPiece({ bytes: await aPdf(Array.from({ length: 450 }, (_, nth) => `${nth}`)) });
  const pieces = [...Array.from({ length: 5 }, () => book), aPiece({ text: "It was delivered." })];
  const shown = await exhibits({ pieces });
  expect(shown.slice(0, 4).every((text) => text.includes("Its 450 pages follow."))).toBe(true);
  expect(shown[4]).toContain("The packet is full.");
  expect(shown[5]).toContain("It was delivered.");
}, 120_000);
