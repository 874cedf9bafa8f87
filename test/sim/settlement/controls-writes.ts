import type { Book, Row, Write } from "../../../functions/app/core/ports.ts";
import type { Delivery } from "../../../functions/domain/webhooks/webhook.ts";
import type { World } from "../../support/world/world.ts";
import { type Control, rewritten, simpleScene, unconditional } from "./control.ts";

function isEntry(write: Write): boolean {
  return "put" in write && write.put.type === "entry";
}

/** A book that writes the audit trail after the fact. */
function auditLater(book: Book): Book {
  return {
    ...rewritten(book, (write) => write),
    write: async (writes, nonce) => {
      const entries = writes.filter(isEntry);
      const said = await book.write(
        writes.filter((write) => !isEntry(write)),
        nonce,
      );
      if (said.ok && entries.length > 0) await book.write(entries, `${nonce}-audit`);
      return said;
    },
  };
}

/** A book whose entries are handed on by a call after the commit. */
function publishedLater(book: Book, world: World): Book {
  return {
    ...rewritten(book, (write) => write),
    write: async (writes, nonce) => {
      const said = await book.write(writes.map(withoutOutbox), nonce);
      if (!said.ok) return said;
      for (const write of writes)
        if ("put" in write && write.put.outbox === "pending") await world.publish(write.put);
      return said;
    },
  };
}

/** A book that counts an entry by one call, in rows of this type, and takes it off the outbox by the next. */
function countedApart(book: Book, type: "tally" | "overview"): Book {
  const isCount = (write: Write) => "put" in write && write.put.type === type;
  return {
    ...rewritten(book, (write) => write),
    write: async (writes, nonce) => {
      if (!writes.some(isCount) || !writes.some((write) => "handedOn" in write))
        return book.write(writes, nonce);
      const said = await book.write(writes.filter(isCount), `${nonce}-count`);
      return said.ok
        ? book.write(
            writes.filter((write) => !isCount(write)),
            nonce,
          )
        : said;
    },
  };
}

function withoutOutbox(write: Write): Write {
  if (!("put" in write) || write.put.outbox === undefined) return write;
  const { outbox: _, index: __, ...put } = write.put;
  return { ...write, put };
}

function renamedEvent(row: Row): Row {
  const body = row.body as Delivery;
  if (row.type !== "delivery" || body.event !== "settlement.completed") return row;
  return { ...row, body: { ...body, body: body.body.replace("settlement.completed", "settlement.settled") } };
}

/** Mistakes with what is written together, and with what is sent. */
export const writeControls: readonly Control[] = [
  {
    name: "audit in a second write",
    caughtBy: ["history is an allowed path without gaps that ends at the status"],
    alteration: { book: auditLater },
  },
  {
    name: "outbox after commit",
    caughtBy: ["no event is lost", "nothing is stuck"],
    alteration: { book: publishedLater },
  },
  {
    name: "an entry counted in a second write",
    caughtBy: ["what is collected or returned is counted once"],
    alteration: { book: (book) => countedApart(book, "tally") },
  },
  {
    name: "an entry shown in a second write",
    caughtBy: ["the public overview counts what there is, once"],
    alteration: { book: (book) => countedApart(book, "overview") },
  },
  {
    name: "version condition missing",
    caughtBy: [
      "an invoice counts its standing payments and never more than its total",
      "the hash chain verifies",
      "history is an allowed path without gaps that ends at the status",
    ],
    alteration: { relax: unconditional(({ type }) => type !== "claim") },
  },
  {
    name: "settlement.settled sent",
    caughtBy: ["only listed events are sent"],
    alteration: {
      deliveries: (book) =>
        rewritten(book, (write) => ("put" in write ? { ...write, put: renamedEvent(write.put) } : write)),
    },
  },
  {
    name: "a seventh send",
    caughtBy: ["an attempt is posted once, six at most, genuinely signed"],
    alteration: {
      app: ({ sendDelivery }) => ({
        sendDelivery: async (desk, order) => {
          const before = desk.courier;
          let last: Parameters<typeof before.post>[0] | undefined;
          const courier = {
            post: (asked: Parameters<typeof before.post>[0]) => {
              last = asked;
              return before.post(asked);
            },
          };
          await sendDelivery({ ...desk, courier }, order);
          if (last?.headers["x-service-attempt"] !== "6") return;
          await before.post({ ...last, headers: { ...last.headers, "x-service-attempt": "7" } });
        },
      }),
    },
    scene: simpleScene({ receiver: () => 500, sweepsAtMs: [5_000_000, 30_000_000] }),
  },
  {
    name: "signature over re-serialised JSON",
    caughtBy: ["an attempt is posted once, six at most, genuinely signed"],
    alteration: {
      courier: (courier) => ({
        post: (asked) => courier.post({ ...asked, body: JSON.stringify(JSON.parse(asked.body), null, 1) }),
      }),
    },
  },
  {
    name: "two sweepers sending twice",
    caughtBy: ["an attempt is posted once, six at most, genuinely signed"],
    alteration: { relaxDeliveries: unconditional(() => true) },
  },
];
