import * as z from "zod";
import { platform } from "../../domain/core/operator.ts";
import { addDays, dayOf, dayStart } from "../../domain/core/time.ts";
import { closeFigures, closeRow, escrowCloseRow } from "../../domain/reconciliation/close.ts";
import { loadAggregate, type RecordType } from "../core/aggregate.ts";
import type { StoreContext } from "../core/context.ts";
import { rowKey } from "../core/row-keys.ts";
import type { Stretch } from "../tenants/walk-store.ts";

const storedClose = z.object({
  id: z.string(),
  figures: closeFigures,
  sha256: z.string(),
  /** The rows, where they are few; else they are in a file. */
  rows: z.array(z.union([closeRow, escrowCloseRow])).nullable(),
  fileKey: z.string().nullable(),
  closedAt: z.string(),
});

/** The close of a day as it is kept: never changed, since nothing but its birth is ever written. */
export type StoredClose = z.infer<typeof storedClose>;

export function closeScope(tenantId: string | null): string {
  return tenantId ?? "all";
}

export function closeId(tenantId: string | null, date: string): string {
  return `close#${closeScope(tenantId)}#${date}`;
}

function closeList(tenantId: string | null): string {
  return `${closeScope(tenantId)}#close`;
}

export const closeRecordType: RecordType<StoredClose> = {
  type: "close",
  schema: storedClose,
  id: (state) => state.id,
  tenantId: ({ figures }) => figures.tenantId ?? platform,
  index: ({ figures: { tenantId, date } }) => ({ list: [closeList(tenantId), date] }),
  shown: ({ figures: { date, tenantId }, sha256 }) => ({ date, tenantId, sha256 }),
};

export function stretchOf(date: string): Stretch {
  return { from: dayStart(date), to: addDays(dayStart(date), 1) };
}

export function dayBefore(date: string): string {
  return dayOf(addDays(dayStart(date), -1));
}

export async function closeOf(
  context: StoreContext,
  tenantId: string | null,
  date: string,
): Promise<StoredClose | undefined> {
  const [row] = await context.store.read([rowKey(closeId(tenantId, date))]);
  return loadAggregate(closeRecordType, row)?.state;
}

export async function lastCloseBefore(
  context: StoreContext,
  tenantId: string | null,
  date: string,
): Promise<StoredClose | undefined> {
  const pk = closeList(tenantId);
  const page = { index: "list", pk, upTo: dayBefore(date), limit: 1, newestFirst: true } as const;
  const [row] = await context.store.page(page);
  return loadAggregate(closeRecordType, row)?.state;
}

export async function firstCloseFrom(
  context: StoreContext,
  tenantId: string | null,
  date: string,
): Promise<StoredClose | undefined> {
  const [row] = await context.store.page({ index: "list", pk: closeList(tenantId), from: date, limit: 1 });
  return loadAggregate(closeRecordType, row)?.state;
}
