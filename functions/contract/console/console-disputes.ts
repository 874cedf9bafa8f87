import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { alertKinds, alertStatuses } from "../../domain/disputes/alert.ts";
import { alertSources } from "../../domain/disputes/alert-source.ts";
import { caseStatuses, disputeStages } from "../../domain/disputes/case.ts";
import { disputeNetworks } from "../../domain/disputes/network.ts";
import { idParam, listQuery } from "../../http/schemas.ts";
import { consolePages, filter, recordOf } from "./schemas.ts";

const tenantId = filter(idOf("ten"));
const pieceParams = z.strictObject({ id: idOf("cas"), evidenceId: idOf("evd") });
/** What S3 adds to where it sends a browser. */
const fromStore = z.string().max(2048).optional();

/** The console's pages about disputes; their forms are in console-dispute-actions.contract.ts. */
export const consoleDisputeOperations = consolePages("console-disputes", {
  showAlerts: {
    path: "/console/disputes/alerts",
    summary: "The alerts that wait for somebody, and all alerts",
    query: listQuery({
      tenantId,
      status: filter(z.enum(alertStatuses)),
      kind: filter(z.enum(alertKinds)),
      source: filter(z.enum(alertSources)),
    }),
  },
  showAlert: {
    path: "/console/disputes/alerts/{id}",
    summary: "An alert beside the payments that it may be about",
    ...recordOf(idParam("alr")),
  },
  showCases: {
    path: "/console/disputes/cases",
    summary: "The cases to be answered, the first due first, and all cases",
    query: listQuery({
      tenantId,
      status: filter(z.enum(caseStatuses)),
      stage: filter(z.enum(disputeStages)),
      network: filter(z.enum(disputeNetworks)),
    }),
  },
  showCase: {
    path: "/console/disputes/cases/{id}",
    summary: "A case with its clocks, its checklist and its evidence",
    ...recordOf(idParam("cas")),
  },
  showEvidence: {
    path: "/console/disputes/cases/{id}/evidence/{evidenceId}",
    summary: "The way to a piece of evidence",
    params: pieceParams,
  },
  showUpload: {
    path: "/console/disputes/cases/{id}/uploads/{evidenceId}",
    summary: "Where an announced file is chosen and sent",
    params: pieceParams,
  },
  showUploaded: {
    caller: "public",
    path: "/console/disputes/cases/{id}/uploaded",
    summary: "Where the evidence store sends a browser, and the way on to the case",
    params: idParam("cas"),
    query: z.strictObject({ bucket: fromStore, key: fromStore, etag: fromStore }),
  },
  showPacket: {
    path: "/console/disputes/cases/{id}/packet",
    summary: "The way to a case's packet",
    params: idParam("cas"),
  },
  showRatios: {
    path: "/console/disputes/ratios",
    summary: "How tenants stand in the ratio programs",
    query: listQuery({}),
  },
  showTenantRatios: {
    path: "/console/disputes/ratios/{id}",
    summary: "How a tenant stands in every ratio program",
    ...recordOf(idParam("ten")),
  },
});
