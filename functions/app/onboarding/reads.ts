import { Refusal } from "../../domain/core/refusal.ts";
import type { Kyb, KybTransitions } from "../../domain/onboarding/kyb.ts";
import { letsIn } from "../../domain/onboarding/links.ts";
import { type Aggregate, type Entry, entriesIn, transitionWrites } from "../core/aggregate.ts";
import { secretDigest } from "../core/api-key.ts";
import { change, type Plan } from "../core/change.ts";
import type { Context, ReadContext, StoreContext } from "../core/context.ts";
import { type ListPage, type ListQuery, listAggregates } from "../core/list-page.ts";
import type { Write } from "../core/ports.ts";
import { getRecord, requireRecord } from "../core/read-records.ts";
import { wholeList } from "../core/row-keys.ts";
import { kybLinkKey, kybRecordType } from "./record.ts";

/** The token of a link: 256 bits. */
const tokenForm = /^[A-Za-z0-9_-]{43}$/;

export function loadKyb(context: StoreContext, id: string): Promise<Aggregate<Kyb>> {
  return getRecord(context, kybRecordType, id, "application");
}

/** The application that a link's token opens. A token that was never given out is not found; one that lets nobody in any more is `link_expired`. */
export async function kybByLink(context: ReadContext, token: string): Promise<Aggregate<Kyb>> {
  const sha256 = secretDigest(token);
  const [link] = tokenForm.test(token) ? await context.store.read([kybLinkKey(sha256)]) : [];
  if (!link) throw new Refusal("not_found", "no such link");
  const found = await loadKyb(context, (link.body as { kybId: string }).kybId);
  if (!letsIn(found.state, sha256, context.clock.now()))
    throw new Refusal("link_expired", "this link has expired or was taken back");
  return found;
}

export function listKyb(context: StoreContext, { status, ...input }: ListQuery<Kyb["status"]>): Promise<ListPage<Kyb>> {
  return listAggregates(context, kybRecordType, wholeList("kyb", status), input);
}

/** An applicant's tabs and devices, the letters' worker and the partner's answer may all be at it at once. */
const most = 8;

/** What a decision answers that is neither a change nor a refusal. */
interface Aside<T> {
  readonly aside: T;
}

/** An application after a decision, or as it stands beside an answer. */
interface Changed<T> {
  readonly found: Aggregate<Kyb>;
  readonly aside?: T;
}

/** Changes an application. `decide` may answer something else than transitions, as an aside; then nothing is written. */
export async function changeKyb<T = never>(
  context: Context,
  id: string,
  decide: (state: Kyb) => KybTransitions | Refusal | Aside<T>,
  also: readonly Write[] = [],
): Promise<Changed<T>> {
  return change(
    context,
    async (): Promise<Plan<Changed<T>> | Refusal> => {
      const found = await loadKyb(context, id);
      const decided = decide(found.state);
      if (decided instanceof Refusal) return decided;
      if ("aside" in decided) return { writes: [], result: { found, aside: decided.aside } };
      const { writes, after } = transitionWrites(found, decided, context);
      return { writes: writes.length === 0 ? [] : [...writes, ...also], result: { found: after } };
    },
    most,
  );
}

/** Audit entries that a read shows at most. */
const historyLimit = 500;

/** An application and its audit trail in one call, the oldest entry first. */
export async function readKyb(
  context: StoreContext,
  id: string,
): Promise<{ readonly state: Kyb; readonly entries: readonly Entry[] }> {
  const rows = await context.store.page({ pk: id, limit: historyLimit, newestFirst: true });
  const row = rows.find(({ sk }) => sk === "row");
  const { state } = requireRecord(kybRecordType, row, "application");
  return { state, entries: entriesIn(rows).toReversed() };
}
