import { describe, expect, test } from "vitest";
import {
  type BuiltPacket,
  buildPacket,
  giveUpPacket,
  type PacketInput,
} from "../../../functions/app/disputes/packet.ts";
import { caseBytesMax, fileBytesMax } from "../../../functions/domain/core/file-type.ts";
import type { PacketDocument } from "../../../functions/domain/disputes/packet-document.ts";
import { aPng, bytesOf, sha256Of } from "../../support/core/files.ts";
import { MemoryEvidence } from "../../support/disputes/memory-evidence.ts";
import { aPacket, aPiece } from "../../support/disputes/packet.ts";

const order = { caseId: "cas_1", tenantId: "ten_1" };

/** A case with pieces and a store; what was drawn and what was noted. */
function aCase(pieces: PacketInput["pieces"], revision = 3) {
  const { pieces: _, ...facts } = aPacket();
  const evidence = new MemoryEvidence();
  const drawn: PacketDocument[] = [];
  const noted: BuiltPacket[] = [];
  const failed: number[] = [];
  const context = {
    evidence,
    cases: {
      asked: async () => ({ revision, facts, pieces }),
      built: async (_order: unknown, packet: BuiltPacket) => {
        noted.push(packet);
      },
      failed: async (_order: unknown, its: number) => {
        failed.push(its);
      },
    },
    packetPdf: async (document: PacketDocument) => {
      drawn.push(document);
      return { bytes: Buffer.from(JSON.stringify(document.pieces.map(({ id }) => id))), pages: 7 };
    },
  };
  const build = (plain = false) => buildPacket(context, order, plain);
  return { context, evidence, drawn, noted, failed, build };
}

const png = aPng(4, 4);

function aFile(objectKey: string, bytes: Uint8Array = png): PacketInput["pieces"][number] {
  const { content: _, ...piece } = aPiece({ bytes }, { contentType: "image/png", filename: "a.png" });
  return { ...piece, objectKey };
}

function aText(text: string): PacketInput["pieces"][number] {
  const { content: _, ...piece } = aPiece({ text });
  return { ...piece, text };
}

describe("the packet of a case", () => {
  test("holds its texts and files in their order, lies in the store by its hash, and is noted", async () => {
    const { evidence, drawn, noted, build } = aCase([aText("hello"), aFile("k1")]);
    await evidence.write("k1", png, "image/png");
    await build();
    expect(drawn[0]?.pieces.map(({ content }) => content)).toEqual([{ text: "hello" }, { bytes: png }]);
    const [packet] = noted;
    expect(packet).toMatchObject({ revision: 3, pages: 7 });
    expect(packet?.objectKey).toBe(`packets/ten_1/cas_1/${packet?.sha256}.pdf`);
    const stored = await evidence.read(packet?.objectKey ?? "", 1_000);
    expect(stored).toMatchObject({ contentType: "application/pdf", sizeBytes: packet?.sizeBytes });
    expect(sha256Of(stored?.bytes ?? bytesOf(""))).toBe(packet?.sha256);
  });

  test("made twice is the same packet", async () => {
    const { evidence, noted, build } = aCase([aText("hello")]);
    await build();
    await build();
    expect(noted[1]).toEqual(noted[0]);
    expect(evidence.files.size).toBe(1);
  });

  test("is not made where none is asked for", async () => {
    const { context, drawn, evidence } = aCase([]);
    await buildPacket({ ...context, cases: { ...context.cases, asked: async () => null } }, order, false);
    expect(drawn).toEqual([]);
    expect(evidence.files.size).toBe(0);
  });

  test.each([
    ["is not there", null, "the file is not there"],
    ["is another one by now", aPng(40, 50), "the file has"],
    ["has other bytes", bytesOf(png.slice(0, -1), [0]), "the file's SHA-256 is not the one that was announced"],
    ["grew too large", Buffer.alloc(fileBytesMax + 1), "the file is larger than 5242880 bytes"],
  ])("names a file that %s", async (_, bytes, why) => {
    const { evidence, drawn, build } = aCase([aFile("k1")]);
    if (bytes) await evidence.write("k1", bytes, "image/png");
    await build();
    const [piece] = drawn[0]?.pieces ?? [];
    expect(piece?.content).toEqual({ absent: expect.stringContaining(why), kept: false });
  });

  test("names a file of a type that was never allowed", async () => {
    const { evidence, drawn, build } = aCase([{ ...aFile("k1"), contentType: "text/html" }]);
    await evidence.write("k1", png, "text/html");
    await build();
    expect(drawn[0]?.pieces[0]?.content).toMatchObject({ absent: "files of type text/html are not shown" });
  });

  test("takes 50 MB of files and names the rest", async () => {
    const large = Buffer.alloc(fileBytesMax, "a");
    const count = caseBytesMax / fileBytesMax + 1;
    const pieces = Array.from({ length: count }, (_, nth) => ({
      ...aFile(`k${nth}`, large),
      contentType: "text/plain",
    }));
    const { evidence, drawn, build } = aCase(pieces);
    for (let nth = 0; nth < count; nth += 1) await evidence.write(`k${nth}`, large, "text/plain");
    await build();
    const contents = drawn[0]?.pieces.map(({ content }) => content) ?? [];
    expect(contents.filter((each) => "bytes" in each)).toHaveLength(count - 1);
    expect(contents.at(-1)).toEqual({ absent: "the packet is full", kept: true });
  });

  test("is not made without files because the store gave no answer, and says of each why it is not there", async () => {
    const { evidence, drawn, failed, build } = aCase([aFile("k1"), aFile("k2")]);
    await evidence.write("k1", png, "image/png");
    const read = evidence.read.bind(evidence);
    evidence.read = () => Promise.reject(new Error("slow down"));
    await expect(build(true)).rejects.toThrow("slow down");
    evidence.read = read;
    expect([drawn, failed]).toEqual([[], [3]]);
    await build(true);
    expect(drawn[0]?.pieces.map(({ content }) => content)).toEqual([
      { absent: "it could not be shown", kept: true },
      { absent: "the file is not there", kept: false },
    ]);
  });

  test("that cannot be made is the maker's to hear of, and is noted as failed with the last attempt alone", async () => {
    const { context, failed } = aCase([aText("hello")]);
    const broken = { ...context, packetPdf: () => Promise.reject(new Error("no fonts")) };
    await expect(buildPacket(broken, order, false)).rejects.toThrow("no fonts");
    expect(failed).toEqual([]);
    await expect(buildPacket(broken, order, true)).rejects.toThrow("no fonts");
    expect(failed).toEqual([3]);
  });

  test("that was made after all is not given up", async () => {
    const { context, failed } = aCase([]);
    await giveUpPacket({ cases: { ...context.cases, asked: async () => null } }, order);
    await expect(giveUpPacket(context, order)).rejects.toThrow("no attempt could make the packet");
    expect(failed).toEqual([3]);
  });

  test("is made without files where it could not be made with them", async () => {
    const { evidence, drawn, build } = aCase([aText("hello"), aFile("k1")]);
    await evidence.write("k1", png, "image/png");
    await build(true);
    expect(drawn[0]?.pieces.map(({ content }) => content)).toEqual([
      { text: "hello" },
      { absent: "it could not be shown", kept: true },
    ]);
  });
});
