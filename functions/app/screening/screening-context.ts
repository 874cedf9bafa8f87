import { addressKeys } from "../../domain/addresses/address-keys.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { type Evaluation, isStopped } from "../../domain/screening/evaluate.ts";
import type { Screen } from "../../domain/screening/screen.ts";
import type { ScreenResult } from "../../domain/screening/screen-lifecycle.ts";
import { type Question, readQuestion, readSubject, type ScreenInput } from "../../domain/screening/screen-value.ts";
import type { Context } from "../core/context.ts";
import type { Key, Meter, Pause, Row, Store } from "../core/ports.ts";
import { rowsAt } from "../core/read-records.ts";
import { askExposures, type Exposures } from "./ask-exposures.ts";
import { ownEntriesOf, ownKeys } from "./internal-list-record.ts";
import { catalogueFrom, catalogueKey, unusableLists } from "./list-catalogue.ts";
import type { HeldList, ListMemory } from "./list-memory.ts";

export interface ScreenContext extends Context {
  readonly lists: ListMemory;
  /** Lists without which nobody is screened. */
  readonly requiredLists: readonly string[];
  readonly exposures: Exposures;
  readonly meter: Meter;
  readonly pause: Pause;
}

/** What is asked, as a question that can be looked up; throws the no to what cannot. */
export function clean(input: ScreenInput): Question {
  const question = readQuestion(input);
  if (question instanceof Refusal) throw question;
  return question;
}

/** Rows that were read together, each by its key. */
export type Rows = (key: Key) => Row | undefined;

/** Reads rows at once, however often one is named. */
export async function readRows(store: Store, keys: readonly Key[]): Promise<Rows> {
  const named = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
  const rows = await rowsAt({ store }, named);
  const found = new Map(rows.flatMap((row) => (row ? [[nameOf(row), row] as const] : [])));
  return (key) => found.get(nameOf(key));
}

function nameOf({ pk, sk }: Key): string {
  return `${pk}\0${sk}`;
}

/** The rows that tell what is known of some values: which lists there are, and what the own lists say of each. */
export function snapshotKeys(values: readonly string[]): Key[] {
  return [catalogueKey, ...values.flatMap(ownKeys)];
}

export type HeldLists = readonly HeldList[];

/** Seconds after which lists that are missing are worth asking for again. */
const listsAgainSeconds = 60;

/** The lists in force, in memory. Refuses where one is missing or too old: by some of the lists nobody is screened. */
export async function listsInForce(
  context: Pick<ScreenContext, "lists" | "requiredLists" | "exposures" | "clock">,
  rows: Rows,
): Promise<HeldLists> {
  const { state } = catalogueFrom(rows(catalogueKey));
  const [unusable] = unusableLists(state, context.requiredLists, context.clock.now());
  if (unusable) throw noLists(`the list ${unusable.list} is ${unusable.problem}`);
  try {
    return await context.lists.lists(state.lists);
  } catch (error) {
    context.exposures.failed("lists", error);
    throw noLists("the lists cannot be read");
  }
}

function noLists(what: string): Refusal {
  return new Refusal("provider_unavailable", `${what}: nothing can be screened now, so take nothing as passed`, {
    retryAfterSeconds: listsAgainSeconds,
  });
}

/** A question and what lists and own lists say about it; nobody else was asked yet. */
export type ScreeningSnapshot = Omit<Evaluation, "exposures"> & Pick<ScreenResult, "indexKeys">;

/** Looks a question up. Refuses what cannot be what it is asked as, unless it is on a list. */
export function see(question: Question, lists: HeldLists, rows: Rows): ScreeningSnapshot | Refusal {
  const keys = addressKeys(question.value);
  const matches = lists.flatMap(({ index }) => index.lookUp(keys));
  const own = ownEntriesOf(ownKeys(question.value).map(rows));
  const subject = readSubject(question, { matches, own });
  if (subject instanceof Refusal) return subject;
  const listVersions = lists.map(({ index }) => index.version);
  return { subject, matches, own, listVersions, indexKeys: lists.map(({ head }) => head.indexKey) };
}

/** Asks the providers, under the screen's own id, unless a list or an own block has decided. */
export async function answersOn(context: Pick<ScreenContext, "exposures">, seen: ScreeningSnapshot, screenId: string) {
  return isStopped(seen) ? [] : askExposures(context.exposures, seen.subject, screenId);
}

export function meterScreen({ meter }: Pick<ScreenContext, "meter">, { verdict }: Screen): void {
  meter.count("ScreensDone", 1);
  if (verdict.action === "block") meter.count("ScreensBlocked", 1);
}
