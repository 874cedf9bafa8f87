import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ofScreening, Visitor } from "../../support/routes/visitor.ts";
import type { PlainReply } from "../../support/runner/lambdas.ts";
import { DeployedLists } from "../../support/screening/deployed-lists.ts";
import { otherWallet, seededWallets, wallet } from "../../support/screening/screen-samples.ts";

const deployed = new DeployedLists();
const freshWallet = seededWallets("the screening console");
let first: Visitor;
let second: Visitor;

const hostile = `"><script>alert(1)</script> & 'Söhne' 株式会社`;
const escaped = "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#39;Söhne&#39; 株式会社";

beforeAll(async () => {
  await deployed.open();
  await deployed.publish([wallet]);
});

afterAll(() => deployed.stop());

beforeEach(async () => {
  first = new Visitor(deployed, "192.0.2.1", ofScreening);
  second = new Visitor(deployed, "192.0.2.2", ofScreening);
  expect((await first.signIn()).status).toBe(303);
  expect((await second.signIn(`${deployed.operatorToken}-2`)).status).toBe(303);
});

/** The id that a form's answer leads to. */
function ledTo({ status, headers, text }: PlainReply): string {
  expect(status, text.slice(0, 500)).toBe(303);
  return /(acc|own|acr)_\w{26}/.exec(headers.location ?? "")?.[0] ?? "";
}

async function read(id: string, params: Record<string, string>) {
  return JSON.parse((await deployed.call(id, deployed.operatorToken, params)).text);
}

async function screened(apiKey: string, value: string) {
  const { text } = await deployed.call("screenValue", apiKey, {}, { type: "wallet", value });
  return JSON.parse(text);
}

describe("an account", () => {
  test("is opened with a key that is shown once and works", async () => {
    const { status, text } = await first.post("openAccount", { name: hostile, plan: "starter" });
    expect(status).toBe(200);
    expect(text).not.toContain("<script>");
    const key = /slc_test_\w+/.exec(text)?.[0] ?? "";
    expect((await screened(key, otherWallet)).action).toBe("allow");
    const id = /acc_\w{26}/.exec(text)?.[0] ?? "";
    const page = await first.get("showAccount", { id });
    expect(page.text).toContain("1 of 500");
    expect(page.text).toContain("1 of 3");
    expect(page.text).not.toContain(key);
    expect((await first.get("showAccounts")).text).toContain("1 of 500");
  });

  test("is opened once by a form that is sent twice, whichever answer is seen", async () => {
    const form = (await first.get("showNewAccount")).text;
    const id = /name="id" value="(acc_\w{26})"/.exec(form)?.[1] ?? "";
    const fields = { id, name: "Pressed twice", plan: "free" };
    const answers = await Promise.all([first.post("openAccount", fields), first.post("openAccount", fields)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 303]);
    const again = await first.post("openAccount", fields);
    expect(again.headers.location).toBe(`../console/accounts/${id}?done=account-open`);
    expect((await read("getAccount", { id })).activeKeys).toBe(1);
    expect((await first.get("showAccounts")).text.match(/Pressed twice/g)).toHaveLength(1);
    expect((await first.post("openAccount", { ...fields, id: "own_1" })).status).toBe(400);
  });

  test.each([
    [{ name: "", plan: "free" }, "openAccount-name-error"],
    [{ name: hostile, plan: "gold" }, "openAccount-plan-error"],
  ])("is not opened by %j, and what was typed stays", async (fields, error) => {
    const { status, text } = await first.post("openAccount", fields);
    expect(status).toBe(400);
    expect(text).toContain(`id="${error}"`);
    expect(text.match(/<li><a href="#openAccount-/g)).toHaveLength(1);
    expect(text).toContain(fields.name === "" ? 'value=""' : `value="${escaped}"`);
  });

  test("moves up and down between plans, and is told what that means first", async () => {
    const { id } = await deployed.account("free");
    const at = { id };
    expect(ledTo(await first.post("setAccountPlan", { plan: "pro" }, at))).toBe(id);
    expect((await read("getAccount", at)).plan).toBe("pro");
    await first.post("addAccountKey", { name: "the till", "scopes.*": "yes" }, at);
    const { text } = await first.get("showAccount", at);
    expect(text).toContain("Its 2 keys go on, and none is added.");
    expect(ledTo(await first.post("setAccountPlan", { plan: "free" }, at))).toBe(id);
    const full = await first.post("addAccountKey", { name: "", "scopes.*": "yes" }, at);
    expect(full.status).toBe(409);
    expect(full.text).toContain("The Free plan has 1 API key; revoke one, or change the plan.");
    expect((await first.post("setAccountPlan", { plan: "gold" }, at)).status).toBe(400);
    expect((await read("getAccount", at)).plan).toBe("free");
  });

  test("is given a key by scopes, until a moment, from the ranges that are typed", async () => {
    const { id } = await deployed.account("pro");
    const at = { id };
    const { text } = await first.get("showAccount", at);
    expect(text).toMatch(/name="scopes\.\*" value="yes" checked/);
    for (const name of ["read", "write"]) expect(text).toContain(`name="scopes.${name}" value="yes">`);
    expect(text).not.toContain('name="scopes.pay"');
    const fields = { name: "reader", expiresAt: "2031-05-01T09:30", sourceRanges: "203.0.113.7" };
    const none = await first.post("addAccountKey", fields, at);
    expect(none.status).toBe(400);
    expect(none.text).toContain('id="addAccountKey-scopes-error">Must not be empty.<');
    const minted = await first.post("addAccountKey", { ...fields, "scopes.read": "yes" }, at);
    const key = /slc_test_\w+/.exec(minted.text)?.[0] ?? "";
    expect((await read("listAccountKeys", at)).data[0]).toMatchObject({
      ...{ name: "reader", scopes: ["read"], expiresAt: "2031-05-01T09:30:00.000Z" },
      sourceRanges: ["203.0.113.7/32"],
    });
    expect((await screened(key, otherWallet)).code).toBe("source_not_allowed");
  });

  test("is renamed, suspended, and made active again", async () => {
    const { id, apiKey } = await deployed.account("starter");
    const at = { id };
    ledTo(await first.post("renameAccount", { name: "Northwind" }, at));
    ledTo(await first.post("setAccountStatus", { status: "suspended" }, at));
    expect(await read("getAccount", at)).toMatchObject({ name: "Northwind", status: "suspended" });
    expect((await screened(apiKey, otherWallet)).code).toBe("tenant_suspended");
    ledTo(await first.post("setAccountStatus", { status: "active" }, at));
    expect((await screened(apiKey, otherWallet)).action).toBe("allow");
    expect((await first.post("renameAccount", { name: " " }, at)).status).toBe(400);
    expect((await first.post("setAccountStatus", { status: "gone" }, at)).status).toBe(400);
  });

  test("has a key taken away, which is felt within a minute", async () => {
    const { id, apiKey } = await deployed.account("free");
    const [key] = (await read("listAccountKeys", { id })).data;
    ledTo(await first.post("endAccountKey", {}, { id, keyId: key.id }));
    await deployed.advance(60);
    expect((await screened(apiKey, otherWallet)).code).toBe("invalid_api_key");
    const other = await deployed.account("free");
    expect((await first.post("endAccountKey", {}, { id: other.id, keyId: key.id })).status).toBe(404);
  });
});

describe("a request for an account", () => {
  async function asked(companyName: string): Promise<string> {
    const contact = { contactName: "Ada", contactEmail: `${companyName}@example.com` };
    const body = { companyName, ...contact, plan: "starter" };
    const { status, text } = await deployed.call("requestAccount", "", {}, body);
    expect(status, text).toBe(202);
    return JSON.parse(text).requestId;
  }

  test("waits on the overview, and becomes an account whose key is shown once", async () => {
    const id = await asked("contoso");
    const overview = (await first.get("showOverview")).text;
    expect(overview).toMatch(/Ask for an account<\/span><b>1<[^~]*?console\/requests\?status=received"/);
    expect((await first.get("showAccountRequest", { id })).text).toContain('value="starter" selected');
    const { status, text } = await first.post("letAccountIn", { plan: "pro", note: "" }, { id });
    expect(status).toBe(200);
    expect(text).toContain("to be passed on to contoso@example.com by a way that keeps it secret");
    expect((await screened(/slc_test_\w+/.exec(text)?.[0] ?? "", otherWallet)).action).toBe("allow");
    const again = await first.post("letAccountIn", { plan: "pro" }, { id });
    expect([again.status, again.text.includes("This request was accepted already.")]).toEqual([409, true]);
    expect(again.text).toContain("revoke it on the account’s page and mint another");
    expect((await first.get("showAccountRequest", { id })).text).toMatch(/What came of it[\s\S]*acc_\w{26}/);
  });

  test("is declined with a reason, and with none it is not", async () => {
    const id = await asked("fabrikam");
    expect((await first.post("turnAccountDown", { reason: "" }, { id })).status).toBe(400);
    expect(ledTo(await first.post("turnAccountDown", { reason: hostile }, { id }))).toBe(id);
    const { text } = await first.get("showAccountRequest", { id });
    expect(text).not.toContain("<script>");
    expect((await first.get("showAccountRequests", {}, "status=declined")).text).toContain("fabrikam");
    const erasure = { reason: "requested_by_subject", confirmation: "erase" };
    expect((await first.post("eraseRequest", { ...erasure, confirmation: "yes" }, { id })).status).toBe(400);
    expect(ledTo(await first.post("eraseRequest", erasure, { id }))).toBe(id);
    expect((await first.get("showAccountRequest", { id })).text).not.toContain("fabrikam");
  });
});

describe("an own entry", () => {
  const reply = { kind: "block", category: "scam", entity: "A shop", reason: "never delivered" };

  test("counts once a second operator has approved it, and until a second one has let it go", async () => {
    const { apiKey } = await deployed.account("sandbox");
    const value = freshWallet();
    const id = ledTo(await first.post("proposeEntry", { ...reply, value }));
    expect((await first.get("showOwnEntry", { id })).text).toContain("another operator must approve it");
    const alone = await first.post("approveEntry", { note: "" }, { id });
    expect(alone.status).toBe(409);
    expect(alone.text).toContain("Another operator than the one who proposed it must agree.");
    expect((await screened(apiKey, value)).action).toBe("allow");
    ledTo(await second.post("approveEntry", { note: "seen it too" }, { id }));
    expect((await screened(apiKey, value)).action).toBe("block");
    ledTo(await first.post("withdrawEntry", { reason: "they have paid" }, { id }));
    expect((await first.post("approveEntry", {}, { id })).status).toBe(409);
    expect((await screened(apiKey, value)).action).toBe("block");
    ledTo(await second.post("approveEntry", {}, { id }));
    expect((await screened(apiKey, value)).action).toBe("allow");
    const { text } = await first.get("showOwnEntry", { id });
    for (const labels of ["seen it too", "they have paid", "withdrawn"]) expect(text).toContain(labels);
    expect((await second.post("approveEntry", {}, { id })).text).toContain("This entry is withdrawn.");
  });

  test("is rejected, or taken back by who proposed it, and waits on the overview until then", async () => {
    const [mine, theirs] = [freshWallet(), freshWallet()];
    const ids = [
      ledTo(await first.post("proposeEntry", { ...reply, value: mine })),
      ledTo(await first.post("proposeEntry", { ...reply, value: theirs })),
    ];
    expect((await second.get("showOverview")).text).toMatch(new RegExp(`${mine}[\\s\\S]*${theirs}`));
    ledTo(await first.post("rejectEntry", { note: "" }, { id: ids[0] ?? "" }));
    ledTo(await second.post("rejectEntry", { note: hostile }, { id: ids[1] ?? "" }));
    const { text } = await first.get("showOwnEntries", undefined, "status=rejected");
    for (const each of [mine, theirs]) expect(text).toContain(each);
    expect((await second.get("showOverview")).text).not.toContain(mine);
  });

  test.each([
    [{ value: "0x12 34" }, "proposeEntry-value-error"],
    [{ value: "0x52908400098527886E0F7030069857D2E4169EE7".repeat(9) }, "proposeEntry-value-error"],
    [{ value: freshWallet(), reason: "" }, "proposeEntry-reason-error"],
    [{ value: freshWallet(), category: "evil" }, "proposeEntry-category-error"],
    [{ value: freshWallet(), kind: "maybe" }, "proposeEntry-kind-error"],
  ])("is not proposed with %j", async (wrong, response) => {
    const { status, text } = await first.post("proposeEntry", { ...reply, ...wrong });
    expect(status).toBe(400);
    expect(text).toContain("This was not done");
    expect(text).toContain(`id="${response}"`);
    expect(text).toContain(`value="${wrong.value}"`);
  });
});

/** Somebody writes to the table: the screen says that it was decided otherwise. */
async function tampered(id: string): Promise<void> {
  const [row] = await deployed.aws.store.read([{ pk: id, sk: "row" }]);
  if (!row) throw new Error("no such screen");
  const text = JSON.stringify(row.body).replace(/"decisionHash":"\w+"/, `"decisionHash":"${"0".repeat(64)}"`);
  const put = { ...row, v: row.v + 1, body: JSON.parse(text) };
  await deployed.aws.store.write([{ put, expect: row.v }], "tampered");
}

describe("a screen", () => {
  test("is found by its id, with its verdict, and verified over the lists that it names", async () => {
    const { apiKey } = await deployed.account("sandbox");
    const { id, decisionHash, narrative } = await screened(apiKey, wallet);
    const found = await first.get("showSearch", undefined, `q=%20${id.toLowerCase()}`);
    expect([found.status, found.headers.location]).toEqual([303, `../console/screens/${id}`]);
    await deployed.publish([]);
    const { text } = await first.get("showScreen", { id });
    for (const labels of [decisionHash, "Ivan EXAMPLE", ">block<", "100 of 100, critical", "fixture"])
      expect(text).toContain(labels);
    expect(text).toContain(narrative.slice(0, 20));
    const verified = await first.post("answerAgain", {}, { id });
    expect(verified.text).toContain("comes to the same decision");
    await tampered(id);
    expect((await first.post("answerAgain", {}, { id })).text).toContain("another decision now");
    await deployed.publish([wallet]);
  });

  test("needs none for what the lists and the own lists say of an address", async () => {
    const id = ledTo(
      await first.post("proposeEntry", {
        ...{ kind: "allow", category: "unknown", entity: "", value: otherWallet.toLowerCase() },
        reason: hostile,
      }),
    );
    ledTo(await second.post("approveEntry", {}, { id }));
    const listed = await first.get("showSearch", undefined, `q=${wallet.toLowerCase()}`);
    expect(listed.text).toMatch(/>listed<[\s\S]*Ivan EXAMPLE/);
    const own = await first.get("showSearch", undefined, `q=${otherWallet}`);
    expect(own.text).toContain(id);
    expect(own.text).not.toContain("<script>");
    expect((await first.get("showSearch", undefined, "q=nobody")).text).toContain("None of the lists");
    const ofKey = (await first.get("showSearch", undefined, `q=${id.replace("own_", "key_")}`)).text;
    expect([ofKey.includes("None of the lists"), ofKey.includes("No record has it.")]).toEqual([false, true]);
  });
});

test("the lists' history says what each version brought, and the page how one is imported", async () => {
  await deployed.publish([wallet, otherWallet]);
  const { text } = await first.get("showLists");
  expect(text).toContain("npm run lists -- import FILE");
  const version = /console\/lists\/(\d+)"/.exec(text)?.[1] ?? "";
  const one = await first.get("showListVersion", { version });
  expect(one.text).toMatch(new RegExp(`added[\\s\\S]*${otherWallet}`, "i"));
  const older = await first.get("showLists", undefined, "before=2");
  expect(older.text).toMatch(/console\/lists\/1"/);
  expect(older.text).not.toMatch(/console\/lists\/2"/);
});
