import type { Instant } from "../core/time.ts";

/** What a piece of evidence consists of; `absent` says why its file is not in the packet, `kept` whether there is one to be had apart from it. */
export type PieceContent =
  | { readonly text: string }
  | { readonly bytes: Uint8Array }
  | { readonly absent: string; readonly kept: boolean };

/** One piece of evidence as the packet's index lists it. */
export interface PacketPiece {
  readonly id: string;
  /** Its type in words: `Proof of delivery`. */
  readonly type: string;
  readonly filename: string | null;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string | null;
  readonly origin: string;
  readonly at: Instant;
}

/** What the first page says of a case. */
export interface PacketFacts {
  readonly caseId: string;
  readonly merchant: string;
  readonly paymentId: string | null;
  readonly network: string | null;
  readonly stage: string;
  readonly reasonCode: string | null;
  readonly reasonName: string | null;
  readonly category: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly networkDueBy: Instant;
  readonly narrative: string | null;
  readonly preparedAt: Instant;
}

/** Everything that a case's packet shows. */
export interface PacketDocument extends PacketFacts {
  readonly pieces: readonly (PacketPiece & { readonly content: PieceContent })[];
}
