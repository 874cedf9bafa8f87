import * as z from "zod";
import { addressKeys } from "../../domain/addresses/address-keys.ts";
import { readBody } from "../../domain/core/stored-body.ts";
import { addSeconds, type Instant } from "../../domain/core/time.ts";
import { loadAggregate } from "../core/aggregate.ts";
import { commit } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { walkIndex } from "../core/due-index.ts";
import type { Key, Row, Write } from "../core/ports.ts";
import { rowsAt } from "../core/read-records.ts";
import { rowKey } from "../core/row-keys.ts";
import type { ListsRead } from "../gate/ports.ts";
import { allRows } from "../tenants/walk-store.ts";
import { ownChangesSince } from "./internal-lists.ts";
import { type ListChangesContext, listChangesSince } from "./list-changes.ts";
import { monitorRecordType, watchPartition } from "./monitors.ts";

/** Addresses for which something has changed, whose monitors are to be screened again; those that are done are taken off. */
const walk = z.object({ addresses: z.array(z.string()), at: z.string() });

type Walk = z.infer<typeof walk>;

/** Addresses of one walk, so that its row stays small. */
const mostAddresses = 500;

/** Two machines' clocks differ by less: a monitor that was screened this long after a walk was ordered has been through it. */
const skewSeconds = 5;

function walkRow(key: Key, v: number, body: Walk): Row {
  return { ...key, v, type: "walk", body, index: { due: walkIndex(key, body.at) } };
}

/** Walks over the monitors of these addresses, from now on. */
function walkWrites(context: Pick<Context, "newId" | "clock">, addresses: readonly string[]): Write[] {
  const at = context.clock.now();
  const writes: Write[] = [];
  for (let start = 0; start < addresses.length; start += mostAddresses) {
    const key = rowKey(`walk#${context.newId("req", at)}`);
    const body = { addresses: addresses.slice(start, start + mostAddresses), at };
    writes.push({ put: walkRow(key, 1, body), expect: "absent" });
  }
  return writes;
}

/** What something has changed after a place, and the place that this leads to. */
interface Changes extends ListsRead {
  readonly addresses: readonly string[];
  readonly more: boolean;
}

/** What verdicts are made of and changes by itself, by name. */
const sources: Readonly<Record<string, (context: ListChangesContext, since: ListsRead) => Promise<Changes>>> = {
  lists: async (context, since) => {
    const { version, skip, added, removed, more } = await listChangesSince(context, since);
    return { version, skip, addresses: [...added, ...removed].map(({ address }) => address), more };
  },
  own: async ({ store }, since) => {
    const { version, values, more } = await ownChangesSince(store, since.version);
    return { version, skip: 0, addresses: values, more };
  },
};

const walked = z.object({ version: z.int(), skip: z.int() });

/** Orders walks for what the lists and our own have changed since the last time; of two at once one does. */
export async function orderWalks(context: Context & ListChangesContext): Promise<void> {
  for (const [name, changesSince] of Object.entries(sources))
    while (await orderSome(context, rowKey(`walked#${name}`), changesSince));
}

async function orderSome(
  context: Context & ListChangesContext,
  key: Key,
  changesSince: (context: ListChangesContext, since: ListsRead) => Promise<Changes>,
): Promise<boolean> {
  const [row] = await context.store.read([key]);
  const since = row ? readBody(walked, row.body) : { version: 0, skip: 0 };
  const { version, skip, addresses, more } = await changesSince(context, since);
  if (version === since.version && skip === since.skip) return false;
  const put = { ...key, v: (row?.v ?? 0) + 1, type: "walked", body: { ...since, version, skip } };
  const walks = walkWrites(context, [...new Set(addresses)]);
  const { ok } = await commit(context, [{ put, expect: row?.v ?? "absent" }, ...walks]);
  return ok && more;
}

/** Addresses that are looked up at once; most of a list are watched by nobody. */
const atOnce = 16;

/** Has every monitor of a walk's addresses screened again that has not been since; `rescreen` says whether it did them all. What it did not, or what was not come to before it was late, stays for the next time. */
export async function goWalk(
  context: Context,
  row: Row,
  rescreen: (monitorIds: readonly string[]) => Promise<boolean>,
  isLate: () => boolean,
): Promise<void> {
  const ordered = readBody(walk, row.body);
  const { addresses, at } = ordered;
  const left: string[] = [];
  for (let start = 0; start < addresses.length; start += atOnce) {
    const some = addresses.slice(start, start + atOnce);
    const found = isLate() ? [] : await Promise.all(some.map((address) => watching(context, address, at)));
    for (const [nth, address] of some.entries()) {
      const ids = found[nth];
      if (!ids || (ids.length > 0 && !(await rescreen(ids)))) left.push(address);
    }
  }
  const key = { pk: row.pk, sk: row.sk };
  const write: Write =
    left.length === 0
      ? { remove: key, expect: row.v }
      : { put: walkRow(key, row.v + 1, { ...ordered, addresses: left }), expect: row.v };
  await commit(context, [write]);
}

/** The monitors of an address that were last screened before a walk was ordered. */
async function watching(context: Context, address: string, at: Instant): Promise<string[]> {
  // A monitor is found under several keys of its address.
  const ids = new Set<string>();
  for (const key of addressKeys(address)) {
    for (const { sk } of await allRows(context.store, watchPartition(key))) ids.add(sk);
  }
  const rows = await rowsAt(context, [...ids].map(rowKey));
  return rows.flatMap((row) => {
    const state = loadAggregate(monitorRecordType, row)?.state;
    if (!state || state.deletedAt !== null || state.checkedAt > addSeconds(at, skewSeconds)) return [];
    return [state.id];
  });
}
