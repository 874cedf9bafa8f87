import type { DisputeCase } from "../../domain/disputes/case.ts";
import { caseErasureAt, eraseEvidence } from "../../domain/disputes/case-evidence.ts";
import { dropPacket } from "../../domain/disputes/case-packet.ts";
import { loadAggregate, pointerPartition } from "../core/aggregate.ts";
import { commit } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import type { Row } from "../core/ports.ts";
import { findRecord } from "../core/read-records.ts";
import { caseRecordType, textOf } from "../disputes/case-record.ts";
import { changeCase } from "../disputes/change-case.ts";
import { evidenceObject } from "../disputes/generated-evidence.ts";
import { packetFolder } from "../disputes/packet.ts";
import { allRows } from "../tenants/walk-store.ts";
import type { FileEraser } from "./ports.ts";

export interface EraseCasesContext extends Context {
  readonly evidenceFiles: FileEraser;
}

/** Cases about one payment that are looked at. */
const mostCases = 100;

/** Erases what was brought for a case that ended long ago: files, texts, packet and narrative. Safe to do twice: the record is the last, and due until then. */
export async function eraseCaseRow(context: EraseCasesContext, row: Row): Promise<void> {
  const state = loadAggregate(caseRecordType, row)?.state;
  const erasureAt = state ? caseErasureAt(state) : null;
  if (!state || erasureAt === null || erasureAt > context.clock.now()) return;
  const { id: caseId, tenantId } = state;
  await context.evidenceFiles.erase(evidenceObject(state, ""));
  await context.evidenceFiles.erase(packetFolder({ caseId, tenantId }));
  for (const each of await allRows(context.store, caseId))
    if (textOf(each) !== undefined) await commit(context, [{ remove: { pk: each.pk, sk: each.sk }, expect: each.v }]);
  await changeCase(context, { tenantId, caseId }, (before) => eraseEvidence(before, context.clock.now()));
}

/** Erases the copies that were made in clear of what a payment's payer said: the packets of its cases, and texts that were linked to. Both are made anew when they are asked for. */
export async function eraseCopiesOf(context: EraseCasesContext, paymentId: string): Promise<void> {
  const pk = pointerPartition(paymentId);
  const pointers = await context.store.page({ pk, prefix: "cas_", limit: mostCases });
  for (const { sk } of pointers) {
    const state = (await findRecord(context, caseRecordType, sk))?.state;
    if (state) await eraseCopies(context, state);
  }
}

async function eraseCopies(context: EraseCasesContext, state: DisputeCase): Promise<void> {
  const { id: caseId, tenantId, evidence } = state;
  await context.evidenceFiles.erase(packetFolder({ caseId, tenantId }));
  for (const { id, objectKey } of evidence)
    if (objectKey === null) await context.evidenceFiles.erase(`${evidenceObject(state, id)}/`);
  await changeCase(context, { tenantId, caseId }, (before) => dropPacket(before, context.clock.now()));
}
