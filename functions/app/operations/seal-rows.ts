import { bodyToStore, following } from "../../domain/core/stored-body.ts";
import { addDays, monthAfter, monthOf } from "../../domain/core/time.ts";
import { loadAggregate, type RecordType } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { CommitContext } from "../core/context.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { PersonalData } from "../core/personal-data.ts";
import type { Key, Row } from "../core/ports.ts";
import { lacksPlace, wholeList } from "../core/row-keys.ts";
import { letterPartition, letterRow, loadedMailing, rememberedDays } from "../mail/letter-rows.ts";
import { pagesOf } from "../tenants/walk-store.ts";

export interface SealContext extends CommitContext {
  readonly personal: PersonalData;
}

/** How many rows a run looked at, and how many of them it wrote anew: sealed, or put on the list of what is due. */
export interface SealResult {
  readonly looked: number;
  readonly written: number;
}

/** Rows that are looked at side by side. */
const atOnce = 8;

/** What may write a row while it is looked at: its people, operators, a letter's worker. */
const most = 8;

/** Seals what an earlier release wrote of people in clear, and lists when what came to nothing is erased. Changes nothing else: no version of a state, no entry of a trail. Safe to stop, to do twice, and beside the service. */
export async function sealRecords<S>(context: SealContext, kind: RecordType<S>): Promise<SealResult> {
  const result = { looked: 0, written: 0 };
  for await (const rows of pagesOf(context.store, { index: "list", pk: wholeList(kind.type).name }))
    count(
      result,
      await inOrder([...rows], atOnce, (row) => sealRow(context, row, (read) => sealedRecord(context, kind, read))),
    );
  return result;
}

/** The same of letters about applicants: the addresses that they went to. */
export async function sealLetters(context: SealContext): Promise<SealResult> {
  const result = { looked: 0, written: 0 };
  const now = context.clock.now();
  const last = monthOf(now);
  for (let month = monthOf(addDays(now, -rememberedDays)); month <= last; month = monthAfter(month))
    for await (const rows of pagesOf(context.store, { index: "group", pk: letterPartition("all", month) }))
      count(
        result,
        await inOrder([...rows], atOnce, (row) => sealRow(context, row, (read) => sealedLetter(context, read))),
      );
  return result;
}

export function count(result: { looked: number; written: number }, written: readonly boolean[]): void {
  result.looked += written.length;
  result.written += written.filter(Boolean).length;
}

/** Writes a row as it is to be; whether that was anything. Read as it is stored: what is opened could not be told from what is in clear. */
export function sealRow(context: SealContext, { pk, sk }: Key, sealed: (row: Row) => Row | null): Promise<boolean> {
  const { store, personal } = context;
  const plan = async () => {
    const [row] = await store.read([{ pk, sk }]);
    const put = row ? sealed(row) : null;
    if (!row || !put) return { writes: [], result: false };
    return { writes: [{ put: { ...put, v: row.v + 1 }, expect: row.v }], result: true };
  };
  return change({ ...context, store: personal.over(store) }, plan, most);
}

function sealedRecord<S>({ personal }: SealContext, kind: RecordType<S>, row: Row): Row | null {
  const found = loadAggregate(kind, row);
  if (!found || !kind.personal) return null;
  const { state } = found;
  const seal = personal.sealerOf(kind.personal.subject(state));
  let isInClear = false;
  const next = kind.personal.map(state, (text) => {
    const sealed = seal(text);
    isInClear ||= sealed !== text;
    return sealed;
  });
  const index = kind.index?.(next);
  if (!isInClear && !lacksPlace(row, index)) return null;
  const body = { ...Object(row.body), state: bodyToStore(following(state, next)) };
  return { ...row, body, index: { ...index, ...row.index } };
}

function sealedLetter({ personal }: SealContext, row: Row): Row | null {
  const found = loadedMailing(row);
  if (!found?.state.about.startsWith("kyb_")) return null;
  const { state } = found;
  const to = personal.sealerOf(`applicant:${state.about}`)(state.to);
  return to === state.to ? null : letterRow({ ...state, to }, row.v + 1);
}
