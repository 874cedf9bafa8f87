import { html } from "hono/html";
import { listAllMonitors, monitorById } from "../../app/screening/list-monitors.ts";
import { type MonitorAlertDetails, type MonitorDetails, monitorStatus } from "../../app/screening/monitors.ts";
import { screeningConsoleOperations } from "../../contract/screening/screening-console.ts";
import { facts, link, section, table } from "../console/kit/components.ts";
import { detailPage } from "../console/kit/detail.ts";
import { monitorTones, statusBadge, verdictTones } from "../console/kit/labels.ts";
import { oneOf } from "../console/kit/list.ts";
import { code, isolateText, moment } from "../console/kit/text.ts";
import type { Content, RecordCall, View } from "../console/kit/view.ts";
import type { Html } from "../kit/page.ts";
import { type ScreeningContext, screeningList } from "./context.ts";

/** Monitors of all accounts, those that were deleted among them. */
export const monitorsPage = screeningList(screeningConsoleOperations.showMonitors, {
  title: "Monitors",
  load: listAllMonitors,
  caption: "Monitors, newest first",
  columns: [
    ["Address", ({ monitor }, { view }) => link(view, `monitors/${monitor.id}`, code(monitor.value))],
    ["Status", (details) => statusBadge(monitorTones, monitorStatus(details))],
    ["Verdict", ({ monitor }) => statusBadge(verdictTones, monitor.risk.action)],
    ["Risk", ({ monitor }) => `${monitor.risk_score}, ${monitor.risk.risk_level}`],
    ["Account", ({ monitor }, { view }) => link(view, `accounts/${monitor.accountId}`, code(monitor.accountId))],
    ["Screened", ({ monitor }) => moment(monitor.checkedAt)],
    ["Since", ({ monitor }) => moment(monitor.createdAt)],
  ],
  empty: "There is no such monitor.",
  folds: "Filter",
  filters: {
    value: { label: "Address", hint: "In any way of writing it" },
    action: oneOf("Verdict"),
    risk_level: oneOf("Risk"),
    accountId: { label: "Account", hint: "Its id" },
  },
});

function monitorFacts(view: View, { monitor, disabledReason }: MonitorDetails): Html {
  const { id, accountId, risk, screenId } = monitor;
  return facts([
    ["Id", code(id)],
    ["Account", link(view, `accounts/${accountId}`, code(accountId))],
    ["Address", code(monitor.value)],
    ["Chain", monitor.chain ?? "detected"],
    ["Verdict", statusBadge(verdictTones, risk.action)],
    ["Risk", `${monitor.risk_score} of 100, ${risk.risk_level}`],
    ["Entity", monitor.entity_name === null ? null : isolateText(monitor.entity_name)],
    ["Screen", link(view, `screens/${screenId}`, code(screenId))],
    ["Webhook", code(monitor.url)],
    ["Webhook off because", disabledReason],
    ["Screened", moment(monitor.checkedAt)],
    ["Risk since", moment(monitor.updatedAt)],
    ["Since", moment(monitor.createdAt)],
    ["Deleted", monitor.deletedAt === null ? null : moment(monitor.deletedAt)],
  ]);
}

function alertsTable(view: View, alerts: readonly MonitorAlertDetails[]): Html {
  return table("Its last ten alerts, newest first", alerts, "Its risk has not changed.", [
    ["Found", ({ alert }) => moment(alert.at)],
    ["Before", ({ alert }) => statusBadge(verdictTones, alert.before.action)],
    ["After", ({ alert }) => statusBadge(verdictTones, alert.after.action)],
    ["Screen", ({ alert }) => link(view, `screens/${alert.screenId}`, code(alert.screenId))],
    ["Event", ({ alert }) => code(alert.id)],
    ["Delivery", ({ delivery }) => delivery?.status ?? "forgotten"],
    ["Attempts", ({ delivery }) => String(delivery?.attemptsMade ?? "–"), "right"],
  ]);
}

export async function monitorPage(context: ScreeningContext, view: View, { params }: RecordCall): Promise<Content> {
  const details = await monitorById(context, params.id);
  const { value } = details.monitor;
  return detailPage(view, {
    title: `Monitor of ${value}`,
    heading: html`<h1>Monitor of ${code(value)}</h1>`,
    above: [["monitors", "Monitors"]],
    status: statusBadge(monitorTones, monitorStatus(details)),
    links: [["All screens of this address", "screens", { value }]],
    parts: [section("Monitor", monitorFacts(view, details)), section("Alerts", alertsTable(view, details.alerts))],
  });
}
