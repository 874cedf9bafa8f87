import { caseBytesMax, type FileType, fileBytesMax, fileTypes } from "../../domain/core/file-type.ts";
import type { PacketFacts, PacketPiece, PieceContent } from "../../domain/disputes/packet-document.ts";
import { fileProblem, sha256Of } from "../core/file-problem.ts";
import type { EvidenceStore, PacketOrder, PacketPdf } from "./ports.ts";

/** What a packet is made of, as the case has it: facts, and pieces whose files are still in the store. */
export interface PacketInput {
  /** Which state of the evidence this is. */
  readonly revision: number;
  readonly facts: PacketFacts;
  readonly pieces: readonly (PacketPiece & ({ readonly text: string } | { readonly objectKey: string }))[];
}

export interface BuiltPacket {
  readonly revision: number;
  readonly objectKey: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly pages: number;
}

/** The case's side of its packet. */
export interface PacketSource {
  /** Null where no packet is asked for any more, or it is made already; one that failed is made when its order comes back. */
  asked(order: PacketOrder): Promise<PacketInput | null>;
  /** Notes on the case what was made; harmless where its evidence has changed since. */
  built(order: PacketOrder, packet: BuiltPacket): Promise<void>;
  /** Notes on the case that it could not be made, not even without files. */
  failed(order: PacketOrder, revision: number): Promise<void>;
}

export interface PacketContext {
  readonly evidence: EvidenceStore;
  readonly cases: PacketSource;
  readonly packetPdf: PacketPdf;
}

function isFileType(contentType: string): contentType is FileType {
  return fileTypes.some((each) => each === contentType);
}

async function contentOf(
  { evidence }: PacketContext,
  piece: PacketInput["pieces"][number],
  roomBytes: number,
): Promise<PieceContent> {
  if ("text" in piece) return { text: piece.text };
  const { contentType, sizeBytes, sha256 } = piece;
  if (!isFileType(contentType)) return { absent: `files of type ${contentType} are not shown`, kept: true };
  const file = await evidence.read(piece.objectKey, fileBytesMax);
  if (file === null) return { absent: "the file is not there", kept: false };
  if (file.bytes.length > roomBytes) return { absent: "the packet is full", kept: true };
  const problem = fileProblem(file, { contentType, sizeBytes, sha256 });
  return problem === undefined ? { bytes: file.bytes } : { absent: problem, kept: false };
}

/** Makes the packet of a case. Done twice it makes the same one again. `plain` leaves every file out, for a packet that could not be made with them; where that fails too, the case says so. Throws where it was not made. */
export async function buildPacket(context: PacketContext, order: PacketOrder, plain: boolean): Promise<void> {
  const input = await context.cases.asked(order);
  if (input === null) return;
  try {
    await context.cases.built(order, await made(context, order, input, plain));
  } catch (error) {
    if (plain) await context.cases.failed(order, input.revision);
    throw error;
  }
}

/** Notes on the case that its packet could not be made, whatever its makers died of. Throws then, so that the order is set aside and its alarm wakes somebody; does nothing where it was made after all. */
export async function giveUpPacket({ cases }: Pick<PacketContext, "cases">, order: PacketOrder): Promise<void> {
  const input = await cases.asked(order);
  if (input === null) return;
  await cases.failed(order, input.revision);
  throw new Error("no attempt could make the packet");
}

/** Where the packets of a case lie. */
export function packetFolder({ tenantId, caseId }: PacketOrder): string {
  return `packets/${tenantId}/${caseId}/`;
}

async function made(
  context: PacketContext,
  order: PacketOrder,
  input: PacketInput,
  plain: boolean,
): Promise<BuiltPacket> {
  const pieces = [];
  let roomBytes = caseBytesMax;
  for (const piece of input.pieces) {
    const found = await contentOf(context, piece, roomBytes);
    // Looked at all the same: a store that gives no answer is no reason to leave a file out.
    const content: PieceContent = plain && "bytes" in found ? { absent: "it could not be shown", kept: true } : found;
    if ("bytes" in content) roomBytes -= content.bytes.length;
    pieces.push({ ...piece, content });
  }
  const { bytes, pages } = await context.packetPdf({ ...input.facts, pieces });
  const sha256 = sha256Of(bytes);
  // By what it holds: a link to one packet never leads to another.
  const objectKey = `${packetFolder(order)}${sha256}.pdf`;
  await context.evidence.write(objectKey, bytes, "application/pdf");
  const { revision } = input;
  return { revision, objectKey, sha256, sizeBytes: bytes.length, pages };
}
