import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import Stripe from "stripe";

/** A webhook as it came over the wire. */
export interface ArrivedWebhook {
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
  readonly body: { readonly event: string; readonly data: Readonly<Record<string, unknown>> };
}

/** A tenant's receiver on loopback, which answers as its test likes. */
export class WebhookReceiver {
  readonly arrived: ArrivedWebhook[] = [];
  secret = "";
  /** The status it answers with from now on. */
  answers = 204;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const raw = Buffer.concat(chunks).toString("utf8");
        this.arrived.push({ headers: request.headers, raw, body: JSON.parse(raw) });
        response.writeHead(this.answers).end();
      });
    });
  }

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  /** Names of what arrived, in order, each event once however often it was sent. */
  get events(): string[] {
    return [...new Map(this.arrived.map((each) => [each.headers["x-service-event-id"], each.body.event])).values()];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const stripe = new Stripe("sk_test_unused");

/** Verifies as receivers do, with both official packages; throws when it is not signed by this secret. */
export function verify({ raw, headers }: ArrivedWebhook, secret: string): void {
  stripe.webhooks.constructEvent(raw, String(headers["x-service-signature"]), secret);
  new Webhook(secret).verify(raw, headers as Record<string, string>);
}
