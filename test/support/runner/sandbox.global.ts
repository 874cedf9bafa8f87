import type { TestProject } from "vitest/node";
import { type Endpoints, type RunningSandbox, startSandbox } from "./sandbox.ts";

declare module "vitest" {
  export interface ProvidedContext {
    endpoints: Endpoints;
  }
}

/** One sandbox for all projects of a run that ask for one; the last to finish ends it. */
interface Shared {
  users: number;
  sandbox: Promise<RunningSandbox> | undefined;
}

// Each project loads this file anew, so what they share cannot be a variable of it.
const shelf: typeof globalThis & { sluiceSandbox?: Shared } = globalThis;

export async function setup(project: TestProject): Promise<void> {
  shelf.sluiceSandbox ??= { users: 0, sandbox: undefined };
  const shared = shelf.sluiceSandbox;
  shared.users += 1;
  shared.sandbox ??= startSandbox();
  project.provide("endpoints", (await shared.sandbox).endpoints);
}

export async function teardown(): Promise<void> {
  const shared = shelf.sluiceSandbox;
  if (shared === undefined) return;
  shared.users -= 1;
  if (shared.users > 0) return;
  delete shelf.sluiceSandbox;
  await (await shared.sandbox)?.stop();
}
