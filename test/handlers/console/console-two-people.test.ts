import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TwoPeople } from "../../support/review/two-people.ts";
import { Visitor } from "../../support/routes/visitor.ts";

const stage = new TwoPeople();
const [anna, ben] = [new Visitor(stage), new Visitor(stage, "192.0.2.2")];

beforeAll(async () => {
  await stage.start();
  expect((await anna.signIn()).status).toBe(303);
  expect((await ben.signIn(stage.ben)).status).toBe(303);
});

afterAll(() => stage.stop());

/** What the form that changes a tenant sends. */
async function form(id: string, change: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const tenant = await stage.read(id);
  const { name, contactEmail, destChain, destWallet, stable, partnerCustomerId, payers, timeZone } = tenant;
  const same = { name, contactEmail, destChain, destWallet, stable, payers, timeZone, country: "", isoRef: "" };
  return { ...same, partnerCustomerId: partnerCustomerId ?? "", ...change };
}

async function asked(id: string): Promise<string> {
  const reply = await anna.post("editTenant", await form(id, { destWallet: "0xNEW" }), { id });
  expect([reply.status, reply.headers.location]).toEqual([303, expect.stringContaining("done=asked")]);
  return /apr_\w+/.exec(reply.headers.location ?? "")?.[0] ?? "";
}

describe("the console of a stage on which two people decide", () => {
  test("leads from the form to the approval, and shows on the tenant's page what waits", async () => {
    const { id } = await stage.tenant();
    const approvalId = await asked(id);
    const page = await anna.get("showTenant", { id });
    expect(page.text).toContain("A change of Wallet waits");
    expect(page.text).toContain(approvalId);
    const approval = await anna.get("showApproval", { id: approvalId });
    for (const part of ["0xOLD", "0xNEW", "another operator must approve it", "Take it back"])
      expect(approval.text).toContain(part);
    expect((await anna.get("showApprovals")).text).toContain("Change where a tenant’s money goes");
  });

  test("saves at once what redirects nothing", async () => {
    const { id } = await stage.tenant();
    const reply = await anna.post("editTenant", await form(id, { name: "Acme Anew" }), { id });
    expect(reply.headers.location).toContain("done=tenant-changed");
    expect((await stage.read(id)).name).toBe("Acme Anew");
  });

  test("lets another operator alone approve, at its time or at once with a reason", async () => {
    const { id } = await stage.tenant();
    const approvalId = await asked(id);
    const params = { id: approvalId };
    const own = await anna.post("giveApproval", { note: "" }, params);
    expect([own.status, own.text]).toEqual([409, expect.stringContaining("another operator")]);
    expect((await ben.get("showApproval", params)).text).toContain("Put it into effect at once");
    expect((await ben.post("giveApproval", { note: "" }, params)).status).toBe(303);
    expect((await stage.approval(approvalId)).status).toBe("approved");
    expect((await ben.post("giveApprovalNow", { reason: "" }, params)).status).toBe(400);
    expect((await ben.post("giveApprovalNow", { reason: "agreed by phone" }, params)).status).toBe(303);
    expect((await stage.read(id)).destWallet).toBe("0xNEW");
    const { text } = await ben.get("showApproval", params);
    for (const part of ["effective", "In force since", "agreed by phone"]) expect(text).toContain(part);
  });

  test("asks for a flag that opens a way for money, and shows what it is about", async () => {
    const params = { key: "escrow.rail.fiat" };
    const reply = await anna.post("switchFlag", { setting: "on", tenantId: "", note: "the bank is ready" }, params);
    const id = /apr_\w+/.exec(reply.headers.location ?? "")?.[0] ?? "";
    const { text } = await ben.get("showApproval", { id });
    for (const part of ["Open a way for money", "escrow.rail.fiat", "the bank is ready"]) expect(text).toContain(part);
    expect((await ben.post("giveApproval", { note: "" }, { id })).status).toBe(303);
    expect((await stage.approval(id)).status).toBe("effective");
  });

  test("shows a default fee rule that waits, and takes a no", async () => {
    const { json } = await stage.ask(stage.anna, "addFeeRule", {}, { bps: 123, maxCents: 500 });
    const params = { id: json.approvalId };
    expect((await ben.get("showApproval", params)).text).toContain("123");
    expect((await ben.post("refuseApproval", { note: "too much" }, params)).headers.location).toContain("rejected");
  });
});
