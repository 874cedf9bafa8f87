import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import type { Tenant } from "../../../functions/domain/tenants/tenant.ts";
import { DisputeOffice } from "../../support/disputes/dispute-office.ts";
import type { Owner } from "../../support/runner/deployed.ts";

const office = new DisputeOffice();
const [alice, bob] = [office.operatorToken, `${office.operatorToken}-2`];
let owner: Owner;
let before: Tenant;
let approvalId: string;
let item: { readonly id: string; readonly settlementId: string; readonly paymentId: string };

async function call(token: string, id: string, params: Record<string, string> = {}, body?: unknown) {
  const reply = await office.call(id, token, params, body);
  return { status: reply.status, json: JSON.parse(reply.text) };
}

/** Money that came after its payment was canceled, which one operator wants applied. */
beforeAll(async () => {
  ({ one: owner } = await office.start());
  before = office.state<Tenant>(owner.id);
  const lineItems = [{ description: "work", unitCents: 1_000 }];
  const invoice = await office.made("createInvoice", {}, { number: "L-1", customerId: "c", lineItems });
  const { settlement, payment } = await office.made("payInvoice", { id: invoice.id }, { source: { type: "ach_push" } });
  await office.made("cancelPayment", { id: payment.id });
  const word = { railRef: payment.railRef, state: "funds_received", amountCents: 1_000 };
  await office.made("receiveMockCallback", {}, word, alice);
  const id = settlement.id.replace("stl_", "rev_");
  item = { id, settlementId: settlement.id, paymentId: payment.id };
  ({ approvalId } = await office.made("actOnReview", { id }, { action: "apply" }, alice));
});

afterAll(() => office.stop());

const flag = (key: string, enabled: boolean | null, tenantId?: string) =>
  office.made("setFlag", {}, { key, enabled, ...(tenantId && { tenantId }) }, alice);
const change = (body: object) => office.made("changeTenant", { id: owner.id }, body, alice);
const mark = (frozenWallets: Tenant["frozenWallets"]) => office.set<Tenant>(owner.id, () => ({ frozenWallets }));

/** Every record that it is about, and any that it might have made. */
const kept = () => office.aws.store.rows().filter(({ pk }) => /^(stl|inv|apr|rev|ten|out|evt)_/.test(pk));

interface Obstacle {
  readonly name: string;
  readonly why: string;
  /** Whether it is known before the wallet is screened, which is when the first operator asks. */
  readonly isEarly: boolean;
  readonly set: () => Promise<unknown>;
  readonly clear: () => Promise<unknown>;
}

const screened = (destWallet: string, outcome: string): Obstacle => ({
  name: `whose wallet's screen is ${outcome}`,
  why: `the destination wallet did not pass screening (${outcome})`,
  isEarly: false,
  set: () => change({ destWallet }),
  clear: () => change({ destWallet: before.destWallet }),
});

const vendor = (key: string, tenantId?: () => string): Obstacle => ({
  name: `whose ${key} is off${tenantId ? " for it alone" : ""}`,
  why: `${key} is switched off`,
  isEarly: true,
  set: () => flag(key, false, tenantId?.()),
  clear: () => flag(key, null, tenantId?.()),
});

const obstacles: readonly Obstacle[] = [
  {
    name: "that is suspended",
    why: "the tenant is suspended",
    isEarly: true,
    set: () => change({ status: "suspended" }),
    clear: () => change({ status: "active" }),
  },
  {
    name: "whose wallet the coin's issuer has frozen",
    why: "has frozen",
    isEarly: true,
    set: () => {
      const { destWallet: address, destChain: chain, stable } = before;
      const found = { since: "2026-11-21T12:00:00.000Z", subjectId: owner.settlementId };
      return mark([{ address, chain, stable, ...found }]);
    },
    clear: () => mark([]),
  },
  screened("0xSANCTIONED", "declined"),
  screened("0xUNAVAILABLE", "unavailable"),
  screened("0xREVIEW", "pending"),
  vendor("vendor.collection.mock"),
  vendor("vendor.conversion.mock"),
  vendor("vendor.collection.mock", () => owner.id),
];

describe("late money of a tenant", () => {
  test.each(obstacles.map((each) => [each.name, each] as const))(
    "%s stays held, with the reason, and nothing has changed",
    async (_, { why, isEarly, set, clear }) => {
      await set();
      const rows = kept();
      const refusal = {
        status: 409,
        json: { code: "action_not_available", error: expect.stringContaining(`apply is not possible: `) },
      };
      const agreed = await call(bob, "approveAction", { id: approvalId }, {});
      expect(agreed).toMatchObject(refusal);
      expect(agreed.json.error).toContain(why);
      const asked = isEarly ? await call(alice, "actOnReview", { id: item.id }, { action: "apply" }) : agreed;
      expect([asked.status, asked.json.error]).toEqual([409, agreed.json.error]);
      expect(kept()).toEqual(rows);
      await clear();
      const payment = await call(owner.apiKey, "getPayment", { id: item.paymentId });
      expect(payment.json).toMatchObject({ status: "canceled" });
      expect(payment.json).not.toHaveProperty("appliedTo");
      expect(office.state<Settlement>(item.settlementId).unappliedCents).toBe(1_000);
      expect((await call(alice, "getApproval", { id: approvalId })).json.status).toBe("pending");
    },
  );

  test("is applied by the same approval once nothing stands in its way", async () => {
    expect(await call(bob, "approveAction", { id: approvalId }, {})).toMatchObject({ status: 200 });
    const { json } = await call(owner.apiKey, "getPayment", { id: item.paymentId });
    expect(json.appliedTo).toMatchObject({ amountCents: 1_000 });
  });
});
