import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "../../../functions/domain/core/time.ts";
import { disputeStages } from "../../../functions/domain/disputes/case.ts";
import { deadlines, isLate, responseDays } from "../../../functions/domain/disputes/deadline.ts";
import { disputeNetworks } from "../../../functions/domain/disputes/network.ts";

const now = "2026-11-21T12:00:00.000Z";

describe("network timelines, calendar days to answer", () => {
  test.each([
    ["visa", "chargeback", 30],
    ["mastercard", "chargeback", 45],
    ["amex", "chargeback", 20],
    ["discover", "chargeback", 30],
    ["visa", "pre_arbitration", 30],
    ["mastercard", "pre_arbitration", 45],
    ["amex", "pre_arbitration", 20],
    ["discover", "pre_arbitration", 30],
    ["visa", "arbitration", 10],
    ["mastercard", "arbitration", 45],
  ] as const)("%s, %s: %i", (network, stage, days) => {
    const { networkDueBy } = deadlines({ network, stage, receivedAt: now }, now);
    expect(networkDueBy).toBe(addDays(now, days));
  });

  test("arbitration where a network leaves it open (Amex, Discover) has the shortest there is, 10", () => {
    expect([responseDays.amex.arbitration, responseDays.discover.arbitration]).toEqual([10, 10]);
  });

  test.each(disputeNetworks)("an inquiry of %s has the window of a chargeback", (network) => {
    expect(responseDays[network].inquiry).toBe(responseDays[network].chargeback);
  });

  test.each(disputeStages)("Nacha: a consumer's 60 calendar days, in %s", (stage) => {
    expect(responseDays.ach[stage]).toBe(60);
  });

  test("the shortest holds where the network is not known", () => {
    const { networkDueBy } = deadlines({ network: null, stage: "chargeback", receivedAt: now }, now);
    expect(networkDueBy).toBe(addDays(now, 20));
  });
});

describe("a deadline over the ends of months and years", () => {
  test.each([
    ["visa", "2026-01-31T23:59:59.999Z", "2026-03-02T23:59:59.999Z", "2026-02-27T23:59:59.999Z"],
    ["visa", "2028-01-31T00:00:00.000Z", "2028-03-01T00:00:00.000Z", "2028-02-27T00:00:00.000Z"],
    ["visa", "2028-02-29T08:30:00.000Z", "2028-03-30T08:30:00.000Z", "2028-03-27T08:30:00.000Z"],
    ["mastercard", "2026-12-01T00:00:00.000Z", "2027-01-15T00:00:00.000Z", "2027-01-12T00:00:00.000Z"],
    ["amex", "2026-02-10T00:00:00.000Z", "2026-03-02T00:00:00.000Z", "2026-02-27T00:00:00.000Z"],
    ["discover", "2026-04-01T00:00:00.000Z", "2026-05-01T00:00:00.000Z", "2026-04-28T00:00:00.000Z"],
    ["ach", "2100-01-01T00:00:00.000Z", "2100-03-02T00:00:00.000Z", "2100-02-27T00:00:00.000Z"],
  ] as const)("%s received %s is due by %s, our own by %s", (network, receivedAt, networkDueBy, internalDueBy) => {
    expect(deadlines({ network, stage: "chargeback", receivedAt }, receivedAt)).toEqual({
      networkDueBy,
      internalDueBy,
    });
  });
});

describe("our own deadline", () => {
  const due = (networkDueBy: string) =>
    deadlines({ network: "visa", stage: "chargeback", receivedAt: now, networkDueBy }, now);

  test("is 3 days before the one that the network has set", () => {
    expect(due("2026-12-01T00:00:00.000Z")).toEqual({
      networkDueBy: "2026-12-01T00:00:00.000Z",
      internalDueBy: "2026-11-28T00:00:00.000Z",
    });
  });

  test("is now where that has passed", () => {
    expect(due("2026-11-22T00:00:00.000Z").internalDueBy).toBe(now);
  });

  test("is the network's own where even that has passed", () => {
    expect(due("2026-11-20T00:00:00.000Z").internalDueBy).toBe("2026-11-20T00:00:00.000Z");
  });
});

test("a dispute from the future counts from now", () => {
  const receivedAt = "2027-06-01T00:00:00.000Z";
  expect(deadlines({ network: "amex", stage: "inquiry", receivedAt }, now).networkDueBy).toBe(addDays(now, 20));
});

test("a window closes after its last moment", () => {
  const networkDueBy = "2026-12-01T00:00:00.000Z";
  expect(isLate({ networkDueBy }, networkDueBy)).toBe(false);
  expect(isLate({ networkDueBy }, "2026-12-01T00:00:00.001Z")).toBe(true);
  expect(isLate({ networkDueBy }, "2026-11-30T23:59:59.999Z")).toBe(false);
});

describe("deadlines of any dispute", () => {
  const moment = fc
    .integer({ min: Date.parse("2000-01-01T00:00:00Z"), max: Date.parse("2200-01-01T00:00:00Z") })
    .map((ms) => new Date(ms).toISOString());
  const network = fc.constantFrom(...disputeNetworks, null);
  const stage = fc.constantFrom(...disputeStages);

  test("come no earlier for one that was received later", () => {
    fc.assert(
      fc.property(network, stage, moment, moment, moment, (of, at, one, other, input) => {
        const [first = one, second = other] = [one, other].sort();
        const early = deadlines({ network: of, stage: at, receivedAt: first }, input);
        const late = deadlines({ network: of, stage: at, receivedAt: second }, input);
        expect(early.networkDueBy <= late.networkDueBy).toBe(true);
        expect(early.internalDueBy <= late.internalDueBy).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });

  test("are ours first, at most 3 days before, and never before now unless it is too late", () => {
    fc.assert(
      fc.property(network, stage, moment, moment, fc.option(moment), (of, at, receivedAt, input, networkDueBy) => {
        const due = deadlines({ network: of, stage: at, receivedAt, networkDueBy }, input);
        expect(due.internalDueBy <= due.networkDueBy).toBe(true);
        expect(due.internalDueBy >= addDays(due.networkDueBy, -3)).toBe(true);
        expect(due.internalDueBy >= input || isLate(due, input)).toBe(true);
        if (networkDueBy !== null) expect(due.networkDueBy).toBe(networkDueBy);
      }),
      { numRuns: 10_000 },
    );
  });
});
