import type { AlertReport, OutcomeReport } from "../../domain/disputes/alert-report.ts";
import type { ThirdPartySource } from "../../domain/disputes/alert-source.ts";
import { errorText } from "../core/error-text.ts";
import type { Facts, Log, Meter } from "../core/ports.ts";
import type { AlertSource } from "./ports.ts";
import { logOfSource } from "./pull-alerts.ts";

export interface UntoldAlert {
  readonly alertId: string;
  readonly report: AlertReport;
}

export interface OutcomeReportContext {
  readonly sources: readonly AlertSource[];
  /** Alerts of a source that have come to an end which it has not been told, the most urgent first. */
  readonly untold: (source: ThirdPartySource, limit: number) => Promise<readonly UntoldAlert[]>;
  /** Keeps what the source said of an end, so that it is not told again: taken, or refused for good with its word for why. */
  readonly told: (alertId: string, answer: { readonly refused: string | null }) => Promise<void>;
  readonly log: Log;
  readonly meter: Meter;
  readonly requestId: string;
}

export interface OutcomeReportResult {
  readonly told: number;
  readonly refused: number;
  /** Without an answer that is for good: told again by the next run. */
  readonly waiting: number;
}

const limit = 100;

/** Tells every source what its alerts came to: once each, since a source keeps the first final outcome. An answer that was lost is asked for again in the same words; what went wrong is told of and counted. */
export async function reportOutcomes(context: OutcomeReportContext): Promise<OutcomeReportResult> {
  const done = { told: 0, refused: 0, waiting: 0 };
  for (const source of context.sources) {
    try {
      await reportTo(context, source, done);
    } catch (error) {
      tell(context, source, "outcomes not reported", { error: errorText(error) });
      done.waiting += 1;
    }
  }
  context.meter.count("AlertOutcomesRefused", done.refused);
  context.meter.count("AlertsStuck", done.waiting);
  return done;
}

async function reportTo(
  context: OutcomeReportContext,
  source: AlertSource,
  done: { told: number; refused: number; waiting: number },
): Promise<void> {
  const untold = await context.untold(source.name, limit);
  if (untold.length === 0) return;
  const answers = await source.report(untold.map(({ report }) => report));
  const byId = new Map(answers.map((answer) => [answer.externalId, answer]));
  for (const { alertId, report } of untold) {
    const outcome = await keep(context, source, alertId, byId.get(report.externalId));
    done[outcome] += 1;
  }
}

async function keep(
  context: OutcomeReportContext,
  source: AlertSource,
  alertId: string,
  answer: OutcomeReport | undefined,
): Promise<keyof OutcomeReportResult> {
  const why = answer === undefined ? "no answer" : answer.ok ? null : answer.why;
  const isForGood = answer !== undefined && (answer.ok || !answer.recoverable);
  if (why !== null) tell(context, source, "outcome not taken", { alertId, why, isForGood });
  if (!isForGood) return "waiting";
  try {
    await context.told(alertId, { refused: why });
    return why === null ? "told" : "refused";
  } catch (error) {
    tell(context, source, "answer not kept", { alertId, error: errorText(error) });
    return "waiting";
  }
}

function tell(context: OutcomeReportContext, source: AlertSource, message: string, facts: Facts): void {
  logOfSource(context, "report-outcomes", source, message, facts);
}
