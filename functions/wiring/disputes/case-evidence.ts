import type { EvidenceDesk } from "../../app/disputes/case-files.ts";
import { deskOf } from "../core/context.ts";
import { log } from "../core/log.ts";
import { invoicePdf } from "../invoicing/invoice-pdf.ts";
import { evidence } from "./evidence.ts";

/** What a call about evidence works with. */
export function evidenceDesk(call: Parameters<typeof deskOf>[0]): EvidenceDesk {
  return { ...deskOf(call), evidence, invoicePdf, log };
}
