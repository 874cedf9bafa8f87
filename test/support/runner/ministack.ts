import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePorts } from "./ports.ts";

const program = join(import.meta.dirname, "../../../.sandbox/venv/bin/ministack");
const startLimitMs = 30_000;

/** The AWS emulator without a stack on it. */
export interface Ministack {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Starts the emulator on a free port of loopback; null where it is not installed. */
export async function startMinistack(): Promise<Ministack | null> {
  if (!existsSync(program)) return null;
  const port = await freePorts(1);
  const files = mkdtempSync(join(tmpdir(), "sluice-ministack-"));
  const child = spawn(program, {
    stdio: "ignore",
    cwd: files,
    env: {
      PATH: process.env.PATH,
      HOME: files,
      PYTHONUTF8: "1",
      GATEWAY_PORT: String(port),
      BIND_HOST: "127.0.0.1",
      IOT_MTLS_ENABLED: "0",
      TMPDIR: files,
      STATE_DIR: join(files, "state"),
      S3_DATA_DIR: join(files, "s3"),
    },
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const endpoint = `http://127.0.0.1:${port}`;
  await answering(endpoint, () => child.exitCode !== null);
  return {
    endpoint,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      process.off("exit", kill);
      rmSync(files, { recursive: true, force: true });
    },
  };
}

async function answering(endpoint: string, ended: () => boolean): Promise<void> {
  for (let waited = 0; waited < startLimitMs && !ended(); waited += 50) {
    const up = await fetch(endpoint).then(
      () => true,
      () => false,
    );
    if (up) return;
    await wait(50);
  }
  throw new Error("the AWS emulator did not start");
}
