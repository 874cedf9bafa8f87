import type { ReportedOutcome } from "../../domain/disputes/alert.ts";
import type { SourcedAlert } from "../../domain/disputes/alert-report.ts";
import type { ThirdPartySource } from "../../domain/disputes/alert-source.ts";
import { errorText } from "../core/error-text.ts";
import type { Facts, Log, Meter } from "../core/ports.ts";
import type { AlertSource } from "./ports.ts";

/** Stores an alert of a tenant, once: `duplicate` where the source's id of it is known. Throws where it is not stored. */
export type IngestAlert = (input: {
  readonly source: ThirdPartySource;
  readonly tenantId: string;
  readonly said: ReportedOutcome;
}) => Promise<"created" | "duplicate">;

export interface PullContext {
  readonly sources: readonly AlertSource[];
  /** Our tenant by the source's name of it; undefined where nobody has told us whose that is. */
  readonly tenantOf: (source: ThirdPartySource, merchantId: string) => Promise<string | undefined>;
  readonly ingest: IngestAlert;
  readonly log: Log;
  readonly meter: Meter;
  readonly requestId: string;
}

export interface PullResult {
  readonly created: number;
  readonly duplicate: number;
  /** Left with their source: it gives them to us again until we can take them. */
  readonly left: number;
}

/** Alerts of a type that are asked for at once, beside those that were left where they are. */
const pageSize = 100;

/** Pages that one run asks a source for. */
const mostPages = 10;

/** Fetches what every source has for us. What is stored is acknowledged, and nothing else: an alert of nobody we know, or one that cannot be stored, stays with its source, is told of, and comes again. */
export async function pullAlerts(context: PullContext): Promise<PullResult> {
  const done = { created: 0, duplicate: 0, left: 0 };
  for (const source of context.sources) {
    const left = new Set<string>();
    try {
      await drain(context, source, done, left);
    } catch (error) {
      told(context, source, "source did not answer", { error: errorText(error) });
      left.add("what an answer would have told");
    }
    done.left += left.size;
  }
  context.meter.count("AlertsTaken", done.created);
  context.meter.count("AlertsStuck", done.left);
  return done;
}

/** Page after page until one is not full. What is left behind comes again at the head of every page, so the page grows by it. */
async function drain(
  context: PullContext,
  source: AlertSource,
  done: { created: number; duplicate: number },
  left: Set<string>,
): Promise<void> {
  for (let pages = 0; pages < mostPages; pages++) {
    const limit = pageSize + left.size;
    const leftBefore = left.size;
    const { alerts, unread } = await source.pull(limit);
    for (const id of unread) leave(context, source, left, id, "cannot be read");
    const stored: string[] = [];
    for (const alert of alerts) {
      const outcome = await store(context, source, alert, left);
      if (outcome === undefined) continue;
      stored.push(alert.said.externalId);
      done[outcome] += 1;
    }
    const missed = stored.length === 0 ? [] : await source.acknowledge(stored);
    if (missed.length > 0) told(context, source, "acknowledgement not noted", { alerts: missed });
    const isOver = alerts.length + unread.length < limit;
    const isMoving = stored.length > missed.length || left.size > leftBefore;
    if (isOver || !isMoving) return;
  }
}

async function store(
  context: PullContext,
  source: AlertSource,
  { merchantId, said: report }: SourcedAlert,
  left: Set<string>,
): Promise<"created" | "duplicate" | undefined> {
  try {
    const tenantId = merchantId === null ? undefined : await context.tenantOf(source.name, merchantId);
    if (tenantId !== undefined) return await context.ingest({ source: source.name, tenantId, said: report });
    leave(context, source, left, report.externalId, "is of a merchant that nobody has told us of", { merchantId });
  } catch (error) {
    leave(context, source, left, report.externalId, "cannot be stored", { error: errorText(error) });
  }
  return undefined;
}

/** Told of once a run, however often it comes. */
function leave(
  context: PullContext,
  source: AlertSource,
  left: Set<string>,
  externalId: string,
  why: string,
  more: Facts = {},
): void {
  if (left.has(externalId)) return;
  left.add(externalId);
  told(context, source, "alert left with its source", { externalId, why, ...more });
}

function told(context: PullContext, source: AlertSource, message: string, facts: Facts): void {
  logOfSource(context, "pull-alerts", source, message, facts);
}

/** Says what went wrong between us and a source of alerts. */
export function logOfSource(
  { log, requestId }: Pick<PullContext, "log" | "requestId">,
  operation: string,
  { name: source }: AlertSource,
  message: string,
  facts: Facts,
): void {
  log.error(message, { requestId, operation, correlationId: requestId, source, ...facts });
}
