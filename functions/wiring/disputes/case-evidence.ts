import type { EvidenceContext } from "../../app/disputes/case-files.ts";
import { contextOf } from "../core/context.ts";
import { log } from "../core/log.ts";
import { invoicePdf } from "../invoicing/invoice-pdf.ts";
import { evidence } from "./evidence.ts";

/** What a call about evidence works with. */
export function evidenceContext(call: Parameters<typeof contextOf>[0]): EvidenceContext {
  return { ...contextOf(call), evidence, invoicePdf, log };
}
