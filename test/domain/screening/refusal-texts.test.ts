import { describe, expect, test } from "vitest";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { refuseKey, refusePlan, refuseSuspendedAccount } from "../../../functions/domain/screening/account.ts";
import {
  acceptAccountRequest,
  declineAccountRequest,
  takeAccountRequest,
} from "../../../functions/domain/screening/account-request.ts";
import {
  approveEntry,
  isInForce,
  type OwnListEntry,
  ownEntryOf,
  ownStatuses,
  proposeEntry,
  proposeWithdrawal,
  rejectEntry,
} from "../../../functions/domain/screening/internal-list.ts";
import { anotherList, implausible } from "../../../functions/domain/screening/list-check.ts";
import { listSpecs } from "../../../functions/domain/screening/list-sources.ts";
import { alertData, refuseMonitors, refuseMore } from "../../../functions/domain/screening/monitor.ts";
import { later, noon } from "../../support/core/samples.ts";
import { listOf, otherWallet, read } from "../../support/screening/screen-samples.ts";

const hash = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";

/** A refusal as a client sees it. */
function shown(refusal: unknown) {
  if (!(refusal instanceof Refusal)) throw new Error("not refused");
  const { code, message, detail } = refusal;
  return [code, message, detail];
}

describe("a question that is refused says why", () => {
  test.each([
    ["an unknown type", { type: "entity" }, "unsupported_type", "the type must be wallet or transaction"],
    ["nothing", { value: "" }, "invalid_value", "the value is empty"],
    ["too much", { value: "1".repeat(257) }, "invalid_value", "the value is longer than 256 characters"],
    ["a blank", { value: "ab c" }, "invalid_value", "the value has white space (U+0020) at character 3"],
    [
      "what is not seen",
      { value: "ab\u200dc" },
      "invalid_value",
      "the value has a character that cannot be seen (U+200D) at character 3",
    ],
    [
      "a letter that no address has",
      { value: "a\u0430" },
      "invalid_value",
      "the value has a character that no address has (U+0430) at character 2",
    ],
    [
      "an unknown chain",
      { chain: "eth" },
      "unsupported_chain",
      "the chain must be one of: ethereum, base, polygon, arbitrum, optimism, avalanche, bsc, tron, bitcoin, litecoin, dogecoin, dash, zcash, bitcoin_cash, xrp, stellar, solana, monero, algorand, cardano, polkadot, tezos, ton",
    ],
  ] as const)("%s", (_, input, code, message) => {
    expect(shown(read(input))).toEqual([code, message, {}]);
  });

  test("another chain's address, and its candidates", () => {
    expect(shown(read({ value: otherWallet, chain: "base" }))).toEqual([
      ...["chain_mismatch", "the value is not of that chain, but of tron", { extra: { candidates: ["tron"] } }],
    ]);
    const [, text] = shown(read({ value: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", chain: "base" }));
    expect(text).toBe("the value is not of that chain, but of bitcoin or bitcoin_cash");
  });

  test("the other type's value, with three of its chains at most", () => {
    const candidates = expect.arrayContaining(["bitcoin"]);
    expect(shown(read({ value: hash }))).toEqual([
      "invalid_value",
      "the value is no wallet: it has the form of a transaction's reference (bitcoin, tron, litecoin and others)",
      { extra: { candidates } },
    ]);
    expect(shown(read({ type: "transaction", value: "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy" }))).toEqual([
      "invalid_value",
      "the value is no transaction's reference: it has the form of a wallet's address (bitcoin, bitcoin_cash, litecoin)",
      { extra: { candidates: ["bitcoin", "bitcoin_cash", "litecoin"] } },
    ]);
  });
});

describe("what a plan does not give says so", () => {
  test("keys", () => {
    expect(shown(refuseKey({ plan: "free", activeKeys: 1 }))).toEqual([
      "key_limit_reached",
      "the Free plan has 1 API key; revoke one, or change the plan",
      { extra: { limit: 1, used: 1 } },
    ]);
    expect(shown(refuseKey({ plan: "starter", activeKeys: 4 }))).toEqual([
      "key_limit_reached",
      "the Starter plan has 3 API keys; revoke one, or change the plan",
      { extra: { limit: 3, used: 4 } },
    ]);
  });

  test("monitors", () => {
    expect(shown(refuseMonitors({ plan: "starter" }))).toEqual([
      ...["plan_required", "the Starter plan has no monitors; the Pro plan has", {}],
    ]);
    expect(refuseMore({ plan: "pro" }, 9_999)).toBeUndefined();
    expect(refuseMore({ plan: "unlimited" }, 1_000_000)).toBeUndefined();
    expect(shown(refuseMore({ plan: "pro" }, 10_000))).toEqual([
      "monitor_limit_reached",
      "the Pro plan watches 10000 addresses at a time; delete a monitor, or change the plan",
      { extra: { limit: 10_000, used: 10_000 } },
    ]);
  });

  test("the sandbox's own plan, where keys are live", () => {
    for (const [plan, environment] of [
      ["sandbox", "test"],
      ["pro", "live"],
      [undefined, "live"],
    ] as const)
      expect(refusePlan(plan, environment)).toBeUndefined();
    const message = "the plan sandbox is for sandbox stages";
    expect(shown(refusePlan("sandbox", "live"))).toEqual([
      ...["validation_error", `plan: ${message}`, { fields: [{ path: "plan", message }] }],
    ]);
  });

  test("anything, to a suspended account", () => {
    expect(shown(refuseSuspendedAccount({ status: "suspended" }))).toEqual([
      ...["tenant_suspended", "this account is suspended", {}],
    ]);
  });
});

describe("an account that is asked for says what became of it", () => {
  const who = { companyName: "Acme Inc.", contactName: "Ada", contactEmail: "ada@acme.example" };
  const taken = takeAccountRequest({ ...who, plan: "pro", useCase: "payouts" }, { id: "acr_1", locale: "es" }, noon);

  test("in its trail", () => {
    expect([taken.from, taken.to, taken.reason, taken.next.useCase]).toEqual([
      ...[null, "received", "account requested", "payouts"],
    ]);
    const reasons = [
      acceptAccountRequest(taken.next, { accountId: "acc_1", note: null }, noon),
      declineAccountRequest(taken.next, "no", noon),
    ].map((each) => "reason" in each && each.reason);
    expect(reasons).toEqual(["account opened", "account declined"]);
  });
});

describe("an entry of the operator's own lists", () => {
  const report = { id: "own_1", kind: "block", value: "0xBAD", category: "scam", entity: "A thief" } as const;
  const by = (name: string, note: string | null = null, now = later(60)) => ({ actor: `operator:${name}`, note, now });
  const proposal = proposeEntry(report, "reported to us", by("one", null, noon));
  const proposed = proposal.next;
  const listing = {
    ...{ askedBy: "operator:one", askedAt: noon, reason: "reported to us" },
    ...{ decidedBy: null, decidedAt: null, decision: null, note: null },
  };
  const moved = (outcome: ReturnType<typeof approveEntry>) => {
    if (outcome instanceof Refusal) throw outcome;
    return outcome;
  };
  const active = moved(approveEntry(proposed, by("two", "seen"))).next;
  const leaving = moved(proposeWithdrawal(active, "a mistake", by("one"))).next;

  test("is proposed first", () => {
    expect(proposal).toEqual({
      next: { ...report, status: "proposed", listing, withdrawal: null, createdAt: noon, updatedAt: noon },
      ...{ from: null, to: "proposed", reason: "reported to us" },
    });
  });

  test("is in force or not by another operator's word", () => {
    const decided = { ...listing, decidedBy: "operator:two", decidedAt: later(60), note: "seen" };
    expect(moved(approveEntry(proposed, by("two", "seen")))).toEqual({
      next: { ...proposed, status: "active", listing: { ...decided, decision: "approved" }, updatedAt: later(60) },
      ...{ from: "proposed", to: "active", reason: "listing approved" },
    });
    expect(moved(rejectEntry(proposed, by("two", "seen")))).toEqual({
      next: { ...proposed, status: "rejected", listing: { ...decided, decision: "rejected" }, updatedAt: later(60) },
      ...{ from: "proposed", to: "rejected", reason: "listing rejected" },
    });
  });

  test("is taken off or not by another operator's word", () => {
    const withdrawal = {
      ...{ askedBy: "operator:one", askedAt: later(60), reason: "a mistake" },
      ...{ decidedBy: null, decidedAt: null, decision: null, note: null },
    };
    expect(moved(proposeWithdrawal(active, "a mistake", by("one")))).toEqual({
      next: { ...active, status: "withdrawal_proposed", withdrawal, updatedAt: later(60) },
      ...{ from: "active", to: "withdrawal_proposed", reason: "a mistake" },
    });
    const decided = { ...withdrawal, decidedBy: "operator:two", decidedAt: later(60) };
    expect(moved(approveEntry(leaving, by("two")))).toEqual({
      next: { ...leaving, status: "withdrawn", withdrawal: { ...decided, decision: "approved" } },
      ...{ from: "withdrawal_proposed", to: "withdrawn", reason: "withdrawal approved" },
    });
    expect(moved(rejectEntry(leaving, by("two")))).toEqual({
      next: { ...leaving, status: "active", withdrawal: { ...decided, decision: "rejected" } },
      ...{ from: "withdrawal_proposed", to: "active", reason: "withdrawal rejected" },
    });
  });

  test("takes no word of the operator who proposed it, nor a second decision", () => {
    expect(shown(approveEntry(proposed, by("one")))).toEqual([
      ...["second_operator_required", "another operator than the one who proposed it must agree", {}],
    ]);
    for (const again of [approveEntry(active, by("two")), rejectEntry(active, by("two"))])
      expect(shown(again)).toEqual([
        ...["own_entry_decided", "this entry is active", { extra: { entryStatus: "active" } }],
      ]);
    expect(shown(proposeWithdrawal(proposed, "x", by("two")))[1]).toBe("this entry is proposed");
  });

  test("counts while it is active, and while its withdrawal is only proposed", () => {
    const inForce = ownStatuses.filter((status) => isInForce({ status } as OwnListEntry));
    expect(inForce).toEqual(["active", "withdrawal_proposed"]);
    expect(ownEntryOf(active)).toEqual({
      ...{ id: "own_1", kind: "block", category: "scam", entity: "A thief", reason: "reported to us" },
    });
  });
});

describe("a file that is not taken for a list says why", () => {
  const spec = { ...listSpecs.fixture, minimumAddresses: 3 };
  const now = "2026-08-20T12:00:00.000Z";
  const good = { records: 5, publishedAt: "2026-08-21" } as NonNullable<Parameters<typeof implausible>[1]["good"]>;
  const why = (
    addresses: string[],
    given: Partial<Parameters<typeof implausible>[1]> = {},
    publishedAt = "2026-08-20",
  ) => implausible({ ...listOf(addresses), publishedAt }, { spec, good: undefined, byHand: false, now, ...given });
  const three = ["a", "b", "c"];

  test("in its own words", () => {
    expect(why([])).toBe("it names no address");
    expect(why(["a", "A"], { good })).toBe("it names 1 addresses, under half of the good list's 5");
    expect(why(["a", "b"])).toBe("it names 2 addresses; the list has had 3 for long");
    expect(why(three, { good })).toBe("it is of 2026-08-20, older than the good list of 2026-08-21");
    expect(why(three, {}, "2026-08-23")).toBe("it is of 2026-08-23, a day that is still to come");
    expect([why(three), why(three, {}, "2026-08-22"), why(three, { good }, "2026-08-21")]).toEqual([
      ...[undefined, undefined, undefined],
    ]);
    expect(why(["a"], { byHand: true }, "2062-01-01")).toBeUndefined();
  });

  test("where it is without more than half of what was there", () => {
    expect(anotherList(5, { records: 10 })).toBeUndefined();
    expect(anotherList(6, { records: 10 })).toBe("it is without 6 of the good list's 10 addresses: over half");
  });
});

test("an alert tells whose address, how its risk was and is, and by which screen", () => {
  const monitor = { id: "mon_1", value: "0xA", chain: "base" } as Parameters<typeof alertData>[0];
  const before = { risk_level: "low", action: "allow" } as const;
  const after = { risk_level: "critical", action: "block" } as const;
  const alert = { id: "evt_1", deliveryId: "dlv_1", screenId: "scr_1", at: noon, before, after };
  const screen = { id: "scr_1" } as Parameters<typeof alertData>[2];
  expect(alertData(monitor, alert, screen)).toEqual({
    ...{ monitorId: "mon_1", value: "0xA", chain: "base", before, after, screen, createdAt: noon },
  });
});
