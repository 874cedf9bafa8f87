import { randomUUID } from "node:crypto";
import { Queue, Worker } from "bullmq";
import type { Delivery } from "../../../functions/domain/webhooks/webhook.ts";
import { deliverByFetch, pending } from "./naive.ts";
import type { Order, StartSide } from "./side.ts";

interface Job {
  readonly order: Order;
  readonly delivery: Delivery;
}

/** The usual worker on BullMQ: the job is the delivery, its return value is the record. */
export const startBullmq: StartSide = async (terms, recorded) => {
  const name = `deliveries-${randomUUID()}`;
  const connection = { host: "127.0.0.1", port: terms.redisPort ?? 0, maxRetriesPerRequest: null };
  const queue = new Queue<Job, Delivery>(name, { connection });
  const worker = new Worker<Job, Delivery>(name, ({ data }) => deliverByFetch(data.delivery, terms), {
    connection,
    concurrency: terms.atOnce,
  });
  worker.on("completed", ({ data }) => recorded(data.order));
  await worker.waitUntilReady();
  return {
    async enqueue(order) {
      await queue.add("deliver", { order, delivery: pending(order, terms) });
    },
    pause: () => queue.pause(),
    resume: () => queue.resume(),
    async stop() {
      await worker.close(true);
      await queue.close();
    },
  };
};
