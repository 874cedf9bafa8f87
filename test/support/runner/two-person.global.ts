import type { TestProject } from "vitest/node";
import { type PendingSandbox, startInBackground, stopPending } from "./pending-sandbox.ts";

let pending: PendingSandbox | undefined;

export function setup(project: TestProject): void {
  pending = startInBackground(["--two-person"]);
  project.provide("endpointsFiles", [pending.file]);
}

export async function teardown(): Promise<void> {
  if (pending) await stopPending(pending);
}
