import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { allOperations } from "../../../functions/contract/billing.ts";
import { pattern } from "../../../functions/http/match-operation.ts";
import { DeployedSandbox } from "../runner/deployed.ts";

// The gateway prefers the path that is more exact.
const operations = allOperations.toSorted((a, b) => a.path.split("{").length - b.path.split("{").length);

/** The console's Lambdas behind a port of this machine, for a browser that needs an origin of its own. */
export class ConsoleServer {
  readonly origin: string;
  readonly deployed: DeployedSandbox;
  readonly #server: Server;

  private constructor(server: Server, deployed: DeployedSandbox, origin: string) {
    this.#server = server;
    this.deployed = deployed;
    this.origin = origin;
  }

  /** Listens on a free port, as `localhost`: no browser takes a passkey for a bare address. */
  static async start(environment: Readonly<Record<string, string>>): Promise<ConsoleServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    const deployed = new DeployedSandbox({ ...environment, CONSOLE_URL: `${origin}/console` });
    await deployed.open();
    server.on("request", async (request, response) => {
      const { status, headers, text } = await answered(deployed, request);
      response.writeHead(status, headers).end(text);
    });
    return new ConsoleServer(server, deployed, origin);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
    this.deployed.stop();
  }
}

async function answered(deployed: DeployedSandbox, request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = "GET", url = "/" } = request;
  const path = url.split("?")[0] ?? "";
  const op = operations.find((each) => each.method === method && pattern(each.path).test(path));
  if (!op) return { status: 404, headers: {}, text: "" };
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const body = Buffer.concat(chunks).toString("utf8");
  return deployed.send(op, { method, path: url, headers, ...(body !== "" && { body }) });
}
