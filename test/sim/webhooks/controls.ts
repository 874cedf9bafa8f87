import type { Book, Row, Write } from "../../../functions/app/core/ports.ts";
import type { Courier } from "../../../functions/app/webhooks/ports.ts";
import { type Delivery, maxAttempts, retrySeconds } from "../../../functions/domain/webhooks/webhook.ts";
import type { Receivers } from "../../support/world/receivers.ts";
import type { WebhookAlteration } from "../../support/world/webhook-world.ts";
import { rewritten, unconditional } from "../settlement/control.ts";
import { behaviours } from "./behaviours.ts";
import type { WebhookInvariant } from "./findings.ts";
import { restingScene } from "./kills.ts";
import type { WebhookScene } from "./scene.ts";
import { playWebhooks } from "./schedule.ts";

/** A mistake that could have been made, put in the place of what we do, and the invariants that must tell it. */
interface WebhookControl {
  readonly name: string;
  readonly caughtBy: readonly WebhookInvariant[];
  readonly alteration: WebhookAlteration;
  /** Where it shows only if nothing is in the way. */
  readonly calm?: boolean;
  /** Where chance alone would seldom come to it. */
  readonly scene?: WebhookScene;
}

type Asked = Parameters<Courier["post"]>[0];

function changed(row: Row, change: (state: Delivery) => Partial<Delivery>): Row {
  if (row.type !== "delivery") return row;
  const state = row.body as Delivery;
  return { ...row, body: { ...state, ...change(state) } };
}

/** A book that keeps deliveries otherwise than it was told. */
function keeping(change: (state: Delivery) => Partial<Delivery>): (book: Book) => Book {
  return (book) =>
    rewritten(book, (write) => ("put" in write ? { ...write, put: changed(write.put, change) } : write));
}

/** A book that shows rows otherwise than they are, and keeps them as they were. */
function showing(book: Book, show: (row: Row) => Row | undefined, keep: (row: Row) => Row): Book {
  return {
    ...rewritten(book, (write) => ("put" in write ? { ...write, put: keep(write.put) } : write)),
    read: async (keys) => (await book.read(keys)).map((row) => row && show(row)),
  };
}

function isClaim([write, second]: readonly Write[]): boolean {
  if (!write || second || !("put" in write) || write.put.type !== "delivery") return false;
  const { attempts, attemptsMade, status } = write.put.body as Delivery;
  return (attempts.at(-1)?.number ?? 0) < attemptsMade && status !== "exhausted";
}

/** A book for one sender that holds the claim back until something else is written. */
function claimLater(book: Book): Book {
  let held: { writes: readonly Write[]; nonce: string } | undefined;
  return {
    ...rewritten(book, (write) => write),
    write: async (writes, nonce) => {
      if (isClaim(writes)) {
        held = { writes, nonce };
        return { ok: true };
      }
      const claim = held;
      held = undefined;
      const said = claim ? await book.write(claim.writes, claim.nonce) : { ok: true as const };
      return said.ok ? book.write(writes, nonce) : said;
    },
  };
}

/** Waits of another step of the schedule: `by` steps on. */
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

/** A courier that puts the first attempt's headers on every later one. */
function signedOnce(receivers: Receivers): Courier {
  const first = new Map<string, Asked["headers"]>();
  return {
    post: (asked) => {
      const { "x-service-delivery-id": id = "", "x-service-attempt": attempt = "" } = asked.headers;
      const before = first.get(id) ?? asked.headers;
      first.set(id, before);
      return receivers.post({ ...asked, headers: { ...before, "x-service-attempt": attempt } });
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
  tenants: [{ endpoints: [{ behaviour: behaviours["is gone"] }] }],
  events: [0, 1, 2].map((n) => ({ tenant: 0, name: "invoice.sent", data: { n }, afterMs: n * hour })),
};

/** Mistakes with webhooks. */
export const webhookControls: readonly WebhookControl[] = [
  {
    name: "a seventh send",
    caughtBy: ["an attempt is posted once, six at most"],
    alteration: {
      courier: (receivers) => ({
        post: async (asked) => {
          const said = await receivers.post(asked);
          if (asked.headers["x-service-attempt"] !== String(maxAttempts)) return said;
          return receivers.post({ ...asked, headers: { ...asked.headers, "x-service-attempt": "7" } });
        },
      }),
    },
  },
  {
    name: "signature over re-serialised JSON",
    caughtBy: ["both signatures hold for the bytes that came"],
    alteration: {
      courier: (receivers) => ({
        post: (asked) => receivers.post({ ...asked, body: JSON.stringify(JSON.parse(asked.body), null, 1) }),
      }),
    },
  },
  {
    name: "a retry signed as the first attempt was",
    caughtBy: ["both signatures hold for the bytes that came"],
    alteration: { courier: signedOnce },
  },
  {
    name: "two sweepers sending twice",
    caughtBy: ["an attempt is posted once, six at most"],
    alteration: { relaxDeliveries: unconditional(() => true) },
  },
  {
    name: "claim recorded after the post",
    caughtBy: ["an attempt is posted once, six at most"],
    alteration: {
      app: ({ sendDelivery }) => ({
        sendDelivery: (desk, order) =>
          sendDelivery({ ...desk, deliveries: claimLater(desk.deliveries) }, order),
      }),
    },
  },
  {
    name: "retry with a new event id",
    caughtBy: ["an event comes with its own id and bytes, to its own endpoint"],
    alteration: {
      deliveries: (book) =>
        showing(
          book,
          (row) => changed(row, ({ eventId, attemptsMade }) => ({ eventId: `${eventId}.${attemptsMade}` })),
          (row) => changed(row, ({ eventId }) => ({ eventId: eventId.split(".")[0] ?? "" })),
        ),
    },
  },
  {
    name: "a redirect followed",
    caughtBy: ["an event comes with its own id and bytes, to its own endpoint"],
    alteration: {
      courier: (receivers) => ({
        post: async (asked) => {
          const said = await receivers.post(asked);
          const { location } = receivers.reaction(asked);
          return location && said.status === 302 ? receivers.post({ ...asked, url: location }) : said;
        },
      }),
    },
  },
  {
    name: "a redirect taken as success",
    caughtBy: ["a 2xx and nothing else is success"],
    alteration: {
      courier: (receivers) => ({
        post: async (asked) => {
          const said = await receivers.post(asked);
          return said.status === 302 ? { ...said, status: 200 } : said;
        },
      }),
    },
  },
  {
    name: "schedule off by one step, too slow",
    caughtBy: ["attempts come when they are due"],
    alteration: { deliveries: keeping(stepped(1)) },
    calm: true,
  },
  {
    name: "schedule off by one step, too fast",
    caughtBy: ["no attempt comes before its time"],
    alteration: { deliveries: keeping(stepped(-1)) },
  },
  {
    name: "deliveries that no sweeper finds",
    caughtBy: ["no event is lost", "nothing is left waiting"],
    alteration: { deliveries: (book) => rewritten(book, withoutDue) },
  },
  {
    name: "an entry that failed taken off the outbox",
    caughtBy: ["no event is lost"],
    alteration: {
      app: ({ dispatchEntry }) => ({
        dispatchEntry: (desk, row) =>
          dispatchEntry(desk, row).catch(async () => {
            await desk.book.write([{ handedOn: { pk: row.pk, sk: row.sk } }], `given-up-${row.pk}`);
          }),
      }),
    },
  },
  {
    name: "a 410 forgotten",
    caughtBy: ["nothing is sent to an endpoint that is off"],
    alteration: {
      deliveries: (book) =>
        showing(
          book,
          (row) => (row.type === "endpoint_health" ? undefined : row),
          (row) => row,
        ),
      app: () => ({ sweep: () => Promise.reject(new Error("no sweeper")) }),
    },
    calm: true,
    scene: goneReceiver,
  },
  {
    name: "everybody probes an endpoint at rest",
    caughtBy: ["an endpoint at rest is asked by one at a time"],
    alteration: { relaxDeliveries: unconditional(({ type }) => type === "endpoint_health") },
    scene: restingScene(),
  },
  {
    name: "answers kept as they came",
    caughtBy: ["no secret is kept with an answer"],
    alteration: {
      deliveries: keeping(({ attempts }) => ({
        attempts: attempts.map((each) => ({ ...each, excerpt: each.excerpt.replace("[removed]", "v1=") })),
      })),
    },
  },
];

/** What became of a control: which of its invariants told it, after how many schedules. */
export interface WebhookCaught {
  readonly name: string;
  readonly by: WebhookInvariant | undefined;
  readonly schedules: number;
  /** What was found instead, if nothing that should have been. */
  readonly instead: readonly string[];
}

const mostSchedules = 300;

/** Plays schedules against a mistake until one of the invariants that should tell it does. */
export async function tryWebhookControl(control: WebhookControl): Promise<WebhookCaught> {
  const { name, caughtBy, alteration, scene, calm = false } = control;
  const instead = new Set<string>();
  for (let seed = 1; seed <= mostSchedules; seed += 1) {
    const { findings } = await playWebhooks(seed, { alteration, calm, ...(scene && { scene }) });
    const found = findings.find(({ invariant }) => caughtBy.includes(invariant));
    if (found) return { name, by: found.invariant, schedules: seed, instead: [] };
    for (const { invariant } of findings) instead.add(invariant);
  }
  return { name, by: undefined, schedules: mostSchedules, instead: [...instead] };
}
