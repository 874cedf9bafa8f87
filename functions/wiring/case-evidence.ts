import type { EvidenceDesk } from "../app/case-files.ts";
import { deskOf } from "./base.ts";
import { evidence } from "./evidence.ts";
import { invoicePdf } from "./invoice-pdf.ts";
import { log } from "./log.ts";

/** What a call about evidence works with. */
export function evidenceDesk(call: Parameters<typeof deskOf>[0]): EvidenceDesk {
  return { ...deskOf(call), evidence, invoicePdf, log };
}
