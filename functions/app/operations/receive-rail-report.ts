import { type RailReport, railReportEvent } from "../../domain/rails/rail-report.ts";
import type { RailName } from "../../domain/rails/terms.ts";
import { loaded } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import { settlementKind } from "../settlement/record.ts";
import { receiveCallback } from "./receive-callback.ts";

/** Applies what an operator reports for a rail that cannot call back, as that rail's own callback would be. */
export async function receiveRailReport(desk: Desk, rail: RailName, report: RailReport): Promise<void> {
  const { railRef } = report;
  const reference = await settlementReference(desk, rail, railRef);
  await receiveCallback(desk, { rail, railRef, reference, events: [railReportEvent(report)] });
}

/** The reference that the rail was given with a settlement's collection; null where the railRef is of no settlement. */
async function settlementReference(desk: Desk, rail: RailName, railRef: string): Promise<string | null> {
  const [row] = await desk.book.page({ index: "ref", pk: `${rail}#${railRef}`, limit: 1 });
  if (row?.type !== settlementKind.type) return null;
  const state = loaded(settlementKind, row)?.state;
  return state ? `${state.id}.${state.invoiceId}` : null;
}
