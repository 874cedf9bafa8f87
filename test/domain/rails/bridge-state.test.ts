import { describe, expect, test } from "vitest";
import { bridgeNo, expiredKeyRefusal } from "../../../functions/domain/rails/bridge-refusal.ts";
import {
  type BridgeLeg,
  type BridgeState,
  bridgeEvents,
  bridgeStates,
} from "../../../functions/domain/rails/bridge-state.ts";
import { hifiNo } from "../../../functions/domain/rails/hifi-refusal.ts";
import { later } from "../../support/core/samples.ts";

const legs = ["direct", "hold", "payout", "return"] as const;

/** What a state says of a leg, in a few words. */
function told(state: string, leg: BridgeLeg): string {
  const facts = { leg, state, receivedCents: 1000, txHash: "0xabc", returnCode: "R29" };
  return bridgeEvents(facts)
    .map(({ kind }) => kind)
    .join(" ");
}

const funds = "funds_received";
const paid = "payment_processed";
// What had come is told first, in case that was never heard.
const failed = [`${funds} failed`, `${funds} failed`, "failed", ""];
const returned = [`${funds} returned`, `${funds} returned`, "failed", ""];
const stuck = [`${funds} returned unknown`, `${funds} returned unknown`, "failed", ""];

// For every state: straight through, into the hold, out of it, back to the payer.
const table: Readonly<Record<BridgeState, readonly string[]>> = {
  awaiting_funds: ["", "", "", ""],
  in_review: ["", "", "", ""],
  funds_received: [funds, "", "", ""],
  payment_submitted: [funds, "", "", ""],
  payment_processed: [`${funds} ${paid}`, funds, paid, ""],
  undeliverable: failed,
  returned,
  missing_return_policy: stuck,
  refund_in_flight: returned,
  refund_failed: stuck,
  refunded: returned,
  canceled: failed,
  error: failed,
};

describe("a state of Bridge's", () => {
  test.each(bridgeStates)("%s means what the table says, on every leg", (state) => {
    expect(legs.map((leg) => told(state, leg))).toEqual(table[state]);
  });

  test.each(["in_orbit", "", "PAYMENT_PROCESSED", "constructor", "x".repeat(200)])(
    "that we do not know (%s) is unknown and never a fact",
    (state) => {
      expect(legs.map((leg) => told(state, leg))).toEqual(Array(4).fill("unknown"));
    },
  );
});

describe("a fact that is not there", () => {
  const facts = {
    leg: "hold",
    state: "payment_processed",
    receivedCents: 1000,
    txHash: "0x",
    returnCode: null,
  } as const;

  test("money without an amount is unknown", () => {
    expect(bridgeEvents({ ...facts, receivedCents: null })).toEqual([
      { kind: "unknown", state: "payment_processed without an amount" },
    ]);
  });

  test("delivery without a hash is unknown", () => {
    expect(bridgeEvents({ ...facts, leg: "payout", txHash: null })).toEqual([
      { kind: "unknown", state: "payment_processed without a hash" },
    ]);
  });

  test("what the hold bought is told where the receipt tells it", () => {
    expect(bridgeEvents({ ...facts, bought: "9.99" })).toEqual([
      { kind: "funds_received", totalCents: 1000, bought: "9.99" },
    ]);
    expect(bridgeEvents({ ...facts, bought: null })).toEqual([{ kind: "funds_received", totalCents: 1000 }]);
  });

  test("a word that is longer than a word is cut", () => {
    expect(bridgeEvents({ ...facts, state: "x".repeat(65) })).toEqual([{ kind: "unknown", state: "x".repeat(64) }]);
  });

  test("a hash before the payment is processed is no proof", () => {
    expect(bridgeEvents({ ...facts, leg: "payout", state: "payment_submitted" })).toEqual([]);
  });

  test("a return without a code says so", () => {
    expect(bridgeEvents({ ...facts, state: "returned" }).at(-1)).toEqual({ kind: "returned", code: "unspecified" });
  });

  test.each(["canceled", "error", "undeliverable"])("a return that ends %s says nothing of the payment", (state) => {
    expect(bridgeEvents({ ...facts, leg: "return", state })).toEqual([]);
  });

  test.each([null, 0])("nothing came before the end of a transfer that tells %s", (receivedCents) => {
    expect(bridgeEvents({ ...facts, state: "canceled", receivedCents })).toEqual([
      { kind: "failed", code: "bridge_canceled", canceled: true },
    ]);
  });

  test("what comes by a canceled transfer came, and bought nothing that lies in the hold", () => {
    const came = { ...facts, leg: "hold", state: "canceled", receivedCents: 500, bought: "5" } as const;
    expect(bridgeEvents(came)).toEqual([
      { kind: "funds_received", totalCents: 500 },
      { kind: "failed", code: "bridge_canceled", canceled: true },
    ]);
  });

  test("a payout that was canceled failed: the payer's money is here", () => {
    expect(bridgeEvents({ ...facts, leg: "payout", state: "canceled" })).toEqual([
      { kind: "failed", code: "bridge_canceled" },
    ]);
  });
});

describe("an error of Bridge's", () => {
  test.each(["frozen", "has_not_accepted_tos", "requires_active_kyc_status", "missing_required_endorsements"])(
    "%s says that the partner does not approve",
    (code) => {
      expect(bridgeNo(400, code, "hold")).toMatchObject({ refused: { code: "partner_customer_not_approved" } });
    },
  );

  test.each([
    [400, "duplicate_record"],
    [400, "not_truly_idempotent"],
    [422, null],
    [422, "invalid_parameters"],
  ])("%i %s says that the key was used before", (status, code) => {
    expect(bridgeNo(status, code, "payout")).toBe("repeated");
  });

  test.each([
    ["422 of a key from over a day ago", 422, later(0), later(86_401), "never_made"],
    ["422 while a call may be at work", 422, later(0), later(86_400), undefined],
    ["422 of who knows when", 422, undefined, later(86_401), undefined],
    ["400, which may be about other words", 400, later(0), later(86_401), undefined],
  ])("%s, with nothing found, says whether it will ever be made", (_, status, orderedAt, now, code) => {
    const reason = "the rail has nothing under a key that it has forgotten";
    expect(expiredKeyRefusal(status, orderedAt, now)).toEqual(code && { refused: { code, reason } });
  });

  test.each([401, 404, 408, 409, 425, 429, 500, 502, 503])("%i says nothing of the transfer", (status) => {
    expect(legs.map((leg) => bridgeNo(status, null, leg))).toEqual(Array(4).fill("unknown"));
  });

  test.each([
    ["invalid_json", "rail_refused", "the rail could not read the request"],
    ["invalid_parameters", "rail_refused", "the rail refused the parameters"],
    ["deactivated_external_account", "rail_account_closed", "the rail says the account is closed"],
    ["invalid_geographic_location", "rail_refused", "the rail does not serve this place"],
    ["missing_address_data", "rail_refused", "the rail lacks an address"],
    ["developer_limits_exceeded", "rail_limit_exceeded", "the rail's limit is reached"],
    ["frozen", "partner_customer_not_approved", "the partner no longer approves this tenant"],
  ])("%s is a definite no on every leg, and says why", (code, ours, reason) => {
    const no = { refused: { code: ours, reason } };
    expect(legs.map((leg) => bridgeNo(400, code, leg))).toEqual(Array(4).fill(no));
  });

  test.each([
    [399, "unknown"],
    [400, "the rail refused with 400"],
    [423, "unknown"],
    [499, "the rail refused with 499"],
    [500, "unknown"],
  ])("%i without a code we know is %s to a collection, and to what leaves never a no", (status, meaning) => {
    for (const code of [null, "constructor"]) {
      const no = { refused: { code: "rail_refused", reason: meaning } };
      const expected = meaning === "unknown" ? meaning : no;
      expect(legs.map((leg) => bridgeNo(status, code, leg))).toEqual([expected, expected, "unknown", "unknown"]);
    }
  });

  test("bad_request is a no to a collection and a not-now to a payout", () => {
    expect(bridgeNo(400, "bad_request", "hold")).toMatchObject({ refused: { code: "rail_refused" } });
    expect(bridgeNo(400, "bad_request", "payout")).toBe("unknown");
  });
});

describe("a wallet that the coin's issuer has frozen", () => {
  const frozen = { refused: { code: "frozen_by_issuer", reason: "the coin's issuer has frozen the wallet" } };
  const words = ["AddressBlocklisted", "execution reverted: Blacklistable: account is blacklisted", "frozen_by_issuer"];

  test.each(words)("is a definite no on every leg where Bridge or HIFI says %j", (word) => {
    for (const leg of ["direct", "hold", "payout", "return"] as const) expect(bridgeNo(400, word, leg)).toEqual(frozen);
    expect(hifiNo(400, word)).toEqual(frozen);
  });

  test("is not what Bridge means by a customer that is frozen, and no guess about a word that nobody knows", () => {
    expect(bridgeNo(400, "frozen", "payout")).toMatchObject({ refused: { code: "partner_customer_not_approved" } });
    expect([bridgeNo(400, "blocked", "payout"), hifiNo(400, "blocked")]).toEqual(["unknown", "unknown"]);
  });
});
