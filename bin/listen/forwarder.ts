import { createServer, request as httpRequest, type IncomingMessage, type Server } from "node:http";
import { request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";

/** Headers of one connection, which are not passed on. */
const ofTheHop = ["host", "connection", "keep-alive", "transfer-encoding", "content-length", "expect"];

/** Less than the sender waits, so that what is printed is what it is told. */
const patienceMs = 14_000;

/** What the forward's address answered. */
interface Answer {
  readonly status: number;
  readonly body: Buffer;
  /** Why there was none, where there was none. */
  readonly trouble?: string;
}

/** Receives webhooks on loopback and passes each on byte for byte, its signature with it. */
export class Forwarder {
  readonly #forward: string;
  readonly #print: (line: string) => void;
  readonly #server: Server;

  constructor(forward: string, print: (line: string) => void) {
    this.#forward = forward;
    this.#print = print;
    this.#server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray().catch(() => []));
      const answer = await this.#pass(request, body);
      this.#print(lineOf(request, body, answer));
      response.writeHead(answer.status).end(answer.body);
    });
  }

  /** Listens at a free port; gives the receiver's address. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #pass({ headers }: IncomingMessage, body: Buffer): Promise<Answer> {
    const stored = Object.entries(headers).filter(([name]) => !ofTheHop.includes(name));
    const options = {
      method: "POST",
      headers: { ...Object.fromEntries(stored), "content-length": body.byteLength },
      signal: AbortSignal.timeout(patienceMs),
    };
    const send = this.#forward.startsWith("https:") ? httpsRequest : httpRequest;
    return new Promise((resolve) => {
      const failed = (error: NodeJS.ErrnoException) =>
        resolve({ status: 502, body: Buffer.from("not forwarded"), trouble: error.code ?? error.message });
      const request = send(this.#forward, options, (response) => {
        const status = response.statusCode ?? 502;
        response.toArray().then((chunks) => resolve({ status, body: Buffer.concat(chunks) }), failed);
      });
      request.on("error", failed);
      request.end(body);
    });
  }
}

function lineOf({ headers }: IncomingMessage, body: Buffer, { status, trouble }: Answer): string {
  const time = new Date().toTimeString().slice(0, 8);
  const attempt = `attempt ${headers["x-service-attempt"] ?? "?"}`;
  const end = trouble === undefined ? String(status) : `no answer (${trouble})`;
  return [time, eventOf(body).padEnd(42), headers["x-service-event-id"] ?? "?", attempt, `-> ${end}`].join("  ");
}

function eventOf(body: Buffer): string {
  try {
    return String((JSON.parse(body.toString("utf8")) as { event?: unknown }).event);
  } catch {
    return "(unreadable)";
  }
}
