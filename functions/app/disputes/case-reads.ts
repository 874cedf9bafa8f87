import * as z from "zod";
import type { CaseStatus, DisputeCase, DisputeStage } from "../../domain/disputes/case.ts";
import type { DisputeNetwork } from "../../domain/disputes/network.ts";
import { type Entry, entry, type Loaded, loaded } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import { type Listed, type ListRequest, listRows, monthlyPartitions } from "../core/list.ts";
import type { Row } from "../core/ports.ts";
import { listPartition } from "../core/rows.ts";
import type { Asker } from "../invoicing/invoices.ts";
import { allRows } from "../tenants/walk-store.ts";
import { type EvidenceDesk, lookAtFiles } from "./case-files.ts";
import { caseKind, textOf } from "./case-record.ts";
import { caseIn, type NamedCase } from "./change-case.ts";

const storedText = z.object({ text: z.string() });

/** The text that a row keeps. */
export function textIn({ body }: Row): string {
  return storedText.parse(body).text;
}

/** A case with the texts of its evidence and its audit trail, oldest first. */
export interface CaseRead {
  readonly found: Loaded<DisputeCase>;
  readonly texts: ReadonlyMap<string, string>;
  readonly entries: readonly Entry[];
}

/** A case as it stands, without a look at files that may have come. */
export async function readCase(desk: Pick<Desk, "book">, { tenantId, caseId }: NamedCase): Promise<CaseRead> {
  const rows = await allRows(desk.book, caseId);
  const found = caseIn(
    rows.find(({ sk }) => sk === "row"),
    tenantId,
  );
  const texts = rows.flatMap((row): [string, string][] => {
    const evidenceId = textOf(row);
    return evidenceId === undefined ? [] : [[evidenceId, textIn(row)]];
  });
  const trail = rows.filter(({ type }) => type === "entry");
  return { found, texts: new Map(texts), entries: trail.map((each) => entry.parse(each.body)) };
}

/** A case after a look whether files that it waits for have come. */
export async function lookAtCase(desk: EvidenceDesk, named: NamedCase): Promise<CaseRead> {
  const read = await readCase(desk, named);
  const after = await lookAtFiles(desk, read.found);
  return after.v === read.found.v ? read : readCase(desk, named);
}

/** Cases by their status, their stage and their network. */
export interface CaseFilter {
  readonly status?: CaseStatus | undefined;
  readonly stage?: DisputeStage | undefined;
  readonly network?: DisputeNetwork | undefined;
}

/** A tenant's cases, newest first. An index covers the status; the rest is filtered. */
export async function listCases(
  desk: Desk,
  asker: Asker,
  asked: ListRequest & CaseFilter,
): Promise<Listed<DisputeCase>> {
  const { status, stage, network } = asked;
  const partitions = monthlyPartitions(
    (month) => listPartition(asker.tenantId, "case", month, status),
    asker.tenantCreatedAt,
    desk.clock.now(),
  );
  const name = `${asker.tenantId}#case#${status ?? ""}#${stage ?? ""}#${network ?? ""}`;
  const source = { index: status ? "status" : "list", name, partitions } as const;
  const wanted = (row: Row) => {
    const state = loaded(caseKind, row)?.state;
    return (!stage || state?.stage === stage) && (!network || state?.network === network);
  };
  const { rows, nextCursor } = await listRows(desk.book, source, asked, wanted);
  return { data: rows.flatMap((row) => loaded(caseKind, row)?.state ?? []), nextCursor };
}
