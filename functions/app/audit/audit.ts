import { siblingId } from "../../domain/core/id.ts";
import { platform } from "../../domain/core/operator.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { earlierOf, type Instant, laterOf, serviceBegan } from "../../domain/core/time.ts";
import { actionsAbout, auditPartition, type Entry, entry, operatorPartition } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import { type ListPage, type ListRequest, type ListSource, listRows, monthlyPartitions } from "../core/list-page.ts";
import { isCreatedIn } from "../core/list-pointers.ts";
import { openPersonal } from "../core/personal-data.ts";
import type { Row, Store } from "../core/ports.ts";
import { operatorAction, operatorActionRecordType } from "../core/record-action.ts";
import { getTenant } from "../tenants/tenants.ts";

/** What is asked of the audit trail; `from` inclusive, `to` exclusive. */
export interface AuditFilter extends ListRequest {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly subject?: string | undefined;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

/** Finds whose whole trail is asked for, by an id of theirs; refuses one that names nobody. */
export type OwnerOf = (
  context: StoreContext,
  id: string,
) => Promise<{ readonly id: string; readonly createdAt: Instant }>;

const tenantOf: OwnerOf = async (context, id) => (await getTenant(context, id)).state;

/** One line of the audit trail as operators see it: no postings, no task tokens. */
export interface AuditLine
  extends Pick<Entry, "at" | "actor" | "from" | "to" | "reason" | "requestId" | "prevHash" | "hash"> {
  readonly id: string;
  readonly action: string | null;
  readonly subject: string;
  readonly subjectType: string;
  /** Null for what belongs to no tenant. */
  readonly tenantId: string | null;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

function lineOf(row: Row): AuditLine {
  const body = entry.parse(row.body);
  const { at, actor, from, to, reason, requestId, prevHash, hash } = body;
  return {
    id: `${body.aggregateId}.${body.seq}`,
    at,
    actor,
    action: body.action ?? null,
    subject: subjectOf(body),
    subjectType: body.aggregateType,
    tenantId: body.tenantId === platform ? null : body.tenantId,
    from,
    to,
    reason,
    before: body.before ?? null,
    after: body.after ?? null,
    requestId,
    prevHash,
    hash,
  };
}

/** What an entry is about: its record, or what an operator's action names. */
function subjectOf(body: Entry): string {
  if (body.aggregateType !== operatorActionRecordType.type) return body.aggregateId;
  return operatorAction.partial().safeParse(body.after).data?.subject ?? body.aggregateId;
}

/** The audit trail, newest first: of one record, of one tenant (or whomever `ownerOf` finds by its id), or else what operators did. */
export async function listAudit(
  context: Context,
  input: AuditFilter,
  ownerOf: OwnerOf = tenantOf,
): Promise<ListPage<AuditLine>> {
  const { actor, action, tenantId, from, to } = input;
  if (from !== undefined && to !== undefined && from > to)
    throw new Refusal("validation_error", "from: later than to", {
      fields: [{ path: "from", message: "later than to" }],
    });
  const { limit, cursor, ...filter } = within(input);
  const source = await sourceOf(context, filter, ownerOf);
  const wanted = (row: Row) => {
    const body = entry.parse(row.body);
    return (
      (actor === undefined || body.actor === actor) &&
      (action === undefined || body.action === action) &&
      (tenantId === undefined || body.tenantId === tenantId) &&
      isCreatedIn(body.at, { createdAfter: filter.from, createdBefore: filter.to })
    );
  };
  const { rows, nextCursor } = await listRows(context.store, source, { limit, cursor }, wanted);
  return { data: await openPersonal(context, rows.map(lineOf)), nextCursor };
}

/** What is asked with one range instead of two: an entry is made when it is written, so `createdAfter` says the same as `from`. */
function within({ createdAfter, createdBefore, ...input }: AuditFilter): AuditFilter {
  return { ...input, from: laterOf(input.from, createdAfter), to: earlierOf(input.to, createdBefore) };
}

async function sourceOf(
  context: Context,
  input: Omit<AuditFilter, keyof ListRequest>,
  ownerOf: OwnerOf,
): Promise<ListSource> {
  const { tenantId, subject, from, to } = input;
  const text = JSON.stringify([subject, tenantId, input.actor, input.action, from, to]);
  const owner = tenantId === undefined ? undefined : await ownerOf(context, tenantId);
  if (subject !== undefined) return { name: `audit#${text}`, ...(await trailOf(context.store, subject)) };
  const began = owner?.createdAt ?? serviceBegan;
  const since = from === undefined || from < began ? began : from;
  const now = context.clock.now();
  const partition = (month: string) => (owner ? auditPartition(owner.id, month) : operatorPartition(month));
  return {
    index: owner ? "group" : "list",
    name: `audit#${text}`,
    partitions: monthlyPartitions(partition, since, to === undefined || to > now ? now : to),
    before: to,
    from,
  };
}

const ofEntries = { prefix: "entry#" };

/** What operators did with something beside its own trail, where its kind lists both together or it is no record of the book; else a record's own trail, and a payment's is its settlement's. */
async function trailOf(store: Store, subject: string): Promise<Omit<ListSource, "name">> {
  const partition = actionsAbout(subject);
  const [acted] = await store.page({ index: "ref", keysOnly: true, pk: partition, limit: 1 });
  if (acted) return { index: "ref", partitions: [partition] };
  const id = subject.startsWith("pay_") ? siblingId(subject, "stl") : subject;
  for (const pk of [id, `screen#${id}`]) {
    const [first] = await store.page({ pk, ...ofEntries, limit: 1 });
    if (first) return { partitions: [pk], ...ofEntries };
  }
  throw new Refusal("not_found", "no such record");
}
