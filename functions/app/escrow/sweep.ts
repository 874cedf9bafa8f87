import type { Instant } from "../../domain/core/time.ts";
import type { Escrow } from "../../domain/escrow/escrow.ts";
import { isPastExpiry, postponeExpiry } from "../../domain/escrow/expire.ts";
import { escrowRailAsked, isEscrowRailSilent, resumePayout } from "../../domain/escrow/retry-schedule.ts";
import { type Loaded, loaded } from "../core/aggregate.ts";
import { failure } from "../core/error-text.ts";
import type { Log, Row } from "../core/ports.ts";
import { railOf } from "../settlement/vendors-of-record.ts";
import { changeEscrow, type EscrowDesk } from "./escrows.ts";
import { expireLate } from "./expire.ts";
import { askAboutFunding, type FundingSaid } from "./funding.ts";
import { payoutHops, payoutMade } from "./payout.ts";
import { escrowKind } from "./record.ts";

/** Looks at an escrow that is due: a payout that stands still gets a new machine, a silent rail is asked, and what was not funded in time ends. */
export async function sweepEscrow(desk: EscrowDesk & { readonly log: Log }, row: Row): Promise<boolean> {
  const found = loaded(escrowKind, row);
  if (!found) return false;
  const now = desk.clock.now();
  const resumed = await changeEscrow(desk, found, (state) => resumePayout(state, now));
  if (isExpiryDue(resumed.state, now)) await expire(desk, resumed);
  else if (isEscrowRailSilent(resumed.state, now)) await askEscrowRail(desk, resumed);
  return true;
}

function isExpiryDue(state: Escrow, now: Instant): boolean {
  return isPastExpiry(state, now) && (state.expiryLookAt ?? now) <= now;
}

/** A rail that gives no answer puts the expiry off, so that it is not asked every minute. */
async function expire(desk: EscrowDesk, found: Loaded<Escrow>): Promise<void> {
  try {
    await expireLate(desk, found);
  } catch (error) {
    await changeEscrow(desk, found, (state) => postponeExpiry(state, desk.clock.now()));
    throw error;
  }
}

/** Asks a rail that has been silent what became of an escrow's deposit or payout, and applies what a lost callback would have said. One that does not answer is asked again as late as one that does. */
async function askEscrowRail(desk: EscrowDesk & { readonly log: Log }, found: Loaded<Escrow>): Promise<void> {
  let said: FundingSaid = () => [];
  try {
    if (railOf(desk, { rail: found.state.adapter })) said = await ask(desk, found.state);
  } catch (error) {
    const { requestId } = desk;
    desk.log.error("rail look-up failed", {
      ...{ requestId, operation: "sweep", correlationId: found.state.id, error: failure(error) },
    });
  }
  await changeEscrow(desk, found, (state) => {
    const now = desk.clock.now();
    const hops = said(state, now);
    return [...hops, ...escrowRailAsked(hops.at(-1)?.next ?? state, now)];
  });
}

async function ask(desk: EscrowDesk, state: Escrow): Promise<FundingSaid> {
  const { intent } = state;
  if (!intent?.submitted) return askAboutFunding(desk, state);
  const said = await payoutMade(desk, state, intent);
  // What it took and does not know any more is for people: nothing is taken back on its silence.
  return said === null ? () => [] : (current, now) => payoutHops(current, { key: intent.key, said }, now);
}
