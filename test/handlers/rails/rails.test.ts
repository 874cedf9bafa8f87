import { describe } from "vitest";
import { HifiConversion } from "../../../functions/adapters/hifi/conversion-hifi.ts";
import { MockRailFile } from "../../../functions/adapters/mock/rail-file.ts";
import { MockRail } from "../../../functions/adapters/mock/rail-mock.ts";
import { collecting, customerId, onBridge, railOn } from "../../support/bridge-sim/world.ts";
import { MemoryStore } from "../../support/core/memory-store.ts";
import { HifiSim } from "../../support/hifi-sim/sim.ts";
import { type LineFault, type RailUnderTest, railPromises } from "../../support/settlement/rail-promises.ts";

const { key: _key, reference: _reference, ...asks } = collecting;
const { orderedAt, stable, chain, wallet } = collecting;
const paying = { orderedAt, amount: "1237.500000", stable, chain, wallet };

const worldFaults = { lost: "500_after", unreached: "500_before", broken: "reset_after" } as const satisfies Record<
  LineFault,
  string
>;

async function onMock(holds: boolean): Promise<RailUnderTest> {
  const clock = { now: () => "2026-11-02T12:00:00.000Z" };
  const store = new MemoryStore();
  const elsewhere = () => new MockRail(holds, new MockRailFile(() => store, clock));
  const rail = elsewhere();
  return {
    rail,
    conversion: rail,
    elsewhere,
    collecting: asks,
    paying,
    pay: (railRef) => rail.does(railRef, { kind: "funds_received" }),
    settle: async () => undefined,
    made: async () => {
      const day = { from: "2026-11-02T00:00:00.000Z", to: "2026-11-03T00:00:00.000Z", cursor: null };
      const { transfers } = await rail.transfers(day);
      return counted(transfers.map(({ kind }) => kind));
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function counted(kinds: readonly string[]) {
  const of = (kind: string) => kinds.filter((each) => each === kind).length;
  return { collections: of("collection"), payouts: of("payout") };
}

async function bridge(mode: "one_leg" | "two_leg"): Promise<RailUnderTest> {
  const { sim, rail } = await onBridge(mode);
  const operations = {
    partner: "GET /customers/{id}",
    collect: "POST /transfers",
    convert: "GET /transfers/{id}",
    disburse: mode === "one_leg" ? "GET /transfers/{id}" : "POST /transfers",
  };
  return {
    rail,
    conversion: rail,
    elsewhere: () => railOn(sim, mode),
    collecting: asks,
    paying,
    pay: async (railRef) => {
      sim.bank.deposit(railRef, "1250.00");
      await sim.pass(60);
    },
    settle: () => sim.pass(60),
    made: async () =>
      counted(
        sim.bank.transfers.flatMap(({ leg, hash }) => {
          if (leg !== "direct") return leg === "hold" ? "collection" : leg;
          return hash === null ? "collection" : ["collection", "payout"];
        }),
      ),
    fault: (call, kind) => sim.faults.add({ on: operations[call], kind: worldFaults[kind] }),
    revoke: () => sim.setCustomer(customerId, { status: "rejected" }),
    [Symbol.asyncDispose]: () => sim[Symbol.asyncDispose](),
  };
}

async function mockWithHifi(): Promise<RailUnderTest> {
  const world = await onMock(true);
  const hifi = await HifiSim.start();
  const conversion = new HifiConversion({
    baseUrl: hifi.url,
    account: async () => ({ apiKey: hifi.apiKey, userId: "usr_sluice", externalWalletId: "ew_hold" }),
    ...{ now: () => hifi.clock.now(), seconds: 20, wait: async () => undefined },
  });
  return {
    ...world,
    conversion,
    async [Symbol.asyncDispose]() {
      await hifi[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    },
  };
}

describe("the mock rail", () => railPromises(() => onMock(false), false));
describe("the mock rail that holds", () => railPromises(() => onMock(true), false));
describe("Bridge in one leg", () => railPromises(() => bridge("one_leg")));
describe("Bridge in two legs", () => railPromises(() => bridge("two_leg")));
describe("the mock rail with HIFI's conversion", () => railPromises(mockWithHifi, false));
