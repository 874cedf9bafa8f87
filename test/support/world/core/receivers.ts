import { createHmac } from "node:crypto";
import type { Courier, CourierAnswer } from "../../../../functions/app/webhooks/ports.ts";
import type { Scheduler } from "./scheduler.ts";
import type { Op } from "./step.ts";

const post: Op = { name: "courier.post", kind: "outside" };

type Input = Parameters<Courier["post"]>[0];

/** What a receiver does with a post, as the courier tells it: a status, or none, after a while. */
export interface Reaction {
  readonly status: number | null;
  readonly tookMs: number;
  readonly excerpt: string;
  /** Where a redirect leads. */
  readonly location?: string;
}

/** A receiver's way: `nth` counts what came of the same delivery, from 1. */
export type Behaviour = (nth: number, input: Input) => Reaction;

/** One post as it arrived. */
export interface ReceivedWebhook {
  readonly url: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly attempt: number;
  readonly body: string;
  /** What is wrong with its signatures or times. */
  readonly forged: string | undefined;
  readonly status: number | null;
  readonly atMs: number;
  /** When the sender had the answer; undefined where it never had. */
  heardMs: number | undefined;
  /** Whether the sender was told the receiver's own answer. */
  told: boolean;
  /** Why it should not have come: the endpoint was off when its Lambda began, or at rest and asked by another. */
  readonly wrong: "off" | "crowded" | undefined;
}

type Arrived = Reaction & { readonly arrival: ReceivedWebhook | undefined };

/** Seconds that may pass between signing and arriving: far less than between two attempts. */
const freshSeconds = 5;

function standardKey(secret: string): string | Buffer {
  return secret.startsWith("whsec_") ? Buffer.from(secret.slice("whsec_".length), "base64") : secret;
}

/** Both signatures over the very bytes, by code of a receiver's own, and a fresh time. */
function forgery(secret: string, { headers, body }: Input, nowMs: number): string | undefined {
  const [time = "", ...signed] = (headers["x-service-signature"] ?? "").split(",");
  const seconds = time.slice("t=".length);
  const own = createHmac("sha256", secret).update(`${seconds}.`).update(body).digest("hex");
  if (!signed.includes(`v1=${own}`)) return "our signature does not hold";
  const age = Math.floor(nowMs / 1000) - Number(seconds);
  if (!(age >= 0 && age <= freshSeconds)) return `signed ${age} s ago`;
  const id = headers["webhook-id"] ?? "";
  const stamp = headers["webhook-timestamp"] ?? "";
  const standard = createHmac("sha256", standardKey(secret)).update(`${id}.${stamp}.`).update(body);
  if (!(headers["webhook-signature"] ?? "").split(" ").includes(`v1,${standard.digest("base64")}`))
    return "the Standard Webhooks signature does not hold";
  if (id !== headers["x-service-event-id"] || stamp !== seconds) return "the two signatures differ";
  return undefined;
}

/** What stands at the other ends of all webhooks, and the network up to there. */
export class Receivers implements Courier {
  readonly arrivals: ReceivedWebhook[] = [];
  /** Why a post should not have come, as its world knows. */
  wrongOf: (deliveryId: string, url: string) => ReceivedWebhook["wrong"] = () => undefined;
  readonly #scheduler: Scheduler;
  readonly #known = new Map<string, { secret: string; behaviour: Behaviour }>();
  readonly #counts = new Map<string, number>();

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  knows(url: string, secret: string, behaviour: Behaviour): void {
    this.#known.set(url, { secret, behaviour });
  }

  async post(input: Input): Promise<CourierAnswer> {
    const startedMs = this.#scheduler.nowMs;
    const { arrival, status, tookMs, excerpt } = await this.#scheduler.step<Arrived>(
      post,
      () => this.#arrive(input),
      () => ({ status: null, tookMs: 0, excerpt: "no answer", arrival: undefined }),
    );
    if (tookMs > 0) await this.#scheduler.sleep(tookMs);
    if (arrival) {
      arrival.told = true;
      arrival.heardMs = this.#scheduler.nowMs;
    }
    return { status, durationMs: this.#scheduler.nowMs - startedMs, excerpt };
  }

  /** What would come back from a URL, with nobody asked. */
  reaction(input: Input): Reaction {
    const nth = this.#counts.get(input.headers["x-service-delivery-id"] ?? "") ?? 1;
    return this.#known.get(input.url)?.behaviour(nth, input) ?? { status: 404, tookMs: 0, excerpt: "" };
  }

  #arrive(input: Input): Arrived {
    const { url, headers, body } = input;
    const deliveryId = headers["x-service-delivery-id"] ?? "";
    this.#counts.set(deliveryId, (this.#counts.get(deliveryId) ?? 0) + 1);
    const reaction = this.reaction(input);
    const { nowMs } = this.#scheduler;
    const arrival: ReceivedWebhook = {
      ...{ url, deliveryId, body, status: reaction.status, atMs: nowMs, heardMs: undefined, told: false },
      eventId: headers["x-service-event-id"] ?? "",
      attempt: Number(headers["x-service-attempt"]),
      forged: forgery(this.#known.get(url)?.secret ?? "", input, nowMs),
      wrong: this.wrongOf(deliveryId, url),
    };
    this.arrivals.push(arrival);
    return { ...reaction, arrival };
  }
}
