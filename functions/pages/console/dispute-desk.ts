import type { EvidenceDesk } from "../../app/case-files.ts";
import { evidence } from "../../wiring/evidence.ts";
import { invoicePdf } from "../../wiring/invoice-pdf.ts";
import { log } from "../../wiring/log.ts";
import { type ConsoleDesk, consoleDesk } from "./desk.ts";

/** What the console's pages and forms about disputes work with. */
export type DisputeDesk = ConsoleDesk & EvidenceDesk;

/** The desk of somebody's page about a dispute. */
export function disputeDesk(call: Parameters<typeof consoleDesk>[0]): DisputeDesk {
  return { ...consoleDesk(call), evidence, invoicePdf, log };
}
