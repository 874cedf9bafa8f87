import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { accountRequestOperations } from "../../functions/contract/screening/account-requests.ts";
import { accountOperations } from "../../functions/contract/screening/accounts.ts";
import { requestAccountOperations } from "../../functions/contract/screening/screening-signup-pages.ts";
import { screenOperations } from "../../functions/contract/screening/screens.ts";
import { usageOperations } from "../../functions/contract/screening/usage.ts";
import { publicOperations } from "../../functions/contract/shared/public.ts";
import { screeningPublicOperations } from "../../functions/contract/shared/screening-public.ts";
import { sluice } from "../support/journeys/command.ts";
import { endpoints } from "../support/journeys/journey.ts";
import { advance, fresh, holder, nobody, operator } from "../support/journeys/screening.ts";
import { SignedClient } from "../support/journeys/signed.ts";
import { Client } from "../support/runner/client.ts";
import { until } from "../support/runner/until.ts";

const { listAccounts, createAccount } = accountOperations;
const { getUsage } = usageOperations;

describe("the screening interface of a fresh sandbox", () => {
  test("screens by the fixture, and says so to anybody", async () => {
    const { status, lists } = await nobody.call(screeningPublicOperations.getScreeningHealth);
    expect(status).toBe("ok");
    expect(lists).toContainEqual(expect.objectContaining({ list: "fixture", stale: false }));
  });

  test("knows the account sandbox, whose key is in endpoints.json and whose plan has no limits", async () => {
    const used = await new Client(endpoints.kytUrl, endpoints.kytApiKey).call(getUsage);
    expect(used).toMatchObject({ plan: "sandbox", limit: null });
  });

  test("knows no key of the rails, and they know none of its", async () => {
    const stranger = await new Client(endpoints.kytUrl, endpoints.tenant.apiKey).ask(getUsage);
    expect(stranger.status).toBe(401);
    expect(JSON.parse(stranger.text)).toMatchObject({ code: "invalid_api_key" });
    const other = new Client(endpoints.apiUrl, endpoints.kytApiKey);
    expect((await other.send("GET", "/api/v1/invoices")).status).toBe(401);
  });

  test("leaves the gates to the mock, unless it was started otherwise", async () => {
    const { kyt } = await new Client(endpoints.apiUrl, null).call(publicOperations.getHealth);
    expect(kyt).toMatchObject({ mock: true, provider: "mock" });
  });
});

describe("a business that asks for an account", () => {
  test("is let in with a key that screens, and nobody is let in twice", async () => {
    const name = randomUUID().slice(0, 8);
    const input = { companyName: `Acme ${name}`, contactName: "Ada", contactEmail: `${name}@acme.example` };
    await advance(3_600);
    const { requestId: id } = await nobody.call(requestAccountOperations.requestAccount, {
      body: { ...input, plan: "starter" },
    });
    const { acceptAccountRequest, listAccountRequests } = accountRequestOperations;
    const { data } = await operator.call(listAccountRequests, { query: { status: "received" } });
    expect(data).toContainEqual(expect.objectContaining({ id, ...input }));
    const params = { id };
    const { account, apiKey } = await operator.call(acceptAccountRequest, { params });
    const screened = await holder(apiKey).call(screenOperations.screenValue, {
      body: { type: "wallet", value: fresh() },
    });
    expect(screened).toMatchObject({ status: "complete", action: "allow" });
    const used = await holder(apiKey).call(getUsage);
    expect(used).toMatchObject({ plan: "starter", used: 1, limit: 500 });
    const again = await operator.ask(acceptAccountRequest, { params });
    expect([again.status, JSON.parse(again.text).accountId]).toEqual([409, account.id]);
  });
});

describe("the screening interface's operators", () => {
  test("are the rails' in a sandbox, by the same tokens", async () => {
    for (const { token } of endpoints.operators)
      expect((await new Client(endpoints.kytUrl, token).call(listAccounts)).data.length).toBeGreaterThan(0);
  });

  test("come in signed by a door of their own, which is shut to the unsigned", async () => {
    const signed = new SignedClient(endpoints.kytOperatorUrl, endpoints.region);
    const made = await signed.call(createAccount, { body: { name: "signed for", plan: "free" } });
    expect(made).toMatchObject({ plan: "free", apiKey: expect.stringMatching(/^slc_test_/) });
    const unsigned = await new Client(endpoints.kytOperatorUrl, null).ask(listAccounts);
    expect([401, 403]).toContain(unsigned.status);
  });

  const here = ["--endpoint", endpoints.awsEndpoint];
  afterAll(() => sluice("operator", "remove", "screener", "--screening", ...here));

  test("are added apart from the rails'", async () => {
    const { text } = await sluice("operator", "add", "screener", "--screening", ...here);
    const token = /: (\S+)$/.exec(text.trim())?.[1] ?? "";
    // A Lambda looks for tokens that it does not know, once a second.
    await until(
      async () => (await new Client(endpoints.kytUrl, token).ask(listAccounts)).status,
      (status) => status === 200,
      "the token does not work",
    );
    expect((await new Client(endpoints.apiUrl, token).send("GET", "/admin/tenants")).status).toBe(401);
  });
});
