/** The sides by name. */
export const sides = {
  ours: "sluice, on the memory book",
  naive: "fetch + standardwebhooks, on the memory book",
  bullmq: "BullMQ + fetch + standardwebhooks, on Redis",
} as const;
export type SideName = keyof typeof sides;

/** What every side is told: where the receivers are, and the terms that are the same for all. */
export interface Terms {
  /** Receivers that answer at once. */
  readonly healthyUrls: readonly string[];
  /** One that takes a request and never answers. */
  readonly blackHoleUrl: string;
  readonly atOnce: number;
  readonly deadlineSeconds: number;
  readonly redisPort: number | null;
}

/** One delivery to make: `endpoint` is its place among the URLs, -1 is the black hole. */
export interface Order {
  readonly endpoint: number;
  readonly nth: number;
}

/** A worker under measurement. It calls `recorded` once the outcome of an order is in its store. */
export interface Side {
  /** Stores the delivery and puts it into the queue. */
  enqueue(order: Order): Promise<void>;
  /** The workers take nothing from the queue until they are resumed. */
  pause(): Promise<void>;
  resume(): void;
  stop(): Promise<void>;
}

/** Starts a side. */
export type StartSide = (terms: Terms, recorded: (order: Order) => void) => Promise<Side>;

/** The secret of every endpoint, in the Standard Webhooks form. */
export const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** The tenant of every delivery. */
export const tenantId = "ten_01HZX3J8Q6W9V4T2R0P8N6M4K2";

/** The body of every delivery: an event of a usual size. */
export const body = JSON.stringify({
  event: "settlement.completed",
  data: {
    settlementId: "stl_01HZX3J8Q6W9V4T2R0P8N6M4K2",
    paymentId: "pay_01HZX3J8Q6W9V4T2R0P8N6M4K2",
    invoiceId: "inv_01HZX3J8Q6W9V4T2R0P8N6M4K2",
    invoice: "INV-2031-000417",
    tenantId,
    status: "completed",
    fiatInCents: 125_000,
    feeCents: 625,
    reserveCents: 6219,
    usdtOut: "1181.560000",
    usdtStable: "USDT",
    chain: "ethereum",
    destWallet: "0x52908400098527886E0F7030069857D2E4169EE7",
    txHash: `0x${"ab".repeat(32)}`,
    screeningRef: "scr_01HZX3J8Q6W9V4T2R0P8N6M4K2",
    createdAt: "2031-03-04T05:06:07.089Z",
  },
});

/** Runs what is pushed, at most `atOnce` at a time: the queue and its pool of workers. */
export class Pump<T> {
  readonly #atOnce: number;
  readonly #work: (item: T) => Promise<void>;
  readonly #waiting: T[] = [];
  #head = 0;
  #running = 0;
  #paused = false;

  constructor(atOnce: number, work: (item: T) => Promise<void>) {
    this.#atOnce = atOnce;
    this.#work = work;
  }

  push(item: T): void {
    this.#waiting.push(item);
    this.#fill();
  }

  async pause(): Promise<void> {
    this.#paused = true;
  }

  async resume(): Promise<void> {
    this.#paused = false;
    this.#fill();
  }

  /** Forgets what waits; what is under way goes on. */
  async stop(): Promise<void> {
    this.#waiting.length = 0;
    this.#head = 0;
    this.#paused = true;
  }

  #fill(): void {
    while (!this.#paused && this.#running < this.#atOnce && this.#head < this.#waiting.length) {
      const item = this.#waiting[this.#head] as T;
      this.#head += 1;
      this.#running += 1;
      void this.#work(item).finally(() => {
        this.#running -= 1;
        this.#fill();
      });
    }
    if (this.#head === this.#waiting.length) {
      this.#waiting.length = 0;
      this.#head = 0;
    }
  }
}
