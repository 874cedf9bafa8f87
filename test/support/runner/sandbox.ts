import { type ChildProcess, fork } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { freePorts } from "./ports.ts";

/** `endpoints.json` of a running sandbox. */
export interface Endpoints {
  readonly apiUrl: string;
  readonly kytUrl: string;
  readonly operatorUrl: string;
  readonly kytOperatorUrl: string;
  readonly onboardUrl: string;
  readonly awsEndpoint: string;
  readonly region: string;
  readonly internalToken: string;
  readonly operators: readonly { readonly name: string; readonly token: string }[];
  readonly tenant: { readonly id: string; readonly slug: string; readonly apiKey: string };
  readonly otherTenant: { readonly id: string; readonly slug: string; readonly apiKey: string };
  readonly kytApiKey: string;
  readonly railControlUrl: string | null;
  readonly conversionControlUrl: string | null;
  readonly receiverUrl: string;
}

/** A sandbox that a test run started, and how it ends. */
export interface RunningSandbox {
  readonly endpoints: Endpoints;
  readonly stateDir: string;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, "../../..");
const remembered = 40;

/** Starts a sandbox as `npm start` does, on free ports and with a state directory of its own. */
export async function startSandbox(flags: readonly string[] = []): Promise<RunningSandbox> {
  const port = await freePorts(6);
  const stateDir = join(root, `.sandbox-test-${port}`);
  const own = ["--port", port, "--aws-port", port + 5, "--state", stateDir, "--no-demo"].map(String);
  // A forked sandbox ends when the test run does, even when that is killed.
  const child = fork(join(root, "bin/sandbox.ts"), [...own, ...flags], { cwd: root, execArgv: [], silent: true });
  const reply: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      reply.push(text);
      if (reply.length > remembered) reply.shift();
    });
  }
  await new Promise<void>((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the sandbox ended (${code}):\n${reply.join("")}`)));
  });
  const endpoints: Endpoints = JSON.parse(readFileSync(join(stateDir, "endpoints.json"), "utf8"));
  return { endpoints, stateDir, stop: () => stop(child, stateDir) };
}

async function stop(child: ChildProcess, stateDir: string): Promise<void> {
  if (child.exitCode === null) {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  }
  rmSync(stateDir, { recursive: true, force: true });
}
