import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import { escrowStatusPage } from "../../../functions/pages/escrow/status-page.ts";
import { noon } from "../../support/core/samples.ts";
import { EscrowOffice, type MadeEscrow } from "../../support/escrow/escrow-office.ts";
import { awaiting, escrowIn, quietFacts, refunding, releasing } from "../../support/escrow/escrow-samples.ts";
import { pageOf } from "../../support/routes/visitor.ts";
import type { Owner } from "../../support/runner/deployed.ts";

const screening = new EscrowOffice();
let owner: Owner;

const seller = "0xSELLERS-WALLET";
const hostile = `"><script>alert(1)</script> & 'Söhne' 株式会社`;

function tokenOf({ statusUrl }: MadeEscrow): string {
  return statusUrl.slice(statusUrl.lastIndexOf("/") + 1);
}

/** Opens the page for buyer and seller as whoever has its address. */
function opened(token: string, query = "", method = "GET") {
  const path = `/s/${encodeURIComponent(token)}${query}`;
  return screening.send(pageOf("showEscrowStatus"), { method, path, headers: {} });
}

async function statusOf(made: MadeEscrow): Promise<string> {
  const { status, text } = await opened(tokenOf(made));
  expect(status).toBe(200);
  return text.replaceAll(/\s+/g, " ");
}

beforeAll(async () => {
  ({ one: owner } = await screening.start());
});

afterAll(() => screening.stop());

describe("the page for buyer and seller", () => {
  test("is behind 256 bits at the address that the escrow names, and the book keeps them as a digest's key", async () => {
    const made = await screening.created();
    expect(made.statusUrl).toMatch(/^http:\/\/localhost:4002\/s\/[\w-]{43}$/);
    const { status, headers } = await opened(tokenOf(made));
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
    });
    const policy = headers["content-security-policy"] ?? "";
    for (const part of ["default-src 'none'", "form-action 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe|script-src|\*/);
    expect(screening.logged.join("\n")).not.toContain(tokenOf(made));
  });

  test("tells amounts, what is awaited and what happened, through an escrow's whole life", async () => {
    const made = await screening.created({ expiresAt: "2099-01-02T03:04:05.000Z" });
    const before = await statusOf(made);
    for (const labels of [
      `Escrow ${made.reference}`,
      "USD 1,250.00",
      "Waiting for the buyer’s payment",
      "until 2099-01-02 03:04 UTC",
      "Opened; waiting",
    ])
      expect(before).toContain(labels);
    await screening.called("fundEscrow", { id: made.id }, { amountCents: 125_000 });
    const held = await statusOf(made);
    for (const labels of ["Held in escrow", "The release. Nothing else stands in its way.", "Paid by the buyer"])
      expect(held).toContain(labels);
    await screening.called("releaseEscrow", { id: made.id });
    const ended = await statusOf(made);
    expect(ended).toContain("Paid out to the seller");
    expect(ended).not.toContain("What is awaited");
    expect(ended.match(/<li><time/g)).toHaveLength(3);
  });

  test("tells milestones with their state, and counts approvals without names", async () => {
    const milestones = [
      { description: hostile, amountCents: 100_000 },
      { description: "second part", amountCents: 25_000 },
    ];
    const built = await screening.funded({ releaseRule: "milestone", milestones });
    await screening.called("completeMilestone", { id: built.id, milestoneId: built.milestones[1]?.id ?? "" });
    const text = await statusOf(built);
    expect(text).toContain("1 more milestone.");
    expect(text).toMatch(/second part<\/div><small>.*25?0\.00.*<\/small><\/td><td>completed/);
    expect(text).toContain("&lt;script&gt;");
    expect(text).not.toContain("<script");

    const dual = await screening.funded({ releaseRule: "dual_approval" });
    await screening.called("recordApproval", { id: dual.id }, { approverRef: "anna.of.legal", decision: "approve" });
    await screening.called("recordApproval", { id: dual.id }, { approverRef: "bert.of.sales", decision: "reject" });
    const decided = await statusOf(dual);
    expect(decided).toContain("1 of 2, 1 against");
    expect(decided).toContain("A rejection has to be taken back");
    expect(decided).not.toMatch(/anna|bert/);
  });

  test("says of a blocked release that a check is missing, never which and of whom", async () => {
    const made = await screening.funded({ payoutAddress: "0xBLOCKED-SELLER" });
    expect((await screening.called("releaseEscrow", { id: made.id })).json.unmet).toEqual(["screening_declined"]);
    const text = await statusOf(made);
    expect(text).toContain("A check that every payout has to pass.");
    expect(text).not.toMatch(/screen|declined|sanction|BLOCKED/i);
    await screening.called("refundEscrow", { id: made.id }, { refundAddress: "0xBUYER", reason: "secret reason" });
    expect(await statusOf(made)).toContain("The buyer got the whole amount back, without a fee.");
  });

  test("names nobody, no address, no account and no hash, whatever happened", async () => {
    const personal = { buyerRef: "buyer-ref@example.com", sellerRef: "seller-ref", metadata: { k: "meta-data" } };
    const made = await screening.created(personal);
    const input = await screening.called(
      "fundEscrow",
      { id: made.id },
      { amountCents: 125_000, source: { type: "ach_push" } },
    );
    const { bank_account_number: account, deposit_message: message } = input.json.sourceDepositInstructions;
    const paid = await screening.funded({ ...personal, refundAddress: "0xBUYERS-WALLET" });
    const { json } = await screening.called("releaseEscrow", { id: paid.id });
    for (const each of [made, paid]) {
      const text = await statusOf(each);
      for (const secret of [
        ...["buyer-ref", "seller-ref", "@", "meta-data", seller, "0xBUYERS", "0x", account, message],
        ...[json.releaseTxHash, each.id, owner.id, "one@", "USDT", "mock"],
      ])
        expect(text).not.toContain(secret);
    }
  });

  test("is the same page of nothing for whatever a guesser tries", async () => {
    const made = await screening.created();
    const token = tokenOf(made);
    const first = await opened("x".repeat(43));
    expect(first.status).toBe(404);
    expect(first.headers["content-type"]).toContain("text/html");
    expect(first.text).toContain("There is nothing here");
    for (const wrong of [
      ...["a", "..", made.id, made.reference, token.slice(1), `${token}x`, token.toLowerCase()],
      ...["' OR 1=1", "%00", "ü", "x".repeat(5000)],
    ]) {
      const reply = await opened(wrong);
      expect([reply.status, reply.text], wrong).toEqual([404, first.text]);
      expect(reply.headers["x-robots-tag"]).toBe("noindex");
    }
    expect((await opened(token, "?debug=1")).text).toBe(first.text);
    expect((await opened(token, "", "POST")).status).toBe(405);
  });
});

describe("how an escrow stands", () => {
  const returned = { ...escrowIn("failed"), heldCents: 0, intent: null } as Escrow;
  const unpaid = { ...returned, fundedAt: null } as Escrow;
  const unmet = (state: Escrow, ...tokens: string[]) => ({ ...state, unmet: tokens });
  const blocked = escrowIn("release_pending");

  test.each([
    [escrowIn("created"), "Waiting for the buyer’s payment", "The buyer’s payment of the whole amount."],
    [awaiting(), "No money has come yet.", "The buyer’s payment of the whole amount."],
    [{ ...awaiting(), unappliedCents: 1 } as Escrow, "Money has come that is not", "The buyer’s payment"],
    [releasing(), "Being paid out to the seller", "The proof of the payment that was ordered."],
    [refunding(), "Being returned to the buyer", "The proof of the payment that was ordered."],
    [escrowIn("failed"), "Held: a payout did not go through", "The return of the amount to the buyer."],
    [returned, "Taken back by the buyer’s bank", null],
    [unpaid, "The payment did not go through", null],
    [{ ...returned, paidLeg: "release" } as Escrow, "Paid out to the seller", null],
    [{ ...returned, paidLeg: "release" } as Escrow, "The seller has received the amount less the fee.", null],
    [escrowIn("expired"), "The time to pay is over. Nothing is held.", null],
    [escrowIn("refunded"), "The buyer got the whole amount back", null],
    [unmet(blocked), "a release was asked for", "The release. Nothing else stands in its way."],
    [unmet(blocked, "dispute_open"), "a release was asked for", "The end of a dispute."],
    [unmet(blocked, "payout_address_missing"), "a release was asked for", "Where the seller is to be paid."],
    [unmet(blocked, "approvals_missing:2"), "a release was asked for", "2 more approvals."],
  ])("is said in plain words, with what is awaited: %#", (state, labels, next) => {
    const text = escrowStatusPage(state, [], quietFacts, noon);
    expect(text).toContain(labels);
    if (next === null) expect(text).not.toContain("What is awaited");
    else expect(text).toContain(next);
  });

  test.each(["expired", "refunded", "released"] as const)(
    "does not say of one that is %s with more money here that nothing is held",
    (status) => {
      const page = (state: Escrow) => escrowStatusPage(state, [], quietFacts, noon);
      expect(page(escrowIn(status))).toContain("Nothing is held.");
      const text = page({ ...escrowIn(status), unappliedCents: 1 } as Escrow);
      expect(text).toContain("Money came that is not part of this escrow.");
      expect(text).not.toContain("Nothing is held");
    },
  );

  test("tells what the fee was taken from: nothing but a release", () => {
    const text = escrowStatusPage(escrowIn("funded"), [], quietFacts, noon);
    expect(text.replaceAll(/<[^>]+>/g, "")).toMatch(/USD 100\.00[\s\S]*USD 2\.50[\s\S]*USD 97\.50/);
  });
});
