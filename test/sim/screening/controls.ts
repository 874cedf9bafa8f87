import type { Book, Row, Write } from "../../../functions/app/core/ports.ts";
import { ListMemory } from "../../../functions/app/screening/list-memory.ts";
import type { ListParser } from "../../../functions/app/screening/ports.ts";
import { getScreen } from "../../../functions/app/screening/screen-value.ts";
import { usageKey } from "../../../functions/app/screening/usage.ts";
import type { OwnDecision } from "../../../functions/domain/screening/internal-list.ts";
import type { ListHead } from "../../../functions/domain/screening/list-entry.ts";
import type { Screen } from "../../../functions/domain/screening/screen.ts";
import { viewScreen } from "../../../functions/domain/screening/screen-view.ts";
import { listOf } from "../../support/screening/screen-samples.ts";
import type { ScreenAlteration } from "../../support/world/screen-world.ts";
import { type PartCaught, tryMistake } from "../core/part-control.ts";
import { inTwo, unconditional, withState } from "../settlement/control.ts";
import type { ScreenFinding, ScreenInvariant } from "./findings.ts";
import { playScreenSeed, strikeScreens } from "./schedule.ts";

/** A mistake that could have been made with screening, and the invariants that must tell it. */
export interface ScreenControl {
  readonly name: string;
  readonly caughtBy: readonly ScreenInvariant[];
  readonly alteration: ScreenAlteration;
  /** Where chance alone would seldom come to it. */
  readonly scene?: string;
  /** Struck at every step of the scene instead. */
  readonly struck?: true;
}

/** A book whose rows read otherwise. */
function rereading(book: Book, change: (row: Row) => Row): Book {
  return {
    read: async (keys) => (await book.read(keys)).map((row) => row && change(row)),
    page: (query) => book.page(query),
    write: (writes, nonce) => book.write(writes, nonce),
  };
}

function puts(type: string): (write: Write) => boolean {
  return (write) => "put" in write && write.put.type === type;
}

function without(concerns: (write: Write) => boolean): ScreenAlteration {
  return { relax: (writes) => writes.filter((write) => !concerns(write)) };
}

function apart(concerns: (write: Write) => boolean): ScreenAlteration {
  return { book: (book) => inTwo(book, concerns) };
}

function deliveriesAs(change: (body: { eventId: string; attemptsMade: number }) => object): ScreenAlteration {
  const changed = (row: Row) =>
    row.type === "delivery"
      ? { ...row, body: { ...(row.body as object), ...change(row.body as never) } }
      : row;
  return { book: (book) => rereading(book, changed) };
}

/** Counts what ended as an error, too. */
function countedOnError(writes: readonly Write[]): readonly Write[] {
  const more = writes.flatMap((write): Write[] => {
    if (!("put" in write) || write.put.type !== "screen") return [];
    const { accountId, createdAt, verdict } = (write.put.body as { state: Screen }).state;
    return verdict.status === "error" ? [{ count: usageKey(accountId, createdAt), by: 1, most: null }] : [];
  });
  return [...writes, ...more];
}

/** Takes whatever there is of a file. */
const credulous: ListParser = async (bytes) => {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  const [publishedAt = "", ...addresses] = Buffer.concat(parts).toString().split("\n");
  return { ...listOf(addresses.slice(0, -1)), publishedAt };
};

/** Lists that are what they first were. */
class StaleMemory extends ListMemory {
  #first: readonly ListHead[] | undefined;
  override lists(heads: readonly ListHead[]) {
    this.#first ??= heads;
    return super.lists(this.#first);
  }
}

const askedByNobody = (each: OwnDecision | null) => each && { ...each, askedBy: "operator:nobody" };

const counting: readonly ScreenControl[] = [
  {
    name: "the counter outside of the transaction",
    caughtBy: ["the counter equals the screens that were counted"],
    alteration: apart((write) => "count" in write),
    scene: "the month's last screenings, and one more",
  },
  {
    name: "counted where it came to an error",
    caughtBy: ["the counter equals the screens that were counted"],
    alteration: { relax: countedOnError },
    scene: "a provider that takes its time, or fails",
  },
  {
    name: "what nobody answered not given back",
    caughtBy: ["the counter equals the screens that were counted"],
    alteration: without((write) => "count" in write && write.by < 0),
    scene: "a provider that never answers",
  },
  {
    name: "a counter without its limit",
    caughtBy: ["never above the plan"],
    alteration: {
      relax: (writes) => writes.map((write) => ("count" in write ? { ...write, most: null } : write)),
    },
    scene: "the month's last screenings, and one more",
  },
  {
    name: "a claim forgotten",
    caughtBy: ["one key is one screen, its replays the same to the byte"],
    alteration: without(puts("claim")),
    scene: "a screen with a key, asked twice",
  },
  {
    name: "what a batch's key keeps, apart from what is counted",
    caughtBy: ["one key is one screen, its replays the same to the byte"],
    alteration: apart(puts("claim")),
    scene: "a batch with a key by two at once, in more than one transaction",
    struck: true,
  },
  {
    name: "a key for whatever body",
    caughtBy: ["one key is one screen, its replays the same to the byte"],
    alteration: {
      app: ({ screenValue }) => ({
        screenValue: (desk, request, asked) => screenValue(desk, { ...request, fingerprint: "" }, asked),
      }),
    },
    scene: "one key by two at once, and for another body",
  },
  {
    name: "a replay of what has become of it since",
    caughtBy: ["one key is one screen, its replays the same to the byte"],
    alteration: {
      app: ({ screenValue }) => ({
        screenValue: async (desk, request, asked) => {
          const { usage, result } = await screenValue(desk, request, asked);
          const view = viewScreen(await getScreen(desk, request.tenantId, result.view.id));
          return { usage, result: { ...result, view } };
        },
      }),
    },
    scene: "a provider that takes its time, or fails",
  },
  {
    name: "a verdict that leaves no entry",
    caughtBy: ["history is an allowed path without gaps, its chain whole"],
    alteration: without((write) => puts("entry")(write) && "put" in write && write.put.pk.startsWith("scr_")),
    scene: "a screen without a key",
  },
  {
    name: "nobody asks about a pending screen",
    caughtBy: ["nothing is stuck"],
    alteration: {
      relax: (writes) =>
        writes.map((write) =>
          puts("screen")(write) && "put" in write ? { ...write, put: { ...write.put, index: {} } } : write,
        ),
    },
    scene: "a provider that takes its time, or fails",
  },
];

const lists: readonly ScreenControl[] = [
  {
    name: "the catalogue before its index",
    caughtBy: ["the catalogue names what the store has, and never a worse list"],
    alteration: {
      store: (store, { scheduler }) => ({
        writeFile: (list, bytes) => store.writeFile(list, bytes),
        readFile: (key) => store.readFile(key),
        readIndex: (key) => store.readIndex(key),
        writeIndex: async (key, index) => scheduler.later(30, () => void store.indexes.set(key, index)),
      }),
    },
    scene: "a list is loaded",
  },
  {
    name: "half a list believed",
    caughtBy: ["the catalogue names what the store has, and never a worse list"],
    alteration: { parser: credulous },
    scene: "what is no list",
  },
  {
    name: "of two lists the last one stays",
    caughtBy: ["the catalogue names what the store has, and never a worse list"],
    alteration: { relax: unconditional(({ pk }) => pk === "lists") },
    scene: "two lists at once, the older one second",
  },
  {
    name: "a list that is never too old",
    caughtBy: ["nothing is allowed by a stale, half or old list, or unasked"],
    alteration: {
      book: (book) =>
        rereading(book, (row) =>
          withState(row, "list_catalogue", ({ lists: heads }) => ({
            lists: (heads as ListHead[]).map((head) => ({ ...head, staleAfterSeconds: null })),
          })),
        ),
    },
    scene: "a list that has become too old",
  },
  {
    name: "a list remembered for good",
    caughtBy: ["nothing is allowed by a stale, half or old list, or unasked"],
    alteration: { memory: (store) => new StaleMemory(store) },
  },
];

const operators: readonly ScreenControl[] = [
  {
    name: "the second operator unchecked",
    caughtBy: ["own entries act only with two different operators"],
    alteration: {
      book: (book) =>
        rereading(book, (row) =>
          withState(row, "own_entry", ({ listing, withdrawal }) => ({
            listing: askedByNobody(listing as OwnDecision),
            withdrawal: askedByNobody(withdrawal as OwnDecision | null),
          })),
        ),
    },
    scene: "an own entry, from proposal to withdrawal",
  },
  {
    name: "an entry that acts apart from its approval",
    caughtBy: ["own entries act only with two different operators"],
    alteration: apart(puts("own_entries")),
    scene: "an own entry, from proposal to withdrawal",
  },
];

const alerts: readonly ScreenControl[] = [
  {
    name: "an alert's id anew for every attempt",
    caughtBy: ["an alert is sent at most six times, under one event id"],
    alteration: deliveriesAs(({ eventId, attemptsMade }) => ({ eventId: `${eventId}${attemptsMade}` })),
    scene: "a watched address is listed",
  },
  {
    name: "an attempt that does not count",
    caughtBy: ["an alert is sent at most six times, under one event id"],
    alteration: deliveriesAs(({ attemptsMade }) => ({ attemptsMade: Math.min(1, attemptsMade) })),
    scene: "a receiver that never takes it",
  },
  {
    name: "an alert apart from its monitor",
    caughtBy: ["no alert is lost"],
    alteration: apart(puts("delivery")),
    scene: "a watched address is listed",
    struck: true,
  },
  {
    name: "a changed list noted before its walk",
    caughtBy: ["no alert is lost"],
    alteration: apart(puts("walk")),
    scene: "a watched address is listed",
  },
];

/** Mistakes on purpose. */
export const screenControls: readonly ScreenControl[] = [...counting, ...lists, ...operators, ...alerts];

/** Schedules that a mistake is given to show itself. */
const mostSchedules = 1_500;

/** Plays schedules against a mistake until the invariant that should tell it does; one that only a death at its very step shows is struck there. */
export async function tryScreenControl(control: ScreenControl): Promise<PartCaught<ScreenInvariant>> {
  const { alteration, scene, struck = false } = control;
  if (!struck || scene === undefined) {
    const played = scene === undefined ? {} : { scene };
    return tryMistake(control, (seed) => playScreenSeed(seed, { alteration, ...played }), mostSchedules);
  }
  const { failures } = await strikeScreens([scene], alteration);
  return tryMistake(
    control,
    async (nth) => ({ findings: (failures[nth - 1]?.findings ?? []) as readonly ScreenFinding[] }),
    failures.length,
  );
}
