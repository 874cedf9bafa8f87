import { search } from "../../../functions/app/console/search.ts";
import type { Context } from "../../../functions/app/core/context.ts";
import {
  type Asker,
  cursorOf,
  type ListPage,
  type ListSource,
  tenantRecords,
} from "../../../functions/app/core/list-page.ts";
import { pointersAt } from "../../../functions/app/core/list-pointers.ts";
import type { Store } from "../../../functions/app/core/ports.ts";
import { placeOf } from "../../../functions/app/core/row-keys.ts";
import { listInvoices } from "../../../functions/app/invoicing/invoices.ts";
import { invoicesOf } from "../../../functions/app/invoicing/record.ts";
import { listSettlements } from "../../../functions/app/settlement/reads.ts";
import { payerPointer } from "../../../functions/app/settlement/record.ts";
import { countedIds } from "../../support/world/core/ids.ts";
import { median } from "../core/spread.ts";
import { Gauge } from "../recon/measure.ts";
import type { GeneratedTenant } from "./generated-tenant.ts";

/** A list that is read page by page: how its first page was read and how its last. */
export interface PagedList {
  readonly title: string;
  readonly first: Page;
  readonly last: Page;
}

interface Page {
  readonly records: number;
  readonly calls: number;
  readonly ms: number;
}

/** What all of it took. */
export interface ListFigures {
  readonly pages: number;
  readonly lists: readonly PagedList[];
  /** Records of a walk through the whole list of invoices, and its seconds. */
  readonly walked: number;
  readonly walkSeconds: number;
  /** A filter that nothing passes: calls until the page stops with a cursor. */
  readonly rareCalls: number;
  readonly searches: readonly { readonly q: string; readonly found: number; readonly calls: number }[];
  readonly peakHeapMb: number;
  readonly peakRssMb: number;
}

/** A tenant's book, and a count of its calls. */
export interface ListSubject {
  readonly made: GeneratedTenant;
  readonly store: Store;
  readonly calls: () => number;
}

type Read = (cursor: string | undefined) => Promise<ListPage<{ readonly id: string; readonly createdAt: string }>>;

interface Plan {
  readonly title: string;
  readonly source: ListSource;
  readonly read: Read;
}

const repeats = 15;
const month = { createdAfter: undefined, createdBefore: undefined };

/** Lists, filters and searches of a large tenant, pages of so many records. */
export async function measureLists(subject: ListSubject, limit: number): Promise<ListFigures> {
  const gauge = new Gauge();
  const { made, calls } = subject;
  const context = contextOf(subject);
  const asker = { tenantId: made.tenantId, tenantCreatedAt: "2026-11-02T00:00:00.000Z" };
  const plans = plansFor(context, asker, made, limit);
  const pages = Math.floor(made.size / limit);
  const lists: PagedList[] = [];
  for (const plan of plans) {
    const first = await pageOf(plan, undefined, calls);
    // The last page begins after the oldest record but so many.
    const last = await pageOf(plan, cursorBefore(plan, made, limit), calls);
    lists.push({ title: plan.title, first, last });
    gauge.look();
  }
  const began = performance.now();
  const walked = await walk(plans[0]?.read, gauge);
  const walkSeconds = (performance.now() - began) / 1000;
  const before = calls();
  const rare = { limit, customerId: made.customerId, status: "draft" } as const;
  const { nextCursor } = await listInvoices(context, asker, rare);
  if (nextCursor === null && made.size > 1000) throw new Error("a rare filter read all of the list");
  const rareCalls = calls() - before;
  const searches = await searchAll(context, made, calls);
  gauge.look();
  return { pages, lists, walked, walkSeconds, rareCalls, searches, ...gauge.peaks };
}

function contextOf({ store }: ListSubject): Context {
  const clock = { now: () => "2026-11-23T00:00:00.000Z" };
  return { store, clock, newId: countedIds(), actor: "bench", requestId: "req_bench" };
}

function plansFor(context: Context, asker: Asker, made: GeneratedTenant, limit: number): Plan[] {
  const { tenantId, customerId, statuses } = made;
  const records = (noun: string, word?: string, index?: "group") =>
    tenantRecords(context, asker, noun, word, { ...month, ...(index && { index }) });
  const invoices = (filter: object) => (cursor: string | undefined) =>
    listInvoices(context, asker, { limit, cursor, ...filter });
  const settlements = (filter: object) => (cursor: string | undefined) =>
    listSettlements(context, asker, { limit, cursor, ...filter });
  return [
    { title: "invoices", source: records("invoice"), read: invoices({}) },
    {
      title: "invoices of a status",
      source: records("invoice", statuses.invoice),
      read: invoices({ status: statuses.invoice }),
    },
    {
      title: "invoices of a customer",
      source: pointersAt(invoicesOf(tenantId, customerId), "inv"),
      read: invoices({ customerId }),
    },
    { title: "settlements", source: records("settlement"), read: settlements({}) },
    {
      title: "settlements of a status",
      source: records("settlement", statuses.settlement),
      read: settlements({ status: statuses.settlement }),
    },
    {
      title: "settlements of a payment status",
      source: records("payment", statuses.payment, "group"),
      read: settlements({ paymentStatus: statuses.payment }),
    },
    {
      title: "settlements of a customer",
      source: pointersAt(payerPointer(tenantId, customerId), "stl"),
      read: settlements({ customerId }),
    },
  ];
}

/** The cursor of the page that ends a list: it begins after all but so many records. */
function cursorBefore({ source }: Plan, made: GeneratedTenant, limit: number): string {
  const [partition = ""] = source.partitions;
  const [row] = made.rowsIn(source.index, partition, limit);
  if (!row) throw new Error(`${partition} is no list`);
  return cursorOf(source, partition, placeOf(row, source.index));
}

async function pageOf({ read, title }: Plan, cursor: string | undefined, calls: () => number): Promise<Page> {
  const times: number[] = [];
  let page: Omit<Page, "ms"> = { records: 0, calls: 0 };
  for (let nth = 0; nth < repeats; nth++) {
    const [before, began] = [calls(), performance.now()];
    const { data } = await read(cursor);
    times.push(performance.now() - began);
    page = { records: data.length, calls: calls() - before };
  }
  if (page.records === 0) throw new Error(`${title}: a page is empty`);
  return { ...page, ms: median(times) };
}

/** Reads a list from its first page to its last; how many records it had. */
async function walk(read: Read | undefined, gauge: Gauge): Promise<number> {
  let walked = 0;
  let cursor: string | undefined;
  do {
    const page = await read?.(cursor);
    walked += page?.data.length ?? 0;
    cursor = page?.nextCursor ?? undefined;
    gauge.look();
  } while (cursor !== undefined);
  return walked;
}

async function searchAll(context: Context, made: GeneratedTenant, calls: () => number) {
  const some = Math.floor(made.size / 2);
  const searches = [];
  for (const q of [`A-${some}`, made.invoiceId(some), made.wallet]) {
    const before = calls();
    searches.push({ q, found: (await search(context, q)).length, calls: calls() - before });
  }
  return searches;
}
