import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { alertKinds, alertStatuses } from "../../domain/disputes/alert.ts";
import { alertSources } from "../../domain/disputes/alert-source.ts";
import { caseStatuses, disputeStages } from "../../domain/disputes/case.ts";
import { disputeNetworks } from "../../domain/disputes/network.ts";
import { idParam, listQuery } from "../../http/schemas.ts";
import { consolePages, filter, record, route } from "./schemas.ts";

const tenantId = filter(idOf("ten"));
const pieceParams = z.strictObject({ id: idOf("cas"), evidenceId: idOf("evd") });
/** What S3 adds to where it sends a browser. */
const fromStore = z.string().max(2048).optional();

/** The console's pages about disputes; their forms are in console-dispute-actions.ts. */
export const consoleDisputeOperations = consolePages("console-disputes", {
  showAlerts: route("/console/disputes/alerts", "The alerts that wait for somebody, and all alerts", {
    query: listQuery({
      tenantId,
      status: filter(z.enum(alertStatuses)),
      kind: filter(z.enum(alertKinds)),
      source: filter(z.enum(alertSources)),
    }),
  }),
  showAlert: record(
    "/console/disputes/alerts/{id}",
    "An alert beside the payments that it may be about",
    idParam("alr"),
  ),
  showCases: route("/console/disputes/cases", "The cases to be answered, the first due first, and all cases", {
    query: listQuery({
      tenantId,
      status: filter(z.enum(caseStatuses)),
      stage: filter(z.enum(disputeStages)),
      network: filter(z.enum(disputeNetworks)),
    }),
  }),
  showCase: record(
    "/console/disputes/cases/{id}",
    "A case with its clocks, its checklist and its evidence",
    idParam("cas"),
  ),
  showEvidence: route("/console/disputes/cases/{id}/evidence/{evidenceId}", "The way to a piece of evidence", {
    params: pieceParams,
  }),
  showUpload: route("/console/disputes/cases/{id}/uploads/{evidenceId}", "Where an announced file is chosen and sent", {
    params: pieceParams,
  }),
  showUploaded: route(
    "/console/disputes/cases/{id}/uploaded",
    "Where the evidence store sends a browser, and the way on to the case",
    {
      caller: "public",
      params: idParam("cas"),
      query: z.strictObject({ bucket: fromStore, key: fromStore, etag: fromStore }),
    },
  ),
  showPacket: route("/console/disputes/cases/{id}/packet", "The way to a case's packet", {
    params: idParam("cas"),
  }),
  showRatios: route("/console/disputes/ratios", "How tenants stand in the ratio programs", {
    query: listQuery({}),
  }),
  showTenantRatios: record(
    "/console/disputes/ratios/{id}",
    "How a tenant stands in every ratio program",
    idParam("ten"),
  ),
});
