import type { TestProject } from "vitest/node";
import { type PendingSandbox, startInBackground, stopPending } from "./pending-sandbox.ts";

declare module "vitest" {
  export interface ProvidedContext {
    endpointsFiles: readonly string[];
  }
}

/** The sandboxes of a run, one for each worker, which plays one file after the other on it; the last project to finish ends them. */
interface Shared {
  users: number;
  readonly sandboxes: PendingSandbox[];
}

// Each project loads this file anew, so what they share cannot be a variable of it.
const shelf: typeof globalThis & { sluiceSandboxes?: Shared } = globalThis;

export function setup(project: TestProject): void {
  shelf.sluiceSandboxes ??= { users: 0, sandboxes: [] };
  const shared = shelf.sluiceSandboxes;
  shared.users += 1;
  const { sandboxes } = shared;
  // One after the other, since the first one bundles for all.
  while (sandboxes.length < Number(project.config.maxWorkers)) sandboxes.push(startInBackground([], sandboxes.at(-1)));
  project.provide(
    "endpointsFiles",
    sandboxes.map(({ file }) => file),
  );
}

export async function teardown(): Promise<void> {
  const shared = shelf.sluiceSandboxes;
  if (shared === undefined) return;
  shared.users -= 1;
  if (shared.users > 0) return;
  delete shelf.sluiceSandboxes;
  await Promise.all(shared.sandboxes.map(stopPending));
}
