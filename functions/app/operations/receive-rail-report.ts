import { type RailReport, railReportEvent } from "../../domain/rails/rail-report.ts";
import type { RailName } from "../../domain/rails/terms.ts";
import { loadAggregate } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import { settlementRecordType } from "../settlement/record.ts";
import { receiveCallback } from "./receive-callback.ts";

/** Applies what an operator reports for a rail that cannot call back, as that rail's own callback would be. */
export async function receiveRailReport(context: Context, rail: RailName, report: RailReport): Promise<void> {
  const { railRef } = report;
  const reference = await settlementReference(context, rail, railRef);
  await receiveCallback(context, { rail, railRef, reference, events: [railReportEvent(report)] });
}

/** The reference that the rail was given with a settlement's collection; null where the railRef is of no settlement. */
async function settlementReference(context: Context, rail: RailName, railRef: string): Promise<string | null> {
  const [row] = await context.store.page({ index: "ref", pk: `${rail}#${railRef}`, limit: 1 });
  if (row?.type !== settlementRecordType.type) return null;
  const state = loadAggregate(settlementRecordType, row)?.state;
  return state ? `${state.id}.${state.invoiceId}` : null;
}
