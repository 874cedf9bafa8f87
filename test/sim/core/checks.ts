import { type Entry, entryHash } from "../../../functions/app/core/aggregate.ts";
import type { ClaimBody } from "../../../functions/app/core/idempotency-claim.ts";
import type { Row } from "../../../functions/app/core/ports.ts";
import type { Delivery } from "../../../functions/domain/webhooks/webhook.ts";
import { pendingEntries } from "../../support/core/outbox.ts";
import type { Clients } from "../../support/world/core/clients.ts";
import type { VirtualWorld } from "../../support/world/core/virtual-world.ts";

/** Says of one invariant that it does not hold. */
type Say = (detail: string) => void;

/** Checks that a trail is an allowed path without gaps, its chain whole. */
export function checkTrail(response: Response<{ id: string; status: string }>, graph: Graph, say: Say): void {
  const { id, status } = response.state;
  const fault = chainFault(response);
  if (fault) say(`${id}: ${fault.what}`);
  const time = timeFault(response.entries);
  if (time) say(`${id}: ${time}`);
  for (const each of pathFaults(response.entries, status, graph)) say(`${id}: ${each}`);
}

/** Checks that every event of trails is queued for its one endpoint, once. */
export function checkQueues(
  trails: readonly { readonly entries: readonly Entry[] }[],
  { deliveries }: OnTheWay,
  say: Say,
): void {
  const queued = Map.groupBy(deliveries, ({ eventId }) => eventId);
  for (const { entries } of trails)
    for (const { events } of entries)
      for (const { id, name } of events) {
        const times = queued.get(id)?.length ?? 0;
        if (times !== 1) say(`${name} ${id} is queued ${times} times`);
      }
}

/** Checks that no claim runs and no entry waits on the outbox. */
export function checkCompletion({ claims, pending }: Pick<OnTheWay, "claims" | "pending">, say: Say): void {
  for (const { key, body } of claims) if (body.status === "running") say(`${key} still runs`);
  for (const { pk, sk } of pending) say(`${pk} ${sk} is not handed on`);
}

/** Checks that every client has an answer, and the same key one stored response, of kinds that are kept. */
export function checkAnswers<C>(
  { all }: Clients<C>,
  scopeOf: (call: C) => string,
  say: Say,
  isKept: (kind: string) => boolean = () => true,
): void {
  const byKey = new Map<string, string>();
  for (const { call, isDone, response } of all) {
    const scope = scopeOf(call);
    if (!isDone) say(`${scope} has no answer`);
    if (!response || !isKept(response.outcome.kind)) continue;
    const outcome = JSON.stringify(response.outcome);
    if ((byKey.get(scope) ?? outcome) !== outcome) say(`${scope} has two responses`);
    byKey.set(scope, outcome);
  }
}

/** Makes every call that has a stored response again: the same comes back, and nothing is written; what a month's passing has let go, refusals, is left out. */
export async function checkReplays<C>(
  { store, scheduler, happened }: VirtualWorld,
  clients: Clients<C>,
  scopeOf: (call: C) => string,
  say: Say,
): Promise<void> {
  const { commits } = store;
  const isKept = (kind: string) => kind === "result" || happened["forgotten rows"] === 0;
  const first = [...clients.all];
  const again = first.flatMap(({ response, call }) =>
    response && isKept(response.outcome.kind)
      ? [{ before: JSON.stringify(response.outcome), client: clients.submit(call) }]
      : [],
  );
  if (again.length === 0) return;
  await scheduler.settle();
  for (const { before, client } of again)
    if (!client.response?.replayed || JSON.stringify(client.response.outcome) !== before) say(scopeOf(client.call));
  if (store.commits !== commits) say(`${store.commits - commits} writes`);
  clients.all.length = first.length;
}

/** An aggregate with its whole audit trail. */
export interface Response<S> {
  readonly state: S;
  readonly head: { readonly seq: number; readonly hash: string };
  readonly entries: readonly Entry[];
}

/** Reads aggregates with their trails out of a book's rows, without the product's own readers. */
export function trailsIn(rows: readonly Row[]): <S>(type: string) => Response<S>[] {
  const entries = new Map<string, Entry[]>();
  for (const row of rows) {
    if (row.type !== "entry") continue;
    const trail = entries.get(row.pk);
    if (trail) trail.push(row.body as Entry);
    else entries.set(row.pk, [row.body as Entry]);
  }
  return <S>(type: string) =>
    rows.flatMap((row) => {
      if (row.type !== type) return [];
      const trail = entries.get(row.pk) ?? [];
      trail.sort((a, b) => a.seq - b.seq);
      return [{ ...(row.body as Pick<Response<S>, "state" | "head">), entries: trail }];
    });
}

/** What is on its way in a book: claims, entries that nobody has handed on, and the deliveries that were made of the others. */
export interface OnTheWay {
  readonly claims: readonly { readonly key: string; readonly body: ClaimBody }[];
  readonly pending: readonly Row[];
  readonly deliveries: readonly Delivery[];
}

/** Reads what is on its way out of a book's rows, and those of its deliveries. */
export function onTheWay(rows: readonly Row[], deliveries: readonly Row[]): OnTheWay {
  return {
    claims: rows.flatMap((row) => (row.type === "claim" ? [{ key: row.pk, body: row.body as ClaimBody }] : [])),
    pending: pendingEntries(rows),
    deliveries: deliveries.flatMap((row) => (row.type === "delivery" ? [row.body as Delivery] : [])),
  };
}

const genesis = "0".repeat(64);

/** The first thing wrong with a chain, if anything is: an entry that is not there, or one that is not what was hashed. */
export function chainFault({
  head,
  entries,
}: Pick<Response<unknown>, "head" | "entries">): { readonly kind: "gap" | "hash"; readonly what: string } | undefined {
  let before = genesis;
  let last = "";
  for (const [at, { hash, ...body }] of entries.entries()) {
    if (body.seq !== at + 1) return { kind: "gap", what: `entry ${at + 1} is missing` };
    if (body.prevHash !== before || entryHash(body) !== hash) return { kind: "hash", what: `entry ${body.seq}` };
    if (body.at < last) return { kind: "hash", what: `entry ${body.seq} is of before the one before it` };
    last = body.at;
    before = hash;
  }
  if (head.seq !== entries.length) return { kind: "gap", what: `${head.seq} hops, ${entries.length} entries` };
  return head.hash === before ? undefined : { kind: "hash", what: "the head is another" };
}

/** The first entry that is earlier than the one before it, if one is. */
export function timeFault(entries: readonly Entry[]): string | undefined {
  const back = entries.find(({ at }, place) => at < (entries[place - 1]?.at ?? ""));
  return back && `entry ${back.seq} goes back to ${back.at}`;
}

/** The words that a history may begin with, and the moves from each. */
export interface Graph {
  readonly first: string;
  readonly moves: Readonly<Record<string, readonly string[]>>;
}

/** Where a history leaves its graph, or ends elsewhere than its record. */
export function pathFaults(entries: readonly Entry[], status: string, { first, moves }: Graph): string[] {
  const faults: string[] = [];
  let before: string | null = null;
  for (const { from, to, seq } of entries) {
    if (from !== before) faults.push(`entry ${seq} comes from ${from}, not ${before}`);
    const allowed: readonly string[] = from === null ? [first] : (moves[from] ?? []);
    if (to !== from && !allowed.includes(to)) faults.push(`from ${from} to ${to}`);
    before = to;
  }
  if (before !== status) faults.push(`the history ends at ${before}, the record at ${status}`);
  return faults;
}
