import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "../../../functions/domain/core/time.ts";
import {
  type CompellingQuestion,
  compellingEvidence,
  type PayerIdentifiers,
  type PaymentFacts,
} from "../../../functions/domain/disputes/compelling-evidence.ts";

const disputedAt = "2026-11-21T15:00:00.000Z";
const payer: PayerIdentifiers = {
  ...{ customerId: "cus_1", ip: "203.0.113.7" },
  ...{ deviceId: "dev_1", shippingAddress: "1 Main St, Springfield" },
};
const nobody: PayerIdentifiers = { customerId: null, ip: null, deviceId: null, shippingAddress: null };

function paid(paymentId: string, daysBefore: number, more: Partial<PaymentFacts> = {}): PaymentFacts {
  const at = addDays(disputedAt, -daysBefore);
  const usual = { disputed: false, fraud: false, description: "12 crates of paper", identifiers: payer };
  return { ...usual, paymentId, at, ...more };
}

const disputed = paid("pay_0", 5, { disputed: true });

function ask(prior: PaymentFacts[], more: Partial<CompellingQuestion> = {}) {
  return compellingEvidence({ network: "visa", reasonCode: "10.4", disputedAt, disputed, prior, ...more });
}

/** Two prior payments that have these identifiers, asked about a dispute of the usual payer. */
function withIdentifiers(identifiers: PayerIdentifiers) {
  return ask([paid("pay_1", 200, { identifiers }), paid("pay_2", 300, { identifiers })]);
}

const two = [paid("pay_1", 130), paid("pay_2", 300)];

describe("Visa CE 3.0: what it applies to", () => {
  test.each(["10.4", " 10.4 ", "104"])("condition %j of Visa", (reasonCode) => {
    expect(ask(two, { reasonCode })).toEqual({
      ...{ status: "qualified", requiredActions: [], priorPaymentIds: ["pay_1", "pay_2"] },
    });
  });

  test.each([
    ["visa", "10.3"],
    ["visa", "10.5"],
    ["visa", "13.1"],
    ["visa", null],
    ["mastercard", "10.4"],
    ["mastercard", "4837"],
    ["ach", "R10"],
    [null, "10.4"],
  ] as const)("not %s %s", (network, reasonCode) => {
    expect(ask(two, { network, reasonCode })).toEqual({
      ...{ status: "not_applicable", requiredActions: [], priorPaymentIds: [] },
    });
  });
});

describe("Visa CE 3.0: prior payments, more than 119 and fewer than 366 days before the dispute", () => {
  test.each([
    [119, "not_qualified"],
    [120, "qualified"],
    [365, "qualified"],
    [366, "not_qualified"],
  ])("one of %i days beside a good one: %s", (days, status) => {
    expect(ask([paid("pay_1", 200), paid("pay_2", days)]).status).toBe(status);
  });

  test("days are calendar days in UTC, whatever the hour", () => {
    const prior = [
      paid("pay_1", 0, { at: "2026-07-24T23:59:59.999Z" }),
      paid("pay_2", 0, { at: "2025-11-21T00:00:00.000Z" }),
    ];
    expect(ask(prior).status).toBe("qualified");
    expect(ask([...prior.slice(1), paid("pay_3", 0, { at: "2026-07-25T00:00:00.000Z" })]).status).toBe("not_qualified");
  });

  test("over a leap day the year before is 366 days away", () => {
    const at = "2028-03-01T00:00:00.000Z";
    const prior = [paid("pay_1", 0, { at: "2027-10-01T00:00:00.000Z" })];
    const exactly = (day: string) => [...prior, paid("pay_2", 0, { at: `${day}T00:00:00.000Z` })];
    expect(ask(exactly("2027-03-01"), { disputedAt: at }).status).toBe("not_qualified");
    expect(ask(exactly("2027-03-02"), { disputedAt: at }).status).toBe("qualified");
  });

  test.each([
    ["disputed", { disputed: true }],
    ["reported as fraud", { fraud: true }],
  ])("one that was %s does not count", (_, more) => {
    expect(ask([paid("pay_1", 200), paid("pay_2", 201, more)])).toEqual({
      ...{ status: "not_qualified", priorPaymentIds: [] },
      requiredActions: ["missing_prior_undisputed_transactions"],
    });
  });

  test("the disputed payment itself and the same payment twice do not count", () => {
    expect(ask([paid("pay_1", 200), paid("pay_1", 200), paid("pay_0", 200)]).status).toBe("not_qualified");
  });

  test("the newest two are named, those with a description first", () => {
    const prior = [
      ...[paid("pay_1", 300), paid("pay_2", 150, { description: " " })],
      ...[paid("pay_3", 200), paid("pay_4", 250)],
    ];
    expect(ask(prior).priorPaymentIds).toEqual(["pay_3", "pay_4"]);
  });
});

describe("Visa CE 3.0: two identifiers in common, the IP address or the device among them", () => {
  test.each([
    ["ip", "customerId"],
    ["ip", "deviceId"],
    ["ip", "shippingAddress"],
    ["deviceId", "customerId"],
    ["deviceId", "shippingAddress"],
  ] as const)("%s and %s are enough", (one, other) => {
    expect(withIdentifiers({ ...nobody, [one]: payer[one], [other]: payer[other] }).status).toBe("qualified");
  });

  test("the account and the address alone are not", () => {
    const strange = { ...payer, ip: "198.51.100.1", deviceId: "dev_2" };
    expect(withIdentifiers(strange)).toEqual({
      ...{ status: "not_qualified", requiredActions: ["missing_customer_identifiers"], priorPaymentIds: [] },
    });
  });

  test.each(["ip", "deviceId"] as const)("the %s alone is not", (one) => {
    const others = { ip: "198.51.100.1", deviceId: "dev_2", customerId: "cus_2", shippingAddress: "2 Elm St" };
    expect(withIdentifiers({ ...others, [one]: payer[one] }).status).toBe("not_qualified");
  });

  test("they are the same two in every payment", () => {
    const prior = [
      paid("pay_1", 200, { identifiers: { ...payer, customerId: "cus_2", deviceId: "dev_2", ip: "198.51.100.1" } }),
      paid("pay_2", 201, { identifiers: { ...payer, shippingAddress: "2 Elm St" } }),
    ];
    expect(ask(prior).status).toBe("not_qualified");
  });

  test("an address is the same however it is cased and spaced", () => {
    const identifiers = { ...nobody, ip: payer.ip, shippingAddress: "1 MAIN ST  springfield" };
    expect(withIdentifiers(identifiers).status).toBe("qualified");
  });

  test("an identifier that is not known, but could be, has to be supplied", () => {
    expect(withIdentifiers({ ...nobody, ip: payer.ip })).toEqual({
      ...{ status: "requires_action", requiredActions: ["missing_customer_identifiers"] },
      priorPaymentIds: ["pay_1", "pay_2"],
    });
  });

  test("one that is blank is not known: two blanks are nothing in common", () => {
    const identifiers = { ...nobody, ip: " ", customerId: "" };
    const input = ask(
      two.map((payment) => ({ ...payment, identifiers })),
      { disputed: { ...disputed, identifiers } },
    );
    expect(input.status).toBe("requires_action");
  });

  test("two prior payments that contradict each other cannot be made to fit", () => {
    const prior = [
      paid("pay_1", 200, { identifiers: { ...nobody, ip: "198.51.100.1", deviceId: "dev_2" } }),
      paid("pay_2", 201, { identifiers: { ...nobody, ip: "198.51.100.2", deviceId: "dev_3" } }),
    ];
    expect(ask(prior, { disputed: { ...disputed, identifiers: nobody } }).status).toBe("not_qualified");
  });
});

describe("Visa CE 3.0: which two payments are named", () => {
  const stranger = (nth: number) => ({ ...nobody, ip: `198.51.100.${nth}`, deviceId: `dev_${nth + 10}` });
  const alike = { ...nobody, ip: "203.0.113.99", deviceId: "dev_99" };

  /** So many newer ones that contradict one another, and two older ones that could agree. */
  function behind(strangers: number) {
    const newer = Array.from({ length: strangers }, (_, nth) =>
      paid(`pay_n${nth}`, 130 + nth, { identifiers: stranger(nth) }),
    );
    const older = ["pay_a", "pay_b"].map((id, nth) => paid(id, 300 + nth, { identifiers: alike }));
    return ask([...newer, ...older], { disputed: { ...disputed, identifiers: nobody } });
  }

  test("those that could agree, of the first fifty", () => {
    expect(behind(48)).toEqual({
      ...{ status: "requires_action", requiredActions: ["missing_customer_identifiers"] },
      priorPaymentIds: ["pay_a", "pay_b"],
    });
    expect(behind(49).status).toBe("not_qualified");
  });

  test("those that are described, before two that have another pair of identifiers in common", () => {
    const byIp = { ...nobody, ip: payer.ip, customerId: payer.customerId };
    const byDevice = { ...nobody, deviceId: payer.deviceId, shippingAddress: payer.shippingAddress };
    const prior = [
      paid("pay_1", 130, { identifiers: byIp }),
      paid("pay_2", 131, { identifiers: byIp, description: null }),
      paid("pay_3", 200, { identifiers: byDevice }),
      paid("pay_4", 201, { identifiers: byDevice }),
    ];
    expect(ask(prior)).toEqual({ status: "qualified", requiredActions: [], priorPaymentIds: ["pay_3", "pay_4"] });
    expect(ask(prior.slice(0, 3)).requiredActions).toEqual(["missing_prior_undisputed_transaction_description"]);
  });

  test("the newer one first, whatever order they come in", () => {
    const prior = [paid("pay_1", 300), paid("pay_2", 130), paid("pay_3", 200)];
    for (const each of [prior, prior.toReversed()]) expect(ask(each).priorPaymentIds).toEqual(["pay_2", "pay_3"]);
  });
});

describe("Visa CE 3.0: a description of every payment", () => {
  test("is missing of the disputed one", () => {
    expect(ask(two, { disputed: { ...disputed, description: null } })).toMatchObject({
      ...{ status: "requires_action", requiredActions: ["missing_disputed_transaction_description"] },
    });
  });

  test("is missing of a prior one", () => {
    expect(ask([paid("pay_1", 200), paid("pay_2", 201, { description: "" })])).toMatchObject({
      status: "requires_action",
      requiredActions: ["missing_prior_undisputed_transaction_description"],
    });
  });

  test("and whether it was merchandise or services, where that is asked for", () => {
    expect(ask(two, { sold: null }).requiredActions).toEqual(["missing_merchandise_or_services"]);
    expect(ask(two, { sold: "services" }).status).toBe("qualified");
  });

  test("all that is missing is named at once", () => {
    const prior = two.map((payment) => ({ ...payment, identifiers: nobody, description: null }));
    expect(ask(prior, { disputed: { ...disputed, description: null }, sold: null }).requiredActions).toEqual([
      "missing_customer_identifiers",
      "missing_disputed_transaction_description",
      "missing_merchandise_or_services",
      "missing_prior_undisputed_transaction_description",
    ]);
  });
});

describe("Visa CE 3.0: whatever the payments", () => {
  const some = <T>(...values: T[]) => fc.constantFrom(...values, null);
  const facts = fc.record({
    paymentId: fc.constantFrom("pay_1", "pay_2", "pay_3", "pay_4", "pay_5"),
    at: fc.integer({ min: 100, max: 380 }).map((days) => addDays(disputedAt, -days)),
    disputed: fc.boolean(),
    fraud: fc.boolean(),
    description: some("paper", ""),
    identifiers: fc.record({
      customerId: some("a", "b"),
      ip: some("a", "b"),
      deviceId: some("a", "b"),
      shippingAddress: some("a", "b"),
    }),
  });

  test("those named are fit, two or none, and qualified lacks nothing", () => {
    fc.assert(
      fc.property(facts, fc.uniqueArray(facts, { selector: (one) => one.paymentId }), (one, prior) => {
        const of = { ...one, paymentId: "pay_0" };
        const { status, requiredActions, priorPaymentIds } = ask(prior, { disputed: of });
        expect(status === "qualified").toBe(requiredActions.length === 0);
        expect(priorPaymentIds).toHaveLength(status === "not_qualified" ? 0 : 2);
        const named = prior.filter(({ paymentId }) => priorPaymentIds.includes(paymentId));
        expect(named.some((payment) => payment.disputed || payment.fraud)).toBe(false);
        if (status !== "qualified") return;
        const same = (["customerId", "ip", "deviceId", "shippingAddress"] as const).filter((key) =>
          named.every(({ identifiers }) => identifiers[key] !== null && identifiers[key] === of.identifiers[key]),
        );
        expect(same.length).toBeGreaterThanOrEqual(2);
        expect(same.includes("ip") || same.includes("deviceId")).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });

  test("the order in which they come does not matter to the answer's status", () => {
    fc.assert(
      fc.property(facts, fc.uniqueArray(facts, { selector: (one) => one.paymentId }), (one, prior) => {
        const input = { disputed: { ...one, paymentId: "pay_0" } };
        expect(ask(prior.toReversed(), input).status).toBe(ask(prior, input).status);
      }),
      { numRuns: 10_000 },
    );
  });
});
