import { mapRequesterTexts } from "../../domain/access/access-request.ts";
import type { Signup } from "../../domain/access/signup.ts";
import { siblingId } from "../../domain/core/id.ts";
import { platform } from "../../domain/core/operator.ts";
import { erasedText, type Subject } from "../../domain/core/sealed-text.ts";
import { addDays, type Instant } from "../../domain/core/time.ts";
import { eraseKyb } from "../../domain/onboarding/erase.ts";
import type { Kyb } from "../../domain/onboarding/kyb.ts";
import {
  type Erasure,
  erasure,
  erasureTerms,
  lookAtErasure,
  type Relationship,
} from "../../domain/operations/erasure.ts";
import { signupRecordType } from "../access/request-access.ts";
import { getSignup } from "../access/signups.ts";
import { knownAddressKey } from "../access/submit-access-request.ts";
import {
  type Aggregate,
  entriesIn,
  loadAggregate,
  newAggregate,
  type RecordType,
  transitionWrites,
} from "../core/aggregate.ts";
import { change, changeRecord } from "../core/change.ts";
import type { Context, StoreContext } from "../core/context.ts";
import { dailyIndex } from "../core/due-index.ts";
import { type ListPage, type ListRequest, listAggregates } from "../core/list-page.ts";
import type { PersonalData } from "../core/personal-data.ts";
import type { Row } from "../core/ports.ts";
import { getRecord } from "../core/read-records.ts";
import { recordAction } from "../core/record-action.ts";
import { rowKey, wholeList, wholePlaces } from "../core/row-keys.ts";
import { lettersAbout, loadedMailing, storedLetterKey } from "../mail/letter-rows.ts";
import { changeKyb, loadKyb } from "../onboarding/reads.ts";
import { kybRecordType } from "../onboarding/record.ts";
import { tenantRecordType } from "../tenants/records.ts";
import type { FileEraser } from "./ports.ts";

export interface ErasureContext extends Context {
  readonly personal: PersonalData;
  readonly applicantFiles: FileEraser;
}

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

type Found =
  | { readonly kind: "application"; readonly state: Kyb }
  | { readonly kind: "access_request"; readonly state: Signup };

/** The application or request for access that an id names. */
async function findSubject(context: StoreContext, id: string): Promise<Found> {
  if (id.startsWith("kyb_")) return { kind: "application", state: (await loadKyb(context, id)).state };
  return { kind: "access_request", state: (await getSignup(context, id)).state };
}

function subjectOf({ kind, state }: Found): Subject {
  return kind === "application" ? `applicant:${state.id}` : `requester:${state.id}`;
}

/** How it stands with the tenant that a verified business became. */
async function relationshipOf({ store }: StoreContext, found: Found): Promise<Relationship> {
  if (found.kind === "access_request" || found.state.status !== "approved") return "none";
  const { tenantId } = found.state;
  const [row] = tenantId === null ? [] : await store.read([rowKey(tenantId)]);
  const tenant = loadAggregate(tenantRecordType, row)?.state;
  if (!tenant) return "none";
  return tenant.status === "suspended" ? "ended" : "active";
}

/** Erases a subject, at once where nothing has it kept, or says when it goes; the same again is the same request. */
export async function requestErasure(context: ErasureContext, subject: string): Promise<Erasure> {
  const found = await findSubject(context, subject);
  const relationship = await relationshipOf(context, found);
  const now = context.clock.now();
  const id = siblingId(subject, "ers");
  const known = await context.store.read([rowKey(id)]);
  if (!known[0]) {
    const { kind } = found;
    const terms = erasureTerms(relationship, null, now);
    const next: Erasure = { id, subject, kind, status: "scheduled", ...terms, createdAt: now, updatedAt: now };
    const transition = { next, from: null, to: next.status, reason: "erasure requested" };
    await change(context, async () => {
      const [row] = await context.store.read([rowKey(id)]);
      const { writes } = transitionWrites(newAggregate(erasureRecordType, next), [transition], context);
      return { writes: row ? [] : writes, result: undefined };
    });
  }
  return carryOut(context, id);
}

/** Looks at a request: erases what is due, and says when the rest is. Safe to do twice: what is gone is gone. */
async function carryOut(context: ErasureContext, id: string): Promise<Erasure> {
  const { state } = await getErasure(context, id);
  const found = await findSubject(context, state.subject);
  const relationship = await relationshipOf(context, found);
  const decide = (before: Erasure, now: Instant) => lookAtErasure(before, relationship, now);
  // First what is erased, then that it was: a run that dies between begins anew.
  if (decide(state, context.clock.now())[0]?.to === "erased") await eraseSubject(context, found);
  const load = () => getErasure(context, id);
  return (await changeRecord(context, load, (before) => decide(before, context.clock.now()))).state;
}

async function eraseSubject(context: ErasureContext, found: Found): Promise<void> {
  const { id } = found.state;
  await removeLetters(context, id);
  if (found.kind === "application") await context.applicantFiles.erase(`kyb/${id}/`);
  else await removeAddress(context, found.state.contactEmail);
  // The record before the key: what is read in between is the person's own, and nobody else's.
  if (found.kind === "application") await changeKyb(context, id, (before) => eraseKyb(before, context.clock.now()));
  else
    await changeRecord(
      context,
      () => getSignup(context, id),
      (before) => eraseSignup(before, context.clock.now()),
    );
  await context.personal.erase([subjectOf(found)]);
}

function eraseSignup(state: Signup, now: Instant) {
  if (state.contactEmail === erasedText) return [];
  const next = { ...mapRequesterTexts(state, () => erasedText), updatedAt: now };
  return [{ next, from: state.status, to: state.status, reason: "erased" }];
}

/** The digest of an address by which whoever asks twice is known. */
async function removeAddress({ store, newId, clock }: Context, email: string): Promise<void> {
  const [row] = await store.read([knownAddressKey(email)]);
  if (row) await store.write([{ remove: knownAddressKey(email), expect: row.v }], newId("req", clock.now()));
}

const mostLetters = 100;

/** What letters about a record said, where that was stored. */
async function removeLetters({ store, newId, clock }: Context, about: string): Promise<void> {
  const rows = await store.page({ index: "ref", pk: lettersAbout(about), limit: mostLetters });
  for (const { pk } of rows) {
    const [stored] = await store.read([storedLetterKey(pk)]);
    if (stored) await store.write([{ remove: storedLetterKey(pk), expect: stored.v }], newId("req", clock.now()));
  }
}

/** Looks at a request that has fallen due. */
export async function lookAtErasureRow(context: ErasureContext, row: Row): Promise<void> {
  const found = loadAggregate(erasureRecordType, row);
  if (found) await carryOut(context, found.state.id);
}

function getErasure(context: StoreContext, id: string): Promise<Aggregate<Erasure>> {
  return getRecord(context, erasureRecordType, id, "erasure");
}

export function listErasures(context: StoreContext, input: ListRequest): Promise<ListPage<Erasure>> {
  return listAggregates(context, erasureRecordType, wholeList("erasure"), input);
}

type Fields = Record<string, unknown>;

/** All that is stored about a subject, as its record, its letters and its trail have it. Whoever asks is on the trail. */
export async function exportSubject(
  context: Context & { readonly personal: Pick<PersonalData, "open"> },
  subject: string,
): Promise<{ subject: string; kind: Found["kind"]; record: Fields; letters: Fields[]; trail: Fields[] }> {
  const { kind, state } = await findSubject(context, subject);
  await recordAction(context, { subject, reason: "exported all that is stored about it" });
  const { personal, store } = context;
  const letters = await store.page({ index: "ref", pk: lettersAbout(subject), limit: mostLetters });
  const trail = entriesIn(await store.page({ pk: subject, prefix: "entry#", limit: mostEntries }));
  const lines = trail.map(({ at, actor, to, reason, after }) => ({ at, actor, to, reason, after }));
  return {
    ...{ subject, kind },
    // A digest of a link lets nobody in, and says nothing of a person.
    record: Object.fromEntries(Object.entries(state).filter(([name]) => name !== "links" && name !== "lastForm")),
    letters: await personal.open(letters.flatMap((row) => ({ ...loadedMailing(row)?.state }))),
    trail: await personal.open(lines),
  };
}

const mostEntries = 500;
const pageSize = 100;

/** The applications and requests for access of an e-mail address, in any case of its letters. */
export async function findSubjects(
  context: StoreContext,
  email: string,
): Promise<{ id: string; kind: Found["kind"] }[]> {
  const wanted = email.toLowerCase();
  const isTheirs = (state: { readonly contactEmail: string }) => state.contactEmail.toLowerCase() === wanted;
  const applications = await allOf(context, kybRecordType);
  const requests = await allOf(context, signupRecordType);
  const people = ({ answers }: Kyb) => [...answers.people, ...(answers.company ? [answers.company] : [])];
  const named = (state: Kyb) => isTheirs(state) || people(state).some((each) => each.email.toLowerCase() === wanted);
  return [
    ...applications.filter(named).map(({ id }) => ({ id, kind: "application" as const })),
    ...requests.filter(isTheirs).map(({ id }) => ({ id, kind: "access_request" as const })),
  ];
}

/** Every record of what operators make few of. */
async function allOf<S>(context: StoreContext, kind: RecordType<S>): Promise<S[]> {
  const found: S[] = [];
  let cursor: string | undefined;
  do {
    const page = await listAggregates(context, kind, wholeList(kind.type), { limit: pageSize, cursor });
    found.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}
