import type * as z from "zod";
import { liveRailReport } from "../../contract/operations/rail-report.ts";
import { ownMessages } from "../../http/field-problem.ts";
import { validationRefusal } from "../../http/problem.ts";

/** What an operator reports of a live rail; refuses what is incomplete. */
export function readLiveRailReport(body: unknown): z.output<typeof liveRailReport> {
  const read = liveRailReport.safeParse(body, ownMessages);
  if (!read.success) throw validationRefusal(read.error);
  return read.data;
}
