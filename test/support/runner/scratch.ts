import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder for a test's files; it goes with the run's own temporary folder. */
export function scratchFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `sluice-${name}-`));
}
