import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

const items: Readonly<Record<string, object>> = {
  keys: { id: { S: "key" }, tenantId: { S: "ten_1" } },
  invoices: { id: { S: "inv_1" }, tenantId: { S: "ten_1" }, totalCents: { N: "125000" } },
};

/** The peer's table over loopback: what it looks for is there, what it writes is taken. */
export class PeerTable {
  #server: Server | undefined;

  /** Begins to listen on a free port of loopback; the endpoint's URL. */
  async start(): Promise<string> {
    this.#server = createServer(async (request, response) => {
      const { TableName } = JSON.parse(Buffer.concat(await request.toArray()).toString());
      const isRead = String(request.headers["x-amz-target"]).endsWith("GetItem");
      const reply = isRead ? { Item: items[TableName] } : {};
      response.writeHead(200, { "content-type": "application/x-amz-json-1.0" }).end(JSON.stringify(reply));
    });
    await new Promise<void>((resolve) => this.#server?.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
}
