import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approveAsOperator } from "../../../functions/app/escrow/approvals.ts";
import { linkForApproverLetter } from "../../../functions/app/escrow/approver-links.ts";
import { approvalPurpose } from "../../../functions/contract/escrow/approver-pages.ts";
import { formTokenOf } from "../../../functions/http/form-origin.ts";
import { EscrowOffice, type MadeEscrow } from "../../support/escrow/escrow-office.ts";
import { pageOf } from "../../support/routes/visitor.ts";

const office = new EscrowOffice();

const named = {
  releaseRule: "dual_approval",
  approvers: [
    { approverRef: "Anna", email: "anna@example.com" },
    { approverRef: "Bert <b>", email: "bert@example.com" },
  ],
};

beforeAll(() => office.start());
afterAll(() => office.stop());

const context = () => ({
  ...{ store: office.aws.store, clock: { now: () => new Date().toISOString() }, actor: "system:mail" },
  ...{ newId: (prefix: string) => `${prefix}_1`, requestId: "req_1", onboardUrl: "http://localhost:4002" },
});

/** What the letter to an approver links to: the token alone. */
async function linkOf({ id }: MadeEscrow, email: string): Promise<string> {
  const link = await linkForApproverLetter(context(), id, email);
  return link?.url.replace("http://localhost:4002/a/", "") ?? "";
}

function opened(token: string, query = "") {
  const headers = { host: "localhost:4002" };
  return office.send(pageOf("showEscrowApproval"), { method: "GET", path: `/a/${token}${query}`, headers });
}

function decided(token: string, fields: Record<string, string>, form = formTokenOf(token, approvalPurpose)) {
  const body = new URLSearchParams({ form, ...fields }).toString();
  const headers = {
    ...{ host: "localhost:4002", "content-type": "application/x-www-form-urlencoded" },
    "sec-fetch-site": "same-origin",
  };
  return office.send(pageOf("decideEscrowApproval"), { method: "POST", path: `/a/${token}`, headers, body });
}

const approve = (id: string, approverRef: string) => office.called("recordApproval", { id }, { approverRef });
const approvalsOf = async (id: string) => (await office.called("getEscrow", { id })).json.approvals;

describe("an escrow that names its approvers", () => {
  test("takes no decision by an API key, of whatever name", async () => {
    const { id } = await office.funded(named);
    for (const name of ["Anna", "anna", "carl"]) {
      const { status, json } = await approve(id, name);
      expect([status, json.code]).toEqual([403, "approver_link_required"]);
    }
    const taken = await office.called("withdrawApproval", { id, approverRef: "Anna" });
    expect([taken.status, taken.json.code]).toEqual([403, "approver_link_required"]);
    expect(await approvalsOf(id)).toEqual([]);
  });

  test("is not approved by operators either", async () => {
    const { id } = await office.funded(named);
    const input = { decision: "approve", note: null } as const;
    await expect(approveAsOperator({ ...context(), actor: "operator:ops" }, id, input)).rejects.toMatchObject({
      code: "action_not_available",
    });
  });

  test("is released once each has approved by their own link", async () => {
    const made = await office.funded(named);
    const { id } = made;
    const [anna, bert] = [await linkOf(made, "anna@example.com"), await linkOf(made, "bert@example.com")];
    expect(anna).toMatch(/^[\w-]{43}$/);
    expect((await decided(anna, { decision: "approve", note: "goods seen" })).status).toBe(303);
    expect((await decided(anna, { decision: "approve" })).status).toBe(303);
    const early = await office.called("releaseEscrow", { id });
    expect(early.json.unmet).toEqual(["approvals_missing:1"]);
    await decided(bert, { decision: "approve" });
    expect(await approvalsOf(id)).toMatchObject([
      { approverRef: "Anna", decision: "approve", note: "goods seen" },
      { approverRef: "Bert <b>", decision: "approve", note: null },
    ]);
    expect((await office.called("releaseEscrow", { id })).json.status).toBe("released");
    const { history } = (await office.called("getEscrow", { id })).json;
    const actors = history.flatMap(({ actor }: { actor: string }) => (actor.startsWith("approver:") ? [actor] : []));
    expect(actors).toEqual(["approver:Anna", "approver:Bert <b>"]);
  });

  test("shows a rejection, which its approver may take back to decide anew", async () => {
    const made = await office.created(named);
    const anna = await linkOf(made, "anna@example.com");
    await decided(anna, { decision: "reject" });
    expect((await opened(anna)).text).toContain("You have rejected");
    await decided(anna, { decision: "approve" });
    expect(await approvalsOf(made.id)).toMatchObject([{ decision: "reject" }]);
    await decided(anna, { decision: "withdraw" });
    await decided(anna, { decision: "approve" });
    expect(await approvalsOf(made.id)).toMatchObject([{ decision: "approve" }]);
  });
});

describe("an approver's page", () => {
  test("shows the terms, escaped, in either language", async () => {
    const made = await office.created({ ...named, buyerRef: "<script>alert(1)</script>" });
    const token = await linkOf(made, "bert@example.com");
    const { status, text, headers } = await opened(token);
    expect(status).toBe(200);
    for (const part of [`Escrow ${made.reference}`, "Bert &lt;b&gt;", "0xSELLERS-WALLET", "$1,250.00"])
      expect(text).toContain(part);
    expect(text).not.toContain("<script>");
    expect(headers["content-security-policy"]).toContain("form-action 'self'");
    expect((await opened(token, "?lang=es")).text).toContain("Su decisión");
    expect(office.logged.join("\n")).not.toContain(token);
    expect(JSON.stringify(office.aws.store.rows())).not.toContain(token);
  });

  test("is nobody's at another address: 404", async () => {
    expect((await opened("x".repeat(43))).status).toBe(404);
    expect((await decided("x".repeat(43), { decision: "approve" })).status).toBe(404);
  });

  test("takes no form of another page", async () => {
    const made = await office.created(named);
    const token = await linkOf(made, "anna@example.com");
    expect((await decided(token, { decision: "approve" }, "x")).status).toBe(403);
    expect(await approvalsOf(made.id)).toEqual([]);
  });

  test("says what is missing of a form", async () => {
    const token = await linkOf(await office.created(named), "anna@example.com");
    const { status, text } = await decided(token, { decision: "maybe", note: "x".repeat(501) });
    expect(status).toBe(400);
    for (const part of ["Choose what you decide", "up to 500"]) expect(text).toContain(part);
  });

  test("says so once the escrow has ended, and no letter is written any more", async () => {
    const made = await office.created(named);
    const token = await linkOf(made, "anna@example.com");
    await office.called("expireEscrow", { id: made.id });
    expect((await opened(token)).text).toContain("This escrow has ended");
    await decided(token, { decision: "approve" });
    expect(await approvalsOf(made.id)).toEqual([]);
    expect(await linkForApproverLetter(context(), made.id, "anna@example.com")).toBeNull();
  });
});

describe("naming approvers", () => {
  test.each([
    ["two who read the same", { approvers: [named.approvers[0], { approverRef: "ANNA", email: "c@example.com" }] }],
    ["two with one address", { approvers: [named.approvers[0], { approverRef: "c", email: "ANNA@example.com" }] }],
    ["fewer than must approve", { approvers: [named.approvers[0]] }],
    ["any under another rule", { releaseRule: "manual" }],
  ])("is refused for %s", async (_, change) => {
    const body = { reference: "r", amountCents: 1_000, payoutAddress: "0x1", ...named, ...change };
    const { status, json } = await office.called("createEscrow", {}, body);
    expect([status, json.code, json.fields[0].path]).toEqual([400, "validation_error", "approvers"]);
  });

  test("is shown, and each is sent a letter, again when asked, ten times at most", async () => {
    const { id, ...made } = (await office.created(named)) as MadeEscrow & { approvers: unknown };
    expect(made.approvers).toEqual(named.approvers);
    const again = () => office.called("sendApproverLink", { id, approverRef: "anna" });
    expect((await again()).json).toEqual({ approverRef: "Anna", email: "anna@example.com" });
    const orders = office.aws.store
      .rows()
      .flatMap(({ type, body }) =>
        type === "entry" && (body as { aggregateId: string }).aggregateId === id
          ? ((body as { follows?: { kind: string; to?: string }[] }).follows ?? []).flatMap((each) => each.to ?? [])
          : [],
      );
    expect(orders).toEqual(["a…@example.com", "b…@example.com", "a…@example.com"]);
    for (let sent = 3; sent <= 10; sent++) expect((await again()).status).toBe(200);
    expect((await again()).status).toBe(400);
    expect((await office.called("sendApproverLink", { id, approverRef: "carl" })).status).toBe(404);
  });
});
