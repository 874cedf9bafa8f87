import type { ReportedOutcome } from "../../domain/disputes/alert.ts";
import type { AlertReport, OutcomeReport, PulledAlerts } from "../../domain/disputes/alert-report.ts";
import type { ThirdPartySource } from "../../domain/disputes/alert-source.ts";
import type { EscrowFacts } from "../../domain/disputes/disputed-escrow.ts";
import type { PacketDocument } from "../../domain/disputes/packet-document.ts";
import type { StoreContext } from "../core/context.ts";
import type { StoredFile } from "../core/ports.ts";

/** Finds the escrow that an alert names by a reference; escrows come after disputes and hand this in. */
export interface EscrowSearch {
  /** What the one escrow of the tenant is to a dispute that the report's references name; undefined where they name none, or several, or one that nothing was ever paid into. */
  escrowNamed(context: StoreContext, tenantId: string, report: ReportedOutcome): Promise<EscrowFacts | undefined>;
}

/** A third party that raises alerts. Every call may be repeated; one that is not answered throws. */
export interface AlertSource {
  readonly name: ThirdPartySource;
  /** The oldest alerts that we have not acknowledged, about `limit` of each type. */
  pull(limit: number): Promise<PulledAlerts>;
  /** Says that these are stored; answers those that the source did not note, which it will give us again. */
  acknowledge(externalIds: readonly string[]): Promise<readonly string[]>;
  /** Tells what alerts came to, an answer for each. */
  report(reports: readonly AlertReport[]): Promise<readonly OutcomeReport[]>;
}

/** A file that somebody is to put into the store: exactly these bytes. */
export interface UploadRequest {
  readonly key: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** Where a file is put, by PUT and with every one of these headers. */
export interface Upload {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A file that a browser is to put into the store by a form, of whatever bytes. */
export interface UploadFormRequest {
  readonly key: string;
  readonly contentType: string;
  readonly maxBytes: number;
  /** Where the browser is sent afterwards; the store adds parameters of its own. */
  readonly redirectTo: string;
}

/** Where a form is posted, as multipart/form-data: these fields first, the file last, as `file`. */
export interface UploadForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The files of dispute cases. An upload may begin for `uploadSeconds`; a later one to the same key takes the first one's place. */
export interface EvidenceStore {
  uploadTo(input: UploadRequest): Promise<Upload>;
  uploadForm(input: UploadFormRequest): Promise<UploadForm>;
  /** Null where there is none; never holds more than `maxBytes`. */
  read(key: string, maxBytes: number): Promise<StoredFile | null>;
  write(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** A link under which anybody who has it may fetch the file, by this name, for so many seconds. */
  link(key: string, filename: string, seconds: number, contentType?: string): Promise<string>;
}

/** What a message of the packets' queue names; the case is the truth. */
export interface PacketOrder {
  readonly caseId: string;
  readonly tenantId: string;
}

/** The queue of packets that are made in the background; an order comes out at least once. */
export interface PacketQueue {
  send(order: PacketOrder): Promise<void>;
}

/** Draws a case's packet as one PDF. The same document gives the same bytes. */
export type PacketPdf = (document: PacketDocument) => Promise<{ readonly bytes: Uint8Array; readonly pages: number }>;
