import * as z from "zod";
import { platform } from "../../domain/core/operator.ts";
import { type Instant, secondsBetween } from "../../domain/core/time.ts";
import { type ListHead, listHead } from "../../domain/screening/list-entry.ts";
import { type Aggregate, loadAggregate, newAggregate, pointerPartition, type RecordType } from "../core/aggregate.ts";
import type { ReadContext, StoreContext } from "../core/context.ts";
import { cursorOf, type ListPage, type ListRequest, type ListSource, readCursor } from "../core/list-page.ts";
import type { Key, Row } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";

const catalogue = z.object({
  id: z.literal("lists"),
  /** One more with every version of a list that took another one's place; 0 before the first. */
  version: z.int(),
  lists: z.array(listHead),
});

export type Catalogue = z.infer<typeof catalogue>;

/** Where the catalogue is; to be read beside what else a request needs. */
export const catalogueKey: Key = rowKey("lists");

export const catalogueRecordType: RecordType<Catalogue> = {
  type: "list_catalogue",
  schema: catalogue,
  id: (state) => state.id,
  tenantId: () => platform,
};

/** The catalogue as its row says, and an empty one where there is none yet. */
export function catalogueFrom(row: Row | undefined): Aggregate<Catalogue> {
  return (
    loadAggregate(catalogueRecordType, row) ?? newAggregate(catalogueRecordType, { id: "lists", version: 0, lists: [] })
  );
}

const versionBody = z.object({
  version: z.int(),
  list: z.string(),
  at: z.string(),
  added: z.int(),
  removed: z.int(),
  /** The index before it; null where there was no such list. */
  before: z.string().nullable(),
  after: z.string(),
  /** The publisher's date, and the hash of its file; versions of the first release do not say. */
  publishedAt: z.string().optional(),
  sha256: z.string().optional(),
  /** Where that file came from; versions of earlier releases do not say. */
  source: z.string().optional(),
});

/** A step of the catalogue: which list changed, and the indexes between which it did. */
export type ListStep = z.infer<typeof versionBody>;

function stepKey(version: number): string {
  return `version#${String(version).padStart(8, "0")}`;
}

export function versionRow(step: ListStep): Row {
  return { pk: catalogueKey.pk, sk: stepKey(step.version), v: 1, type: "list_version", body: step };
}

/** The row that finds a version by the hash of its publisher's file. */
export function versionPointer({ version }: ListStep, sha256: string): Row {
  return { pk: pointerPartition(sha256), sk: stepKey(version), v: 1, type: "pointer", body: {} };
}

/** The number of the version that a pointer names; undefined for a pointer to anything else. */
export function versionOfPointer(sk: string): number | undefined {
  const [, digits] = /^version#(\d{8})$/.exec(sk) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

export async function stepsSince(
  { store }: StoreContext,
  version: number,
  limit: number,
): Promise<readonly ListStep[]> {
  const page = { pk: catalogueKey.pk, from: stepKey(version + 1), upTo: stepKey(99_999_999), limit };
  return (await store.page(page)).map(({ body }) => versionBody.parse(body));
}

/** Steps of the catalogue before a version, newest first; `next` is where the older ones begin, null where there are none. A version that never was counts as the one after the last. */
export async function stepsBefore(
  context: StoreContext,
  before: number | null,
  limit: number,
): Promise<{ readonly steps: readonly ListStep[]; readonly next: number | null }> {
  const { version: last } = await readCatalogue(context);
  const end = Math.min(before ?? last + 1, last + 1);
  const start = Math.max(1, end - limit);
  const steps = end > start ? await stepsSince(context, start - 1, end - start) : [];
  return { steps: steps.toReversed(), next: start > 1 ? start : null };
}

const listsSource: ListSource = { name: "lists", partitions: [catalogueKey.pk] };

/** The lists by their ids, a page at a time; they are all in one row. */
export async function listCatalogue(context: StoreContext, query: ListRequest): Promise<ListPage<ListHead>> {
  const { lists } = await readCatalogue(context);
  const after = query.cursor === undefined ? "" : readCursor(listsSource, query.cursor).after.sk;
  const left = lists.filter(({ list }) => list > after);
  const data = left.slice(0, query.limit);
  const last = data.at(-1)?.list;
  const { pk } = catalogueKey;
  const isWhole = last === undefined || left.length === data.length;
  return { data, nextCursor: isWhole ? null : cursorOf(listsSource, pk, { pk, sk: last, sort: last }) };
}

export async function readCatalogue(context: StoreContext): Promise<Catalogue> {
  const [row] = await context.store.read([catalogueKey]);
  return catalogueFrom(row).state;
}

/** A list by which nobody can be screened, and why. */
export interface UnusableList {
  readonly list: string;
  readonly problem: "missing" | "stale";
  /** When it was last loaded; null where it never was. */
  readonly loadedAt: Instant | null;
}

/** What stands in the way of a screen: required lists that are not there, and any list there is that is older than its limit. Empty where all is well; no list at all is `missing` under the name `any`. */
export function unusableLists(
  { lists }: Catalogue,
  required: readonly string[],
  now: Instant,
): readonly UnusableList[] {
  const missing = required.filter((id) => !lists.some(({ list }) => list === id));
  const nothing = lists.length === 0 && missing.length === 0 ? ["any"] : missing;
  return [
    ...nothing.map((list) => ({ list, problem: "missing", loadedAt: null }) as const),
    ...lists
      .filter((head) => isStale(head, now))
      .map(({ list, loadedAt }) => ({ list, problem: "stale", loadedAt }) as const),
  ];
}

export function isStale(
  { loadedAt, staleAfterSeconds }: Pick<ListHead, "loadedAt" | "staleAfterSeconds">,
  now: Instant,
): boolean {
  return staleAfterSeconds !== null && secondsBetween(loadedAt, now) > staleAfterSeconds;
}

/** How long a list that is demanded and never came has been waited for: nobody knows, and too long. */
const neverHours = 8_760;

/** Hours since the list that was loaded longest ago was loaded, of those that age; a year where one that is demanded never was, and null where there is none. */
export function oldestListHours({ lists }: Catalogue, required: readonly string[], now: Instant): number | null {
  const ages = lists
    .filter(({ staleAfterSeconds }) => staleAfterSeconds !== null)
    .map(({ loadedAt }) => secondsBetween(loadedAt, now) / 3_600);
  const isMissing = required.some((id) => !lists.some(({ list }) => list === id));
  if (isMissing) return neverHours;
  return ages.length === 0 ? null : Math.max(...ages);
}

/** How the screening interface is: by which lists it screens, and what keeps it from screening at all. */
export async function listsHealth(context: ReadContext, required: readonly string[]) {
  const now = context.clock.now();
  const catalogue = await readCatalogue(context);
  const problems = unusableLists(catalogue, required, now).map(({ list, problem }) => ({ list, problem }));
  return {
    status: problems.length === 0 ? ("ok" as const) : ("degraded" as const),
    lists: catalogue.lists.map((head) => {
      const { list, title, publishedAt, loadedAt, sha256, records } = head;
      return { list, title, publishedAt, loadedAt, sha256, records, stale: isStale(head, now) };
    }),
    problems,
  };
}
