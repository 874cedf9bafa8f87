import { html } from "hono/html";
import { getExport } from "../../app/reconciliation/exports.ts";
import {
  type CloseQuery,
  dailyClose,
  dailyCloseCsv,
  dailyCloseJournal,
  type ReconQuery,
  type ReportContext,
  reconcile,
  reconcileCsv,
} from "../../app/reconciliation/reports.ts";
import { consoleReconOperations } from "../../contract/console/console-recon.ts";
import type { ExportView } from "../../domain/reconciliation/export-view.ts";
import type { Answer } from "../../http/operation-types.ts";
import { reportContext } from "../../wiring/reconciliation/reports.ts";
import { facts, section } from "./kit/components.ts";
import { detailPage } from "./kit/detail.ts";
import { showOn } from "./kit/handlers.ts";
import { exportTones, statusBadge } from "./kit/labels.ts";
import { moment } from "./kit/text.ts";
import { elsewhere, href, type QueryCall, type RecordCall, seeOther, type View } from "./kit/view.ts";
import { closePage } from "./reconciliation/close.ts";
import { balancePage, exportPlace, reconPage } from "./reconciliation/recon.ts";
import { serveConsole } from "./refused.ts";

interface AsFile {
  readonly format: "json" | "csv";
}

interface AsCloseFile {
  readonly format: AsFile["format"] | "beancount";
}

const types = { csv: "text/csv", json: "application/json", beancount: "text/plain" } as const;

function attached(text: string, name: string, format: AsCloseFile["format"]): Answer<string> {
  const contentType = `${types[format]}; charset=utf-8`;
  const headers = { "content-disposition": `attachment; filename="${name}"` };
  return { body: text, contentType, headers };
}

/** What was made as a file; where it is being made still, the way to its export. */
function fileOf<T>(
  view: View,
  found: { readonly export: ExportView } | { readonly made: T },
  file: (made: T) => Answer<string>,
): Answer<string> {
  return "export" in found ? seeOther(view, exportPlace(found.export)) : file(found.made);
}

function jsonFile(report: unknown, name: string): Answer<string> {
  return attached(JSON.stringify(report, null, 2), `sluice-${name}.json`, "json");
}

export async function reconFile(
  context: ReportContext,
  view: View,
  { query: { format, ...query } }: QueryCall<ReconQuery & AsFile>,
) {
  if (format === "csv")
    return fileOf(view, await reconcileCsv(context, query), ({ text, filename }) => attached(text, filename, format));
  return fileOf(view, await reconcile(context, query), (report) => {
    const { from, to } = report.summary;
    return jsonFile(report, `recon-${from.slice(0, 10)}-${to.slice(0, 10)}`);
  });
}

export async function closeFile(
  context: ReportContext,
  view: View,
  { query: { format, ...query } }: QueryCall<CloseQuery & AsCloseFile>,
) {
  if (format === "csv")
    return fileOf(view, await dailyCloseCsv(context, query), (made) =>
      "url" in made ? elsewhere(made.url) : attached(made.text, made.filename, format),
    );
  if (format === "beancount")
    return fileOf(view, await dailyCloseJournal(context, query), ({ text, filename }) =>
      attached(text, filename, format),
    );
  return fileOf(view, await dailyClose(context, query), (report) =>
    jsonFile(report, `close-${report.date}-${report.tenantId ?? "all"}`),
  );
}

export async function exportPage(context: ReportContext, view: View, { params }: RecordCall) {
  const found = await getExport(context, params.id);
  const { status, report, format, bytes, reason, url } = found;
  const isOver = status === "done" || status === "failed";
  return detailPage(view, {
    title: "Export",
    above: [["recon", "Reconciliation"]],
    status: statusBadge(exportTones, status),
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

const showing = showOn(reportContext);

export const handler = serveConsole(consoleReconOperations, {
  showRecon: showing(reconPage),
  downloadRecon: showing(reconFile),
  showClose: showing(closePage),
  downloadClose: showing(closeFile),
  showBalance: showing(balancePage),
  showExport: showing(exportPage),
});
