import type { Row, Store, Write } from "../../../functions/app/core/ports.ts";
import type { Delivery } from "../../../functions/domain/webhooks/webhook.ts";
import { changedPut, inTwo, rewritten, unconditional } from "../../support/world/core/alterations.ts";
import type { World } from "../../support/world/settlement/world.ts";
import { mistake, simpleScene } from "./scene.ts";

function isEntry(write: Write): boolean {
  return "put" in write && write.put.type === "entry";
}

function publishedLater(store: Store, world: World): Store {
  return {
    ...rewritten(store, (write) => write),
    write: async (writes, nonce) => {
      const reply = await store.write(writes.map(withoutOutbox), nonce);
      if (!reply.ok) return reply;
      for (const write of writes) if ("put" in write && write.put.outbox) await world.publish(write.put);
      return reply;
    },
  };
}

/** A book that counts an entry by one call, in rows of this type, and takes it off the outbox by the next. */
function countedApart(store: Store, type: "tally" | "overview"): Store {
  const isCount = (write: Write) => "put" in write && write.put.type === type;
  return inTwo(store, (write, all) => !isCount(write) && all.some((each) => "mark" in each));
}

function withoutOutbox(write: Write): Write {
  if (!("put" in write)) return write;
  const { outbox: _, index: places = {}, ...put } = write.put;
  const { outbox: __, ...index } = places;
  return { ...write, put: { ...put, index } };
}

function renamedEvent(row: Row): Row {
  const body = row.body as Delivery;
  if (row.type !== "delivery" || body.event !== "settlement.completed") return row;
  return { ...row, body: { ...body, body: body.body.replace("settlement.completed", "settlement.settled") } };
}

/** A book of deliveries that come with other data than their events have. */
function withData(change: (data: Record<string, unknown>) => object): (store: Store) => Store {
  const altered = (row: Row): Row => {
    if (row.type !== "delivery") return row;
    const body = row.body as Delivery;
    const { event, data } = JSON.parse(body.body) as { event: string; data: Record<string, unknown> };
    return { ...row, body: { ...body, body: JSON.stringify({ event, data: { ...data, ...change(data) } }) } };
  };
  return (store) => rewritten(store, changedPut(altered));
}

/** Mistakes with what is written together, and with what is sent. */
export const writeControls = [
  mistake("audit in a second write", "history is an allowed path without gaps that ends at the status", {
    store: (store) => inTwo(store, isEntry),
  }),
  mistake("outbox after commit", ["no event is lost", "nothing is stuck"], { store: publishedLater }),
  mistake("an entry counted in a second write", "what is collected or returned is counted once", {
    store: (store) => countedApart(store, "tally"),
  }),
  mistake("an entry shown in a second write", "the public overview counts what there is, once", {
    store: (store) => countedApart(store, "overview"),
  }),
  mistake(
    "version condition missing",
    [
      "an invoice counts its standing payments and never more than its total",
      "the hash chain verifies",
      "history is an allowed path without gaps that ends at the status",
    ],
    { relax: unconditional(({ type }) => type !== "claim") },
  ),
  mistake("settlement.settled sent", "only listed events are sent", {
    deliveries: (store) => rewritten(store, changedPut(renamedEvent)),
  }),
  mistake("an event's data sent with a field of ours", "only listed events are sent", {
    deliveries: withData(() => ({ partnerCustomerId: "cus_1" })),
  }),
  mistake("an event's data sent without what it is about", "only listed events are sent", {
    deliveries: withData(() => ({ object: null })),
  }),
  mistake("an event sent under the next one's number", "only listed events are sent", {
    deliveries: withData(({ sequence }) => ({ sequence: Number(sequence) + 1 })),
  }),
  mistake("a chain sent by the name that it has inside", "only listed events are sent", {
    deliveries: withData(({ destChain }) => (destChain === undefined ? {} : { destChain: "eth" })),
  }),
  mistake("a seventh send", "an attempt is posted once, six at most, genuinely signed", {
    app: ({ sendDelivery }) => ({
      sendDelivery: async (context, order) => {
        const before = context.courier;
        let last: Parameters<typeof before.post>[0] | undefined;
        const courier = {
          post: (input: Parameters<typeof before.post>[0]) => {
            last = input;
            return before.post(input);
          },
        };
        await sendDelivery({ ...context, courier }, order);
        if (last?.headers["x-service-attempt"] !== "6") return;
        await before.post({ ...last, headers: { ...last.headers, "x-service-attempt": "7" } });
      },
    }),
    scene: simpleScene({ receiver: () => 500, sweepsAtMs: [5_000_000, 30_000_000] }),
  }),
  mistake("signature over re-serialised JSON", "an attempt is posted once, six at most, genuinely signed", {
    courier: (courier) => ({
      post: (input) => courier.post({ ...input, body: JSON.stringify(JSON.parse(input.body), null, 1) }),
    }),
  }),
  mistake("two sweepers sending twice", "an attempt is posted once, six at most, genuinely signed", {
    relaxDeliveries: unconditional(() => true),
  }),
];
