import { createServer } from "node:net";

/** Where ports are looked for. Of two runs side by side each is given its own half (`.ci/run`), since a port is free until somebody listens there. */
const [lowest = 20_000, highest = 29_999] = (process.env.SLUICE_PORTS ?? "20000-29999").split("-").map(Number);

/** The first of `count` ports in a row that are free on loopback. */
export async function freePorts(count: number): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const first = lowest + Math.floor(Math.random() * (highest - lowest + 2 - count));
    const free = await Promise.all(Array.from({ length: count }, (_, offset) => isFree(first + offset)));
    if (free.every(Boolean)) return first;
  }
  throw new Error(`no ${count} free ports in a row`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.on("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
