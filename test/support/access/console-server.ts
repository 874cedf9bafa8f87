import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { allOperations } from "../../../functions/contract/billing.ts";
import { allScreeningOperations } from "../../../functions/contract/screening.ts";
import { pattern } from "../../../functions/http/match-operation.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import { DeployedSandbox } from "../runner/deployed.ts";
import { DeployedLists } from "../screening/deployed-lists.ts";

/** The Lambdas of each product, and what they serve. */
const products = {
  rails: { Deployed: DeployedSandbox, operations: allOperations },
  screening: { Deployed: DeployedLists, operations: allScreeningOperations },
};

export type Product = keyof typeof products;

/** A console's Lambdas behind a port of this machine, for a browser that needs an origin of its own. */
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
  static async start(environment: Readonly<Record<string, string>>, product: Product): Promise<ConsoleServer> {
    const { Deployed, operations } = products[product];
    // The gateway prefers the path that is more exact.
    const exactFirst = operations.toSorted((a, b) => a.path.split("{").length - b.path.split("{").length);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    const deployed = new Deployed({ ...environment, CONSOLE_URL: `${origin}/console` });
    await deployed.open();
    server.on("request", async (request, response) => {
      const { status, headers, text } = await answered(deployed, exactFirst, request);
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

async function answered(deployed: DeployedSandbox, operations: readonly Operation[], request: IncomingMessage) {
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
