import type { EvidenceContext } from "../../../app/disputes/case-files.ts";
import { log } from "../../../wiring/core/log.ts";
import { evidence } from "../../../wiring/disputes/evidence.ts";
import { invoicePdf } from "../../../wiring/invoicing/invoice-pdf.ts";
import { type ConsoleContext, consoleContext } from "../kit/context.ts";
import "../../../wiring/core/personal.ts";

export type DisputeContext = ConsoleContext & EvidenceContext;

export function disputeContext(call: Parameters<typeof consoleContext>[0]): DisputeContext {
  return { ...consoleContext(call), evidence, invoicePdf, log };
}
