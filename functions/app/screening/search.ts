import { sharedKey } from "../../domain/addresses/address-keys.ts";
import { looksLikeId, siblingId } from "../../domain/core/id.ts";
import { platform } from "../../domain/core/operator.ts";
import { pointerPartition } from "../core/aggregate.ts";
import type { StoreContext } from "../core/context.ts";
import type { Store } from "../core/ports.ts";
import {
  type Finder,
  type FoundRecord,
  finder,
  findRecords,
  newestFirst,
  resultLimit,
  searchText,
  spelt,
} from "../core/search-records.ts";
import { apiKeyList, apiKeyRecordType } from "../tenants/records.ts";
import { accountRecordType, namedPointer } from "./account-record.ts";
import { accountRequestRecordType } from "./account-requests.ts";
import { type AddressDetails, seeAddress } from "./address-details.ts";
import { internalListRecordType, proposedPointer } from "./internal-list-record.ts";
import { type ListStep, readCatalogue, stepsBefore, stepsSince, versionOfPointer } from "./list-catalogue.ts";
import type { ListMemory } from "./list-memory.ts";
import { monitorRecordType, watchPartition } from "./monitors.ts";
import { screenedPointer, screenRecordType } from "./screen-record.ts";

type RecordKind = "account" | "account_request" | "key" | "monitor" | "own_entry" | "screen";

/** Something of the screening interface that an operator's words name; its account is null where it belongs to none. */
export interface ScreeningResult extends Omit<FoundRecord<RecordKind | "list_version">, "tenantId"> {
  readonly accountId: string | null;
}

type SearchContext = StoreContext & { readonly lists: ListMemory };

/** Versions of the catalogue, newest first, among which a list's own is looked for. */
const versionsLooked = 100;

/** What an operator pasted: an id of any kind, an account's name, an address in any way of writing it or a transaction's reference, a list's id, the number of a version of the lists or the hash of a publisher's file, whole; an account with its keys, an address with its screens, monitors, own entries and the lists that have or had it. Newest first, at most 50. Refuses blank text and over 256 characters. */
export async function searchScreening(context: SearchContext, q: string): Promise<ScreeningResult[]> {
  const text = searchText(q);
  if (looksLikeId(text)) return recordsOf(context, await idsOf(context.store, spelt(text)));
  const [pointers, seen] = await Promise.all([pointersTo(context.store, text), seeAddress(context, text)]);
  const ids = [...seen.own.map(({ id }) => id), ...pointers.filter((sk) => versionOfPointer(sk) === undefined)];
  const versions = pointers.flatMap((sk) => versionOfPointer(sk) ?? []);
  const [records, listed] = await Promise.all([
    recordsOf(context, ids),
    versionsNamed(context, text, { versions, matches: seen.matches }),
  ]);
  return newestFirst([...records, ...listed]).slice(0, resultLimit);
}

/** The records that an id means: itself, an account's keys, and the monitor that a webhook endpoint is of. */
async function idsOf(store: Store, id: string): Promise<string[]> {
  if (id.startsWith("whe_")) return [siblingId(id, "mon")];
  if (!id.startsWith("acc_")) return [id];
  const keys = await store.page({
    index: "list",
    keysOnly: true,
    pk: apiKeyList(id).name,
    limit: resultLimit,
    newestFirst: true,
  });
  return [id, ...keys.map(({ pk }) => pk)];
}

/** What points to a value, the newest of each kind. */
async function pointersTo(store: Store, text: string): Promise<string[]> {
  const partitions = [
    ...[screenedPointer(text), proposedPointer(text), namedPointer(text), text].map(pointerPartition),
    watchPartition(sharedKey(text)),
  ];
  const pages = await Promise.all(partitions.map((pk) => store.page({ pk, limit: resultLimit, newestFirst: true })));
  return pages.flat().map(({ sk }) => sk);
}

async function recordsOf(context: StoreContext, ids: readonly string[]): Promise<ScreeningResult[]> {
  const found = await findRecords(context, ids, finders);
  return found.map(({ tenantId, ...record }) => ({ ...record, accountId: tenantId === platform ? null : tenantId }));
}

const finders: readonly Finder<RecordKind>[] = [
  finder("account", accountRecordType, ({ name, plan }) => `${name} (${plan})`),
  finder("account_request", accountRequestRecordType, ({ companyName, plan }) => `${companyName} (${plan})`),
  finder(
    "key",
    apiKeyRecordType,
    ({ name, prefix, last4 }) => `${name === null ? "" : `${name}, `}${prefix}…${last4}`,
    ({ revokedAt }) => ({ status: revokedAt === null ? "active" : "revoked" }),
  ),
  finder(
    "monitor",
    monitorRecordType,
    ({ value }) => value,
    ({ risk, deletedAt }) => ({ status: deletedAt === null ? risk.action : "deleted" }),
  ),
  finder("own_entry", internalListRecordType, ({ kind, value }) => `${kind} ${value}`),
  finder(
    "screen",
    screenRecordType,
    ({ subject }) => subject.value,
    ({ verdict }) => ({ status: verdict.action }),
  ),
];

/** The versions of lists that a number, a hash or a list's id names, and those in force that have or had the address. */
async function versionsNamed(
  context: StoreContext,
  text: string,
  { versions, matches }: { readonly versions: readonly number[] } & Pick<AddressDetails, "matches">,
): Promise<ScreeningResult[]> {
  const { lists, version: last } = await readCatalogue(context);
  const named = [...versions, ...(/^\d{1,8}$/.test(text) ? [Number(text)] : [])].filter((each) => each <= last);
  const heads = lists.filter(({ list }) => list === text.toLowerCase() || matches.some((each) => each.list === list));
  const [steps, newest] = await Promise.all([
    Promise.all(named.map(async (each) => (each < 1 ? [] : stepsSince(context, each - 1, 1)))),
    heads.length === 0 ? { steps: [] } : stepsBefore(context, null, versionsLooked),
  ]);
  const inForce = newest.steps.filter(({ after }) => heads.some(({ indexKey }) => indexKey === after));
  const all = new Map([...steps.flat(), ...inForce].map((step) => [step.version, step]));
  const isInForce = ({ after }: ListStep) => lists.some(({ indexKey }) => indexKey === after);
  return [...all.values()].map((step) => resultOf(step, isInForce(step)));
}

function resultOf(step: ListStep, isInForce: boolean): ScreeningResult {
  const { version, list, publishedAt, at } = step;
  const title = publishedAt === undefined ? list : `${list} of ${publishedAt}`;
  const status = isInForce ? "in_force" : "replaced";
  return { kind: "list_version", id: String(version), accountId: null, title, status, at };
}
