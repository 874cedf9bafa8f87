import type { TestProject } from "vitest/node";
import { type SandboxBeside, startBeside, stopBeside } from "./sandbox-beside.ts";

let beside: SandboxBeside | undefined;

export function setup(project: TestProject): void {
  beside = startBeside(["--two-person"]);
  project.provide("endpointsFile", beside.file);
}

export async function teardown(): Promise<void> {
  if (beside) await stopBeside(beside);
}
