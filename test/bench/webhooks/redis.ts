import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { freePorts } from "../../support/runner/ports.ts";

const server = process.env.SLUICE_REDIS_SERVER ?? "redis-server";

/** A Redis on a free loopback port: the one that set-up has installed, else the machine's; or why there is none. */
export async function startRedis(): Promise<{ port: number; stop(): void } | string> {
  if (!isFound()) return "there is no redis-server, and set-up could not install one";
  const port = await freePorts(1);
  const flags = ["--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"].map(String);
  const child = spawn(server, flags, { stdio: "ignore" });
  if (!(await answers(port, child))) return "redis-server did not start";
  return { port, stop: () => void child.kill("SIGTERM") };
}

function isFound(): boolean {
  return spawnSync(server, ["--version"], { stdio: "ignore" }).status === 0;
}

async function answers(port: number, child: ChildProcess): Promise<boolean> {
  for (let attempt = 0; attempt < 50 && child.exitCode === null; attempt++) {
    const open = await new Promise<boolean>((resolve) => {
      const probe = connect(port, "127.0.0.1", () => resolve(probe.destroy() !== undefined));
      probe.on("error", () => resolve(false));
    });
    if (open) return true;
    await wait(100);
  }
  return false;
}
