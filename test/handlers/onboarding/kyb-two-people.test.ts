import { beforeEach, describe, expect, test } from "vitest";
import { entriesIn } from "../../../functions/app/core/aggregate.ts";
import { askPartner } from "../../../functions/app/onboarding/partner.ts";
import { listApprovals } from "../../../functions/app/review/approvals.ts";
import { giveApproval } from "../../../functions/app/review/decide-change.ts";
import { changeTenant, getTenant } from "../../../functions/app/tenants/tenants.ts";
import { KybApi } from "../../support/onboarding/kyb-api.ts";

let api: KybApi;

beforeEach(() => {
  api = new KybApi();
  const says = { ref: "r", partnerCustomerId: "CUSTOMER", standing: "approved", missing: [], reasons: [] } as const;
  const answer = async () => ({ ...says, pages: { identity: null, terms: null } });
  api.onboarding = { name: "own", apply: answer, look: answer };
});

const ask = (id: string) => askPartner({ ...api.partnerContext, twoPersonControl: true }, id);
const stateOf = async (id: string) => (await getTenant(api.context, id)).state;
const waiting = async () => (await listApprovals(api.context, { limit: 10 })).data;

/** A tenant that is another customer, with an application that was submitted for it. */
async function applied() {
  const { id: tenantId } = await api.tenant({ partnerCustomerId: null });
  const { id } = await api.submitted("Acme Widgets, Inc.", tenantId);
  await changeTenant(api.context, tenantId, { partnerCustomerId: "cust_old" });
  return { tenantId, id };
}

describe("where two people decide, the partner's approval of a tenant that is another customer", () => {
  test("is no way around the second: it asks in the name of the operator who invited", async () => {
    const { tenantId, id } = await applied();
    expect(await ask(id)).toMatchObject({ status: "approved", tenantId });
    const { partnerCustomerId, pendingChange } = await stateOf(tenantId);
    expect([partnerCustomerId, pendingChange?.fields]).toEqual(["cust_old", ["partnerCustomerId"]]);
    const [approval] = await waiting();
    const inviter = entriesIn(api.store.rows()).find(({ aggregateId }) => aggregateId === id)?.actor ?? "";
    expect(approval).toMatchObject({ subjectId: tenantId, status: "pending", askedBy: inviter });
    const by = (actor: string) => ({
      ...api.context,
      actor,
      subjects: { keysOf: () => [], subjectOf: () => undefined },
    });
    const now = { note: null, atOnce: "agreed by phone" };
    await expect(giveApproval(by(inviter), approval?.id ?? "", now)).rejects.toMatchObject({
      code: "second_operator_required",
    });
    await giveApproval(by("operator:somebody-else"), approval?.id ?? "", now);
    expect((await stateOf(tenantId)).partnerCustomerId).toBe("CUSTOMER");
  });

  test("waits for nobody where it changes nothing", async () => {
    const { tenantId, id } = await applied();
    await changeTenant(api.context, tenantId, { partnerCustomerId: "CUSTOMER" });
    await ask(id);
    expect(await waiting()).toEqual([]);
  });

  test("leaves another change alone that waits already, and says so on the tenant's trail", async () => {
    const { tenantId, id } = await applied();
    await ask(id);
    const { id: again } = await api.submitted("Acme Widgets Two, Inc.", tenantId);
    expect(await ask(again)).toMatchObject({ status: "approved" });
    expect(await waiting()).toHaveLength(1);
    const trail = entriesIn(api.store.rows()).filter(({ aggregateId }) => aggregateId === tenantId);
    expect(trail.at(-1)?.reason).toBe(`the partner approved ${again}; not linked, since another change waits`);
  });
});
