import * as z from "zod";
import { addSeconds, type Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";

/** What is to be made: a reconciliation as a file, or a close or trial balance that takes longer than a request. */
export const exportOrder = z.discriminatedUnion("report", [
  z.object({
    report: z.literal("recon"),
    from: z.string(),
    to: z.string(),
    tenantId: z.string().nullable(),
    type: z.enum(["all", "settlements", "escrow"]),
    format: z.enum(["json", "csv"]),
  }),
  z.object({
    report: z.literal("close"),
    date: z.string(),
    tenantId: z.string().nullable(),
    format: z.enum(["json", "csv", "beancount"]),
    hasOpening: z.boolean().optional(),
  }),
  z.object({
    report: z.literal("trial_balance"),
    at: z.string(),
    tenantId: z.string().nullable(),
    format: z.literal("json"),
  }),
]);

export type ExportOrder = z.infer<typeof exportOrder>;

export const exportStatuses = ["queued", "running", "done", "failed"] as const;

/** An export: what was asked for, how far it is, and where it lies. */
export const exportState = z.object({
  id: z.string(),
  order: exportOrder,
  status: z.enum(exportStatuses),
  attempts: z.int(),
  file: z.object({ key: z.string(), name: z.string(), bytes: z.int() }).nullable(),
  reason: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Export = z.infer<typeof exportState>;

/** How often an export is begun before it counts as failed: the queue hands it out again when its maker dies. */
const maxExportAttempts = 3;

/** No maker lives longer, and the queue gives up after three of them. */
const lostSeconds = 3_600;

/** How an export stands: one that nobody has touched for an hour will not be finished any more. */
export function exportStatus({ status, updatedAt }: Export, now: Instant): Export["status"] {
  const ended = status === "done" || status === "failed";
  return !ended && addSeconds(updatedAt, lostSeconds) < now ? "failed" : status;
}

function moved(state: Export, change: Partial<Export>, now: Instant, reason: string): Transition<Export> {
  const next = { ...state, ...change, updatedAt: now };
  return { next, from: state.status, to: next.status, reason };
}

/** Begins to make an export, or begins again; none where it has ended. */
export function beginExport(state: Export, now: Instant): Transition<Export>[] {
  if (state.status === "done" || state.status === "failed") return [];
  const attempts = state.attempts + 1;
  return [moved(state, { status: "running", attempts }, now, `attempt ${attempts}`)];
}

/** The file is written; an answer that is found elsewhere has none. */
export function finishExport(state: Export, file: Export["file"], now: Instant): Transition<Export>[] {
  if (state.status !== "running") return [];
  return [moved(state, { status: "done", file, reason: null }, now, file ? `${file.bytes} bytes` : "made")];
}

/** An attempt came to nothing; the last one ends the export, and so does work that no attempt can do. */
export function failExport(state: Export, reason: string, final: boolean, now: Instant): Transition<Export>[] {
  if (state.status !== "running") return [];
  const over = final || state.attempts >= maxExportAttempts;
  return [moved(state, { status: over ? "failed" : "queued", reason }, now, reason)];
}
