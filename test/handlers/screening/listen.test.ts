import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { receiver } from "../../support/vendor-sim/receiver.ts";

const root = join(import.meta.dirname, "../../..");

/** A state directory of a sandbox that answers at this address. */
function stateOf(apiUrl: string): string {
  const stateDir = mkdtempSync(join(tmpdir(), "listen-"));
  const tenant = { id: "ten_1", slug: "acme", apiKey: "k" };
  const endpoints = { apiUrl, internalToken: "token", tenant, otherTenant: { ...tenant, slug: "other" } };
  writeFileSync(join(stateDir, "endpoints.json"), JSON.stringify(endpoints));
  return stateDir;
}

/** The operators' routes of a sandbox, as far as the command uses them, and what was asked of them. */
async function stubSandbox() {
  const input: string[] = [];
  const registered: { url: string; events: readonly string[] | null }[] = [];
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    input.push(`${request.method} ${request.url}`);
    if (request.method === "POST") registered.push(JSON.parse(text));
    response.writeHead(200).end(JSON.stringify({ id: "whe_1", secret: "whsec_shown" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    ...{ asked: input, registered, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The command, what it has printed so far, and its end. */
function listen(...given: readonly string[]) {
  const child = spawn(process.execPath, [join(root, "bin/listen.ts"), ...given], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const report = new Set<() => void>();
  const hear = (piece: string) => {
    text += piece;
    for (const look of report) look();
  };
  child.stdout.setEncoding("utf8").on("data", hear);
  child.stderr.setEncoding("utf8").on("data", hear);
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return {
    ended,
    text: () => text,
    /** Resolves once it has printed this. */
    says: (label: string) =>
      new Promise<void>((resolve) => {
        const look = () => text.includes(label) && resolve();
        report.add(look);
        look();
      }),
    stop: () => child.kill("SIGTERM"),
  };
}

const sent = {
  "content-type": "application/json",
  "x-service-event-id": "evt_1",
  "x-service-attempt": "2",
  "x-service-signature": "t=1,v1=ab",
};

function post(url: string | undefined, body: Uint8Array<ArrayBuffer>) {
  return fetch(url ?? "", { method: "POST", body, headers: sent });
}

describe("npm run listen", () => {
  test("registers itself, passes a webhook on byte for byte with its signature, and goes without a trace", async () => {
    await using line = await receiver((nth) => (nth === 1 ? 202 : 500));
    await using sandbox = await stubSandbox();
    const command = listen("--forward", line.url, "--events", "invoice.sent", "--state", stateOf(sandbox.url));
    await command.says("whsec_shown");
    const [endpoint] = sandbox.registered;
    expect(endpoint?.events).toEqual(["invoice.sent"]);
    const body = Buffer.from('{"event":"invoice.sent", "data": {"für":"5 €"}}\n');
    expect((await post(endpoint?.url, body)).status).toBe(202);
    expect(line.received[0]).toMatchObject({ raw: body, headers: sent });
    await command.says("attempt 2  -> 202");
    expect((await post(endpoint?.url, Buffer.from("no JSON"))).status).toBe(500);
    await command.says("-> 500");
    command.stop();
    expect(await command.ended).toBe(0);
    const path = "/admin/tenants/ten_1/webhooks";
    expect(sandbox.asked).toEqual([`POST ${path}`, `DELETE ${path}/whe_1`]);
  });

  test("answers 502 where nobody listens at the address, says why, and goes on", async () => {
    await using sandbox = await stubSandbox();
    const command = listen("--forward", "http://127.0.0.1:9/hook", "--state", stateOf(sandbox.url));
    await command.says("whsec_shown");
    const url = sandbox.registered[0]?.url;
    for (let n = 0; n < 2; n++) expect((await post(url, Buffer.from("{}"))).status).toBe(502);
    await command.says("no answer (ECONNREFUSED)");
    command.stop();
    expect(await command.ended).toBe(0);
  });

  test.each<[readonly string[], string]>([
    [["--forward", "localhost:3000"], "is not an http address"],
    [["--forward", "http://127.0.0.1:9", "--state", stateOf("http://127.0.0.1:9")], "does not answer"],
    [["--forward", "http://127.0.0.1:9", "--state", "/nowhere"], "No sandbox runs here"],
  ])("says in one sentence what is wrong with %j", async (given, what) => {
    const command = listen(...given);
    expect(await command.ended).toBe(1);
    expect(command.text()).toContain(what);
    expect(command.text().trim().split("\n")).toHaveLength(1);
  });
});
