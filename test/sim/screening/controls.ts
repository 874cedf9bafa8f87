import type { Row, Write } from "../../../functions/app/core/ports.ts";
import { ListMemory } from "../../../functions/app/screening/list-memory.ts";
import type { ListParser } from "../../../functions/app/screening/ports.ts";
import { getScreen } from "../../../functions/app/screening/screen-value.ts";
import { usageKey } from "../../../functions/app/screening/usage.ts";
import type { OwnDecision } from "../../../functions/domain/screening/internal-list.ts";
import type { ListHead } from "../../../functions/domain/screening/list-entry.ts";
import type { Screen } from "../../../functions/domain/screening/screen.ts";
import { viewScreen } from "../../../functions/domain/screening/screen-view.ts";
import { listOf } from "../../support/screening/screen-samples.ts";
import { changedPut, inTwo, reread, unconditional, withState } from "../../support/world/core/alterations.ts";
import type { ScreenAlteration } from "../../support/world/screening/world.ts";
import { mistakesIn, sceneOf } from "../core/simulation.ts";
import type { ScreenInvariant } from "./check.ts";
import { type ScreenScene, screenScenes } from "./scenes.ts";

const mistake = mistakesIn<ScreenScene, ScreenAlteration, ScreenInvariant>();

function sceneNamed(name: string): ScreenScene {
  return sceneOf({ scenes: screenScenes }, name);
}

function puts(type: string): (write: Write) => boolean {
  return (write) => "put" in write && write.put.type === type;
}

function without(concerns: (write: Write) => boolean): ScreenAlteration {
  return { relax: (writes) => writes.filter((write) => !concerns(write)) };
}

function apart(concerns: (write: Write) => boolean): ScreenAlteration {
  return { store: (store) => inTwo(store, concerns) };
}

function deliveriesAs(change: (body: { eventId: string; attemptsMade: number }) => object): ScreenAlteration {
  const changed = (row: Row) =>
    row.type === "delivery" ? { ...row, body: { ...(row.body as object), ...change(row.body as never) } } : row;
  return { store: (store) => reread(store, changed) };
}

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

const counting = [
  mistake("the counter outside of the transaction", "the counter equals the screens that were counted", {
    ...apart((write) => "count" in write),
    scene: sceneNamed("the month's last screenings, and one more"),
  }),
  mistake("counted where it came to an error", "the counter equals the screens that were counted", {
    relax: countedOnError,
    scene: sceneNamed("a provider that takes its time, or fails"),
  }),
  mistake("what nobody answered not given back", "the counter equals the screens that were counted", {
    ...without((write) => "count" in write && write.by < 0),
    scene: sceneNamed("a provider that never answers"),
  }),
  mistake("a counter without its limit", "never above the plan", {
    relax: (writes) => writes.map((write) => ("count" in write ? { ...write, most: null } : write)),
    scene: sceneNamed("the month's last screenings, and one more"),
  }),
  mistake("a claim forgotten", "one key is one screen, its replays the same to the byte", {
    ...without(puts("claim")),
    scene: sceneNamed("a screen with a key, asked twice"),
  }),
  mistake(
    "what a batch's key keeps, apart from what is counted",
    "one key is one screen, its replays the same to the byte",
    {
      ...apart(puts("claim")),
      scene: sceneNamed("a batch with a key by two at once, in more than one transaction"),
      struck: true,
    },
  ),
  mistake("a key for whatever body", "one key is one screen, its replays the same to the byte", {
    app: ({ screenValue }) => ({
      screenValue: (context, request, input) => screenValue(context, { ...request, fingerprint: "" }, input),
    }),
    scene: sceneNamed("one key by two at once, and for another body"),
  }),
  mistake("a replay of what has become of it since", "one key is one screen, its replays the same to the byte", {
    app: ({ screenValue }) => ({
      screenValue: async (context, request, input) => {
        const { usage, result } = await screenValue(context, request, input);
        const view = viewScreen(await getScreen(context, request.tenantId, result.view.id));
        return { usage, result: { ...result, view } };
      },
    }),
    scene: sceneNamed("a provider that takes its time, or fails"),
  }),
  mistake("a verdict that leaves no entry", "history is an allowed path without gaps, its chain whole", {
    ...without((write) => puts("entry")(write) && "put" in write && write.put.pk.startsWith("scr_")),
    scene: sceneNamed("a screen without a key"),
  }),
  mistake("nobody asks about a pending screen", "nothing is stuck", {
    relax: (writes) => writes.map(changedPut((row) => (row.type === "screen" ? { ...row, index: {} } : row))),
    scene: sceneNamed("a provider that takes its time, or fails"),
  }),
];

const lists = [
  mistake("the catalogue before its index", "the catalogue names what the store has, and never a worse list", {
    listStore: (listStore, { scheduler }) => ({
      writeIndex: async (key, index) => scheduler.later(30, () => void listStore.indexes.set(key, index)),
    }),
    scene: sceneNamed("a list is loaded"),
  }),
  mistake("half a list believed", "the catalogue names what the store has, and never a worse list", {
    parser: credulous,
    scene: sceneNamed("what is no list"),
  }),
  mistake("of two lists the last one stays", "the catalogue names what the store has, and never a worse list", {
    relax: unconditional(({ pk }) => pk === "lists"),
    scene: sceneNamed("two lists at once, the older one second"),
  }),
  mistake("a list that is never too old", "nothing is allowed by a stale, half or old list, or unasked", {
    store: (store) =>
      reread(store, (row) =>
        withState(row, "list_catalogue", ({ lists: heads }) => ({
          lists: (heads as ListHead[]).map((head) => ({ ...head, staleAfterSeconds: null })),
        })),
      ),
    scene: sceneNamed("a list that has become too old"),
  }),
  mistake("a list remembered for good", "nothing is allowed by a stale, half or old list, or unasked", {
    memory: (listStore) => new StaleMemory(listStore),
  }),
];

const operators = [
  mistake("the second operator unchecked", "own entries act only with two different operators", {
    store: (store) =>
      reread(store, (row) =>
        withState(row, "own_entry", ({ listing, withdrawal }) => ({
          listing: askedByNobody(listing as OwnDecision),
          withdrawal: askedByNobody(withdrawal as OwnDecision | null),
        })),
      ),
    scene: sceneNamed("an own entry, from proposal to withdrawal"),
  }),
  mistake("an entry that acts apart from its approval", "own entries act only with two different operators", {
    ...apart(puts("own_entries")),
    scene: sceneNamed("an own entry, from proposal to withdrawal"),
  }),
];

const alerts = [
  mistake("an alert's id anew for every attempt", "an alert is sent at most six times, under one event id", {
    ...deliveriesAs(({ eventId, attemptsMade }) => ({ eventId: `${eventId}${attemptsMade}` })),
    scene: sceneNamed("a watched address is listed"),
  }),
  mistake("an attempt that does not count", "an alert is sent at most six times, under one event id", {
    ...deliveriesAs(({ attemptsMade }) => ({ attemptsMade: Math.min(1, attemptsMade) })),
    scene: sceneNamed("a receiver that never takes it"),
  }),
  mistake("an alert apart from its monitor", "no alert is lost", {
    ...apart(puts("delivery")),
    scene: sceneNamed("a watched address is listed"),
    struck: true,
  }),
  mistake("a changed list noted before its walk", "no alert is lost", {
    ...apart(puts("walk")),
    scene: sceneNamed("a watched address is listed"),
  }),
];

/** Mistakes on purpose. */
export const screenControls = [...counting, ...lists, ...operators, ...alerts];
