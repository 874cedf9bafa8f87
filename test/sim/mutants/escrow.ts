import type { EscrowInvariant } from "../escrow/invariants.ts";
import { mutantsOf } from "./mutant.ts";

const payout = mutantsOf<EscrowInvariant>("domain/escrow/payout.ts");
const payoutRecord = mutantsOf<EscrowInvariant>("domain/escrow/payout-record.ts");
const refund = mutantsOf<EscrowInvariant>("domain/escrow/refund.ts");
const release = mutantsOf<EscrowInvariant>("domain/escrow/release.ts");
const split = mutantsOf<EscrowInvariant>("domain/escrow/release-split.ts");
const rest = mutantsOf<EscrowInvariant>("domain/escrow/rest.ts");
const milestone = mutantsOf<EscrowInvariant>("domain/escrow/milestone.ts");
const gate = mutantsOf<EscrowInvariant>("domain/escrow/gate.ts");
const collections = mutantsOf<EscrowInvariant>("domain/escrow/collections.ts");
const fund = mutantsOf<EscrowInvariant>("domain/escrow/fund.ts");
const funding = mutantsOf<EscrowInvariant>("app/escrow/collect-funding.ts");
const back = mutantsOf<EscrowInvariant>("domain/escrow/return.ts");
const sendBack = mutantsOf<EscrowInvariant>("domain/escrow/send-back.ts");
const conditions = mutantsOf<EscrowInvariant>("domain/escrow/conditions.ts");
const approval = mutantsOf<EscrowInvariant>("domain/escrow/approval.ts");
const expire = mutantsOf<EscrowInvariant>("domain/escrow/expire.ts");
const retry = mutantsOf<EscrowInvariant>("domain/escrow/retry-schedule.ts");

const held = "held is what was funded and neither released nor refunded, at every moment";
const file = "the ledger is the rail's file";
const rule = "never released without its rule";
const cancelled = "a cancelled milestone is never paid";
const screened = "nothing is paid out without a fresh pass of its address";
const once = "one payout an escrow, under one key with one body";
const record = "the ledger agrees with the record";
const stuck = "nothing is stuck";

/** Escrows: collections, release rules, payouts, returns and what is sent back. */
export const escrowMutants = [
  payout(
    "a payout's fence by when it was ordered",
    ["const last = toldAt !== null && toldAt > at ? toldAt : at;", "const last = at;"],
    [once, file],
    { scene: "rejected and refunded while a slow bank is told" },
  ),
  payout(
    "a release's rule not looked at once it is ordered",
    ['if (intent.leg === "release" && conditionsOf(state, facts, now).length > 0) return false;', ""],
    rule,
    { scene: "released at a rate, at a silent bank, then rejected" },
  ),
  payout(
    "a refund's address not looked at once it is ordered",
    ["return hasFreshScreen(state, intent.address, now);", "return true;"],
    screened,
    { scene: "refunded at a silent bank, the address listed meanwhile" },
  ),
  payoutRecord(
    "a refused payout that leaves its return uncovered",
    ["if (state.returned === null || state.heldCents === 0)", "if (state.heldCents >= 0)"],
    held,
    { scene: "taken back while a payout is under way that fails" },
  ),
  refund(
    "the paid-leg guard dropped",
    ['if (state.paidLeg !== null) return illegalMove(state, "refunded", "it was paid out after all");', ""],
    "what was released is not refunded",
    { scene: "a payout that had failed is proven" },
  ),
  release(
    "a payout under the key that was refused",
    ["`${escrowId}:${order.leg}:${past.length + 1}`", "`${escrowId}:${order.leg}:1`"],
    once,
    { scene: "the first refund is refused" },
  ),
  split("a cancelled milestone that is paid", ['(status === "cancelled" ? (amountCents ?? 0) : 0)', "0"], cancelled, {
    scene: "a part is cancelled, its return is refused, released again",
  }),
  split(
    "a rest of all that was bought",
    [
      "return all === undefined || gross === undefined ? undefined : unitsText(unitsOf(all) - unitsOf(gross));",
      "return all;",
    ],
    [once, "nothing leaves for an escrow but what its deposit bought"],
  ),
  milestone(
    "a milestone cancelled while its release is under way",
    ["if (state.intent !== null) return payoutInFlight(state.intent);", ""],
    [cancelled, held],
    { scene: "a part is cancelled, completed and released at once" },
  ),
  rest(
    "a rest that nobody returns",
    ["return isHolding(state) ? orderRest(state, state, now) : [];", "return [];"],
    stuck,
  ),
  gate(
    "any fresh pass counts, not the last screen",
    [
      "return screens.findLast((each) => each.address === address);",
      'return screens.findLast((each) => each.address === address && each.outcome === "pass");',
    ],
    screened,
    { scene: "listed between two looks, refunded" },
  ),
  collections(
    "a release of all that was bought, the fee too",
    ["shareOf(bought, partCents, receivedCents)", "shareOf(bought, receivedCents, receivedCents)"],
    once,
  ),
  collections(
    "a payout at par, whatever its deposit bought",
    [
      'return bought === null || receivedCents === 0 ? "0" : shareOf(bought, partCents, receivedCents);',
      'return `${Math.floor(partCents / 100)}.${String(partCents % 100).padStart(2, "0")}0000`;',
    ],
    once,
    { scene: "released at a rate, at a silent bank, then rejected" },
  ),
  collections(
    "a second collection under the first one's reference",
    ['return number === "1" ? id : `${id}.${number}`;', "return id;"],
    once,
  ),
  collections(
    "what was sent back counted as still there",
    ["each.receivedCents - each.sentBackCents - appliedCents", "each.receivedCents - appliedCents"],
    record,
  ),
  fund(
    "an escrow's total counted as what came just now",
    ["const moreCents = totalCents - funding.receivedCents;", "const moreCents = totalCents;"],
    file,
  ),
  funding(
    "a deposit given up though it has come",
    [
      "if (await within(railSeconds, rail.cancelCollection(railRef))) return",
      "await within(railSeconds, rail.cancelCollection(railRef));\n  if (railRef) return",
    ],
    file,
  ),
  back(
    "a return that leaves the money held",
    ["const takenCents = intent === null ? heldCents : 0;", "const takenCents = 0;"],
    held,
  ),
  back(
    "a return after the payout that nobody misses",
    ["(gone ? receivedCents - unappliedCents - sentBackCents - takenCents : 0)", "0"],
    file,
  ),
  back(
    "an unauthorized return without an alert",
    ["if (!isUnauthorized(code)) return counted;", "if (code) return counted;"],
    "an unauthorized return has one case, which is marked on its escrow",
  ),
  sendBack(
    "money sent back that may be sent back again",
    ["const sentBackCents = funding.sentBackCents + amountCents;", "const { sentBackCents } = funding;"],
    record,
  ),
  conditions(
    "a rejection that blocks nothing",
    ["...rejected.map(({ approverRef }) => `approval_rejected:${approverRef}`),", ""],
    rule,
  ),
  conditions("one milestone enough for all", ["return pending === 0 && anyDone ?", "return anyDone ?"], rule),
  conditions(
    "a risk that the gate does not look at",
    ['state.releaseRule === "compliance_gate" && last.risk !== "low"', "false"],
    screened,
  ),
  conditions(
    "one approver enough",
    ["const missing = requiredApprovals - approvers.size;", "const missing = 1 - approvers.size;"],
    rule,
  ),
  approval(
    "an approval that stays although it was withdrawn",
    ["state.approvals.filter((each) => each !== before)", "[...state.approvals]"],
    rule,
    { scene: "an approval withdrawn, given again" },
  ),
  expire(
    "an escrow expired while its money is on its way",
    ['if (outstandingFunding(state)) return illegalMove(state, "expired", "its money is on its way");', ""],
    [file, stuck],
  ),
  retry(
    "a silent bank that nobody asks",
    [
      "const funding = outstandingFunding(state);\n  return funding &&",
      "const funding = undefined as { at: Instant } | undefined;\n  return funding &&",
    ],
    [file, stuck],
  ),
];
