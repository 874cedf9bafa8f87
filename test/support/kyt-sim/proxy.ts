import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How what stands before the interface behaves. */
export type Mood = "well" | "down" | "reset" | "slow" | "garbage" | "page" | "pending";

/** Stands between the rails and a real screening interface, and passes on what it hears while it is well. */
export class KytProxy {
  mood: Mood = "well";
  /** Where the interface is; nothing answers before it is known. */
  target: string | null = null;
  /** Screens that were asked for, by their key. */
  readonly asked: (string | undefined)[] = [];
  /** Screens that were read, by their id. */
  readonly reads: string[] = [];
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch(() => request.socket.destroy());
  });

  static async start(port = 0): Promise<KytProxy> {
    const proxy = new KytProxy();
    await new Promise<void>((resolve) => proxy.#server.listen(port, "127.0.0.1", resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    if (request.url === "/api/v1/screen") this.asked.push(request.headers["idempotency-key"]?.toString());
    const read = request.url?.match(/^\/api\/v1\/screen\/(scr_\w+)$/)?.[1];
    if (read !== undefined && request.method === "GET") this.reads.push(read);
    const mood = this.target === null ? "down" : this.mood;
    const json = (status: number, reply: unknown) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(reply));
    switch (mood) {
      case "down":
        return json(503, { error: "not now", code: "provider_unavailable" });
      case "reset":
        return void request.socket.destroy();
      case "slow":
        return;
      case "garbage":
        return json(200, { status: "complete", action: "allow" });
      case "page":
        return void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>");
      default: {
        const { status, text, age } = await this.#pass(request, body);
        const reply = JSON.parse(text);
        if (age !== null) response.setHeader("x-verdict-age", age);
        return json(status, mood === "pending" ? { ...reply, status: "pending", action: "review" } : reply);
      }
    }
  }

  async #pass(request: IncomingMessage, body: Buffer) {
    const { "x-api-key": key, "idempotency-key": idempotencyKey } = request.headers;
    const answer = await fetch(`${this.target}${request.url}`, {
      method: request.method ?? "GET",
      headers: {
        ...(key !== undefined && { "x-api-key": String(key) }),
        ...(idempotencyKey !== undefined && { "idempotency-key": String(idempotencyKey) }),
        ...(body.length > 0 && { "content-type": "application/json" }),
      },
      ...(body.length > 0 && { body: Uint8Array.from(body) }),
    });
    return { status: answer.status, text: await answer.text(), age: answer.headers.get("x-verdict-age") };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
