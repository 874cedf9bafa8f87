import type { TestProject } from "vitest/node";
import { type RunningSandbox, startSandbox } from "./sandbox.ts";

let sandbox: RunningSandbox | undefined;

export async function setup(project: TestProject): Promise<void> {
  sandbox = await startSandbox(["--two-person"]);
  project.provide("endpoints", sandbox.endpoints);
}

export async function teardown(): Promise<void> {
  await sandbox?.stop();
}
