import { consoleReconOperations } from "../../contract/console/console-recon.ts";
import { serve } from "../../http/route.ts";
import { consoleFrame } from "../../wiring/frames/console.ts";
import { reportContext } from "../../wiring/reconciliation/reports.ts";
import { closeFile, exportPage, reconFile } from "./files.ts";
import { showingOn } from "./kit/handlers.ts";
import { closePage } from "./reconciliation/close.ts";
import { balancePage, reconPage } from "./reconciliation/recon.ts";
import { refusedPages } from "./refused.ts";

const showing = showingOn(reportContext);

export const handler = serve(
  consoleReconOperations,
  {
    showRecon: showing(reconPage),
    downloadRecon: showing(reconFile),
    showClose: showing(closePage),
    downloadClose: showing(closeFile),
    showBalance: showing(balancePage),
    showExport: showing(exportPage),
  },
  consoleFrame(refusedPages({})),
);
