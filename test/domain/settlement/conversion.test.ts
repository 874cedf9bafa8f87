import { describe, expect, test } from "vitest";
import { refuseCollection } from "../../../functions/domain/settlement/collection.ts";
import {
  awaitConversion,
  lateConversion,
  recordConversion,
  startConversion,
} from "../../../functions/domain/settlement/conversion.ts";
import { reviewReason } from "../../../functions/domain/settlement/review-reason.ts";
import {
  type Settlement,
  type SettlementStatus,
  settlementStatuses,
} from "../../../functions/domain/settlement/settlement.ts";
import { lastOf, later, settlementIn } from "../../support/core/samples.ts";

const stateIn = (status: SettlementStatus) => settlementIn(status).settlement;
const others = (...but: SettlementStatus[]) => settlementStatuses.filter((status) => !but.includes(status));

describe("a conversion", () => {
  test("begins with its intent, once the second gate was passed", () => {
    expect(startConversion(stateIn("screened"), later(5))).toMatchObject([
      { to: "converting", next: { intent: { leg: "convert", key: expect.stringMatching(/:convert:1$/) } } },
    ]);
  });

  test.each(["converting", "settling", "completed", "declined", "failed"] as const)(
    "does not begin again while %s",
    (status) => expect(startConversion(stateIn(status), later(5))).toEqual([]),
  );

  test.each(["created", "collecting", "screening"] as const)("cannot begin while %s", (status) => {
    expect(startConversion(stateIn(status), later(5))).toMatchObject({
      ...{ code: "illegal_settlement_transition", detail: { extra: { from: status, to: "converting" } } },
    });
  });

  test("on its way keeps its reference, said once", () => {
    const [transition] = awaitConversion(stateIn("converting"), "on_1", later(5));
    expect(transition).toMatchObject({ to: "converting", next: { conversionRef: "on_1", fxRate: null } });
    expect(awaitConversion(transition?.next ?? stateIn("created"), "on_1", later(6))).toEqual([]);
    expect(awaitConversion(transition?.next ?? stateIn("created"), "on_2", later(6))).toHaveLength(1);
  });

  test.each(others("converting"))("is nothing to keep or to book while %s", (status) => {
    expect(awaitConversion(stateIn(status), "on_1", later(5))).toEqual([]);
    expect(recordConversion(stateIn(status), { rate: "1" }, later(5))).toEqual([]);
  });

  test("that is done books fee and reserve, and means the payout before it is asked for", () => {
    const transition = lastOf(recordConversion(stateIn("converting"), { rate: "0.999" }, later(5)));
    expect(transition.next).toMatchObject({
      ...{ status: "settling", fxRate: "0.999", usdtOut: "87.662250", parked: null },
      intent: { leg: "payout", key: expect.stringMatching(/:payout:1$/), at: later(5) },
    });
    expect(transition.postings).toEqual([
      { account: "tenant_payable", amountCents: 1225 },
      { account: "fee_income", amountCents: -250 },
      { account: "tenant_reserve", amountCents: -975 },
    ]);
  });
});

describe("what a conversion became", () => {
  const { payment } = stateIn("converting");
  const with900 = { payment: { ...payment, receivedCents: 900 } };
  const converting = (change: object) => ({ ...stateIn("converting"), ...with900, ...change }) as Settlement;
  const told = { rate: "1", bought: "8.990000", conversionRef: "on_2" };

  test.each([
    ["what its vendor says, of what had come", {}, told, { bought: "8.990000", boughtCents: 900 }],
    [
      "what the rail had said when it came",
      { bought: "9.100000", boughtCents: 910 },
      told,
      { bought: "9.100000", boughtCents: 910 },
    ],
    ["unknown where nobody says", {}, { rate: "1" }, { bought: null, boughtCents: null }],
  ])("is %s", (_, change, quote, expected) => {
    expect(lastOf(recordConversion(converting(change), quote, later(5))).next).toMatchObject(expected);
    const intent = { leg: "convert", key: "k", at: later(0) };
    const ended = { ...stateIn("failed"), ...with900, intent, fxRate: null, usdtOut: null, ...change };
    expect(lastOf(lateConversion(ended as Settlement, quote, later(5))).next).toMatchObject(expected);
  });

  test("keeps the vendor's reference, or the one that it had", () => {
    const before = converting({ conversionRef: "on_1" });
    expect(lastOf(recordConversion(before, told, later(5))).next.conversionRef).toBe("on_2");
    expect(lastOf(recordConversion(before, { rate: "1" }, later(5)))).toMatchObject({
      ...{ reason: "converted at 1", next: { conversionRef: "on_1" } },
    });
  });

  test("says what happened on the trail", () => {
    expect(lastOf(awaitConversion(converting({}), "on_1", later(5))).reason).toBe("conversion is on its way");
    const [started] = startConversion(stateIn("screened"), later(5)) as { reason: string }[];
    expect(started?.reason).toBe("conversion started");
  });

  test("does not begin while its settlement is on hold", () => {
    const creditHold = { program: "vamp", since: later(0), until: later(9), endedAt: null };
    const held = { ...stateIn("screened"), creditHold };
    expect(startConversion(held, later(5))).toMatchObject({ code: "illegal_settlement_transition" });
    expect(startConversion({ ...held, creditHold: { ...creditHold, endedAt: later(1) } }, later(5))).toHaveLength(1);
  });
});

describe("a conversion that is done after the settlement had ended", () => {
  const intent = { leg: "convert", key: "k", at: later(0) } as const;
  const ended = { ...stateIn("failed"), intent, fxRate: null, usdtOut: null } as Settlement;

  test("is shown once, with what the vendor holds", () => {
    const [transition] = lateConversion(ended, { rate: "1", conversionRef: "on_1" }, later(5));
    expect(transition?.next).toMatchObject({
      ...{ status: "failed", fxRate: "1", usdtOut: "87.750000", conversionRef: "on_1" },
      reconBreaks: [{ kind: "conversion_after_end" }],
    });
    expect(reviewReason(transition?.next ?? ended)).toMatchObject({ kind: "recon_break" });
    expect(lateConversion(transition?.next ?? ended, { rate: "1" }, later(6))).toEqual([]);
  });

  test.each([
    ["has not ended", { ...stateIn("converting"), intent }],
    ["was about to be paid out", { ...ended, intent: { ...intent, leg: "payout" as const } }],
    ["had no intent any more", { ...ended, intent: null }],
    ["had its rate already", { ...ended, fxRate: "1" }],
  ])("is nothing new where it %s", (_, state) => {
    expect(lateConversion(state as Settlement, { rate: "1" }, later(5))).toEqual([]);
  });
});

test.each(others("created", "collecting"))("a rail's no to a collection is stale while %s", (status) => {
  const { settlement, invoice } = settlementIn(status);
  const no = { code: "x", reason: "y" };
  expect(refuseCollection(settlement, invoice, no, later(5))).toEqual({ settlement: [], invoice: [] });
});
