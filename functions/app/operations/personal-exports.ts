import type { Instant } from "../../domain/core/time.ts";
import { type ErasableType, erasableTypeNames } from "../../domain/operations/erasable-types.ts";
import type { Erasure } from "../../domain/operations/erasure.ts";
import { actionsAbout, entriesIn, loadAggregate } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import type { PersonalData } from "../core/personal-data.ts";
import { rowsAt } from "../core/read-records.ts";
import { recordAction } from "../core/record-action.ts";
import { rowKey } from "../core/row-keys.ts";
import { loadedMailing } from "../mail/letter-rows.ts";
import { erasureIdOf, erasureRecordType, lettersTo, loadSubject } from "./erasures.ts";
import type { Fields, LoadedSubject, SubjectFile, SubjectQuery } from "./subjects/subject-access.ts";
import { subjectAccesses } from "./subjects/subject-accesses.ts";

/** Somebody of whom something is stored, by the id of the record. */
export interface FoundSubject {
  readonly id: string;
  readonly kind: ErasableType;
  readonly tenantId: string | null;
  readonly createdAt: Instant;
  /** The request to erase it; null where nobody made one. */
  readonly erasure: Pick<Erasure, "id" | "status" | "eraseAt"> | null;
}

/** What operators look for subjects by: one of these. */
interface SubjectSearch {
  readonly email?: string | undefined;
  readonly id?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly invoiceId?: string | undefined;
}

/** The subjects of an e-mail address, a tenant or an invoice, or the one that an id names, and how it stands with the erasure of each. Refuses an id that names nothing. */
export async function findSubjects(context: StoreContext, { id, ...by }: SubjectSearch): Promise<FoundSubject[]> {
  const found = id === undefined ? await subjectsOf(context, queryOf(by)) : [await subjectNamed(context, id)];
  const rows = await rowsAt(
    context,
    found.map(([, { id }]) => rowKey(erasureIdOf(id))),
  );
  return found.map(([kind, { id, tenantId, createdAt }], at) => {
    const state = loadAggregate(erasureRecordType, rows[at])?.state;
    const erasure = state ? { id: state.id, status: state.status, eraseAt: state.eraseAt } : null;
    return { id, kind, tenantId, createdAt, erasure };
  });
}

/** The same for an operator who looks for a person; that they did is on the trail, and by what, not whom. */
export async function searchSubjects(context: Context, by: SubjectSearch): Promise<FoundSubject[]> {
  await recordAction(context, { reason: "looked for a person", detail: { by: Object.keys(by) } });
  return findSubjects(context, by);
}

function queryOf({ email = "", tenantId, invoiceId }: SubjectSearch): SubjectQuery {
  if (tenantId !== undefined) return { tenantId };
  return invoiceId === undefined ? { email } : { invoiceId };
}

type Kinded = readonly [ErasableType, LoadedSubject];

async function subjectNamed(context: StoreContext, id: string): Promise<Kinded> {
  const { kind, found } = await loadSubject(context, id);
  return [kind, found];
}

async function subjectsOf(context: StoreContext, by: SubjectQuery): Promise<Kinded[]> {
  const found: Kinded[] = [];
  for (const kind of erasableTypeNames)
    found.push(...(await subjectAccesses[kind].find(context, by)).map((each): Kinded => [kind, each]));
  return found;
}

/** A line of a subject's trail. */
interface TrailLine {
  readonly at: Instant;
  readonly actor: string;
  readonly to: string;
  readonly reason: string;
  readonly after: Fields | null;
}

/** All that is stored about a subject and can be read. */
export interface PersonalExport {
  readonly id: string;
  readonly kind: ErasableType;
  readonly exportedAt: Instant;
  readonly record: Fields;
  readonly files: SubjectFile[];
  readonly letters: (Fields & { readonly id: string })[];
  readonly trail: TrailLine[];
}

/** All that is stored about a subject, as its record, its files, its letters and its trail have it. Whoever asks is on the trail. */
export async function exportSubject(
  context: Context & { readonly personal: Pick<PersonalData, "open"> },
  subject: string,
): Promise<PersonalExport> {
  const { kind, found } = await loadSubject(context, subject);
  await recordAction(context, { subject, reason: "exported all that is stored about it" });
  const { personal } = context;
  const letters = await lettersTo(context, found);
  const sent = letters.flatMap((row) => loadedMailing(row)?.state ?? []);
  return {
    ...{ id: subject, kind, exportedAt: context.clock.now() },
    record: readable(await personal.open(found.record)),
    files: [...found.files],
    letters: (await personal.open(sent)).map((each) => ({ ...readable({ ...each }), id: each.id })),
    trail: (await personal.open(await trailOf(context, subject))).map((line) => {
      return { ...line, after: line.after && readable(line.after) };
    }),
  };
}

const mostEntries = 500;

/** What was done with a subject's record, and about it, the oldest first; of more than 500 of either the newest. */
async function trailOf({ store }: StoreContext, subject: string): Promise<TrailLine[]> {
  const query = { limit: mostEntries, newestFirst: true };
  const changes = await store.page({ ...query, pk: subject, prefix: "entry#" });
  const acts = await store.page({ ...query, index: "ref", pk: actionsAbout(subject) });
  const entries = entriesIn([...changes, ...acts]).sort((one, other) => (one.at < other.at ? -1 : 1));
  return entries.map(({ at, actor, to, reason, after = null }) => ({ at, actor, to, reason, after }));
}

/** What lets somebody in or opens nothing: digests of links, and what KMS sealed that nobody opens. */
const unreadable: ReadonlySet<string> = new Set(["links", "lastForm", "sealed"]);

function readable(fields: Fields): Fields {
  return readableValue(fields) as Fields;
}

function readableValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readableValue);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !unreadable.has(name));
  return Object.fromEntries(kept.map(([name, each]) => [name, readableValue(each)]));
}
