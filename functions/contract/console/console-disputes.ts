import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { alertKinds, alertStatuses } from "../../domain/disputes/alert.ts";
import { alertSources } from "../../domain/disputes/alert-source.ts";
import { caseStatuses, disputeStages } from "../../domain/disputes/case.ts";
import { disputeNetworks } from "../../domain/disputes/network.ts";
import { idParam } from "../../http/schemas.ts";
import { about, consolePages, list, needing, oneOf, record, route, tenantFilter } from "./schemas.ts";

const pieceParams = { id: idOf("cas"), evidenceId: idOf("evd") };
/** What S3 adds to where it sends a browser. */
const fromStore = z.string().max(2048).optional();

/** The console's pages about disputes; their forms are in console-dispute-actions.ts. */
export const consoleDisputeOperations = consolePages("console-disputes", {
  showAlerts: list("/console/disputes/alerts", "The alerts that wait for somebody, and all alerts", {
    tenantId: tenantFilter,
    status: oneOf(alertStatuses),
    kind: oneOf(alertKinds),
    source: oneOf(alertSources),
  }),
  showAlert: record("/console/disputes/alerts/{id}", "An alert beside the payments that it may be about", "alr"),
  showCases: list("/console/disputes/cases", "The cases to be answered, the first due first, and all cases", {
    tenantId: tenantFilter,
    status: oneOf(caseStatuses),
    stage: oneOf(disputeStages),
    network: oneOf(disputeNetworks),
  }),
  showCase: record("/console/disputes/cases/{id}", "A case with its clocks, its checklist and its evidence", "cas"),
  showEvidence: needing(
    "reviewer",
    about("/console/disputes/cases/{id}/evidence/{evidenceId}", "The way to a piece of evidence", pieceParams),
  ),
  showUpload: needing(
    "reviewer",
    about(
      "/console/disputes/cases/{id}/uploads/{evidenceId}",
      "Where an announced file is chosen and sent",
      pieceParams,
    ),
  ),
  showUploaded: route(
    "/console/disputes/cases/{id}/uploaded",
    "Where the evidence store sends a browser, and the way on to the case",
    {
      caller: "public",
      params: idParam("cas"),
      query: z.strictObject({ bucket: fromStore, key: fromStore, etag: fromStore }),
    },
  ),
  showPacket: needing("reviewer", about("/console/disputes/cases/{id}/packet", "The way to a case's packet", "cas")),
  showRatios: list("/console/disputes/ratios", "How tenants stand in the ratio programs", {}),
  showTenantRatios: record("/console/disputes/ratios/{id}", "How a tenant stands in every ratio program", "ten"),
});
