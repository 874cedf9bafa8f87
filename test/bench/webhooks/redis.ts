import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { freePorts } from "../../support/runner/ports.ts";

/** Debian's Redis on a free loopback port, or why there is none. */
export async function startRedis(): Promise<{ port: number; stop(): void } | string> {
  if (!found() && process.getuid?.() === 0) {
    console.log("redis-server is missing; installing Debian's ...");
    const quiet = { stdio: "ignore", timeout: 180_000 } as const;
    const install = ["install", "--yes", "--no-install-recommends", "redis-server"];
    if (spawnSync("apt-get", install, quiet).status !== 0) {
      spawnSync("apt-get", ["update"], quiet);
      spawnSync("apt-get", install, quiet);
    }
  }
  if (!found()) return "redis-server is not installed and could not be";
  const port = await freePorts(1);
  const flags = ["--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"].map(String);
  const child = spawn("redis-server", flags, { stdio: "ignore" });
  if (!(await answers(port, child))) return "redis-server did not start";
  return { port, stop: () => void child.kill("SIGTERM") };
}

function found(): boolean {
  return spawnSync("redis-server", ["--version"], { stdio: "ignore" }).status === 0;
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
