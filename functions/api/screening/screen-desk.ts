import { embedForOperator } from "../../app/core/embed-records.ts";
import { pageOfAll } from "../../app/core/list-page.ts";
import { listAccountAudit } from "../../app/screening/account-audit.ts";
import { operatorMonitorJoins, operatorScreenJoins, viewAccountScreen } from "../../app/screening/embeddable.ts";
import { listAllMonitors, monitorById } from "../../app/screening/list-monitors.ts";
import { listScreens } from "../../app/screening/list-screens.ts";
import type { MonitorDetails } from "../../app/screening/monitors.ts";
import { searchScreening } from "../../app/screening/search.ts";
import { screenById, verifyScreen } from "../../app/screening/verify-screen.ts";
import { operatorMonitorOperations } from "../../contract/screening/monitors.ts";
import { operatorReadOperations } from "../../contract/screening/operator-reads.ts";
import { operatorScreenOperations } from "../../contract/screening/screens.ts";
import type { Screen } from "../../domain/screening/screen.ts";
import { serve } from "../../http/route.ts";
import { contextOf, store } from "../../wiring/core/context.ts";
import { viewContextOf } from "../../wiring/core/view-context.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import { listReader as listStore, listMemory as lists } from "../../wiring/screening/lists.ts";
import { viewAlert, viewMonitor } from "./monitor-view.ts";
import "../../wiring/core/personal.ts";

type Call = Parameters<typeof contextOf>[0];

/** What monitors are read with: their deliveries are in the same book. */
function monitorContext(call: Call) {
  return { ...contextOf(call), deliveries: store };
}

function monitorOf(details: MonitorDetails) {
  return { ...viewMonitor(details), accountId: details.monitor.accountId };
}

const operations = { ...operatorScreenOperations, ...operatorMonitorOperations, ...operatorReadOperations };

const screenOwner = ({ accountId }: Screen) => accountId;
const monitorOwner = ({ monitor }: MonitorDetails) => monitor.accountId;

/** What operators look up across all accounts: it reads the book and the lists, and changes nothing. */
export const handler = serve(operations, withCursors(operatorFrame), {
  verifyScreen: async (call) => ({ body: await verifyScreen({ ...contextOf(call), listStore }, call.params.id) }),
  listAccountScreens: async (call) => {
    const { data, nextCursor } = await listScreens(contextOf(call), call.query);
    const embedded = await embedForOperator(viewContextOf(call), operatorScreenJoins, call, data, screenOwner);
    return { body: { data: data.map((each) => ({ ...viewAccountScreen(each), ...embedded(each) })), nextCursor } };
  },
  readAccountScreen: async (call) => {
    const state = await screenById(contextOf(call), call.params.id);
    const embedded = await embedForOperator(viewContextOf(call), operatorScreenJoins, call, [state], screenOwner);
    return { body: { ...viewAccountScreen(state), ...embedded(state) } };
  },
  listAccountMonitors: async (call) => {
    const { data, nextCursor } = await listAllMonitors(monitorContext(call), call.query);
    const embedded = await embedForOperator(viewContextOf(call), operatorMonitorJoins, call, data, monitorOwner);
    return { body: { data: data.map((each) => ({ ...monitorOf(each), ...embedded(each) })), nextCursor } };
  },
  readAccountMonitor: async (call) => {
    const details = await monitorById(monitorContext(call), call.params.id);
    const embedded = await embedForOperator(viewContextOf(call), operatorMonitorJoins, call, [details], monitorOwner);
    return { body: { ...monitorOf(details), ...embedded(details), alerts: details.alerts.map(viewAlert) } };
  },
  search: async (call) => {
    const found = await searchScreening({ ...contextOf(call), lists }, call.query.q);
    return { body: pageOfAll(found, ({ kind, id }) => `${kind} ${id}`, call.query) };
  },
  listAudit: async (call) => ({ body: await listAccountAudit(contextOf(call), call.query) }),
});
