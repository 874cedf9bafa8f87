import type { ReportDesk } from "../app/reports.ts";
import type { Answer, Call } from "../http/define.ts";
import type { Operation } from "../http/operation.ts";
import { serve } from "../http/route.ts";
import { consoleFrame } from "../wiring/console-frame.ts";
import { reportDesk } from "../wiring/reports.ts";
import { balancePage } from "./console/balance.ts";
import { closePage } from "./console/close.ts";
import { closeFile, exportPage, reconFile } from "./console/files.ts";
import { shown } from "./console/layout.ts";
import { reconPage } from "./console/recon.ts";
import { refusedPages } from "./console/refused.ts";
import { type Content, type View, viewOf } from "./console/view.ts";
import { consoleReconOperations } from "./console-recon.contract.ts";

type Asked = Parameters<typeof viewOf>[0] & Parameters<typeof reportDesk>[0];

/** A handler that shows what `page` makes of a call, or sends the browser where the page says. */
function showing<O extends Operation>(
  page: (desk: ReportDesk, view: View, call: Call<O>) => Promise<Content | Answer<string>>,
) {
  return async (call: Call<O>): Promise<Answer<string>> => {
    const asked = call as unknown as Asked;
    const view = viewOf(asked);
    const made = await page(reportDesk(asked), view, call);
    return "body" in made ? made : shown(view, made);
  };
}

export const handler = serve(
  consoleReconOperations,
  {
    showRecon: showing((desk, view, { query }) => reconPage(desk, view, query)),
    downloadRecon: showing((desk, view, { query }) => reconFile(desk, view, query)),
    showClose: showing((desk, view, { query }) => closePage(desk, view, query)),
    downloadClose: showing((desk, view, { query }) => closeFile(desk, view, query)),
    showBalance: showing((desk, view, { query }) => balancePage(desk, view, query)),
    showExport: showing((desk, view, { params }) => exportPage(desk, view, params.id)),
  },
  consoleFrame(refusedPages({})),
);
