import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { type Invoice, remainingCents, setAside } from "../../../functions/domain/invoicing/invoice.ts";
import {
  type AgreedCase,
  applyLateFunds,
  whyNotApply,
  whyNotApplyTo,
} from "../../../functions/domain/settlement/apply-late-funds.ts";
import { expectedBalances } from "../../../functions/domain/settlement/ledger.ts";
import {
  amountAtStake,
  openActions,
  settlementActions,
  whyNotAction,
} from "../../../functions/domain/settlement/operator-actions.ts";
import { askSendBack } from "../../../functions/domain/settlement/payer-refund.ts";
import { type Settlement, settlement as schema } from "../../../functions/domain/settlement/settlement.ts";
import { viewPayment } from "../../../functions/domain/settlement/view.ts";
import { settlementPosition } from "../../../functions/domain/settlement/wallet.ts";
import { markOf } from "../../../functions/domain/tenants/frozen-wallet.ts";
import { agreed, aRule, aSentInvoice, aTenant, lastOf, later, noon } from "../../support/core/samples.ts";
import { caseOf, lateLife, screen, totals, uneven } from "../../support/settlement/late-funds.ts";
import { lifeOf, rail, reviewAction } from "../../support/settlement/review-life.ts";

describe("late money that is applied", () => {
  const life = lateLife();
  const applied = agreed(applyLateFunds(caseOf(life), later(9)));
  const born = lastOf(applied.opened.settlement).next;

  test("opens a payment that goes from created to screening, its invoice paid in the same step", () => {
    const hops = applied.opened.settlement.map(({ from, to, next }) => [from, to, next.payment.status]);
    expect(hops).toEqual([
      [null, "created", "processing"],
      ["created", "collecting", "processing"],
      ["collecting", "screening", "succeeded"],
    ]);
    const invoices = applied.opened.invoice.map(({ next }) => [next.status, next.amountPaidCents]);
    expect(invoices).toEqual([
      ["sent", 0],
      ["paid", 10_000],
    ]);
    expect(lastOf(applied.opened.invoice).next.amountProcessingCents).toBe(0);
  });

  test("leaves the canceled payment at its end, which says where the money went and holds none", () => {
    const { from, to, next } = applied.from;
    expect([from, to, next.payment]).toEqual(["failed", "failed", life.settlement.payment]);
    expect(next).toMatchObject({ unappliedCents: 0, bought: null, boughtCents: null, failureCode: "canceled" });
    const { id: settlementId, payment, invoiceId } = born;
    expect(next.appliedTo).toEqual({
      ...{ settlementId, paymentId: payment.id, invoiceId, amountCents: 10_000, at: later(9) },
    });
    expect(amountAtStake("apply", next)).toBe(0);
    expect(viewPayment(next).appliedTo).toEqual(next.appliedTo);
  });

  test("is the same deposit: its rail's reference, what it bought, when it came, and what was said of it", () => {
    const { settlement } = life;
    const { railRef, receivedAt, source } = settlement.payment;
    expect(born).toMatchObject({
      ...{ bought: "100.000000", boughtCents: 10_000, metadata: { order: "7" }, unappliedCents: 0 },
      ...{ rail: settlement.rail, conversionVendor: settlement.conversionVendor, refundable: true },
      appliedFrom: { settlementId: settlement.id, paymentId: settlement.payment.id },
      payment: { railRef, receivedAt, source, receivedCents: 10_000, screeningRef: "scr_9" },
      screens: [screen],
    });
    expect(receivedAt).toBe(later(5));
    expect(schema.parse(JSON.parse(JSON.stringify(born)))).toEqual(born);
  });

  test("starts a machine, and divides by the rule in force now", () => {
    expect(applied.opened.settlement.flatMap(({ follows = [] }) => follows)).toContainEqual({
      ...{ kind: "start_settlement", settlementId: born.id, tenantId: born.tenantId, presentation: 1 },
    });
    const dear = agreed(applyLateFunds(caseOf(life, { rule: aRule({ bps: 500 }) }), later(9)));
    expect(lastOf(dear.opened.settlement).next).toMatchObject({ feeCents: 500, reserveCents: 0, netCents: 9_500 });
  });

  test.each(["tenant", "rail", "expiry"] as const)("may have come after any cancel: by %s", (by) => {
    const { settlement, invoice } = lateLife([4_000, 6_000], by);
    expect(whyNotApplyTo(caseOf({ settlement, invoice }))).toBeUndefined();
    expect(openActions(settlement)).toContain("apply");
  });

  test("is not there to be applied or sent back again, whatever is asked of the canceled payment", () => {
    const { next } = applied.from;
    expect(whyNotApply(next)).toBe("no money of the payer's is held");
    expect(openActions(next)).toEqual([]);
    for (const name of settlementActions)
      expect(reviewAction(lifeOf({ ...life, settlement: next }), name)).toBeInstanceOf(Refusal);
  });
});

describe("whatever came, and whatever else the invoice has in flight", () => {
  const amount = fc.integer({ min: 1, max: 1_000_000 });
  const anyCase = fc.record({
    parts: fc.array(amount, { minLength: 1, maxLength: 3 }),
    invoiceCents: fc.integer({ min: 1, max: 4_000_000 }),
    inFlight: fc.array(fc.integer({ min: 1, max: 500_000 }), { maxLength: 2 }),
    terms: fc.record({
      bps: fc.constantFrom(0, 250, 2_000, 10_000),
      fixedCents: fc.nat(300),
      reserveBps: fc.nat(10_000),
    }),
    isPartGone: fc.nat(4).map((each) => each === 0),
  });

  /** Another invoice, with other payments of its own in flight. */
  function busy(totalCents: number, inFlight: readonly number[]): Invoice {
    let invoice = aSentInvoice(totalCents);
    for (const [at, cents] of inFlight.entries())
      if (cents < remainingCents(invoice)) invoice = setAside(invoice, cents, `pay_${at}`, noon).next;
    return invoice;
  }

  test("every cent is on one account of one payment, or nothing at all has moved", () => {
    const seen = { applied: 0, tooMuch: 0, tooSmall: 0, gone: 0 };
    fc.assert(
      fc.property(anyCase, ({ parts, invoiceCents, inFlight, terms, isPartGone }) => {
        const life = lateLife(parts);
        const cameCents = parts.reduce((sum, each) => sum + each, 0);
        if (isPartGone) {
          reviewAction(life, "returned_off_platform");
          rail(life, { kind: "funds_received", totalCents: cameCents + 500 });
        }
        const invoice = busy(invoiceCents, inFlight);
        const leftCents = remainingCents(invoice);
        const decided = applyLateFunds(caseOf({ ...life, invoice }, { rule: aRule(terms) }), later(9));
        if (decided instanceof Refusal) {
          const isTooMuch = cameCents > leftCents;
          const why = decided.message;
          if (isPartGone) expect(why).toMatch(/part of what came is gone/);
          else if (isTooMuch) expect(why).toContain(`${leftCents} cents remain`);
          else expect(why).toMatch(/nothing would remain after fee and reserve/);
          seen[isPartGone ? "gone" : isTooMuch ? "tooMuch" : "tooSmall"] += 1;
          return;
        }
        seen.applied += 1;
        expect(isPartGone).toBe(false);
        const { from, opened } = decided;
        const born = lastOf(opened.settlement).next;
        // Each hop is even, and the rail has moved nothing.
        for (const { postings = [] } of [from, ...opened.settlement])
          expect(postings.reduce((sum, each) => sum + each.amountCents, 0)).toBe(0);
        expect(totals([from, ...opened.settlement])).toEqual({
          unapplied_receipts: cameCents,
          tenant_payable: -cameCents,
        });
        expect(uneven(expectedBalances(from.next))).toEqual({});
        expect(uneven(expectedBalances(born))).toEqual({ tenant_payable: -cameCents });
        // What it bought stays where it lies in the rail's wallet, and is owed as before.
        expect(settlementPosition(from.next)).toBeNull();
        expect(settlementPosition(born)).toEqual(settlementPosition(life.settlement));
        expect(born.feeCents + born.reserveCents + born.netCents).toBe(cameCents);
        expect(born.netCents).toBeGreaterThan(0);
        const paid = lastOf(opened.invoice).next;
        expect(paid.amountPaidCents).toBe(cameCents);
        expect(paid.amountProcessingCents).toBe(invoice.amountProcessingCents);
        expect(remainingCents(paid)).toBe(leftCents - cameCents);
      }),
      { numRuns: 600 },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
  });
});

describe("late money is not applied", () => {
  const words = (outcome: unknown) => {
    if (!(outcome instanceof Refusal)) throw new Error("it was applied");
    expect(outcome.code).toBe("action_not_available");
    return outcome.message.replace("apply is not possible: ", "");
  };
  const of = (change: object, payment: object = {}) => {
    const { settlement, invoice } = lateLife();
    return {
      settlement: { ...settlement, ...change, payment: { ...settlement.payment, ...payment } } as Settlement,
      invoice,
    };
  };
  const listing = { list: "ofac_sdn", address: "0xa", version: 7, ref: "scr_1", at: later(6), others: 0 };
  const back = { amountCents: 1, reference: "WIRE-7", byRail: false, at: later(6) };
  const given = [{ kind: "late_funds_given_up", at: later(6) }];
  const frozen = [{ kind: "frozen_by_issuer", at: later(6) }];

  test.each<[string, object, object, string]>([
    [
      "of a payment that succeeded",
      {},
      { status: "succeeded" },
      "only money that came after its payment was canceled is applied",
    ],
    ["of one that failed", {}, { status: "failed" }, "only money that came after its payment was canceled is applied"],
    ["where none came", { unappliedCents: 0 }, {}, "no money of the payer's is held"],
    [
      "where more came than is held",
      {},
      { receivedCents: 10_001 },
      "part of what came is gone again: the rest goes the same way",
    ],
    [
      "of which a part went back",
      { sentBack: [back] },
      {},
      "part of what came is gone again: the rest goes the same way",
    ],
    ["whose wallet was listed meanwhile", { listing }, {}, "its wallet is on a sanctions list"],
    ["of a rail that keeps nothing", { keepsReserve: false }, {}, "its rail pays out what comes by itself"],
    ["that was paid out already", { txHash: "0xproof" }, {}, "its rail pays out what comes by itself"],
    [
      "in a wallet that the issuer froze",
      { reconBreaks: frozen },
      {},
      "the coin's issuer has frozen the wallet that it lies in",
    ],
    [
      "that its rail gave up",
      { reconBreaks: given },
      {},
      "its rail has given up the transfer that it came by, and pays nothing out of that",
    ],
    ["in an open dispute", { disputes: ["cas_1"] }, {}, "a dispute case about this payment is open"],
    [
      "of a lost dispute",
      { disputesLost: ["cas_1"] },
      {},
      "a dispute case about this payment was lost: the network has the money",
    ],
    ["that the card network gave back", { networkRefundCents: 1 }, {}, "the card network has given it back already"],
  ])("%s, and the queue does not offer it", (_, change, payment, why) => {
    const pair = of(change, payment);
    expect(words(applyLateFunds(caseOf(pair), later(9)))).toBe(why);
    expect(whyNotAction("apply", pair.settlement)).toBe(why);
    expect(openActions(pair.settlement)).not.toContain("apply");
  });

  test.each<[string, Partial<AgreedCase>, string]>([
    ["a suspended tenant", { tenant: aTenant({ status: "suspended" }) }, "the tenant is suspended"],
    ...(["destChain", "stable", "partnerCustomerId"] as const).map((field): [string, Partial<AgreedCase>, string] => [
      `a tenant with another ${field} by now`,
      { tenant: aTenant({ [field]: "polygon" } as object) },
      "the tenant has another stablecoin, chain or partner customer by now",
    ]),
    ["a vendor that is off", { vendorOff: "vendor.collection.bridge" }, "vendor.collection.bridge is switched off"],
    [
      "a wallet that is frozen",
      {
        tenant: aTenant({
          frozenWallets: [markOf({ address: "0xwallet", chain: "Base", stable: "usdt" }, "stl_1", noon)],
        }),
      },
      "the issuer of USDT has frozen 0xwallet on Base: nothing new is paid to it",
    ],
    ...(["declined", "pending", "unavailable"] as const).map((outcome): [string, Partial<AgreedCase>, string] => [
      `a wallet whose screen is ${outcome}`,
      { screen: { ...screen, outcome } },
      `the destination wallet did not pass screening (${outcome})`,
    ]),
  ])("to %s", (_, change, why) => {
    expect(words(applyLateFunds(caseOf(lateLife(), change), later(9)))).toBe(why);
  });

  test("to another wallet's mark, another coin's, or another chain's: these stand in nobody's way", () => {
    const marks = [
      { address: "0xOTHER", chain: "base", stable: "USDT" },
      { address: "0xWALLET", chain: "base", stable: "USDC" },
      { address: "0xWALLET", chain: "polygon", stable: "USDT" },
    ];
    const frozenWallets = marks.map((each) => markOf(each, "stl_1", noon));
    expect(whyNotApplyTo(caseOf(lateLife(), { tenant: aTenant({ frozenWallets }) }))).toBeUndefined();
  });

  test("to an invoice that is paid or void, or where less remains than came", () => {
    const { settlement } = lateLife();
    const to = (change: Partial<Invoice>) =>
      words(applyLateFunds(caseOf({ settlement, invoice: { ...aSentInvoice(), ...change } as Invoice }), later(9)));
    expect(to({ status: "paid" })).toBe("this invoice is already paid");
    expect(to({ status: "void" })).toBe("this invoice is void");
    expect(to({ amountProcessingCents: 1 })).toBe("100.00 USD came, and 9999 cents remain to be paid on this invoice");
  });

  test("where fee and reserve would leave nothing of it", () => {
    const dear = applyLateFunds(caseOf(lateLife(), { rule: aRule({ fixedCents: 10_000 }) }), later(9));
    expect(words(dear)).toBe("nothing would remain after fee and reserve");
  });

  test("while it is being sent back, nor once it has been; nor is it sent back once it was applied", () => {
    const life = lateLife();
    const ordered = agreed(askSendBack(life.settlement, "apr_2", later(6))).next;
    expect(whyNotAction("apply", ordered)).toBe("it is being sent back already");
    reviewAction(life, "returned_off_platform");
    expect(life.settlement).toMatchObject({ payment: { status: "canceled" }, unappliedCents: 0 });
    expect(whyNotAction("apply", life.settlement)).toBe("no money of the payer's is held");
    const { from } = agreed(applyLateFunds(caseOf(lateLife()), later(9)));
    expect(askSendBack(from.next, "apr_2", later(10))).toBeInstanceOf(Refusal);
  });
});
