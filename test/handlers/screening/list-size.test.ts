import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const script = resolve(import.meta.dirname, "../../bench/list-size.ts");

/** Too little for a quarter of the file: a reader that gathers it dies of it. */
const heapMb = 32;

test("a list of 100 MB is read in the memory that a small one takes", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [`--max-old-space-size=${heapMb}`, script]);
  console.info(stdout.trim());
  const { bytes, addresses, expected } = JSON.parse(stdout);
  expect(bytes).toBeGreaterThan(100_000_000);
  expect(addresses).toBe(expected);
});
