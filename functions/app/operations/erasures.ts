import { requestErasureAt } from "../../domain/access/access-request.ts";
import { siblingId } from "../../domain/core/id.ts";
import { platform } from "../../domain/core/operator.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { addDays, type Instant } from "../../domain/core/time.ts";
import { kybErasureAt } from "../../domain/onboarding/erase.ts";
import { type ErasableType, erasableTypeOf } from "../../domain/operations/erasable-types.ts";
import {
  type Erasure,
  type ErasureGround,
  endErasure,
  erasure,
  type erasureStatuses,
  isErasureDue,
  requestErasureOf,
  rescheduleErasure,
  withdrawErasureOf,
} from "../../domain/operations/erasure.ts";
import { signupRecordType } from "../access/request-access.ts";
import { type Aggregate, loadAggregate, newAggregate, type RecordType, transitionWrites } from "../core/aggregate.ts";
import { change, changeRecord, commit } from "../core/change.ts";
import type { Context, StoreContext } from "../core/context.ts";
import { dailyIndex } from "../core/due-index.ts";
import { type ListPage, type ListQuery, listAggregates } from "../core/list-page.ts";
import type { Row } from "../core/ports.ts";
import { findRecord, getRecord } from "../core/read-records.ts";
import { rowKey, wholeList, wholePlaces } from "../core/row-keys.ts";
import { caseRecordType } from "../disputes/case-record.ts";
import { lettersAbout, storedLetterKey } from "../mail/letter-rows.ts";
import { kybRecordType } from "../onboarding/record.ts";
import { eraseCaseRow } from "./erase-cases.ts";
import type { ErasureContext, LoadedSubject } from "./subjects/subject-access.ts";
import { subjectAccesses } from "./subjects/subject-accesses.ts";

/** A request that waits is looked at again after a day: its tenant may have ended, or come back. */
const lookDays = 1;

export const erasureRecordType: RecordType<Erasure> = {
  type: "erasure",
  schema: erasure,
  id: (state) => state.id,
  tenantId: () => platform,
  index: (state) => ({
    ...wholePlaces("erasure", state, state.createdAt),
    ...(state.status === "scheduled" && {
      due: dailyIndex(rowKey(state.id), state.eraseAt ?? addDays(state.updatedAt, lookDays)),
    }),
  }),
};

/** The subject that an id names, and its kind; refuses an id that names none. */
export async function loadSubject(
  context: StoreContext,
  id: string,
): Promise<{ readonly kind: ErasableType; readonly found: LoadedSubject }> {
  const kind = erasableTypeOf(id);
  if (!kind) throw new Refusal("not_found", "no such subject");
  return { kind, found: await subjectAccesses[kind].load(context, id) };
}

/** The id of the request to erase a subject. */
export function erasureIdOf(subject: string): string {
  return siblingId(subject, "ers");
}

/** Erases a subject, at once where nothing has it kept, or says when it goes; the same again is the same request. */
export async function requestErasure(
  context: ErasureContext,
  { subject, ...ground }: { readonly subject: string } & ErasureGround,
): Promise<Erasure> {
  const { kind, found } = await loadSubject(context, subject);
  const now = context.clock.now();
  const id = erasureIdOf(subject);
  const made = { id, subject, kind, ...ground, ...(await found.terms(context, null, now)), createdAt: now };
  await change(context, async () => {
    const known = await findRecord(context, erasureRecordType, id);
    const [transition] = requestErasureOf(known?.state ?? null, made, now);
    if (!transition) return { writes: [], result: undefined };
    const from = known ?? newAggregate(erasureRecordType, transition.next);
    return { writes: transitionWrites(from, [transition], context).writes, result: undefined };
  });
  const state = await getErasure(context, id);
  if (state.status !== "erased") return carryOut(context, state);
  // What was on its way when it was erased may have come since.
  await eraseSubject(context, found);
  return state;
}

/** Looks at a request: erases what is due, and says when the rest is. Safe to do twice: what is gone is gone. */
async function carryOut(context: ErasureContext, state: Erasure): Promise<Erasure> {
  if (state.status !== "scheduled") return state;
  const { found } = await loadSubject(context, state.subject);
  const now = context.clock.now();
  const terms = await found.terms(context, state.tenantEndedAt, now);
  const load = () => loadErasure(context, state.id);
  if (!isErasureDue(state, terms, now))
    return (await changeRecord(context, load, (before) => rescheduleErasure(before, terms, now))).state;
  // First what is erased, then that it was: a run that dies between begins anew.
  await eraseSubject(context, found);
  return (await changeRecord(context, load, (before) => endErasure(before, terms, now))).state;
}

async function eraseSubject(context: ErasureContext, found: LoadedSubject): Promise<void> {
  await removeLetters(context, found);
  // The record before the key: what is read in between is the person's own, and nobody else's.
  await found.erase(context);
  await context.personal.erase(found.keys);
}

/** Letters about a record that are looked at. */
const mostLetters = 100;

/** The letters to a subject. */
export async function lettersTo({ store }: StoreContext, found: LoadedSubject): Promise<Row[]> {
  const rows: Row[] = [];
  for (const about of found.lettersAbout ?? [found.id])
    rows.push(...(await store.page({ index: "ref", pk: lettersAbout(about), limit: mostLetters })));
  return rows;
}

/** What letters to a subject said, where that was stored. */
async function removeLetters(context: Context, found: LoadedSubject): Promise<void> {
  for (const { pk } of await lettersTo(context, found)) {
    const [stored] = await context.store.read([storedLetterKey(pk)]);
    if (stored) await commit(context, [{ remove: storedLetterKey(pk), expect: stored.v }]);
  }
}

/** Takes a request back that waits, so that its subject stays; again it stays so. Refuses one whose subject is erased. */
export async function withdrawErasure(context: Context, id: string): Promise<Erasure> {
  const decide = (state: Erasure) => withdrawErasureOf(state, context.clock.now());
  return (await changeRecord(context, () => loadErasure(context, id), decide)).state;
}

/** Looks at a request that has fallen due, at what came to nothing, which goes a year after its last act, or at a case that ended. */
export async function lookAtErasureRow(context: ErasureContext, row: Row): Promise<void> {
  const found = loadAggregate(erasureRecordType, row);
  if (found) {
    await carryOut(context, found.state);
    return;
  }
  if (row.type === caseRecordType.type) return eraseCaseRow(context, row);
  const erasureAt = erasureAtOf(row);
  if (erasureAt !== null && erasureAt <= context.clock.now())
    await requestErasure(context, { subject: row.pk, reason: "no_longer_needed", reference: null });
}

/** Whether the daily work erases rows of this type: requests that wait, what came to nothing, and the evidence of cases. */
export function isErasable({ type }: Pick<Row, "type">): boolean {
  return [erasureRecordType, kybRecordType, signupRecordType, caseRecordType].some((each) => each.type === type);
}

function erasureAtOf(row: Row): Instant | null {
  const application = loadAggregate(kybRecordType, row)?.state;
  if (application) return kybErasureAt(application);
  const request = loadAggregate(signupRecordType, row)?.state;
  return request ? requestErasureAt(request) : null;
}

function loadErasure(context: StoreContext, id: string): Promise<Aggregate<Erasure>> {
  return getRecord(context, erasureRecordType, id, "erasure");
}

export async function getErasure(context: StoreContext, id: string): Promise<Erasure> {
  return (await loadErasure(context, id)).state;
}

export function listErasures(
  context: StoreContext,
  { status, ...input }: ListQuery<(typeof erasureStatuses)[number]>,
): Promise<ListPage<Erasure>> {
  return listAggregates(context, erasureRecordType, wholeList("erasure", status), input);
}
