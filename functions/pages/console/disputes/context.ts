import type { EvidenceDesk } from "../../../app/disputes/case-files.ts";
import { log } from "../../../wiring/core/log.ts";
import { evidence } from "../../../wiring/disputes/evidence.ts";
import { invoicePdf } from "../../../wiring/invoicing/invoice-pdf.ts";
import { type ConsoleDesk, consoleDesk } from "../kit/context.ts";

/** What the console's pages and forms about disputes work with. */
export type DisputeDesk = ConsoleDesk & EvidenceDesk;

/** The desk of somebody's page about a dispute. */
export function disputeDesk(call: Parameters<typeof consoleDesk>[0]): DisputeDesk {
  return { ...consoleDesk(call), evidence, invoicePdf, log };
}
