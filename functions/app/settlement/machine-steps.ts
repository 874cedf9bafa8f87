import type { Instant } from "../../domain/core/time.ts";
import { endedError } from "../../domain/core/transition.ts";
import { gate, type ScreenOutcome } from "../../domain/gate/payout-gate.ts";
import {
  awaitConversion,
  lateConversion,
  recordConversion,
  startConversion,
} from "../../domain/settlement/conversion.ts";
import { holdForCredit, isOnHold, type Suspended } from "../../domain/settlement/credit-suspension.ts";
import { payoutAfterEnd } from "../../domain/settlement/late-payout.ts";
import { park } from "../../domain/settlement/retry-schedule.ts";
import { isEnded, type Settlement } from "../../domain/settlement/settlement.ts";
import {
  declineAtGate,
  failSettlement,
  gateOutcome,
  hasFreshPass,
  pendingScreen,
  recordPayout,
  recordProof,
  recordScreen,
  screenRound,
  waitFor,
} from "../../domain/settlement/transitions.ts";
import { type Loaded, loaded } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import type { Meter } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import { within } from "../core/timeout.ts";
import type { Screening } from "../gate/ports.ts";
import { screenWallet } from "../gate/screen-wallet.ts";
import type { Converted, Payout, Refused } from "../rails/ports.ts";
import { flagsKey, standing } from "../tenants/tenant-settings.ts";
import type { Workflows } from "./ports.ts";
import { settlementKind } from "./record.ts";
import { changeSettlement, loadSettlement } from "./settlements.ts";
import { type Conversions, ownConversion, ownRail, type Rails } from "./vendors-of-record.ts";

/** What the settlement's hops work with. */
export interface SpineDesk extends Desk, Rails, Conversions {
  readonly screening: Screening;
  readonly live: boolean;
  readonly meter: Meter;
  readonly workflows: Workflows;
}

/** What a machine carries of its settlement: names to look things up by, nothing else. */
export interface Subject {
  readonly settlementId: string;
  readonly tenantId: string;
}

const vendorSeconds = 10;

/** Collect: only waits. Keeps the token, or answers it at once when the funds are already here. */
export async function awaitCollection(desk: SpineDesk, subject: Subject, token: string): Promise<void> {
  const found = await loadSettlement(desk, subject.settlementId);
  const after = await changeSettlement(desk, found, (state) =>
    state.status === "created" || state.status === "collecting"
      ? waitFor(state, "collect", token, desk.clock.now())
      : [],
  );
  if (after.state.waiting?.token !== token) await desk.workflows.answer(token);
}

/** Screen: asks the second gate unless a fresh pass is on record or the settlement is on hold, and tells how it stands at it. */
export async function screenBeforeConversion(
  desk: SpineDesk,
  subject: Subject,
): Promise<ScreenOutcome | "ended"> {
  const found = await loadWithStanding(desk, subject);
  const { state } = found.settlement;
  // The last pass, which it left under, still stands for it.
  if (isSubmitted(state) || (await payoutMade(desk, state))) return gateOutcome(state);
  const after = await ensureScreened(desk, found);
  return gateOutcome(after.state);
}

/** Whether the rail has taken the payout: what has left is not screened for any more. */
function isSubmitted({ status, payment }: Settlement): boolean {
  return status === "settling" && payment.railState === "payout_submitted";
}

interface Screenable {
  readonly settlement: Loaded<Settlement>;
  readonly flags: ReturnType<typeof standing>["flags"];
  readonly suspended: Suspended;
}

/** The settlement, and what of its tenant bears on its screen, in one call. */
async function loadWithStanding(desk: SpineDesk, subject: Subject): Promise<Screenable> {
  const { settlementId, tenantId } = subject;
  const keys = [settlementId, tenantId].map(rowKey);
  const [row, ...rows] = await desk.book.read([...keys, flagsKey(null), flagsKey(tenantId)]);
  const settlement = loaded(settlementKind, row);
  if (!settlement) throw new Error(`no settlement ${settlementId}`);
  const { tenant, flags } = standing(rows);
  return { settlement, flags, suspended: tenant?.creditSuspended ?? null };
}

/** A settlement on hold is not screened: its pass would be stale by the time it may go on. */
async function ensureScreened(
  desk: SpineDesk,
  { settlement: found, flags, suspended }: Screenable,
): Promise<Loaded<Settlement>> {
  const now = desk.clock.now();
  const settlement = await changeSettlement(desk, found, (current) => holdForCredit(current, suspended, now));
  const { state } = settlement;
  if (isOnHold(state)) return settlement;
  if (isEnded(state.status) || hasFreshPass(state, now)) return settlement;
  if (state.status === "created" || state.status === "collecting")
    throw new Error(`${state.id} is not collected yet`);
  if (state.screenDueAt !== null && state.screenDueAt > now) return settlement;
  const round = screenRound(state, now);
  const verdict = await screenWallet(desk, flags, {
    settlementId: state.id,
    stage: "disbursement",
    round,
    address: state.destWallet,
    chain: state.destChain,
    pendingRef: pendingScreen(state),
  });
  return changeSettlement(desk, settlement, (current) => {
    // Operators may have passed this round meanwhile: only a block overrules them.
    const passed = hasFreshPass(current, now) && gate(verdict) !== "declined";
    if (passed || screenRound(current, now) !== round) return [];
    return recordScreen(current, verdict, round, desk.clock.now());
  });
}

/** The wait at the gate: keeps the token until the sweeper or an operator wakes it. */
export async function awaitScreen(desk: SpineDesk, subject: Subject, token: string): Promise<void> {
  const found = await loadSettlement(desk, subject.settlementId);
  const after = await changeSettlement(desk, found, (state) =>
    gateOutcome(state) === "unavailable" || gateOutcome(state) === "pending"
      ? waitFor(state, "screen", token, desk.clock.now())
      : [],
  );
  if (after.state.waiting?.token !== token) await desk.workflows.answer(token);
}

/** Convert: needs a pass that is still fresh, records the intent, asks the vendor by key, records the rate. */
export async function convertFunds(desk: SpineDesk, subject: Subject): Promise<void> {
  const found = await loadSettlement(desk, subject.settlementId);
  // Converted already, by a machine before this one.
  if (found.state.status === "settling") return;
  const screened = await passGate(desk, found);
  const started = await changeSettlement(desk, screened, (state) => startConversion(state, desk.clock.now()));
  const { state } = started;
  if (state.status !== "converting") return;
  const said = await within(
    vendorSeconds,
    ownConversion(desk, state).convert({
      key: state.intent?.key ?? state.id,
      netCents: state.netCents,
      currency: state.currency,
      stable: state.usdtStable,
      chain: state.destChain,
      wallet: state.destWallet,
      railRef: state.payment.railRef ?? "",
    }),
  );
  await changeSettlement(desk, started, (current) => recordConverted(current, said, desk.clock.now()));
  if (!("refused" in said) && said.delivered === false)
    throw new Error("the conversion is on its way; it is asked for again by its key");
}

/** Stablecoin that is still on its way is nothing to pay out: only its reference is kept. */
function recordConverted(state: Settlement, said: Converted | Refused, now: Instant) {
  if (state.status !== "converting") return "refused" in said ? [] : lateConversion(state, said, now);
  if ("refused" in said) return [failSettlement(state, said.refused, now)];
  return said.delivered === false
    ? awaitConversion(state, said.conversionRef ?? "", now)
    : recordConversion(state, said, now);
}

/** Before money moves: an ended settlement and one already paid out pass untouched, a stale pass is bought anew, anything but a pass goes back to wait. */
async function passGate(desk: SpineDesk, found: Loaded<Settlement>): Promise<Loaded<Settlement>> {
  const { id: settlementId, tenantId, status } = found.state;
  const settled = isEnded(status) || isSubmitted(found.state);
  if (settled || isPassed(found.state, desk.clock.now())) return found;
  const after = await ensureScreened(desk, await loadWithStanding(desk, { settlementId, tenantId }));
  if (isEnded(after.state.status)) return after;
  if (!isPassed(after.state, desk.clock.now())) throw new Error("no passing screen yet");
  return after;
}

function isPassed(state: Settlement, now: Instant): boolean {
  return hasFreshPass(state, now) && !isOnHold(state);
}

/** Disburse: asks the rail by key, then waits for proof under `token` or completes with the proof it already has. */
export async function disburseFunds(desk: SpineDesk, subject: Subject, token: string): Promise<void> {
  const found = await loadSettlement(desk, subject.settlementId);
  const made = await payoutMade(desk, found.state);
  const passed = made ? found : await passGate(desk, found);
  const { state } = passed;
  if (isEnded(state.status)) return endTask(desk, state, token);
  if (state.status !== "settling") throw new Error(`${state.id} is ${state.status}, not settling`);
  const said = made ?? (await within(vendorSeconds, ownRail(desk, state).disburse(payoutOrder(state))));
  const after = await changeSettlement(desk, passed, (current) => {
    const now = desk.clock.now();
    if (current.status !== "settling") return payoutAfterEnd(current, said, now);
    if ("refused" in said) return [failSettlement(current, said.refused, now)];
    return said.txHash === null
      ? recordPayout(current, token, now, said.transferRef)
      : recordProof(current, said.txHash, now, said.transferRef);
  });
  if (after.state.waiting?.token !== token) await endTask(desk, after.state, token);
}

function payoutOrder(state: Settlement & { status: "settling" }) {
  const { id, intent, payment, usdtOut, usdtStable, destChain, destWallet } = state;
  return {
    key: intent?.key ?? id,
    railRef: payment.railRef ?? "",
    amount: usdtOut,
    stable: usdtStable,
    chain: destChain,
    wallet: destWallet,
  };
}

/** Once the screen's pass has expired, a payout whose answer was lost is looked for before anybody is screened again: what has left is not undone by a decline. */
async function payoutMade(desk: SpineDesk, state: Settlement): Promise<Payout | Refused | undefined> {
  if (state.status !== "settling" || hasFreshPass(state, desk.clock.now())) return undefined;
  const { key, railRef } = payoutOrder(state);
  return (await within(vendorSeconds, ownRail(desk, state).payoutOf({ key, railRef }))) ?? undefined;
}

async function endTask(desk: SpineDesk, state: Settlement, token: string): Promise<void> {
  if (state.status === "completed") await desk.workflows.answer(token);
  else await desk.workflows.fail(token, endedError, state.status);
}

/** Declined: what came to the gate's last way out is declined, if the screen has not already done so. */
export async function declineUnscreened(desk: SpineDesk, subject: Subject): Promise<void> {
  const found = await loadSettlement(desk, subject.settlementId);
  await changeSettlement(desk, found, (state) => declineAtGate(state, desk.clock.now()));
}

/** Parked: a vendor gave no answer in time. The status stays, a person sees it, and it is asked again by key. */
export async function parkSettlement(desk: SpineDesk, subject: Subject, why: string): Promise<void> {
  const found = await loadSettlement(desk, subject.settlementId);
  await changeSettlement(desk, found, (state) => park(state, why, desk.clock.now()));
}
