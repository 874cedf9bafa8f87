import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";

/** A webhook that arrived; `verified` is the official stripe package's word on its signature. */
export interface ReceivedWebhook {
  readonly at: string;
  readonly event: string;
  readonly eventId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly verified: boolean;
}

const remembered = 1_000;

/** The receiver that the sandbox runs for its own webhooks, as a tenant would. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  readonly #server: Server;
  readonly #stripe = new Stripe("sk_test_unused");
  #secret: string | null = null;

  constructor() {
    this.#server = createServer((request, response) => {
      if (request.method !== "POST") {
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(this.received));
        return;
      }
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const header = request.headers["x-service-signature"];
        const eventId = request.headers["x-service-event-id"];
        const taken = this.#take(Buffer.concat(chunks).toString("utf8"), String(header ?? ""), eventId);
        response.writeHead(taken.verified ? 204 : 400).end();
      });
    });
  }

  /** Listens on loopback at a free port; gives the receiver's address. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on signatures are verified with the secret that the registration answered. */
  expect(secret: string): void {
    this.#secret = secret;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #take(body: string, signature: string, eventId: string | string[] | undefined): ReceivedWebhook {
    let verified = false;
    let reply: { event?: string; data?: Record<string, unknown> } = {};
    try {
      this.#stripe.webhooks.constructEvent(body, signature, this.#secret ?? "");
      verified = true;
      reply = JSON.parse(body);
    } catch {
      // Not ours, or not signed by the secret we were given: the answer says no.
    }
    const webhook = {
      at: new Date().toISOString(),
      event: reply.event ?? "(unreadable)",
      eventId: typeof eventId === "string" ? eventId : null,
      data: reply.data ?? {},
      verified,
    };
    this.received.push(webhook);
    if (this.received.length > remembered) this.received.shift();
    return webhook;
  }
}
