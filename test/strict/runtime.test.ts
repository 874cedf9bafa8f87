import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { describe, expect, it } from "vitest";

const runtime = join(import.meta.dirname, "plugin/sluice_engine/runtime.mjs");

/** An environment whose bundle is this text. */
function environment(bundle: string) {
  const code = mkdtempSync(join(tmpdir(), "sluice-lambda-"));
  writeFileSync(join(code, "index.mjs"), bundle);
  const env = { LAMBDA_TASK_ROOT: code, _HANDLER: "index.handler", AWS_LAMBDA_FUNCTION_NAME: "walked" };
  const child = spawn(process.execPath, [runtime, "3", "4"], {
    env,
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const input = child.stdio[3] as Writable;
  const output = child.stdio[4] as Readable;
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();
  const next = async () => JSON.parse(String((await lines.next()).value));
  const invoke = (payload: unknown) => {
    const invocation = { "invoke-id": "r-1", "trace-id": "Root=1", deadlineMs: Date.now() + 5_000 };
    input.write(`${JSON.stringify({ ...invocation, payload: JSON.stringify(payload) })}\n`);
    return next();
  };
  const ended = once(child, "exit");
  return { next, invoke, ended, close: () => input.end() };
}

describe("the Lambda runtime of the strict engine", () => {
  it("is ready once the bundle is loaded, and answers one invocation after another", async () => {
    const { next, invoke, close, ended } = environment(
      "export const handler = async (event, { awsRequestId, functionName }) => ({ event, awsRequestId, functionName });",
    );
    expect(await next()).toEqual({ ready: true });
    for (const nth of [1, 2]) {
      const { payload, isError } = await invoke({ nth });
      const answer = { event: { nth }, awsRequestId: "r-1", functionName: "walked" };
      expect([JSON.parse(payload), isError]).toEqual([answer, false]);
    }
    close();
    expect(await ended).toEqual([0, null]);
  });

  it("answers what a handler throws as Lambda does, and takes the next invocation", async () => {
    const { next, invoke, close, ended } = environment(
      'export const handler = async ({ bad }) => { if (bad) throw new TypeError("no such thing"); };',
    );
    await next();
    const { payload, isError } = await invoke({ bad: true });
    expect([JSON.parse(payload).errorType, JSON.parse(payload).errorMessage, isError]).toEqual([
      ...["TypeError", "no such thing", true],
    ]);
    expect(await invoke({ bad: false })).toEqual({ payload: "null", isError: false });
    close();
    await ended;
  });

  it("says why a bundle cannot be loaded, and ends", async () => {
    const { next, ended } = environment('throw new Error("STAGE is missing");');
    const { payload, isError } = await next();
    expect([JSON.parse(payload).errorMessage, isError]).toEqual(["STAGE is missing", true]);
    expect(await ended).toEqual([1, null]);
  });

  it("ends after a rejection that nobody handles, which fails the invocation", async () => {
    const { next, invoke, ended } = environment(
      'export const handler = () => { void Promise.reject(new Error("lost")); return new Promise(() => setTimeout(() => {}, 60_000)); };',
    );
    await next();
    const { payload, isError } = await invoke({});
    expect([JSON.parse(payload).errorMessage, isError]).toEqual(["lost", true]);
    expect(await ended).toEqual([129, null]);
  });

  it("refuses an answer over Lambda's limit of 6 MB", async () => {
    const { next, invoke, close, ended } = environment(
      'export const handler = async ({ bytes }) => "x".repeat(bytes);',
    );
    await next();
    expect((await invoke({ bytes: 6_000_000 })).isError).toBe(false);
    const { payload, isError } = await invoke({ bytes: 6_300_000 });
    expect([JSON.parse(payload).errorType, isError]).toEqual(["Function.ResponseSizeTooLarge", true]);
    close();
    await ended;
  });
});
