import { serve } from "../http/route.ts";
import { consoleFrame } from "../wiring/console-frame.ts";
import { reportDesk } from "../wiring/reports.ts";
import { balancePage } from "./console/balance.ts";
import { closePage } from "./console/close.ts";
import { closeFile, exportPage, reconFile } from "./console/files.ts";
import { reconPage } from "./console/recon.ts";
import { refusedPages } from "./console/refused.ts";
import { showingOn } from "./console/showing.ts";
import { consoleReconOperations } from "./console-recon.contract.ts";

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
