import { afterAll, expect, test } from "vitest";
import { auditOperations } from "../../functions/contract/console/audit.ts";
import { mailOperations } from "../../functions/contract/mail/mail.ts";
import { reviewOperations } from "../../functions/contract/review/review.ts";
import { feeRuleOperations } from "../../functions/contract/tenants/fee-rules.ts";
import { flagOperations } from "../../functions/contract/tenants/flags.ts";
import { tenantOperations } from "../../functions/contract/tenants/tenants.ts";
import {
  advance,
  operator as anna,
  secondOperator as ben,
  endpoints,
  nobody,
  operators,
  TestTenant,
  wallet,
} from "../support/journeys/journey.ts";

const { changeTenant, getTenant } = tenantOperations;
const { approveAction, getApproval } = reviewOperations;
const { addFeeRule, listFeeRules } = feeRuleOperations;
const patience = { timeout: 30_000, interval: 200 };

// The journeys that play on this sandbox know of no default rule.
afterAll(() => operators.addDefaultFeeRule({ bps: 0 }));

/** The settlement of 100.00 that is paid now, once it is over. */
async function settled(tenant: TestTenant) {
  const { settlement } = await tenant.payNew(10_000);
  return tenant.reaches(settlement.id, "completed");
}

const paidTo = async (tenant: TestTenant) => (await settled(tenant)).destWallet;

const waiting = ({ text }: { readonly text: string }) => ({ id: JSON.parse(text).approvalId as string });

test("a wallet is another one only once a second operator has agreed and its day is over", async () => {
  const tenant = await TestTenant.create({ destWallet: "0xBEFORE" });
  const params = { id: tenant.id };
  const asked = await anna.ask(changeTenant, { params, body: { destWallet: "0xAFTER" } });
  expect(asked.status).toBe(202);
  const approval = { params: waiting(asked) };
  const letters = async () =>
    (await anna.call(mailOperations.listMail, { query: { about: approval.params.id } })).data.map(
      (each) => each.template,
    );
  await expect.poll(letters, patience).toEqual(["change_requested"]);
  expect(await paidTo(tenant)).toBe("0xBEFORE");
  await anna.refused(approveAction, "second_operator_required", approval);
  expect((await ben.call(approveAction, approval)).status).toBe("approved");
  await advance(86_000);
  expect(await paidTo(tenant)).toBe("0xBEFORE");
  await advance(500);
  await expect.poll(async () => (await anna.call(getTenant, { params })).destWallet, patience).toBe("0xAFTER");
  expect((await anna.call(getApproval, approval)).status).toBe("effective");
  expect(await paidTo(tenant)).toBe("0xAFTER");
  await expect.poll(letters, patience).toEqual(["change_effective", "change_requested"]);
});

test("or at once, where the second operator says why", async () => {
  const params = { id: (await TestTenant.create({ destWallet: "0xBEFORE" })).id };
  const asked = await anna.ask(changeTenant, { params, body: { destWallet: "0xAFTER" } });
  await ben.refused(approveAction, "validation_error", { params: waiting(asked), body: { now: true } });
  const body = { now: true, reason: "the old wallet's key is lost" } as const;
  expect((await ben.call(approveAction, { params: waiting(asked), body })).status).toBe("effective");
  expect((await anna.call(getTenant, { params })).destWallet).toBe("0xAFTER");
});

test("a default fee rule and a flag that opens a way for money wait, and closing it does not", async () => {
  const rule = await anna.ask(addFeeRule, { body: { bps: 77 } });
  expect(rule.status).toBe(202);
  expect((await ben.call(approveAction, { params: waiting(rule) })).status).toBe("effective");
  expect((await anna.call(listFeeRules)).data[0]?.bps).toBe(77);
  const setFlag = (enabled: boolean) => anna.ask(flagOperations.setFlag, { body: { key: "escrow.enabled", enabled } });
  expect((await setFlag(false)).status).toBe(200);
  const opening = await setFlag(true);
  expect(opening.status).toBe(202);
  expect((await ben.call(approveAction, { params: waiting(opening) })).status).toBe("effective");
});

/** What a page of the console tells an operator who signs in for it. */
async function consoleTells(which: 0 | 1, place: string): Promise<string> {
  const form = new URLSearchParams({ token: endpoints.operators[which]?.token ?? "" }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const signedIn = await nobody.send("POST", "/console/sign-in", { body: form, headers });
  const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  return (await nobody.send("GET", `/console/${place}`, { headers: { cookie } })).text;
}

test("money goes the way that two people decided, and console and audit trail name both", async () => {
  const tenant = await TestTenant.create();
  const params = { id: tenant.id };
  const destWallet = wallet();
  const change = waiting(await anna.ask(changeTenant, { params, body: { destWallet } }));
  expect(await consoleTells(1, "approvals")).toContain(change.id);
  const now = { now: true, reason: "the old wallet's key is lost" };
  await ben.call(approveAction, { params: change, body: now });
  const rule = waiting(await anna.ask(addFeeRule, { body: { bps: 150 } }));
  expect(await consoleTells(1, "approvals")).toContain(rule.id);
  await ben.call(approveAction, { params: rule });
  const { id: feeRuleId } = (await anna.call(listFeeRules)).data[0] ?? {};
  expect(await settled(tenant)).toMatchObject({ destWallet, feeRuleId, feeCents: 150, netCents: 9_850 });
  const [first, second] = endpoints.operators.map(({ name }) => `operator:${name}`);
  for (const { id } of [change, rule]) {
    const { data } = await anna.call(auditOperations.listAudit, { query: { subject: id } });
    const acts = data.map(({ actor, action }) => [actor, action]).toReversed();
    expect(acts.slice(0, 2)).toEqual([
      [first, id === rule.id ? "addFeeRule" : "changeTenant"],
      [second, "approveAction"],
    ]);
    const page = await consoleTells(0, `approvals/${id}`);
    for (const name of [first, second]) expect(page).toContain(name);
  }
});
