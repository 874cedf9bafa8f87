import type { TestProject } from "vitest/node";
import { type SandboxBeside, startBeside, stopBeside } from "./sandbox-beside.ts";

declare module "vitest" {
  export interface ProvidedContext {
    endpointsFile: string;
  }
}

/** One sandbox for all projects of a run that ask for one; the last to finish ends it. */
interface Shared {
  users: number;
  readonly beside: SandboxBeside;
}

// Each project loads this file anew, so what they share cannot be a variable of it.
const shelf: typeof globalThis & { sluiceSandbox?: Shared } = globalThis;

export function setup(project: TestProject): void {
  shelf.sluiceSandbox ??= { users: 0, beside: startBeside() };
  const shared = shelf.sluiceSandbox;
  shared.users += 1;
  project.provide("endpointsFile", shared.beside.file);
}

export async function teardown(): Promise<void> {
  const shared = shelf.sluiceSandbox;
  if (shared === undefined) return;
  shared.users -= 1;
  if (shared.users > 0) return;
  delete shelf.sluiceSandbox;
  await stopBeside(shared.beside);
}
