import * as z from "zod";
import type { Context } from "../../app/core/context.ts";
import { embedRecords, type ViewContext } from "../../app/core/embed-records.ts";
import type { StoredResponse } from "../../app/core/idempotent-operation.ts";
import type { ListPage } from "../../app/core/list-page.ts";
import { readAlert } from "../../app/disputes/alert-reads.ts";
import type { RulesInForce } from "../../app/disputes/rules.ts";
import { alertJoins } from "../../app/escrow/embeddable.ts";
import { transitionOf } from "../../app/settlement/reads.ts";
import type { newAlert } from "../../contract/disputes/alert-body.ts";
import { alertDetail } from "../../contract/disputes/expandable-disputes.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { Alert, ReportedOutcome } from "../../domain/disputes/alert.ts";
import { alertSources, isEnabled, type ThirdPartySource } from "../../domain/disputes/alert-source.ts";
import { summarizeAlert, viewAlert } from "../../domain/disputes/alert-view.ts";
import { storedAnswer } from "../../http/idempotent-replay.ts";
import type { Answer } from "../../http/operation-types.ts";

/** Where an alert comes from, as it was said. Refuses a source that we do not know, and one that is switched off here. */
export function alertSourceOf(name: string, enabled: readonly ThirdPartySource[]) {
  const source = alertSources.find((each) => each === name);
  if (!source) throw new Refusal("unknown_source", `source is one of ${alertSources.join(", ")}`);
  if (!isEnabled(source, enabled)) throw new Refusal("alert_source_disabled", `alerts of ${source} are not taken here`);
  return source;
}

export function alertReportOf(body: z.output<typeof newAlert>, now: Instant): ReportedOutcome {
  return { ...body, receivedAt: body.receivedAt ?? now };
}

export async function shownAlert(context: Context, tenantId: string, id: string): Promise<z.input<typeof alertDetail>> {
  const { state, entries } = await readAlert(context, tenantId, id);
  return { ...viewAlert(state), history: entries.map(transitionOf) };
}

/** A call that may ask for what alerts are bound to. */
type ExpandingCall = Parameters<typeof embedRecords<Alert, typeof alertJoins>>[2];

/** An alert with what it embeds. */
export async function expandedAlert(context: Context & ViewContext, call: ExpandingCall, id: string) {
  const { state, entries } = await readAlert(context, call.principal.tenantId, id);
  const embedded = await embedRecords(context, alertJoins, call, [state]);
  return { ...viewAlert(state), history: entries.map(transitionOf), ...embedded(state) };
}

/** A page of alerts, each with what it embeds. */
export async function shownAlerts(context: ViewContext, call: ExpandingCall, { data, nextCursor }: ListPage<Alert>) {
  const embedded = await embedRecords(context, alertJoins, call, data);
  return { data: data.map((state) => ({ ...summarizeAlert(state), ...embedded(state) })), nextCursor };
}

export function viewRules({ rules, version, updatedAt }: RulesInForce) {
  return { rules: [...rules], version, updatedAt };
}

const ingested = z.object({ status: z.literal([200, 201]), alert: alertDetail });

/** The answer to an ingest: 201 for a new alert, 200 for one that was known; a replay has the status of the first time. */
export function ingestAnswer(response: StoredResponse): Answer<z.output<typeof alertDetail>> | StoredResponse {
  if (response.outcome.kind === "refusal") return response;
  const { status, alert } = ingested.parse(response.outcome.result);
  const outcome = { kind: "result" as const, result: alert };
  return { ...storedAnswer(alertDetail, { ...response, outcome }), status };
}
