import { consoleReconOperations } from "../../contract/console/console-recon.ts";
import { serve } from "../../http/route.ts";
import { consoleFrame } from "../../wiring/frames/console.ts";
import { reportDesk } from "../../wiring/reconciliation/reports.ts";
import { closeFile, exportPage, reconFile } from "./files.ts";
import { showingOn } from "./kit/flash-message.ts";
import { balancePage } from "./reconciliation/balance.ts";
import { closePage } from "./reconciliation/close.ts";
import { reconPage } from "./reconciliation/recon.ts";
import { refusedPages } from "./refused.ts";

const showing = showingOn(reportDesk);

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
