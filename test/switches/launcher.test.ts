import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoiceOperations } from "../../functions/contract/invoicing/invoices.ts";
import { endpointsIn, launch, prints, processesWith } from "../support/journeys/launch.ts";
import { Client } from "../support/runner/client.ts";
import { freePorts } from "../support/runner/ports.ts";
import type { Endpoints } from "../support/runner/sandbox.ts";

const root = join(import.meta.dirname, "../..");
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-launcher-"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Somebody else's program on a port. */
async function taken(port: number) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

/** It ends with 1 and one clear sentence, and leaves nothing behind that runs. */
async function failsWith(sentence: RegExp, given: readonly (string | number)[], from = root): Promise<void> {
  const { code, stderr } = await launch(given, from).exited;
  expect(stderr.trim().split("\n"), stderr).toHaveLength(1);
  expect(stderr).toMatch(sentence);
  expect(code).toBe(1);
  expect(processesWith(folder)).toEqual([]);
}

describe("a launch that cannot work says why in one sentence and ends", () => {
  test.each([
    [["--nope"], /Unknown option '--nope'.*--help/],
    [["stray"], /Unexpected argument 'stray'/],
    [["--port"], /--port.*missing/],
    [["--port", "abc"], /--port abc is not a port number/],
    [["--port", "65535"], /--port 65535 is not a port number/],
    [["--aws-port", "0"], /--aws-port 0 is not a port number/],
    [["--port", "6000"], /--port 6000 .*refuse to call port 6000 .*choose another/],
    [["--port", "5996"], /--port 5996 .*refuse to call port 6000 \(the sandbox uses 5996 to 6000\)/],
    [["--aws-port", "6566"], /--aws-port 6566 .*refuse to call port 6566, so choose another/],
    [["--engine", "moto"], /--engine moto is unknown: choose ministack or localstack/],
    [["--rail", "bridge-sim", "--conversion", "hifi-sim"], /no leg takes to HIFI what Bridge collects/],
    [["--endpoint", "nope"], /--endpoint nope is not an http address/],
  ] as const)("%j", (given, sentence) => failsWith(sentence, given));

  test("a port that is taken: the API's, its neighbour's or the emulator's", async () => {
    const port = await freePorts(4);
    const own = ["--port", port, "--aws-port", port + 3, "--state", join(folder, "taken")];
    for (const [offset, flag] of [
      [0, "--port"],
      [1, "--port"],
      [2, "--port"],
      [3, "--aws-port"],
    ] as const) {
      await using _ = await taken(port + offset);
      await failsWith(new RegExp(`Port ${port + offset} is taken: choose another with ${flag}`), own);
    }
    expect(endpointsIn(join(folder, "taken"))).toBeNull();
  });

  test("an endpoint where nothing answers", async () => {
    const port = await freePorts(4);
    const own = ["--port", port, "--endpoint", `http://127.0.0.1:${port + 3}`, "--state", join(folder, "absent")];
    await failsWith(/Nothing answers at http:\/\/127\.0\.0\.1:\d+/, own);
  });

  test("no Python environment", async () => {
    const copy = join(folder, "copy");
    mkdirSync(copy);
    cpSync(join(root, "bin"), join(copy, "bin"), { recursive: true });
    const linked = readdirSync(root).filter((name) => !name.startsWith(".") && name !== "bin");
    for (const name of linked) symlinkSync(join(root, name), join(copy, name));
    const port = await freePorts(4);
    const own = ["--port", port, "--aws-port", port + 3, "--state", join(folder, "bare")];
    await failsWith(/emulator is not installed.*Python/, own, copy);
    const strict = [...own, "--engine", "localstack"];
    await failsWith(/strict engine is not installed: .*--engine localstack.*Python 3.11, Java 17/, strict, copy);
  });
});

test("Ctrl-C ends every process that a sandbox started, after its demo", async () => {
  const port = await freePorts(4);
  const stateDir = join(folder, "demo");
  const launched = launch(["--port", port, "--aws-port", port + 3, "--state", stateDir]);
  await prints(launched, "Requests from now on");
  for (const text of [
    "Ready in",
    "completed",
    "fee 12.80 USD + reserve 123.72 USD + net 1,113.48 USD",
    "settlement.completed     verified",
  ])
    expect(launched.output()).toContain(text);
  expect(launched.output()).not.toContain("NOT VERIFIED");
  const endpoints = JSON.parse(readFileSync(endpointsIn(stateDir) ?? "", "utf8")) as Endpoints;
  expect(endpoints.apiUrl).toBe(`http://localhost:${port}`);
  await new Client(endpoints.apiUrl, endpoints.tenant.apiKey).call(invoiceOperations.listInvoices);
  await prints(launched, "GET /api/v1/invoices 200");
  expect(launched.output().split(endpoints.tenant.apiKey)).toHaveLength(2);
  expect(processesWith(stateDir).length).toBeGreaterThan(1);

  launched.child.kill("SIGINT");
  const { code, stderr } = await launched.exited;
  expect([code, stderr]).toEqual([0, ""]);
  expect(processesWith(stateDir)).toEqual([]);
  expect(endpointsIn(stateDir)).toBeNull();
  expect(existsSync(join(stateDir, "emulator"))).toBe(false);
  for (const offset of [0, 1, 2, 3]) await (await taken(port + offset))[Symbol.asyncDispose]();
}, 180_000);
