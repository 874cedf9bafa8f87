import { describe, expect, test } from "vitest";
import { addFunds, type OperatorFunds, sweepShares } from "../../../functions/domain/reconciliation/operator-funds.ts";
import type { LedgerEntry } from "../../../functions/domain/settlement/ledger.ts";

const wallet = "bridge/cust_1/base/USDC";

function entry(postings: LedgerEntry["postings"], moved: Omit<LedgerEntry, "postings"> | object = {}): LedgerEntry {
  const record = { aggregateId: "stl_1", aggregateType: "settlement", tenantId: "ten_1", seq: 1, from: null, to: "x" };
  return { ...record, at: "2026-11-21T12:00:00.000Z", postings, ...moved };
}

function funds(operator: string, ownCents: number): OperatorFunds {
  return { here: operator, operator, ownCents };
}

describe("what is the operator's in a wallet", () => {
  test("is what its entries say, in stablecoin and in the cents of all that is owed to nobody", () => {
    const fee = entry(
      [
        { account: "tenant_payable", amountCents: 1_000 },
        { account: "fee_income", amountCents: -1_000 },
      ],
      {
        wallet,
        units: [
          { account: "client_funds", units: "9.900000" },
          { account: "operator_funds", units: "-9.900000" },
        ],
      },
    );
    const lost = entry([{ account: "fx_gain_loss", amountCents: 300 }], {
      wallet,
      units: [
        { account: "rail_wallet", units: "-3.000000" },
        { account: "operator_funds", units: "3.000000" },
      ],
    });
    const elsewhere = entry([{ account: "fee_income", amountCents: -7_777 }]);
    expect(addFunds({}, [fee, lost, elsewhere])).toEqual({
      [wallet]: { here: "-3.000000", operator: "6.900000", ownCents: 700 },
    });
    expect(addFunds(addFunds({}, [fee]), [lost, elsewhere])).toEqual(addFunds({}, [fee, lost, elsewhere]));
  });
});

describe("what may leave a wallet", () => {
  const share = (tenantId: string, operator: string, ownCents: number) => ({
    tenantId,
    funds: funds(operator, ownCents),
  });

  test("is all of it less the float, with the same part of the cents", () => {
    expect(sweepShares([share("ten_1", "44.550000", 4_500)], "0")).toEqual([
      { tenantId: "ten_1", units: "44.550000", amountCents: 4_500 },
    ]);
    expect(sweepShares([share("ten_1", "44.550000", 4_500)], "14.55")).toEqual([
      { tenantId: "ten_1", units: "30.000000", amountCents: 3_030 },
    ]);
  });

  test("is nothing below ten of a stablecoin, nor where there is less than the float", () => {
    expect(sweepShares([share("ten_1", "9.999999", 1_000)], "0")).toEqual([]);
    expect(sweepShares([share("ten_1", "10.000000", 1_000)], "0")).toHaveLength(1);
    expect(sweepShares([share("ten_1", "20.000000", 2_000)], "10.000001")).toEqual([]);
    expect(sweepShares([share("ten_1", "-5.000000", -500)], "0")).toEqual([]);
  });

  test("is never more than the operator's of all tenants together", () => {
    const three = [
      share("ten_1", "40.000000", 4_000),
      share("ten_2", "-25.000000", -2_500),
      share("ten_3", "30.000000", 3_000),
    ];
    expect(sweepShares(three, "5")).toEqual([{ tenantId: "ten_1", units: "40.000000", amountCents: 4_000 }]);
    expect(sweepShares(three, "0").map(({ units }) => units)).toEqual(["40.000000"]);
    expect(sweepShares(three.slice(1), "0")).toEqual([]);
  });

  test("takes no cents with it that were not earned", () => {
    expect(sweepShares([share("ten_1", "12.000000", -100)], "0")).toMatchObject([{ amountCents: 0 }]);
  });
});
