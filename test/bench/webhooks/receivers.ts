import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

const yes = "HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\nKeep-Alive: timeout=60\r\n\r\n";

/** Answers 204 to each request on a connection. By hand, so that the receivers are never what is measured. */
function answer(socket: Socket): void {
  let text = "";
  socket.setNoDelay(true).on("error", () => undefined);
  socket.on("data", (data) => {
    text += data.toString("latin1");
    for (;;) {
      const head = text.indexOf("\r\n\r\n");
      const length = /content-length: (\d+)/i.exec(text)?.[1];
      if (head < 0 || length === undefined || text.length < head + 4 + Number(length)) return;
      text = text.slice(head + 4 + Number(length));
      socket.write(yes);
    }
  });
}

/** Receivers that answer 204 at once, and one that takes everything and never answers. */
export async function startReceivers(healthy: number): Promise<{ healthyUrls: string[]; blackHoleUrl: string }> {
  const healthyUrls = [];
  for (let nth = 0; nth < healthy; nth++) healthyUrls.push(await listen(createServer(answer)));
  const blackHole = createServer((socket) => socket.on("error", () => undefined).resume());
  return { healthyUrls, blackHoleUrl: await listen(blackHole) };
}
