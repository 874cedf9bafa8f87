import type { Row, Store, Write } from "../../../functions/app/core/ports.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import type { Courier } from "../../../functions/app/webhooks/ports.ts";
import { type Delivery, maxAttempts, retrySeconds } from "../../../functions/domain/webhooks/webhook.ts";
import { changedPut, reread, rewritten, unconditional } from "../../support/world/core/alterations.ts";
import type { Receivers } from "../../support/world/core/receivers.ts";
import type { WebhookAlteration } from "../../support/world/webhooks/world.ts";
import { mistakesIn } from "../core/simulation.ts";
import type { WebhookInvariant } from "./check.ts";
import { calmWebhooks } from "./random.ts";
import { behaviours, restingScene, type WebhookScene } from "./scene.ts";

type Input = Parameters<Courier["post"]>[0];

function changed(row: Row, change: (state: Delivery) => Partial<Delivery>): Row {
  if (row.type !== "delivery") return row;
  const state = row.body as Delivery;
  return { ...row, body: { ...state, ...change(state) } };
}

function keeping(change: (state: Delivery) => Partial<Delivery>): (store: Store) => Store {
  return (store) =>
    rewritten(
      store,
      changedPut((row) => changed(row, change)),
    );
}

/** A book that shows rows otherwise than they are, and keeps them as they were. */
function showing(store: Store, show: (row: Row) => Row | undefined, keep: (row: Row) => Row): Store {
  return reread(rewritten(store, changedPut(keep)), show);
}

function isClaim([write, second]: readonly Write[]): boolean {
  if (!write || second || !("put" in write) || write.put.type !== "delivery") return false;
  const { attempts, attemptsMade, status } = write.put.body as Delivery;
  return (attempts.at(-1)?.number ?? 0) < attemptsMade && status !== "exhausted";
}

/** A book for one sender that holds the claim back until something else is written. */
function claimLater(store: Store): Store {
  let held: { writes: readonly Write[]; nonce: string } | undefined;
  return {
    ...rewritten(store, (write) => write),
    write: async (writes, nonce) => {
      if (isClaim(writes)) {
        held = { writes, nonce };
        return { ok: true };
      }
      const claim = held;
      held = undefined;
      const reply = claim ? await store.write(claim.writes, claim.nonce) : { ok: true as const };
      return reply.ok ? store.write(writes, nonce) : reply;
    },
  };
}

function stepped(by: number): (state: Delivery) => Partial<Delivery> {
  return ({ attempts, attemptsMade, nextAttemptAt }) => {
    const wait = retrySeconds[attemptsMade - 1];
    const other = retrySeconds[attemptsMade - 1 + by];
    const recorded = attempts.at(-1)?.number === attemptsMade;
    if (!recorded || nextAttemptAt === null || wait === undefined || other === undefined) return {};
    const atMs = Date.parse(nextAttemptAt) + (other - wait) * 1000;
    return { nextAttemptAt: new Date(atMs).toISOString() };
  };
}

function posting(post: (receivers: Receivers, input: Input) => ReturnType<Courier["post"]>) {
  return (receivers: Receivers): Courier => ({ post: (input) => post(receivers, input) });
}

/** A courier that puts the first attempt's headers on every later one. */
function signedOnce(receivers: Receivers): Courier {
  const first = new Map<string, Input["headers"]>();
  return {
    post: (input) => {
      const { "x-service-delivery-id": id = "", "x-service-attempt": attempt = "" } = input.headers;
      const before = first.get(id) ?? input.headers;
      first.set(id, before);
      return receivers.post({ ...input, headers: { ...before, "x-service-attempt": attempt } });
    },
  };
}

function withoutDue(write: Write): Write {
  if (!("put" in write) || write.put.type !== "delivery") return write;
  const { due: _, ...index } = write.put.index ?? {};
  return { ...write, put: { ...write.put, index } };
}

const hour = 3_600_000;

/** One receiver that is gone and one event an hour for it. */
const goneReceiver: WebhookScene = {
  isCalm: true,
  tenants: [{ endpoints: [{ behaviour: behaviours["is gone"] }] }],
  events: [0, 1, 2].map((n) => ({ tenant: 0, name: "invoice.sent", data: { n }, afterMs: n * hour })),
};

const mistake = mistakesIn<WebhookScene, WebhookAlteration, WebhookInvariant>();

/** Mistakes with webhooks. */
export const webhookControls = [
  mistake("a seventh send", "an attempt is posted once, six at most", {
    courier: posting(async (receivers, input) => {
      const reply = await receivers.post(input);
      if (input.headers["x-service-attempt"] !== String(maxAttempts)) return reply;
      return receivers.post({ ...input, headers: { ...input.headers, "x-service-attempt": "7" } });
    }),
  }),
  mistake("signature over re-serialised JSON", "both signatures hold for the bytes that came", {
    courier: posting((receivers, input) =>
      receivers.post({ ...input, body: JSON.stringify(JSON.parse(input.body), null, 1) }),
    ),
  }),
  mistake("a retry signed as the first attempt was", "both signatures hold for the bytes that came", {
    courier: signedOnce,
  }),
  mistake("two sweepers sending twice", "an attempt is posted once, six at most", {
    relaxDeliveries: unconditional(() => true),
  }),
  mistake("claim recorded after the post", "an attempt is posted once, six at most", {
    app: ({ sendDelivery }) => ({
      sendDelivery: (context, order) => sendDelivery({ ...context, deliveries: claimLater(context.deliveries) }, order),
    }),
  }),
  mistake("retry with a new event id", "an event comes with its own id and bytes, to its own endpoint", {
    deliveries: (store) =>
      showing(
        store,
        (row) => changed(row, ({ eventId, attemptsMade }) => ({ eventId: `${eventId}.${attemptsMade}` })),
        (row) => changed(row, ({ eventId }) => ({ eventId: eventId.split(".")[0] ?? "" })),
      ),
  }),
  mistake("a redirect followed", "an event comes with its own id and bytes, to its own endpoint", {
    courier: posting(async (receivers, input) => {
      const reply = await receivers.post(input);
      const { location } = receivers.reaction(input);
      return location && reply.status === 302 ? receivers.post({ ...input, url: location }) : reply;
    }),
  }),
  mistake("a redirect taken as success", "a 2xx and nothing else is success", {
    courier: posting(async (receivers, input) => {
      const reply = await receivers.post(input);
      return reply.status === 302 ? { ...reply, status: 200 } : reply;
    }),
  }),
  mistake("schedule off by one step, too slow", "attempts come when they are due", {
    deliveries: keeping(stepped(1)),
    scene: calmWebhooks(1),
  }),
  mistake("schedule off by one step, too fast", "no attempt comes before its time", {
    deliveries: keeping(stepped(-1)),
  }),
  mistake("deliveries that no sweeper finds", ["no event is lost", "nothing is left waiting"], {
    deliveries: (store) => rewritten(store, withoutDue),
  }),
  mistake("an entry that failed taken off the outbox", "no event is lost", {
    app: ({ dispatchEntry }) => ({
      dispatchEntry: (context, row) =>
        dispatchEntry(context, row).catch(async () => {
          const [marked] = await context.store.read([rowKey(row.pk)]);
          if (!marked?.index?.outbox) return;
          const mark = { mark: rowKey(row.pk), to: null, expect: marked.v };
          await context.store.write([mark], `given-up-${row.pk}`);
        }),
    }),
  }),
  mistake("deliveries queued once their entry is off the outbox", "no event is lost", {
    app: ({ workOffDue }) => ({
      workOffDue: async (context, order) => {
        const orders: Parameters<typeof context.queue.send>[0][number][] = [];
        const queue = { send: async (more: typeof orders) => void orders.push(...more) } as typeof context.queue;
        const done = await workOffDue({ ...context, queue }, order);
        await context.queue.send(orders);
        return done;
      },
    }),
  }),
  mistake("a message taken off though its sender failed", ["no event is lost", "nothing is left waiting"], {
    app: ({ sendDelivery }) => ({
      sendDelivery: (context, order) => sendDelivery(context, order).catch(() => undefined),
    }),
  }),
  mistake("a 410 forgotten", "nothing is sent to an endpoint that is off", {
    deliveries: (store) =>
      showing(
        store,
        (row) => (row.type === "endpoint_health" ? undefined : row),
        (row) => row,
      ),
    app: () => ({ sweep: () => Promise.reject(new Error("no sweeper")) }),
    scene: goneReceiver,
  }),
  mistake("everybody probes an endpoint at rest", "an endpoint at rest is asked by one at a time", {
    relaxDeliveries: unconditional(({ type }) => type === "endpoint_health"),
    scene: restingScene(),
  }),
  mistake("answers kept as they came", "no secret is kept with an answer", {
    deliveries: keeping(({ attempts }) => ({
      attempts: attempts.map((each) => ({ ...each, excerpt: each.excerpt.replace("[removed]", "v1=") })),
    })),
  }),
];
