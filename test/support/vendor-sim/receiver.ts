import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A callback as it came over the wire. */
export interface ReceivedCall {
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
}

/** Where a simulator's callbacks arrive; answers as its test likes. */
export async function receiver(answers: (nth: number) => number = () => 200) {
  const received: ReceivedCall[] = [];
  const server = createServer(async (request, response) => {
    const raw = Buffer.concat(await request.toArray());
    received.push({ headers: request.headers, raw });
    response.writeHead(answers(received.length)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
