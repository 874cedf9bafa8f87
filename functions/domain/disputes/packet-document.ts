import type { Instant } from "../core/time.ts";
import type { DisputeCase, Evidence } from "./case.ts";

/** What a piece of evidence consists of; `absent` says why its file is not in the packet, `kept` whether there is one to be had apart from it. */
export type PieceContent =
  | { readonly text: string }
  | { readonly bytes: Uint8Array }
  | { readonly absent: string; readonly kept: boolean };

/** One piece of evidence as the packet's index lists it; its type in words: `Proof of delivery`. */
export interface PacketPiece
  extends Readonly<Pick<Evidence, "id" | "filename" | "contentType" | "sizeBytes" | "sha256" | "at">> {
  readonly type: string;
  readonly origin: string;
}

export interface PacketFacts
  extends Readonly<
    Pick<
      DisputeCase,
      "paymentId" | "escrowId" | "reasonCode" | "amountCents" | "currency" | "networkDueBy" | "narrative"
    >
  > {
  readonly caseId: string;
  readonly merchant: string;
  readonly network: string | null;
  readonly stage: string;
  readonly reasonName: string | null;
  readonly category: string;
  readonly preparedAt: Instant;
}

export interface PacketDocument extends PacketFacts {
  readonly pieces: readonly (PacketPiece & { readonly content: PieceContent })[];
}
