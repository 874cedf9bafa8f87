import { createHmac } from "node:crypto";
import type { Courier, CourierAnswer } from "../../../functions/app/webhooks/ports.ts";
import type { Op, Scheduler } from "./scheduler.ts";

const post: Op = { name: "courier.post", kind: "outside" };

/** One post as it arrived. */
export interface Arrival {
  readonly url: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly attempt: number;
  readonly body: string;
  /** Whether the signature holds for the bytes that came. */
  readonly genuine: boolean;
  readonly status: number | null;
  readonly atMs: number;
}

function isGenuine(secret: string, header: string, body: string): boolean {
  const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  return createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex") === signature;
}

/** What stands at the other end of every webhook: verifies, keeps and answers as it was told to. */
export class Receiver implements Courier {
  readonly arrivals: Arrival[] = [];
  /** The answer to a post; null is no answer at all. */
  answer: (deliveryId: string, attempt: number) => number | null = () => 200;
  readonly #scheduler: Scheduler;
  readonly #secrets = new Map<string, string>();

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  knows(url: string, secret: string): void {
    this.#secrets.set(url, secret);
  }

  post(asked: Parameters<Courier["post"]>[0]): Promise<CourierAnswer> {
    return this.#scheduler.step(
      post,
      () => this.#arrive(asked),
      () => ({ status: null, durationMs: 1, excerpt: "no answer" }),
    );
  }

  #arrive({ url, headers, body }: Parameters<Courier["post"]>[0]): CourierAnswer {
    const deliveryId = headers["x-service-delivery-id"] ?? "";
    const attempt = Number(headers["x-service-attempt"]);
    const status = this.answer(deliveryId, attempt);
    const signature = headers["x-service-signature"] ?? "";
    const eventId = headers["x-service-event-id"] ?? "";
    const genuine = isGenuine(this.#secrets.get(url) ?? "", signature, body);
    const atMs = this.#scheduler.nowMs;
    this.arrivals.push({ url, deliveryId, eventId, attempt, body, genuine, status, atMs });
    return { status, durationMs: 1, excerpt: "" };
  }
}
