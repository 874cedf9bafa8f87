import type { Invariant } from "../settlement/invariants.ts";
import { mutantsOf } from "./mutant.ts";

const money = mutantsOf<Invariant>("domain/core/money.ts");
const fee = mutantsOf<Invariant>("domain/settlement/fee.ts");
const credit = mutantsOf<Invariant>("domain/settlement/credit-suspension.ts");
const reserve = mutantsOf<Invariant>("domain/settlement/reserve.ts");
const payout = mutantsOf<Invariant>("domain/settlement/reserve-payout.ts");
const release = mutantsOf<Invariant>("app/settlement/release-reserve.ts");
const window = mutantsOf<Invariant>("domain/settlement/return-window.ts");
const back = mutantsOf<Invariant>("domain/settlement/ach-return.ts");
const moves = mutantsOf<Invariant>("domain/settlement/transitions.ts");
const sendBack = mutantsOf<Invariant>("domain/settlement/payer-refund.ts");

const split = "the split is what the fee rule says";
const ledger = "the ledger agrees with the record";
const keys = "outside keys are ours";

/** Fees, the rate, reserves, return windows, and money that goes back. */
export const settlementMoneyMutants = [
  money("a fee rounded down", ["* BigInt(basisPoints) + 5_000n)", "* BigInt(basisPoints))"], split),
  money(
    "the rate rounded down",
    [
      'const [whole = "0", fraction = ""] = decimalText.parse(rate).split(".");',
      'const [whole = "0", fraction = ""] = decimalText.parse(rate).slice(0, 8).split(".");',
    ],
    "usdtOut is net times rate, truncated, exact",
  ),
  money(
    "a conversion rounded up",
    ["* 10_000n) / scale;", "* 10_000n + scale - 1n) / scale;"],
    "usdtOut is net times rate, truncated, exact",
  ),
  fee("a fee without its fixed part", ["rule.bps) + rule.fixedCents", "rule.bps)"], split),
  fee("a fee over its maximum", ["rule.maxCents ?? Number.MAX_SAFE_INTEGER", "Number.MAX_SAFE_INTEGER"], split),
  fee(
    "a reserve of the whole amount",
    ["basisPointsOf(amountCents - feeCents, rule.reserveBps)", "basisPointsOf(amountCents, rule.reserveBps)"],
    split,
  ),
  credit(
    "a reserve not raised while credit is suspended",
    ["Math.max(rule.reserveBps, suspendedReserveBps)", "rule.reserveBps"],
    split,
  ),
  credit(
    "suspended credit not waited for",
    ["return now < until ? until : undefined;", "return undefined;"],
    "suspended credit waits for the end of the return window",
    { scene: "on hold until its return window is over" },
  ),
  window(
    "a return window five hours early",
    ["T00:00:00.000Z`, 5 * 3600)", "T00:00:00.000Z`, 0)"],
    ["suspended credit waits for the end of the return window", "a reserve goes no sooner than its day"],
    { scene: "on hold until its return window is over" },
  ),
  window(
    "a business's window for an individual's debit",
    ['if (holderType === "business") return "CCD";', 'return "CCD";'],
    "a reserve goes no sooner than its day",
  ),
  reserve(
    "a reserve that goes by its fee rule alone",
    ["byRule > byRail ? byRule : byRail", "byRule"],
    "a reserve goes no sooner than its day",
  ),
  release(
    "a reserve's screen without an answer taken as a pass",
    ['return outcome === "pass" ? releaseReserve', 'return outcome !== "declined" ? releaseReserve'],
    "no conversion or payout without a passing screen after collection",
    { scene: "the reserve's screen is silent" },
  ),
  release(
    "a late answer to a reserve's payout recorded on the next order",
    ["if (reserveKey(current) !== key) return [];", ""],
    ["at most one collection, conversion and payout a settlement"],
    { scene: "the reserve's payout is refused, which is heard days later" },
  ),
  payout(
    "a reserve's payout under the key that was refused",
    ["`${id}:reserve:${(reserve?.refusals ?? 0) + 1}`", "`${id}:reserve:1`"],
    keys,
    { scene: "the reserve's payout is refused, which is heard days later" },
  ),
  back(
    "a reserve that a return does not use",
    [
      '      ...transfer("tenant_reserve", "return_shortfall", usedCents),\n        ...unappliedBack',
      "      ...unappliedBack",
    ],
    ledger,
  ),
  back(
    "a return told twice and booked twice",
    ['if (payment.status === "returned") return nothing;', ""],
    [ledger, "an invoice counts its standing payments and never more than its total"],
  ),
  back(
    "a return that leaves the invoice paid",
    ["const taken = collected ? takeBack : releaseAside;", "const taken = releaseAside;"],
    "an invoice counts its standing payments and never more than its total",
  ),
  moves(
    "unbooking forgotten",
    ['return state.status === "settling" ? reversePostings(feeAndReserve(state)) : [];', "return [];"],
    ledger,
  ),
  moves(
    "a proof that is not booked",
    ['postings: transfer("tenant_payable", "rail_clearing", state.netCents),', ""],
    ledger,
  ),
  sendBack("a send-back's key reused", ["byRail).length + others + 1}`", "byRail).length + 1}`"], keys, {
    scene: "too little is sent back, which the rail refuses at first",
  }),
];
