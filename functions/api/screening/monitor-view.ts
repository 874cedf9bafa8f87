import type * as z from "zod";
import { type MonitorAlertDetails, type MonitorDetails, monitorStatus } from "../../app/screening/monitors.ts";
import type { monitorView } from "../../contract/screening/monitors.ts";

type MonitorView = z.infer<typeof monitorView>;

/** A monitor as its account sees it. */
export function viewMonitor(details: MonitorDetails): MonitorView {
  const { id, value, chain, url, risk, risk_score, entity_name, ...rest } = details.monitor;
  return {
    ...{ id, value, chain, webhook: url, status: monitorStatus(details), disabledReason: details.disabledReason },
    ...{ ...risk, risk_score, entity_name, screenId: rest.screenId },
    ...{ checkedAt: rest.checkedAt, createdAt: rest.createdAt, updatedAt: rest.updatedAt },
  };
}

/** An alert as its account sees it, with what became of its delivery. */
export function viewAlert({ alert, delivery }: MonitorAlertDetails) {
  const { id: eventId, at, before, after, screenId } = alert;
  const sent = delivery && {
    id: delivery.id,
    status: delivery.status,
    attempts: delivery.attemptsMade,
    lastStatus: delivery.attempts.at(-1)?.status ?? null,
    nextAttemptAt: delivery.nextAttemptAt,
    endedReason: delivery.endedReason,
  };
  return { eventId, at, before, after, screenId, delivery: sent ?? null };
}
