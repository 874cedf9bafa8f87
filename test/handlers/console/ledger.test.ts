import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Entry } from "../../../functions/app/core/aggregate.ts";
import { noon } from "../../support/core/samples.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
let kit: typeof import("../../../functions/pages/console/kit/ledger.ts");

beforeAll(async () => {
  await deployed.open();
  kit = await import("../../../functions/pages/console/kit/ledger.ts");
});
afterAll(() => deployed.stop());

function entry(seq: number, change: Pick<Entry, "postings"> & Partial<Entry>): Entry {
  const about = { aggregateId: "stl_1", aggregateType: "settlement", tenantId: "ten_1", seq, at: noon };
  const told = { from: null, to: "screening", reason: "", actor: "", requestId: "" };
  return { ...about, ...told, events: [], follows: [], prevHash: "", hash: "", ...change };
}

async function textOf(page: unknown): Promise<string> {
  return String(await page)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");
}

const postings: Entry["postings"] = [
  { account: "rail_clearing", amountCents: 10_000 },
  { account: "tenant_payable", amountCents: -10_000 },
];

describe("a record's ledger in the console", () => {
  test("is in cents alone where no wallet at a rail had a part in it", async () => {
    const text = await textOf(kit.ledgerSection([entry(1, { postings })]));
    expect(text).toContain("At the rail: 100.00 debit");
    expect(text).toContain("Owed to tenants: 100.00 credit");
    expect(text).not.toContain("stablecoin");
  });

  test("has the stablecoin of its wallet beside them, by entry and as it stands", async () => {
    const wallet = "bridge/cust_1/base/USDC";
    const came: Entry["units"] = [
      { account: "rail_wallet", units: "1099.000000" },
      { account: "client_funds", units: "-1099.000000" },
    ];
    const left: Entry["units"] = [
      { account: "rail_wallet", units: "-86.872501" },
      { account: "wallet_in_transit", units: "86.872501" },
    ];
    const text = await textOf(
      kit.ledgerSection([entry(2, { postings, wallet, units: came }), entry(5, { postings: [], wallet, units: left })]),
    );
    expect(text).toMatch(/5 bridge\/cust_1\/base\/USDC On its way out of the wallet 86\.872501/);
    expect(text).toContain("In the wallet at the rail (bridge/cust_1/base/USDC): 1,012.127499 debit");
    expect(text).toContain("Owed out of the wallet (bridge/cust_1/base/USDC): 1,099.000000 credit");
  });

  test("says that no money has moved where none has", async () => {
    expect(await textOf(kit.ledgerSection([entry(1, { postings: [] })]))).toContain("No money has moved yet.");
  });
});

describe("what was paid out", () => {
  const shown = async (left: string | null, ordered: string | null) =>
    Promise.all(
      kit
        .paidOutFacts({ left, ordered }, "USDC")
        .filter((each) => each !== false)
        .map(async ([name, text]) => `${name}: ${(await textOf(text)).trim()}`),
    );

  test("is what left, with what was ordered where that is not the same", async () => {
    expect(await shown(null, null)).toEqual([]);
    expect(await shown("86.872500", "86.872500")).toEqual(["Paid out: 86.872500 USDC"]);
    expect(await shown("87.000000", "86.872500")).toEqual([
      "Paid out: 87.000000 USDC",
      "Ordered to be paid out: 86.872500 USDC",
    ]);
  });
});
