import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { monitorStatuses } from "../../domain/screening/monitor.ts";
import { riskLevels, screenActions } from "../../domain/screening/risk.ts";
import { screenView } from "../../domain/screening/screen-view.ts";
import { deliveryStatuses } from "../../domain/webhooks/webhook.ts";
import { printable } from "../../http/printable.ts";
import { idParam, text } from "../../http/schemas.ts";
import { embedsOne, expandable, expandedListOf, expandedRecordOf, operatorEmbedsOne } from "../expand.ts";
import { creationRange, get, operationTable, post, recordOf, remove } from "../operation-table.ts";
import { accountView } from "./accounts.ts";
import { screenedChain, screenedValue } from "./screened-value.ts";
import { accountScreen } from "./screens.ts";

const risk = z
  .object({
    risk_level: z.enum(riskLevels),
    action: z.enum(screenActions).describe("what to do about the address: allow, review or block"),
  })
  .meta({ id: "MonitoredRisk" });

export const monitorView = z
  .object({
    id: z.string(),
    value: z.string().describe("the address that is watched"),
    chain: z.string().nullable().meta({ description: "as it was named; null where it is detected" }),
    webhook: z.string().meta({ description: "the URL that is sent monitor.risk_changed" }),
    status: z
      .enum(monitorStatuses)
      .meta({
        description:
          "paused: the account's plan has no monitors, or it is suspended; endpoint_disabled: the URL answered 410 or failed for five days, and is sent nothing more",
      }),
    disabledReason: z.string().nullable().describe("why nothing is sent to the URL any more; null while something is"),
    ...risk.shape,
    risk_score: z.int(),
    entity_name: z.string().nullable(),
    screenId: z.string().meta({ description: "the screen that this is from" }),
    checkedAt: z.string().meta({ description: "when it was last screened" }),
    createdAt: z.string(),
    updatedAt: z.string().meta({ description: "when its risk last changed" }),
  })
  .meta({ id: "Monitor" });

const delivery = z.object({
  id: z.string(),
  status: z.enum(deliveryStatuses).describe("how far it is; failed ones are tried again, exhausted ones are not"),
  attempts: z.int().describe("how many attempts were begun, six at most"),
  lastStatus: z.int().nullable().meta({ description: "the receiver's HTTP status, null where it gave none" }),
  nextAttemptAt: z.string().nullable(),
  endedReason: z.string().nullable().describe("why it ended without a 2xx, beyond its attempts; null otherwise"),
});

const alertView = z
  .object({
    eventId: z.string(),
    at: z.string().describe("when the change was found"),
    before: risk.describe("the risk as it was"),
    after: risk.describe("the risk as it is"),
    screenId: z.string().describe("the screen that told"),
    delivery: delivery.nullable().meta({ description: "null once it is forgotten, after 90 days" }),
  })
  .meta({ id: "MonitorAlert" });

const withAlerts = z.object({ alerts: z.array(alertView).describe("its last ten alerts, the newest first") });

const embeds = { screen: embedsOne("getScreen", screenView, "the screen that its risk is from") };
const listedMonitor = expandable("ExpandableMonitor", monitorView, embeds);
const monitorDetail = expandable("MonitorDetail", monitorView.extend(withAlerts.shape), embeds);

const served = { caller: "tenant", tag: "Monitors", lambda: "monitors", invalidAs: "invalid_request" } as const;

export const monitorOperations = operationTable(served, {
  openMonitor: post("/api/v1/monitors", "Watch a wallet: a signed webhook tells when its risk changes", {
    description:
      "On the Pro plan. The wallet is screened at once, which counts as one screening; it is screened again when a list that has to do with it changes, and once a day, which does not count. The event is `monitor.risk_changed`; its signing secret is shown once, and again to the same request under its Idempotency-Key, which opens no second monitor. https only outside the sandbox.",
    claim: "own",
    body: z.strictObject({
      value: screenedValue.describe("the address to watch, at most 256 characters"),
      chain: screenedChain.optional().describe("the chain that it is on; told by the address's form when left out"),
      webhook: printable(1, 2048).meta({ description: "the URL to send monitor.risk_changed to" }),
      secret: text(24, 256)
        .nullable()
        .default(null)
        .meta({ description: "what alerts are signed with, 24 to 256 characters; made for you where it is left out" }),
    }),
    reply: {
      status: 201,
      schema: monitorView.extend({
        secret: z.string().describe("what alerts are signed with: shown once"),
        standardWebhooks: z
          .boolean()
          .meta({
            description:
              "whether the secret is base64 as Standard Webhooks wants it; any other is used as text in both signatures",
          }),
      }),
      headers: ["X-Verdict-Age"],
    },
    refusals: [
      "tenant_suspended",
      "plan_required",
      "invalid_value",
      "unsupported_chain",
      "chain_mismatch",
      "plan_limit_reached",
      "monitor_limit_reached",
      "idempotency_key_reuse",
      "provider_unavailable",
    ],
  }),
  listMonitors: get("/api/v1/monitors", "List monitors, newest first", expandedListOf(listedMonitor, creationRange)),
  getMonitor: get(
    "/api/v1/monitors/{id}",
    "Read a monitor with its last ten alerts",
    expandedRecordOf(idParam("mon"), monitorDetail),
  ),
  deleteMonitor: remove("/api/v1/monitors/{id}", "Watch a wallet no longer", {
    ...recordOf(idParam("mon"), monitorView),
    description: "What still waits to be sent about it is ended.",
  }),
});

const operatorMonitors = { caller: "operator", tag: "Monitors", lambda: "screen-desk" } as const;

const accountMonitor = z
  .object({ ...monitorView.shape, accountId: z.string().meta({ description: "the account that watches the address" }) })
  .meta({ id: "AccountMonitor" });

const operatorEmbeds = {
  account: operatorEmbedsOne("getAccount", accountView, "the account that it belongs to"),
  screen: operatorEmbedsOne("readAccountScreen", accountScreen, "the screen that its risk is from"),
};
const listedAccountMonitor = expandable("ExpandableAccountMonitor", accountMonitor, operatorEmbeds);
const accountMonitorDetail = expandable(
  "AccountMonitorDetail",
  accountMonitor.extend(withAlerts.shape),
  operatorEmbeds,
);

export const operatorMonitorOperations = operationTable(operatorMonitors, {
  listAccountMonitors: get("/admin/monitors", "List monitors of all accounts, newest first", {
    ...expandedListOf(listedAccountMonitor, {
      accountId: idOf("acc").optional().meta({ description: "only this account's" }),
      value: text(1, 256).optional().meta({ description: "only those of this address, in whatever way it is written" }),
      action: z.enum(screenActions).optional().meta({ description: "only those whose last verdict this is" }),
      risk_level: z.enum(riskLevels).optional().meta({ description: "only those of this risk" }),
      deleted: z
        .enum(["true", "false"])
        .transform((value) => value === "true")
        .optional()
        .meta({ description: "true: only those that were deleted; false: only the others" }),
      ...creationRange,
    }),
    description: "Those that were deleted are among them, with status `deleted`.",
    refusals: ["not_found", "invalid_cursor"],
  }),
  readAccountMonitor: get(
    "/admin/monitors/{id}",
    "Read a monitor of any account with its last ten alerts",
    expandedRecordOf(idParam("mon"), accountMonitorDetail),
  ),
});
