import type { Instant } from "../../domain/core/time.ts";
import type { Escrow } from "../../domain/escrow/escrow.ts";
import { isPastExpiry, postponeExpiry } from "../../domain/escrow/expire.ts";
import { isEscrowRailSilent, recordEscrowRailQuery, resumePayout } from "../../domain/escrow/retry-schedule.ts";
import { isEscrowSendBackDue } from "../../domain/escrow/send-back.ts";
import { type Aggregate, loadAggregate } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import { logFailure } from "../core/error-text.ts";
import type { Log, Row } from "../core/ports.ts";
import { type Rails, railOf } from "../settlement/vendors-of-record.ts";
import { askAboutFunding, type FundingResponse } from "./collect-funding.ts";
import { changeEscrow } from "./escrows.ts";
import { expireLate } from "./expire.ts";
import { knownPayoutTransitions, makePayout } from "./payout.ts";
import { escrowRecordType } from "./record.ts";
import { sendBackFunding } from "./send-back.ts";

/** Gives a payout that stands still a new machine. */
export async function resumeEscrow(context: Context, row: Row): Promise<Aggregate<Escrow> | undefined> {
  const found = loadAggregate(escrowRecordType, row);
  if (!found) return undefined;
  const now = context.clock.now();
  return changeEscrow(context, found, (state) => resumePayout(state, now));
}

/** Looks at an escrow whose rail may have to be asked: a silent rail is, and what was not funded in time ends. */
export async function lookUpEscrow(context: Context & Rails & { readonly log: Log }, row: Row): Promise<boolean> {
  const resumed = await resumeEscrow(context, row);
  if (!resumed) return false;
  const now = context.clock.now();
  if (isEscrowSendBackDue(resumed.state, now)) await sendBackFunding(context, resumed);
  else if (isExpiryDue(resumed.state, now)) await expire(context, resumed);
  else if (isEscrowRailSilent(resumed.state, now)) await askEscrowRail(context, resumed);
  return true;
}

function isExpiryDue(state: Escrow, now: Instant): boolean {
  return isPastExpiry(state, now) && (state.expiryLookAt ?? now) <= now;
}

/** A rail that gives no answer puts the expiry off, so that it is not asked every minute. */
async function expire(context: Context & Rails, found: Aggregate<Escrow>): Promise<void> {
  try {
    await expireLate(context, found);
  } catch (error) {
    await changeEscrow(context, found, (state) => postponeExpiry(state, context.clock.now()));
    throw error;
  }
}

/** Asks a rail that has been silent what became of an escrow's deposit or payout, and applies what a lost callback would have said. One that does not answer is asked again as late as one that does. */
async function askEscrowRail(
  context: Context & Rails & { readonly log: Log },
  found: Aggregate<Escrow>,
): Promise<void> {
  let reply: FundingResponse = () => [];
  try {
    if (railOf(context, { rail: found.state.adapter })) reply = await ask(context, found);
  } catch (error) {
    logFailure(context, "rail look-up failed", { operation: "sweep", correlationId: found.state.id }, error);
  }
  await changeEscrow(context, found, (state) => {
    const now = context.clock.now();
    const transitions = reply(state, now);
    return [...transitions, ...recordEscrowRailQuery(transitions.at(-1)?.next ?? state, now)];
  });
}

async function ask(context: Context & Rails, found: Aggregate<Escrow>): Promise<FundingResponse> {
  const { intent } = found.state;
  if (!intent?.submitted) return askAboutFunding(context, found.state);
  const report = await makePayout(context, found, intent);
  // What it took and does not know any more is for people: nothing is taken back on its silence.
  return report === null ? () => [] : (current, now) => knownPayoutTransitions(current, intent.key, report, now);
}
