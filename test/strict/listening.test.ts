import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { isLoopback, listenersIn, listenersOf } from "./listening.ts";

const head = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode";

function row(local: string, state = "0A"): string {
  return `   0: ${local} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000     0        0 4711 1 0 100 0`;
}

function listeners(...rows: readonly string[]) {
  return listenersIn([head, ...rows, ""].join("\n"));
}

describe("the kernel's table of sockets", () => {
  test.each([
    ["0100007F:11D6", "127.0.0.1", true],
    ["3500007F:0035", "127.0.0.53", true],
    ["00000000:11D6", "0.0.0.0", false],
    ["0B00000A:11D6", "10.0.0.11", false],
    ["00000000000000000000000001000000:11D6", "::1", true],
    ["00000000000000000000000000000000:11D6", "::", false],
    ["0000000000000000FFFF00000100007F:11D6", "::ffff:127.0.0.1", true],
    ["0000000000000000FFFF00000B00000A:11D6", "::ffff:10.0.0.11", false],
    ["000080FE00000000FF565002BD69B1FE:11D6", "000080FE00000000FF565002BD69B1FE", false],
  ])("%s is %s", (local, address, loopback) => {
    const [found] = listeners(row(local));
    expect(found).toMatchObject({ address, inode: "4711" });
    expect(isLoopback({ address })).toBe(loopback);
  });

  test("gives the port, and leaves out what does not listen", () => {
    const found = listeners(row("0100007F:11D6"), row("0100007F:11D7", "01"));
    expect(found.map(({ port }) => port)).toEqual([4566]);
  });
});

test.runIf(process.platform === "linux")("a process is seen to listen, and no more once it stops", async () => {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
  });
  const own = () => listenersOf(process.pid).filter((each) => each.port === port);
  expect(own().map(isLoopback)).toEqual([true]);
  await new Promise((resolve) => server.close(resolve));
  expect(own()).toEqual([]);
});
