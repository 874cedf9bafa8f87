import { dayOf, dayStart, type Instant } from "../../domain/core/time.ts";
import { agesOf, type DayFlow, dayFlow, type StatusAges } from "../../domain/reconciliation/daily-flow.ts";
import { type ReviewReasonCode, reviewReasonCodes } from "../../domain/review/review-reason-code.ts";
import { isEnded, type Settlement, settlementStatuses } from "../../domain/settlement/settlement.ts";
import { listSignups } from "../access/signups.ts";
import { loadAggregate } from "../core/aggregate.ts";
import type { ReadContext } from "../core/context.ts";
import { type CountedTo, countOf } from "../core/list-page.ts";
import { rowKey } from "../core/row-keys.ts";
import { listKyb } from "../onboarding/reads.ts";
import { lastCloseBefore, type StoredClose } from "../reconciliation/close-record.ts";
import { listApprovals } from "../review/approvals.ts";
import { queuedKeys } from "../review/queued-keys.ts";
import { listAllSettlements } from "../settlement/reads.ts";
import { settlementRecordType } from "../settlement/record.ts";

/** What operators have to look after for one reason, and since when the first of it. */
export interface Attention extends CountedTo {
  readonly kind: ReviewReasonCode;
  readonly since: Instant;
}

/** What is going on right now. */
export interface Overview {
  readonly attention: readonly Attention[];
  readonly approvals: CountedTo;
  /** Requests for access that nobody has decided. */
  readonly requests: CountedTo;
  /** Applications that the partner has. */
  readonly applications: CountedTo;
  /** The last day of everybody's that is closed. */
  readonly lastClose: Pick<StoredClose, "figures" | "sha256" | "closedAt"> | undefined;
  readonly underWay: { readonly statuses: readonly StatusAges[]; readonly more: boolean };
  readonly today: DayFlow & { readonly date: string; readonly more: boolean };
}

/** Records that are looked at for each figure: a page for people, not the books; the close has the whole day. */
const most = 500;
const batch = 100;

/** The newest kinds of trouble first; what is merely in flight is none. */
async function attentionOf(context: ReadContext, kind: ReviewReasonCode): Promise<Attention | undefined> {
  const rows = await queuedKeys(context.store, kind, batch);
  const since = rows[0]?.index?.review?.[1].split("#")[0];
  return since === undefined ? undefined : { kind, since, count: rows.length, more: rows.length === batch };
}

/** Settlements that have not ended, whatever list of the queue they stand in; the longest waiting first. */
async function underWay(context: ReadContext): Promise<{ states: Settlement[]; more: boolean }> {
  const kinds = reviewReasonCodes.filter((kind) => kind !== "held" && kind !== "blocked");
  const states: Settlement[] = [];
  let more = false;
  for (const kind of kinds) {
    const rows = await queuedKeys(context.store, kind, most);
    more ||= rows.length === most;
    for (let start = 0; start < rows.length; start += batch) {
      // Escrows have a list of their own.
      const some = rows.slice(start, start + batch).filter(({ pk }) => pk.startsWith("stl_"));
      if (some.length === 0) continue;
      const read = await context.store.read(some.map((row) => rowKey(row.pk)));
      states.push(...read.flatMap((row) => loadAggregate(settlementRecordType, row)?.state ?? []));
    }
  }
  return { states: states.filter(({ status }) => !isEnded(status)), more };
}

async function beganToday(context: ReadContext, since: Instant): Promise<{ states: Settlement[]; more: boolean }> {
  const states: Settlement[] = [];
  let cursor: string | undefined;
  do {
    const page = await listAllSettlements(context, { limit: batch, cursor });
    const those = page.data.filter(({ createdAt }) => createdAt >= since);
    states.push(...those);
    if (those.length < page.data.length) return { states, more: false };
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && states.length < most);
  return { states, more: cursor !== undefined };
}

/** Today's money, what is under way by status and age, and what needs somebody. */
export async function overview(context: ReadContext): Promise<Overview> {
  const now = context.clock.now();
  const date = dayOf(now);
  const urgent = reviewReasonCodes.filter((kind) => kind !== "in_flight");
  const [attention, waiting, requests, submitted, reviewed, flying, today, lastClose] = await Promise.all([
    Promise.all(urgent.map((kind) => attentionOf(context, kind))),
    listApprovals(context, { status: "pending", limit: batch }),
    listSignups(context, { status: "received", limit: batch }),
    listKyb(context, { status: "submitted", limit: batch }),
    listKyb(context, { status: "under_review", limit: batch }),
    underWay(context),
    beganToday(context, dayStart(date)),
    lastCloseBefore(context, null, date),
  ]);
  const statuses = agesOf(flying.states, now);
  const order = (status: Settlement["status"]) => settlementStatuses.indexOf(status);
  return {
    attention: attention.flatMap((each) => each ?? []),
    approvals: countOf(waiting),
    requests: countOf(requests),
    applications: countOf(submitted, reviewed),
    lastClose,
    underWay: {
      statuses: statuses.toSorted((one, other) => order(one.status) - order(other.status)),
      more: flying.more,
    },
    today: { ...dayFlow(today.states), date, more: today.more },
  };
}
