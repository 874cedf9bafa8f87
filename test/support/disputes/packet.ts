import type { PacketDocument, PacketPiece, PieceContent } from "../../../functions/domain/disputes/packet-document.ts";
import { sha256Of } from "../core/files.ts";

type Piece = PacketDocument["pieces"][number];

let made = 0;

/** A piece of evidence of this content, a PDF or a text where a test says nothing else. */
export function aPiece(content: PieceContent, reply: Partial<PacketPiece> = {}): Piece {
  const bytes = "bytes" in content ? content.bytes : Buffer.from("text" in content ? content.text : "");
  made += 1;
  return {
    id: `evd_${made}`,
    type: "receipt",
    filename: "bytes" in content ? "file.pdf" : null,
    contentType: "text" in content ? "text/plain" : "application/pdf",
    sizeBytes: bytes.length,
    sha256: sha256Of(bytes),
    origin: "tenant",
    at: "2026-11-20T12:34:56.000Z",
    content,
    ...reply,
  };
}

/** A packet to draw, with whatever a test says about it. */
export function aPacket(reply: Partial<PacketDocument> = {}): PacketDocument {
  return {
    caseId: "cas_1",
    merchant: "Acme Trading",
    paymentId: "pay_1",
    escrowId: null,
    network: "visa",
    stage: "chargeback",
    reasonCode: "13.1",
    reasonName: "Merchandise or services not received",
    category: "goods or services not received",
    amountCents: 125_050,
    currency: "USD",
    networkDueBy: "2026-12-10T00:00:00.000Z",
    narrative: null,
    preparedAt: "2026-11-21T04:00:00.000Z",
    pieces: [],
    ...reply,
  };
}
