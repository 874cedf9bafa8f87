import { createHash } from "node:crypto";
import { canonicalJson } from "../../domain/core/canonical-json.ts";
import { platform } from "../../domain/core/operator.ts";
import { addSeconds, type Instant } from "../../domain/core/time.ts";
import type { Transition } from "../../domain/core/transition.ts";
import {
  beginExport,
  type Export,
  type ExportOrder,
  exportState,
  exportStatus,
  failExport,
  finishExport,
} from "../../domain/reconciliation/export.ts";
import type { ExportView } from "../../domain/reconciliation/export-view.ts";
import { type Aggregate, creationWrites, loadAggregate, type RecordType } from "../core/aggregate.ts";
import { change, changeRecord } from "../core/change.ts";
import type { Context, StoreContext } from "../core/context.ts";
import { getRecord } from "../core/read-records.ts";
import { TooLarge } from "../core/time-budget.ts";
import type { ExportQueue, FileStore } from "./ports.ts";

/** The same question within this time is answered with the same export. */
const sameSeconds = 900;

/** How long a link to a file is good for. */
export const linkSeconds = 900;

function orderList(order: ExportOrder): string {
  return `export#${createHash("sha256").update(canonicalJson(order)).digest("hex")}`;
}

const exportKind: RecordType<Export> = {
  type: "export",
  schema: exportState,
  id: (state) => state.id,
  tenantId: ({ order }) => order.tenantId ?? platform,
  index: ({ order, createdAt }) => ({ ref: [orderList(order), createdAt] }),
};

/** A close that is made is kept, and answers from then on where it was asked for; its journal is a file. */
function hrefOf({ id, order, status, file }: Export): string {
  if (order.report !== "close" || status !== "done" || file) return `/admin/exports/${id}`;
  const { date, tenantId, format } = order;
  const owner = tenantId === null ? "" : `&tenantId=${tenantId}`;
  return `/admin/recon/daily?date=${date}${owner}&format=${format}`;
}

async function viewExport(state: Export, files: FileStore, now: Instant): Promise<ExportView> {
  const { id, order, file, createdAt, updatedAt } = state;
  const status = exportStatus(state, now);
  const lost = status !== state.status ? "it ended without a word; ask for it again" : null;
  const url = file ? await files.link(file.key, file.name, linkSeconds) : null;
  return {
    id,
    report: order.report,
    format: order.format,
    tenantId: order.tenantId,
    status,
    bytes: file?.bytes ?? null,
    url,
    urlExpiresAt: url === null ? null : addSeconds(now, linkSeconds),
    href: hrefOf(state),
    reason: lost ?? state.reason,
    createdAt,
    updatedAt,
  };
}

export interface ExportContext extends Context {
  readonly files: FileStore;
  readonly exportQueue: ExportQueue;
}

/** Has a report made in the background; the same one as before where it was asked for a moment ago. */
export async function askExport(context: ExportContext, order: ExportOrder): Promise<ExportView> {
  const now = context.clock.now();
  const [listed] = await context.store.page({ index: "ref", pk: orderList(order), limit: 1, newestFirst: true });
  const recent = loadAggregate(exportKind, listed)?.state;
  const isRecent = recent !== undefined && addSeconds(recent.createdAt, sameSeconds) > now;
  if (isRecent && exportStatus(recent, now) !== "failed") return viewExport(recent, context.files, now);
  const state: Export = {
    id: context.newId("exp", now),
    order,
    status: "queued",
    attempts: 0,
    file: null,
    reason: null,
    createdAt: now,
    updatedAt: now,
  };
  const transition = { next: state, from: null, to: "queued", reason: `${order.report} asked for` };
  await change(context, () => ({ writes: creationWrites(exportKind, transition, context), result: undefined }));
  await context.exportQueue.send({ exportId: state.id });
  return viewExport(state, context.files, now);
}

function loadExport(context: StoreContext, id: string): Promise<Aggregate<Export>> {
  return getRecord(context, exportKind, id, "export");
}

/** How far an export is, with a fresh link once it is done. */
export async function getExport(context: ExportContext, id: string): Promise<ExportView> {
  const { state } = await loadExport(context, id);
  return viewExport(state, context.files, context.clock.now());
}

async function changeExport(
  context: Context,
  id: string,
  decide: (state: Export) => Transition<Export>[],
): Promise<Export> {
  return (await changeRecord(context, () => loadExport(context, id), decide)).state;
}

/** Makes an export. Done twice it makes the same file again; a maker that dies is followed by the next, from the beginning. */
export async function runExport(
  context: Context,
  id: string,
  make: (state: Export) => Promise<Export["file"]>,
): Promise<void> {
  const now = () => context.clock.now();
  const begun = await changeExport(context, id, (state) => beginExport(state, now()));
  if (begun.status !== "running") return;
  try {
    const file = await make(begun);
    await changeExport(context, id, (state) => finishExport(state, file, now()));
  } catch (error) {
    const tooLarge = error instanceof TooLarge;
    const reason = tooLarge ? "too much for one run: ask for a shorter time or for one tenant" : "it failed";
    const after = await changeExport(context, id, (state) => failExport(state, reason, tooLarge, now()));
    if (after.status !== "failed") throw error;
  }
}
