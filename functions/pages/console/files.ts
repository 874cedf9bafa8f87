import { html } from "hono/html";
import { getExport } from "../../app/reconciliation/exports.ts";
import {
  type CloseQuery,
  dailyClose,
  dailyCloseCsv,
  type ReconQuery,
  type ReportContext,
  reconcile,
  reconcileCsv,
} from "../../app/reconciliation/reports.ts";
import type { ExportView } from "../../domain/reconciliation/export-view.ts";
import type { Answer } from "../../http/operation-types.ts";
import type { Html } from "../kit/page.ts";
import { facts, section } from "./kit/components.ts";
import { detailPage } from "./kit/detail.ts";
import { statusBadge } from "./kit/labels.ts";
import { moment } from "./kit/text.ts";
import { href, type RecordCall, seeOther, type View } from "./kit/view.ts";

interface AsFile {
  readonly format: "json" | "csv";
}

function attached(text: string, name: string): Answer<string> {
  const contentType = name.endsWith(".csv") ? "text/csv; charset=utf-8" : "application/json; charset=utf-8";
  const headers = { "content-disposition": `attachment; filename="${name}"` };
  return { body: text, contentType, headers };
}

function exportPlace({ id }: ExportView): string {
  return `recon/exports/${id}`;
}

/** What is said where a report is too much for a reply: it is being made. */
export function exportPending(view: View, made: ExportView): Html {
  return html`<p class="notice warn">This is too much for one reply, so it is made in the background. <a href="${href(view, exportPlace(made))}">See how far it is</a>.</p>`;
}

/** A reconciliation as a file. */
export async function reconFile(
  context: ReportContext,
  view: View,
  { query: { format, ...query } }: { readonly query: ReconQuery & AsFile },
): Promise<Answer<string>> {
  if (format === "csv") {
    const found = await reconcileCsv(context, query);
    return "export" in found
      ? seeOther(view, exportPlace(found.export))
      : attached(found.made.text, found.made.filename);
  }
  const found = await reconcile(context, query);
  if ("export" in found) return seeOther(view, exportPlace(found.export));
  const { from, to } = found.made.summary;
  return attached(JSON.stringify(found.made, null, 2), `sluice-recon-${from.slice(0, 10)}-${to.slice(0, 10)}.json`);
}

/** The close of a day as a file. */
export async function closeFile(
  context: ReportContext,
  view: View,
  { query: { format, ...query } }: { readonly query: CloseQuery & AsFile },
): Promise<Answer<string>> {
  if (format === "csv") {
    const found = await dailyCloseCsv(context, query);
    if ("export" in found) return seeOther(view, exportPlace(found.export));
    const { made } = found;
    return "url" in made
      ? { status: 303, body: "", headers: { location: made.url } }
      : attached(made.text, made.filename);
  }
  const found = await dailyClose(context, query);
  if ("export" in found) return seeOther(view, exportPlace(found.export));
  const { date, tenantId } = found.made;
  return attached(JSON.stringify(found.made, null, 2), `sluice-close-${date}-${tenantId ?? "all"}.json`);
}

/** How far an export is, and its file once it is there. */
export async function exportPage(context: ReportContext, view: View, { params }: RecordCall) {
  const found = await getExport(context, params.id);
  const { status, report, format, bytes, reason, url } = found;
  const isOver = status === "done" || status === "failed";
  return detailPage(view, {
    title: "Export",
    above: [["recon", "Reconciliation"]],
    status: statusBadge("export", status),
    parts: [
      section(
        `${report.replaceAll("_", " ")} as ${format.toUpperCase()}`,
        facts([
          ["Asked for", moment(found.createdAt)],
          ["Changed", moment(found.updatedAt)],
          ["Bytes", bytes === null ? null : String(bytes)],
          reason !== null && ["Because", reason],
        ]),
        url &&
          html`<p><a class="button" href="${url}" rel="noreferrer">Download</a> <span class="soft">The link is good for 15 minutes.</span></p>`,
        !isOver && html`<p><a class="button" href="${href(view, exportPlace(found))}">Look again</a></p>`,
        status === "done" && url === null && html`<p>It is kept; ask for it again where you asked first.</p>`,
      ),
    ],
  });
}
