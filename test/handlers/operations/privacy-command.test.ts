import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { AskOperators } from "../../../bin/operate/operator-api.ts";
import { runPrivacy } from "../../../bin/operate/privacy.ts";
import { allOperations } from "../../../functions/contract/billing.ts";
import { examples } from "../../../functions/contract/examples.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
let id = "";

/** The operators' interface of the sandbox, without a network. */
const ask: AskOperators = async ({ method, path, body }) => {
  const [place = ""] = path.split("?");
  const isIt = (op: (typeof allOperations)[number]) =>
    op.method === method && new RegExp(`^${op.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(place);
  const op = allOperations.find(isIt);
  if (!op) throw new Error(`no operation at ${method} ${path}`);
  const headers = { authorization: `Bearer ${deployed.operatorToken}`, "content-type": "application/json" };
  return deployed.send(op, { method, path, headers, ...(body && { body: JSON.stringify(body) }) });
};

const run = (...args: string[]) => runPrivacy(args, async () => ask);
const said = async (...args: string[]) => JSON.parse(await run(...args));

beforeAll(async () => {
  await deployed.open();
  const body = { ...(examples.requestAccess?.request as object), contactEmail: "cleo@acme.example" };
  id = JSON.parse((await deployed.call("requestAccess", "", {}, body)).text).requestId;
});
afterAll(() => deployed.stop());

describe("npm run privacy", () => {
  test("finds a person by address and by id", async () => {
    const found = await said("find", "Cleo@acme.example");
    expect(found.subjects).toMatchObject([{ id, kind: "access_request", erasure: null }]);
    expect(await said("find", id)).toEqual(found);
    expect(await said("find", "ten_01K9ZQ4T0V8Y3M5N7P9R1S3T5V")).toEqual({ subjects: [] });
  });

  test("writes an export to a file that its owner alone may read", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "privacy-")), "cleo.json");
    expect(await run("export", id, "--out", file)).toContain(file);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ id, record: { contactEmail: "cleo@acme.example" } });
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  test("erases, lists and shows a request, and says why one is not taken back", async () => {
    const answered = await said("erase", id, "--reason", "consent_withdrawn", "--reference", "T-17");
    expect(answered).toMatchObject({ subject: id, status: "erased", reason: "consent_withdrawn", reference: "T-17" });
    expect(await said("list")).toEqual([answered]);
    expect(await said("list", "--status", "scheduled")).toEqual([]);
    expect(await said("show", answered.id)).toEqual(answered);
    await expect(run("withdraw", answered.id)).rejects.toThrow(/^Refused \(409\): .*already_erased/);
  });

  test.each([
    [[]],
    [["find"]],
    [["forget", "kyb_1"]],
    [["list", "more"]],
    [["erase", "kyb_1", "kyb_2"]],
    [["constructor", "kyb_1"]],
    [["list", "all"]],
  ])("says what it knows when it is told %j", async (args) => {
    await expect(run(...args)).rejects.toThrow(/^Say one of find, export, erase/);
  });

  test.each([
    [["find", "kyb_1", "--out", "file"], "--out does not go with find."],
    [["export", "kyb_1", "--status", "erased"], "--status does not go with export."],
    [["list", "--reason", "unlawful"], "--reason does not go with list."],
  ])("refuses an option that a command would not heed: %j", async (args, sentence) => {
    await expect(run(...args)).rejects.toThrow(sentence);
  });

  test("overwrites no file, and leaves none where the export is refused", async () => {
    const folder = mkdtempSync(join(tmpdir(), "privacy-"));
    const [mine, none] = [join(folder, "mine"), join(folder, "none")];
    writeFileSync(mine, "mine");
    await expect(run("export", id, "--out", mine)).rejects.toThrow(`There is a file ${mine} already.`);
    expect(readFileSync(mine, "utf8")).toBe("mine");
    const nobody = "sgn_00000000000000000000000000";
    await expect(run("export", nobody, "--out", none)).rejects.toThrow(/^Refused \(404\)/);
    expect(existsSync(none)).toBe(false);
    await expect(run("export", id, "--out", join(none, "file"))).rejects.toThrow(/cannot be made/);
  });

  test("says so where what answers is no operators' interface", async () => {
    const page: AskOperators = async () => ({ status: 200, text: "<!doctype html>" });
    await expect(runPrivacy(["list"], async () => page)).rejects.toThrow(/is no operators' interface/);
  });

  test("explains itself", async () => {
    expect(await run("--help")).toContain("npm run privacy -- erase ID");
  });
});

describe("an interface that options name", () => {
  afterEach(() => vi.unstubAllEnvs());

  test.each([
    [["--url", "nope"], "a-token", /^--url nope is not an http address/],
    [["--url", ""], "a-token", /is not an http address/],
    [["--url", "ftp://sluice.example"], "a-token", /is not an http address/],
    [["--url", "http://127.0.0.1:9"], "", /^Set SLUICE_OPERATOR_TOKEN/],
    [["--url", "http://127.0.0.1:9"], "a-token", /^http:\/\/127\.0\.0\.1:9 does not answer: \w/],
    [["--endpoint", "nope"], "", /is not an http address/],
    [["--url", "http://127.0.0.1:9", "--stage", "prod"], "", /^Say --stage/],
    [["--state", "x", "--endpoint", "http://127.0.0.1:9"], "", /^Say --stage/],
    [["--state", "/nonexistent"], "", /^No sandbox runs here/],
  ])("is refused in a sentence: %j", async (where, token, sentence) => {
    vi.stubEnv("SLUICE_OPERATOR_TOKEN", token);
    await expect(runPrivacy(["list", ...where])).rejects.toThrow(sentence);
  });

  test("is told no token that cannot be sent, and nor is whoever looks on", async () => {
    vi.stubEnv("SLUICE_OPERATOR_TOKEN", "half-of-it\nand-the-rest");
    const sentence = "SLUICE_OPERATOR_TOKEN is no token: it has characters that none has.";
    await expect(runPrivacy(["list", "--url", "http://127.0.0.1:9"])).rejects.toThrow(sentence);
  });
});
