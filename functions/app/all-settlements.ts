import * as z from "zod";
import { Refusal } from "../domain/refusal.ts";
import type { Settlement, SettlementStatus } from "../domain/settlement.ts";
import { monthBefore, monthOf } from "../domain/time.ts";
import { loaded } from "./aggregate.ts";
import { tenantList } from "./catalogue-kinds.ts";
import type { Desk } from "./desk.ts";
import { allSettlementsPartitions, rowKey, settlementKind } from "./kinds.ts";
import type { Listed, ListRequest } from "./list.ts";
import type { Book, Row } from "./ports.ts";

/** Settlements that a filtered page looks at before it stops; its cursor goes on from there. */
const scanLimit = 1000;

/** Records that one call reads. */
const batch = 100;

/** Where the list stands: a settlement's time and id, which sort the pointers of every partition. */
const cursorBody = z.object({
  all: z.literal("settlements"),
  before: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])-.{1,64}$/),
});

function readCursor(cursor: string): string {
  try {
    return cursorBody.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"))).before;
  } catch {
    throw new Refusal("invalid_cursor", "this cursor does not belong to this list", {
      fields: [{ path: "cursor", message: "not a cursor of this list" }],
    });
  }
}

function cursorOf(before: string): string {
  return Buffer.from(JSON.stringify({ all: "settlements", before })).toString("base64url");
}

interface Placed {
  readonly state: Settlement | undefined;
  readonly sort: string;
}

function sortOf(row: Row): string {
  return row.index?.list?.[1] ?? "";
}

/** The newest settlements of a month before a place: a page of each partition's pointers, side by side, merged and read. */
async function settlementsBefore(book: Book, month: string, before: string, size: number): Promise<Placed[]> {
  const after = { pk: "~", sk: "~", sort: before };
  const pages = await Promise.all(
    allSettlementsPartitions(month).map((pk) =>
      book.page({ index: "list", pk, limit: size + 1, newestFirst: true, after }),
    ),
  );
  const pointers = pages
    .flat()
    .filter((row) => sortOf(row) < before)
    .sort((one, other) => (sortOf(one) < sortOf(other) ? 1 : -1))
    .slice(0, size);
  const rows = await book.read(pointers.map(({ sk }) => rowKey(sk)));
  return pointers.map((each, at) => ({ state: loaded(settlementKind, rows[at])?.state, sort: sortOf(each) }));
}

async function* newestFirst(book: Book, from: string, newestMonth: string, size: number) {
  let before = from;
  let month = monthOf(from) < newestMonth ? monthOf(from) : newestMonth;
  for (let oldest = ""; month >= oldest; month = monthBefore(month)) {
    for (;;) {
      const placed = await settlementsBefore(book, month, before, size);
      yield* placed;
      if (placed.length < size) break;
      before = placed.at(-1)?.sort ?? before;
    }
    if (oldest === "") oldest = await oldestMonth(book);
  }
}

/** No settlement is older than the first tenant. */
async function oldestMonth(book: Book): Promise<string> {
  const [first] = await book.page({ index: "list", pk: tenantList.name, limit: 1 });
  return first ? monthOf(sortOf(first)) : "9999";
}

/** Every tenant's settlements, newest first. A page costs a call for each partition of its month and one for the records. */
export async function listAllSettlements(
  desk: Pick<Desk, "book" | "clock">,
  asked: ListRequest & { readonly status?: SettlementStatus | undefined },
): Promise<Listed<Settlement>> {
  const now = desk.clock.now();
  const { status, limit } = asked;
  const data: Settlement[] = [];
  let last = asked.cursor === undefined ? `${now}~` : readCursor(asked.cursor);
  let seen = 0;
  const size = status === undefined ? Math.min(limit + 1, batch) : batch;
  for await (const { state, sort } of newestFirst(desk.book, last, monthOf(now), size)) {
    if (data.length === limit || seen === scanLimit) return { data, nextCursor: cursorOf(last) };
    if (state && (status === undefined || state.status === status)) data.push(state);
    last = sort;
    seen += 1;
  }
  return { data, nextCursor: null };
}
