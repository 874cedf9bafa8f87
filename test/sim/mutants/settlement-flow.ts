import type { Invariant } from "../settlement/invariants.ts";
import { mutantsOf } from "./mutant.ts";

const aggregate = mutantsOf<Invariant>("app/core/aggregate.ts");
const storedEvents = mutantsOf<Invariant>("app/core/stored-event.ts");
const eventData = mutantsOf<Invariant>("app/webhooks/event-data.ts");
const claims = mutantsOf<Invariant>("app/core/idempotency-claim.ts");
const outbox = mutantsOf<Invariant>("app/core/complete-outbox-entries.ts");
const steps = mutantsOf<Invariant>("app/settlement/machine-steps.ts");
const pay = mutantsOf<Invariant>("app/settlement/continue-pay.ts");
const pairs = mutantsOf<Invariant>("app/settlement/settlements.ts");
const gate = mutantsOf<Invariant>("domain/gate/payout-gate.ts");
const moves = mutantsOf<Invariant>("domain/settlement/transitions.ts");
const purchase = mutantsOf<Invariant>("domain/settlement/purchase.ts");
const collection = mutantsOf<Invariant>("domain/settlement/collection.ts");
const funds = mutantsOf<Invariant>("domain/settlement/receive-funds.ts");
const retry = mutantsOf<Invariant>("domain/settlement/retry-schedule.ts");
const invoice = mutantsOf<Invariant>("domain/invoicing/invoice.ts");
const voids = mutantsOf<Invariant>("domain/invoicing/void-invoice.ts");
const callbacks = mutantsOf<Invariant>("app/operations/receive-callback.ts");
const late = mutantsOf<Invariant>("domain/settlement/apply-late-funds.ts");

const screened = "no conversion or payout without a passing screen after collection";
const counted = "an invoice counts its standing payments and never more than its total";
const stuck = "nothing is stuck";
const ledger = "the ledger agrees with the record";

/** Claims, keys, gates, collections, the outbox, callbacks and sweeps. */
export const settlementFlowMutants = [
  aggregate(
    "an audit entry's time that goes back",
    ["chain.at !== undefined && chain.at > now ? chain.at : now", "now"],
    "a trail never goes back in time",
    { scene: "on machines whose clocks differ" },
  ),
  aggregate(
    "an entry that no sweep finds again",
    ["if (put.outbox) mark ??= outboxIndex(put, written.at);", ""],
    [stuck, "the public overview counts what there is, once"],
  ),
  storedEvents(
    "an event's number that is given again",
    ["counts[about] = sequence;", ""],
    "events follow from the history",
  ),
  eventData(
    "an event without the resource's names",
    ["...underBothNames(name, data)", "...data"],
    "only listed events are sent",
  ),
  claims(
    "a pay claim that made a payment is forgotten",
    [
      "return isNothing ? seconds(body.createdAt, refusalDays) : {};",
      'return body.status === "done" ? seconds(body.createdAt, refusalDays) : {};',
    ],
    "a key that made something is never forgotten",
  ),
  claims(
    "a claim written over whatever version",
    ['expect: v === 1 ? "absent" : v - 1', 'expect: "any"'],
    ["one execution a key", "a replay is identical and writes nothing"],
  ),
  claims(
    "another body under the same key",
    ["if (![fingerprint, rawFingerprint].includes(claim.body.fingerprint))", 'if (fingerprint === "")'],
    "a key belongs to its tenant, route and body",
  ),
  claims(
    "a tenant's key for another tenant",
    ["`claim#${request.tenantId}#${request.operation}", "`claim##${request.operation}"],
    "a key belongs to its tenant, route and body",
  ),
  outbox(
    "an entry counted at each delivery",
    ["...left.map(({ off }) => off)]", "...left.slice(0, 0).map(({ off }) => off)]"],
    ["what is collected or returned is counted once", "the public overview counts what there is, once"],
  ),
  pay(
    "a payment collected without its first screen's pass",
    ['if (guarded.outcome !== "pass")', 'if (guarded.outcome === "declined")'],
    "nothing is collected without a pass of the wallet",
  ),
  pairs(
    "an invoice left out of its settlement's transaction",
    ["writes: [...settlement.writes, ...invoice.writes]", "writes: settlement.writes"],
    counted,
  ),
  pairs(
    "a frozen wallet without its mark",
    ["...(await settlementFreezeWrites(context, found, after))", ""],
    "what is frozen is never ordered again",
    { scene: "the coin's issuer has frozen the wallet" },
  ),
  gate(
    "a pass that never goes stale",
    [
      'return record?.outcome === "pass" && secondsBetween(record.at, now) <= passSeconds;',
      'return record?.outcome === "pass";',
    ],
    screened,
    { scene: "a machine is frozen while it converts" },
  ),
  gate(
    "a pending screen taken as a pass",
    ['if (verdict.status === "pending") return "pending";', 'if (verdict.status === "pending") return "pass";'],
    screened,
    { scene: "the second gate is silent for a day" },
  ),
  gate(
    "no answer taken as a pass",
    ['return "unavailable";', 'return "pass";'],
    [screened, "nothing is collected without a pass of the wallet"],
    { scene: "the second gate is silent for a day" },
  ),
  moves(
    "the 24 hours of a silent screen begin anew",
    ["addSeconds(silent[0]?.at ?? now,", "addSeconds(silent.at(-1)?.at ?? now,"],
    "a screen without an answer for 24 hours is a decline",
    { scene: "the second gate is silent for a day" },
  ),
  moves(
    "a screen's round that does not rise",
    ["return isFreshPass(last, now) ? last.round : last.round + 1;", "return last.round;"],
    [stuck, "a screen is recorded once, by its round"],
  ),
  moves(
    "a machine that nobody wakes",
    [
      'return state.waiting === null ? [] : [{ kind: "answer_token" as const, token: state.waiting.token }];',
      "return [];",
    ],
    stuck,
  ),
  steps(
    "the verdict of a stale round recorded",
    ["if (passed || screenRound(current, now) !== round) return [];", "if (passed) return [];"],
    "a screen is recorded once, by its round",
    { scene: "a machine is frozen while it screens" },
  ),
  steps(
    "a payout's key that changes with its machine",
    [
      'function intentOf({ id, intent, createdAt }: Settlement): Pick<PayoutQuery, "key" | "orderedAt" | "searchFrom"> {\n  return { key: intent?.key ?? id,',
      'function intentOf({ id, intent, createdAt, presentation }: Settlement): Pick<PayoutQuery, "key" | "orderedAt" | "searchFrom"> {\n  return { key: `${intent?.key ?? id}:${presentation}`,',
    ],
    "at most one collection, conversion and payout a settlement",
    { scene: "the payout's answers are lost, the wallet listed meanwhile" },
  ),
  steps(
    "a payout screened for after it was made",
    ["|| (await payoutMade(context, found.settlement))) return", ") return"],
    "a payout that was made is no failure",
    { scene: "the payout's answers are lost, the wallet listed meanwhile" },
  ),
  steps(
    "a payout not looked for before it is made",
    [
      "const made = await payoutMade(context, found);",
      "const made = undefined as Awaited<ReturnType<typeof payoutMade>>;",
    ],
    "a payout that was made is no failure",
    { scene: "the payout's answers are lost, the wallet listed meanwhile" },
  ),
  steps(
    "a stale pass not bought anew before a payout",
    ["const passed = made ? found : await passGate(context, found);", "const passed = found;"],
    screened,
    { scene: "a machine is frozen while it converts" },
  ),
  purchase(
    "a payout at another amount than was converted",
    [
      "const usdtOut = unitsFor(state, netCents, rate);",
      "const usdtOut = unitsFor(state, netCents + state.reserveCents, rate);",
    ],
    "usdtOut is net times rate, truncated, exact",
  ),
  collection(
    "more than was asked taken as the amount",
    ["unappliedCents + receivedCents === fiatInCents", "unappliedCents + receivedCents >= fiatInCents"],
    [stuck, ledger],
  ),
  collection(
    "funds accepted during a send-back",
    ["if (!exact || sendBack !== null)", "if (!exact)"],
    "money on its way back is not collected",
    { scene: "Bridge, too little is to be sent back, and the rest comes" },
  ),
  funds(
    "a total counted as what came just now",
    ["report.totalCents - (payment.receivedCents ?? 0)", "report.totalCents"],
    [ledger, "the ledger is the vendor's books"],
  ),
  funds(
    "late money counted at each word of it",
    ["if (payment.receivedCents !== null) return nothing;", ""],
    "the ledger is the vendor's books",
    { scene: "the rail gives up, and the money comes, told twice" },
  ),
  retry(
    "a parked settlement that nobody tries again",
    ["if (state.parked) return state.parked.until;", "if (state.parked) return undefined;"],
    stuck,
  ),
  retry(
    "a silent rail that nobody asks",
    [
      "if (refsInFlight(state).length === 0) return undefined;",
      "if (refsInFlight(state).length >= 0) return undefined;",
    ],
    stuck,
  ),
  retry(
    "a stall told at each look",
    ["state.stalledAt === null ? railWait(state) : undefined", "railWait(state)"],
    "events follow from the history",
  ),
  invoice(
    "what is in flight paid once more",
    ["return dueCents(state) - state.amountProcessingCents;", "return dueCents(state);"],
    counted,
  ),
  invoice(
    "a credit note over what is in flight",
    ["const most = remainingCents(state);", "const most = dueCents(state);"],
    "credit notes are what an invoice was credited, within its total",
  ),
  voids(
    "a void while a payment is in flight",
    ["state.amountPaidCents > 0 || state.amountProcessingCents > 0", "state.amountPaidCents > 0"],
    "a void invoice has no payment",
  ),
  invoice(
    "a confirmed payment left in flight",
    [
      "const amountPaidCents = state.amountPaidCents + amountCents;\n  const amountProcessingCents = state.amountProcessingCents - amountCents;",
      "const amountPaidCents = state.amountPaidCents + amountCents;\n  const { amountProcessingCents } = state;",
    ],
    counted,
  ),
  late(
    "late money that stays where it was when it is applied",
    ["unappliedCents: 0, bought: null, boughtCents: null, appliedTo", "bought: null, boughtCents: null, appliedTo"],
    "late money is applied once, whole, or sent back",
    { scene: "pushed, canceled, and its late money is applied" },
  ),
  callbacks(
    "what the rail says of applied money said to where it came from",
    ["return to ? loadPair(context, to.settlementId, to.invoiceId) : pair;", "return to ? pair : pair;"],
    "late money is applied once, whole, or sent back",
    { scene: "pushed, canceled, and its late money is applied, then returned" },
  ),
];
