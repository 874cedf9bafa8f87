import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { endpoints, TestTenant } from "../support/journeys/journey.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/disputes.md"), "utf8");
const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = ""]) => block);
const folder = mkdtempSync(join(tmpdir(), "dispute-docs-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the page's commands as they stand, for a tenant of the test's own. */
async function run(apiKey: string): Promise<string> {
  mkdirSync(join(folder, ".sandbox"), { recursive: true });
  const { internalToken } = endpoints;
  writeFileSync(join(folder, ".sandbox/endpoints.json"), JSON.stringify({ tenant: { apiKey }, internalToken }));
  const script = blocks.join("\n").replace("http://localhost:4000", endpoints.apiUrl);
  const child = spawn("sh", ["-c", script], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", () => resolve(text));
  });
}

/** Answers that are the same in every run: no ids, no times, nothing cut. */
const steady = blocks
  .flatMap((block) => block.split("\n"))
  .filter((line) => line.startsWith("# ") && !/\.\.\.|01M7|packet made/.test(line))
  .map((line) => line.slice(2));

test("the commands of docs/disputes.md say what they are documented to say", { timeout: 120_000 }, async () => {
  const { apiKey } = await TestTenant.create();
  const reply = (await run(apiKey)).replaceAll(/\s+/g, " ");
  let at = 0;
  for (const line of steady) {
    const found = reply.indexOf(line, at);
    expect(found, `${line} after ${reply.slice(0, at).slice(-200)}`).toBeGreaterThanOrEqual(0);
    at = found + line.length;
  }
  expect(steady.length).toBeGreaterThan(15);
});
