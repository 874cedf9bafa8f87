/** A mistake of the simulations' that the model makes as well, or why it has no words for it; an endless one lets a run go on for ever. */
type ModelControl = { readonly mistake: string; readonly isEndless?: true } | { readonly unsaid: string };

export type ControlTable = Readonly<Record<string, ModelControl>>;

const amounts = { unsaid: "the model counts money in whole payments, not in cents" };
const events = { unsaid: "what tenants are told is no part of the protocol" };
const requests = { unsaid: "the model has one tenant, one route, one body and one invoice" };
const table = { unsaid: "what the table, its clocks and its releases do is the store's matter" };
const sweeps = { unsaid: "sweeps of fees are not modeled" };
const lists = { unsaid: "the rail knows a payout by its key, whatever it lists" };
const invoices = { unsaid: "the model's invoice is never voided or credited" };
const counters = { unsaid: "statistics are no part of the protocol" };

/** The mistakes with settlements, over either rail, by the names of their controls; then the model's own. */
export const settlementControlTable: ControlTable = {
  "audit in a second write": { unsaid: "a transaction is one step here: that it is one is the store's promise" },
  "outbox after commit": { mistake: "Outbox_after_commit" },
  "an entry counted in a second write": counters,
  "an entry shown in a second write": counters,
  "version condition missing": { unsaid: "a transaction decides on the row as it is: that is the store's promise" },
  "settlement.settled sent": events,
  "an event's data sent with a field of ours": events,
  "an event's data sent without what it is about": events,
  "an event sent under the next one's number": events,
  "a chain sent by the name that it has inside": events,
  "a seventh send": events,
  "signature over re-serialised JSON": events,
  "two sweepers sending twice": events,
  "claim deleted on error": { mistake: "Claim_deleted" },
  "claim that expires and runs again": { mistake: "Claim_expires" },
  "key not scoped to the tenant": requests,
  "key not scoped to the route": requests,
  "body hash skipped": requests,
  "a form's nonce not taken for its key": requests,
  "client key passed to the rail": requests,
  "retry with a new rail key": { mistake: "New_rail_key" },
  "overpay race": requests,
  "suspended credit overlooked": { mistake: "Credit_overlooked" },
  "fresh number in the reserve's payout key": { unsaid: "a reserve's release is not modeled" },
  "a freeze taken for any other refusal": { unsaid: "a reserve's release is not modeled" },
  "status condition missing": { mistake: "Status_condition_missing" },
  "callback not deduplicated": { mistake: "Callback_not_deduplicated" },
  "return after delivery flips the settlement": { mistake: "Return_flips" },
  "fee taken twice on resume": { mistake: "Fee_taken_twice" },
  "float FX": amounts,
  "rounding remainder dropped": amounts,
  "second screen skipped": { mistake: "Second_screen_skipped" },
  "screen unavailable taken as a pass": { mistake: "Unavailable_passes" },
  "a pending screen bought anew": { mistake: "Pending_bought_anew" },
  "completed without a hash": { mistake: "Completed_without_hash" },
  "a credit note without its invoice": invoices,
  "a void that overlooks what is collected": invoices,
  "a throttled write taken for written": table,
  "a claim that made a payment is forgotten": { unsaid: "made as: model: a claim that made a payment expires" },
  "a claim in the memory of a process": table,
  "an audit entry's time may go back": table,
  "what a newer release wrote is dropped": table,
  "a slow answer is recorded over what came meanwhile": table,
  "attempt number in the rail's key": { mistake: "Number_in_payout_key" },
  "a repeat with another body": requests,
  "a deposit applied twice on a repeated callback": amounts,
  "amounts not compared": { mistake: "Amounts_not_compared" },
  "a rate applied twice": amounts,
  "a fee taken from a client's part": amounts,
  "an order out of the wallet that is not posted": amounts,
  "a fee that stays with the clients' funds": amounts,
  "a sweep ordered under two keys": sweeps,
  "a day's sweep made by each of two closes": sweeps,
  "an escrow's release at par, out of the pool": amounts,
  "an escrow's fee that stays with the clients' funds": amounts,
  "only the newest page of a list is read": lists,
  "preliminary hash taken as final": { mistake: "Preliminary_hash" },
  "timeout counted as failure": { mistake: "Timeout_is_failure" },
  "a forged callback believed": { mistake: "Forged_callback" },
  "nobody asks after a lost callback": { mistake: "Nobody_asks" },
  "second screen skipped before a real payout": { mistake: "Screen_skipped_before_payout" },
  "model: the intent is recorded after its call": { mistake: "Call_before_intent" },
  "model: a claim that made a payment expires": { mistake: "Claim_with_an_expiry" },
  "model: a stale pass lets money move": { mistake: "Stale_pass" },
  "model: the verdict of a stale round is recorded": { mistake: "Stale_round_recorded" },
  "model: a payout is given up while it may be on its way": { mistake: "Given_up_on_its_way" },
  "model: what waits for its proof is presented for ever": { mistake: "Presented_for_ever", isEndless: true },
};

/** The mistakes with escrows, by the names of their controls; then the model's own. */
export const escrowControlTable: ControlTable = {
  "refund guards after its transition": { mistake: "Refund_guards_late" },
  "one approver's two approvals count twice": { mistake: "One_voice_twice" },
  "a cancelled milestone is paid": { mistake: "Cancelled_paid" },
  "screen skipped": { mistake: "Screen_skipped" },
  "screen unavailable taken as a pass": { mistake: "Unavailable_passes" },
  "stale pass accepted": { mistake: "Stale_pass" },
  "a payout at par, whatever its deposit bought": amounts,
  "a key for each attempt at a payout": { mistake: "Key_for_each_attempt" },
  "a freeze taken for any other refusal": { unsaid: "the model's payouts have no address" },
  "refunded while its payout is in flight": { mistake: "Refunded_in_flight" },
  "funding applied twice": { mistake: "Funding_applied_twice" },
  "released on the order, before its proof": { mistake: "Released_on_the_order" },
  "a return that is told to nobody": { unsaid: "disputes are not modeled" },
  "blocked told at every look": events,
  "a payout that the rail does not know taken for refused": {
    unsaid: "made as: model: a payout is taken back while it is on its way",
  },
  "a claim that moved an escrow's money is forgotten": {
    unsaid: "made with settlements as: model: a claim that made a payment expires",
  },
  "a reference looked up by an index": requests,
  "model: any fresh pass counts, not the last screen": { mistake: "Any_fresh_pass" },
  "model: a payout is taken back while it is on its way": { mistake: "Withdrawn_on_its_way" },
  "model: a payout that may not be sent is never taken back": { mistake: "Never_withdrawn", isEndless: true },
  "model: a return whose answer was lost is made anew": { mistake: "Returned_anew" },
  "model: the rest of a release is returned unscreened": { mistake: "Rest_unscreened" },
  "model: the intent is recorded after its call": { mistake: "Call_before_intent" },
};
