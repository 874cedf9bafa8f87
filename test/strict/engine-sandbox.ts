import { type ChildProcess, fork } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { freePorts } from "../support/runner/ports.ts";
import type { Endpoints } from "../support/runner/sandbox.ts";

const root = join(import.meta.dirname, "../..");

/** A sandbox on the strict engine, which `bin/sandbox.ts` deploys from nothing. */
export class EngineSandbox {
  readonly stateDir: string;
  readonly #child: ChildProcess;
  #output = "";

  private constructor(child: ChildProcess, stateDir: string) {
    this.#child = child;
    this.stateDir = stateDir;
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => (this.#output += text));
  }

  /** Starts it; its state directory keeps the logs for whoever looks why it failed. */
  static async start(stateDir: string): Promise<EngineSandbox> {
    rmSync(stateDir, { recursive: true, force: true });
    const port = await freePorts(6);
    const own = ["--port", port, "--aws-port", port + 5, "--state", stateDir].map(String);
    // A forked sandbox ends when this process does, even when that is killed.
    const flags = ["--engine", "localstack", "--hold", "--no-demo"];
    const child = fork(join(root, "bin/sandbox.ts"), [...own, ...flags], { cwd: root, execArgv: [], silent: true });
    return new EngineSandbox(child, stateDir);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Waits until everything is deployed and seeded. */
  async ready(): Promise<Endpoints> {
    await new Promise<void>((resolve, reject) => {
      this.#child.once("message", () => resolve());
      this.#child.once("error", reject);
      this.#child.once("exit", (code) => reject(new Error(this.#reason(code))));
    });
    return JSON.parse(readFileSync(join(this.stateDir, "endpoints.json"), "utf8"));
  }

  /** Ends it and all that it started. */
  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.kill("SIGTERM");
    await ended;
  }

  /** What the engine itself says of a resource that it refused. */
  refusals(): string[] {
    const log = join(this.stateDir, "emulator.log");
    if (!existsSync(log)) return [];
    const lines = readFileSync(log, "utf8").matchAll(/Resource provider operation failed: '(.+)'/g);
    return [...new Set([...lines].map(([, why = ""]) => why.split("operation failed: ").at(-1) ?? why))];
  }

  /** Types of resources whose update the engine left out. */
  skippedUpdates(): string[] {
    const log = readFileSync(join(this.stateDir, "emulator.log"), "utf8");
    return [...new Set([...log.matchAll(/Unable to update resource type "(.+?)"/g)].map(([, type]) => type))]
      .filter((type) => type !== undefined)
      .sort();
  }

  #reason(code: number | null): string {
    const reply = this.#output.split("\n").filter((line) => line !== "" && !line.includes(" s so far"));
    return [`the sandbox ended (${code}):`, ...reply.slice(-5), ...this.refusals()].join("\n  ");
  }
}
