import { spawn } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { type Advisories, readAudit, stopping } from "../../../bin/supply/advisories.ts";
import { scratchFolder } from "../../support/runner/scratch.ts";

const root = join(import.meta.dirname, "../../..");
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

type Advised = Readonly<Record<string, readonly object[]>>;

/** A registry of advisories on this machine: it answers with those given of what it is asked about, or with a status alone. */
async function registry(answer: number | Advised): Promise<string> {
  const server = createServer(async (request, response) => {
    // What npm reads of a package that is advised about, to say what would mend it.
    if (request.method === "GET") {
      const name = decodeURIComponent(String(request.url).slice(1));
      return sendJson(response, { name, "dist-tags": {}, versions: {} });
    }
    if (typeof answer === "number") return void response.writeHead(answer).end();
    // npm packs what it asks.
    const asked = (await json(request.pipe(createGunzip())).catch(() => ({}))) as object;
    const found = Object.entries(answer).filter(([name]) => name in asked);
    sendJson(response, Object.fromEntries(found));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`;
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** What npm says of our lock file by a registry. */
async function audited(address: string): Promise<Advisories> {
  const folder = scratchFolder("audit");
  for (const file of ["package.json", "package-lock.json"]) cpSync(join(root, file), join(folder, file));
  const settings = [`--registry=${address}`, "--fetch-retries=0", `--cache=${join(folder, "cache")}`];
  const child = spawn("npm", ["audit", "--json", ...settings], { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  await new Promise((resolve) => child.on("close", resolve));
  return readAudit(printed);
}

function advised(severity: string, id = "GHSA-aaaa-bbbb-cccc") {
  const url = `https://github.com/advisories/${id}`;
  return { id: 1, url, title: "Reads too much", severity, vulnerable_versions: "*", cwe: [], cvss: { score: 5 } };
}

describe("the gate for vulnerabilities", () => {
  test("finds what the registry advises about a package of the lock file", async () => {
    const said = await audited(
      await registry({ zod: [advised("moderate")], vitest: [advised("moderate")], lodash9: [] }),
    );
    if (!said.answered) throw new Error(said.words);
    expect(said.found.map(({ name }) => name)).toEqual(expect.arrayContaining(["zod"]));
    expect(stopping(said.found, new Set(["zod"]), [], "2026-11-28")).toEqual([
      "moderate: zod, which is deployed: Reads too much (https://github.com/advisories/GHSA-aaaa-bbbb-cccc)",
    ]);
  });

  test("lets pass what the registry has nothing against", async () => {
    expect(await audited(await registry({}))).toEqual({ answered: true, found: [] });
  });

  test("says that nothing was checked where the registry gives no advisories", async () => {
    for (const status of [404, 405, 500])
      expect(await audited(await registry(status))).toMatchObject({ answered: false });
    expect(readAudit("")).toEqual({ answered: false, words: "nothing" });
  });

  const found = (severity: "low" | "moderate" | "high", name = "zod") => {
    return [{ ...advised(severity), severity, name, source: 1 }];
  };
  const until = (day: string) => [
    { id: "GHSA-aaaa-bbbb-cccc", since: "2026-11-24", until: day, reason: "nothing of ours calls it" },
  ];
  const accepted = until("2026-12-01");

  test.each([
    ["a low one of what is deployed", found("low"), "2026-11-28", [], 0],
    ["a moderate one of what is deployed", found("moderate"), "2026-11-28", [], 1],
    ["a moderate one of a tool", found("moderate", "vitest"), "2026-11-28", [], 0],
    ["a high one of a tool", found("high", "vitest"), "2026-11-28", [], 1],
    ["an accepted one", found("high"), "2026-11-30", accepted, 0],
    ["an accepted one whose day has come", found("high"), "2026-12-01", accepted, 1],
    ["one accepted for as long as mending may take", found("high"), "2026-12-07", until("2026-12-08"), 0],
    ["one accepted for longer than that", found("high"), "2026-11-28", until("2026-12-09"), 1],
  ])("%s", (_, all, today, standing, stops) => {
    expect(stopping(all, new Set(["zod"]), standing, today)).toHaveLength(stops);
  });
});

describe("the lock file", () => {
  test("has the hash of every archive, and the address of none", () => {
    const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
      packages: Record<string, { integrity?: string; resolved?: string; inBundle?: boolean }>;
    };
    // What comes within another's archive is covered by that one's hash.
    const archives = Object.entries(packages).filter(([path, { inBundle }]) => path !== "" && !inBundle);
    expect(archives.length).toBeGreaterThan(100);
    expect(archives.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path)).toEqual([]);
    expect(archives.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  });
});
