import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestAccessOperations } from "../../functions/contract/access/signup-pages.ts";
import { auditOperations } from "../../functions/contract/console/audit.ts";
import { examples } from "../../functions/contract/examples.ts";
import { optionsIn, SoftwareAuthenticator } from "../support/access/software-authenticator.ts";
import { sluice } from "../support/journeys/command.ts";
import { endpoints, nobody, operator } from "../support/journeys/journey.ts";

const { apiUrl, kytUrl, awsEndpoint, operators } = endpoints;
const emulator = ["--endpoint", awsEndpoint];
const folder = mkdtempSync(join(tmpdir(), "operator-commands-"));

afterAll(() => {
  delete process.env.SLUICE_OPERATOR_TOKEN;
});

describe("npm run privacy", () => {
  const contactEmail = `cleo-${Date.now()}@acme.example`;
  let subject: string;

  beforeAll(async () => {
    process.env.SLUICE_OPERATOR_TOKEN = operators[1]?.token ?? "";
    const body = { ...(examples.requestAccess?.request as object), contactEmail };
    const answer = await nobody.send("POST", requestAccessOperations.requestAccess.path, {
      body: JSON.stringify(body),
      headers: { "x-forwarded-for": "198.51.100.77" },
    });
    subject = JSON.parse(answer.text).requestId;
  });

  const doors = [
    ["a stage's operator API, signed", emulator, /^arn:aws:iam::\d{12}:/],
    ["an interface that is named, by token", ["--url", apiUrl], `operator:${operators[1]?.name}`],
  ] as const;

  test.each(doors)("finds and exports by %s, and the trail says who did", async (_, where, actor) => {
    const found = await sluice("privacy", "find", contactEmail, ...where);
    expect(found.code, found.text).toBe(0);
    expect(JSON.parse(found.text).subjects).toMatchObject([{ id: subject, kind: "access_request" }]);
    const file = join(folder, `${where[0]}.json`);
    expect(await sluice("privacy", "export", subject, "--out", file, ...where)).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ id: subject, record: { contactEmail } });
    expect(statSync(file).mode & 0o077).toBe(0);
    const { data } = await operator.call(auditOperations.listAudit, { query: { subject } });
    const { actor: who } = data.find(({ action }) => action === "exportSubject") ?? {};
    expect(who).toEqual(typeof actor === "string" ? actor : expect.stringMatching(actor));
  });

  test("erases, and lists what was asked", async () => {
    const erased = await sluice("privacy", "erase", subject, "--reference", "T-17", ...emulator);
    expect(erased.code, erased.text).toBe(0);
    const { id } = JSON.parse(erased.text);
    const listed = await sluice("privacy", "list", "--status", "erased", "--url", apiUrl);
    expect(JSON.parse(listed.text)).toContainEqual(expect.objectContaining({ id, subject, reference: "T-17" }));
    const again = await sluice("privacy", "withdraw", id, ...emulator);
    expect(again).toMatchObject({ code: 1, text: expect.stringContaining("already_erased") });
  });

  test("reaches the screening interface's operators too, signed and by token", async () => {
    const email = "nobody@thistledown.example";
    for (const where of [emulator, ["--url", kytUrl]]) {
      const found = await sluice("privacy", "find", email, "--screening", ...where);
      expect(found, found.text).toMatchObject({ code: 0, text: JSON.stringify({ subjects: [] }, null, 2) });
    }
  });

  test.each([
    [["list", "--url", `${apiUrl}/docs`], /^What answers \(404\) is no operators' interface/],
    [["list", "--stage", "nobody", ...emulator], /sluice-nobody-rails/],
    [["show", "../audit", ...emulator], /^Refused \(404\)/],
  ])("says in a sentence what is wrong with %j", async (given, sentence) => {
    const { code, text } = await sluice("privacy", ...given);
    expect({ code, text }).toEqual({ code: 1, text: expect.stringMatching(sentence) });
    expect(text).not.toMatch(/ {4}at /);
  });
});

describe("npm run operator -- reset-passkeys", () => {
  const name = "keyholder";
  const authenticator = new SoftwareAuthenticator(apiUrl, new URL(apiUrl).hostname);
  let token: string;
  let cookie: string;

  beforeAll(async () => {
    const added = await sluice("operator", "add", name, ...emulator);
    token = added.text.split(" ").at(-1) ?? "";
  });
  afterAll(() => sluice("operator", "remove", name, ...emulator));

  const page = (place: string) => nobody.send("GET", `/console/${place}`, { headers: { cookie } });

  async function sent(place: string, fields: Readonly<Record<string, string>>) {
    const answer = await nobody.send("POST", `/console/${place}`, {
      body: new URLSearchParams(fields).toString(),
      headers: { cookie, "content-type": "application/x-www-form-urlencoded", origin: apiUrl },
    });
    cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    return answer;
  }

  /** Signs in by token; where that leads. */
  async function signsIn(): Promise<string> {
    cookie = "";
    await expect.poll(async () => (await sent("sign-in", { token })).status, { timeout: 10_000 }).toBe(303);
    const { headers, text } = await page("passkeys");
    return headers.get("location") ?? (text.includes("Your passkeys") ? "in" : text);
  }

  const formToken = (text: string) => /name="form" value="([^"]+)"/.exec(text)?.[1] ?? "";

  test("finds nothing to take away where there is none", async () => {
    const { code, text } = await sluice("operator", "reset-passkeys", name, ...emulator);
    expect([code, text]).toEqual([1, "this operator has no passkey. Nothing is changed."]);
  });

  test("lets in by token alone whoever has lost theirs, ends their sessions and says who did it", async () => {
    expect(await signsIn()).toBe("in");
    const form = formToken((await page("passkeys")).text);
    const asked = await sent("passkeys/new", { form });
    const answer = authenticator.make(optionsIn(asked.text));
    expect((await sent("passkeys", { form, answer, name: "phone" })).status).toBe(303);
    expect(await signsIn()).toContain("sign-in");
    const options = optionsIn((await page("sign-in/passkey")).text);
    const signing = { form: formToken((await page("sign-in/passkey")).text), answer: authenticator.present(options) };
    expect((await sent("sign-in/passkey", signing)).status).toBe(303);
    expect((await page("passkeys")).status).toBe(200);
    const reset = await sluice("operator", "reset-passkeys", name, "--operator", "ben", ...emulator);
    expect(reset).toMatchObject({ code: 0, text: expect.stringContaining("1 passkey is taken away") });
    expect((await page("passkeys")).status).not.toBe(200);
    expect(await signsIn()).toBe("in");
    const { data } = await operator.call(auditOperations.listAudit, { query: { action: "resetPasskeys", limit: 1 } });
    expect(data[0]).toMatchObject({ actor: "operator:ben", subject: `passkeys#${name}` });
  });

  test.each([
    [[name, "now"], /^Say one of/],
    [["No Name"], /is no operator's name/],
    [[name, "--stage", "nobody"], /sluice-nobody-rails/],
  ])("says in a sentence what is wrong with %j", async (given, sentence) => {
    const { code, text } = await sluice("operator", "reset-passkeys", ...given, ...emulator);
    expect({ code, text }).toEqual({ code: 1, text: expect.stringMatching(sentence) });
  });
});
