import type { Instant } from "../../domain/core/time.ts";
import { endedError } from "../../domain/core/transition.ts";
import { gate, type ScreenOutcome } from "../../domain/gate/payout-gate.ts";
import {
  awaitConversion,
  lateConversion,
  recordConversion,
  startConversion,
} from "../../domain/settlement/conversion.ts";
import { type CreditSuspension, holdForCredit, isOnHold } from "../../domain/settlement/credit-suspension.ts";
import { failPayout, payoutAfterEnd, recordRepeatedPayoutCall } from "../../domain/settlement/late-payout.ts";
import { recordPaidOut } from "../../domain/settlement/paid-out.ts";
import { park } from "../../domain/settlement/retry-schedule.ts";
import { isEnded, type Settlement } from "../../domain/settlement/settlement.ts";
import {
  declineAtGate,
  failSettlement,
  gateOutcome,
  hasFreshPass,
  pendingScreen,
  recordPayout,
  recordScreen,
  screenRound,
  waitFor,
} from "../../domain/settlement/transitions.ts";
import { type Aggregate, loadAggregate } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import { rowKey } from "../core/row-keys.ts";
import { within } from "../core/timeout.ts";
import { type Gate, screenWallet } from "../gate/screen-wallet.ts";
import type { ConversionResult, Payout, PayoutQuery, VendorNo } from "../rails/ports.ts";
import { flagsKey, tenantSettingsOf } from "../tenants/tenant-settings.ts";
import { payoutAnswer } from "./payout-search.ts";
import type { Workflows } from "./ports.ts";
import { settlementRecordType } from "./record.ts";
import { changeSettlement, loadSettlement } from "./settlements.ts";
import {
  type Conversions,
  ownConversion,
  ownRail,
  payoutOrder,
  payoutQuery,
  type Rails,
  railSeconds,
} from "./vendors-of-record.ts";

export interface SettlementContext extends Context, Gate, Rails, Conversions {
  readonly workflows: Workflows;
}

/** What wakes a machine's task, or ends it. */
type Tasks = Pick<SettlementContext, "workflows">;

/** What a machine carries of its settlement: names to look things up by, nothing else. */
export interface Subject {
  readonly settlementId: string;
  readonly tenantId: string;
}

/** Collect: only waits. Keeps the token, or answers it at once when the funds are already here. */
export async function awaitCollection(context: Context & Tasks, subject: Subject, token: string): Promise<void> {
  return awaitToken(context, subject, token, (state) =>
    state.status === "created" || state.status === "collecting" ? "collect" : null,
  );
}

/** Keeps the token with what it waits for, or answers it at once where that is over. */
async function awaitToken(
  context: Context & Tasks,
  { settlementId }: Subject,
  token: string,
  waitsFor: (state: Settlement) => Parameters<typeof waitFor>[1] | null,
): Promise<void> {
  const after = await changeSettlement(context, await loadSettlement(context, settlementId), (state) => {
    const what = waitsFor(state);
    return what === null ? [] : waitFor(state, what, token, context.clock.now());
  });
  if (after.state.waiting?.token !== token) await context.workflows.answer(token);
}

/** Screen: asks the second gate unless a fresh pass is on record or the settlement is on hold, and tells how it stands at it. */
export async function screenBeforeConversion(
  context: Context & Gate & Rails,
  subject: Subject,
): Promise<ScreenOutcome | "ended"> {
  const found = await loadWithSettings(context, subject);
  const { state } = found.settlement;
  // The pass under which it left still stands for it, whatever was said of the wallet since.
  if (isSubmitted(state) || (await payoutMade(context, found.settlement))) return "pass";
  const after = await ensureScreened(context, found);
  return gateOutcome(after.state);
}

/** Whether the rail has taken the payout: what has left is not screened for any more. */
function isSubmitted({ status, payment }: Settlement): boolean {
  return status === "settling" && payment.railState === "payout_submitted";
}

interface Screenable {
  readonly settlement: Aggregate<Settlement>;
  readonly flags: ReturnType<typeof tenantSettingsOf>["flags"];
  readonly suspended: CreditSuspension;
}

/** The settlement, and what of its tenant bears on its screen, in one call. */
async function loadWithSettings(context: StoreContext, subject: Subject): Promise<Screenable> {
  const { settlementId, tenantId } = subject;
  const keys = [settlementId, tenantId].map(rowKey);
  const [row, ...rows] = await context.store.read([...keys, flagsKey(null), flagsKey(tenantId)]);
  const settlement = loadAggregate(settlementRecordType, row);
  if (!settlement) throw new Error(`no settlement ${settlementId}`);
  const { tenant, flags } = tenantSettingsOf(rows);
  return { settlement, flags, suspended: tenant?.creditSuspended ?? null };
}

/** A settlement on hold is not screened: its pass would be stale by the time it may go on. */
async function ensureScreened(
  context: Context & Gate,
  { settlement: found, flags, suspended }: Screenable,
): Promise<Aggregate<Settlement>> {
  const now = context.clock.now();
  const settlement = await changeSettlement(context, found, (current) => holdForCredit(current, suspended, now));
  const { state } = settlement;
  if (isOnHold(state)) return settlement;
  if (isEnded(state.status) || hasFreshPass(state, now)) return settlement;
  if (state.status === "created" || state.status === "collecting") throw new Error(`${state.id} is not collected yet`);
  if (state.screenDueAt !== null && state.screenDueAt > now) return settlement;
  const round = screenRound(state, now);
  const verdict = await screenWallet(context, flags, {
    settlementId: state.id,
    stage: "disbursement",
    round,
    address: state.destWallet,
    chain: state.destChain,
    pendingRef: pendingScreen(state),
  });
  return changeSettlement(context, settlement, (current) => {
    // Operators may have passed this round meanwhile: only a block overrules them.
    const passed = hasFreshPass(current, now) && gate(verdict) !== "declined";
    if (passed || screenRound(current, now) !== round) return [];
    return recordScreen(current, verdict, round, context.clock.now());
  });
}

/** The wait at the gate: keeps the token until the sweeper or an operator wakes it. */
export async function awaitScreen(context: Context & Tasks, subject: Subject, token: string): Promise<void> {
  return awaitToken(context, subject, token, (state) =>
    gateOutcome(state) === "unavailable" || gateOutcome(state) === "pending" ? "screen" : null,
  );
}

/** Convert: needs a pass that is still fresh, records the intent, asks the vendor by key, records the rate. */
export async function convertFunds(context: Context & Gate & Conversions, subject: Subject): Promise<void> {
  const found = await loadSettlement(context, subject.settlementId);
  // Converted already, by a machine before this one.
  if (found.state.status === "settling") return;
  const screened = await passGate(context, found);
  const started = await changeSettlement(context, screened, (state) => startConversion(state, context.clock.now()));
  const { state } = started;
  if (state.status !== "converting") return;
  const report = await within(
    railSeconds,
    ownConversion(context, state).convert({
      ...intentOf(state),
      conversionRef: state.conversionRef,
      netCents: state.netCents,
      currency: state.currency,
      stable: state.usdtStable,
      chain: state.destChain,
      wallet: state.destWallet,
      railRef: state.payment.railRef ?? "",
    }),
  );
  await changeSettlement(context, started, (current) => recordConverted(current, report, context.clock.now()));
  if (!("refused" in report) && report.delivered === false)
    throw new Error("the conversion is on its way; it is asked for again by its key");
}

/** Stablecoin that is still on its way is nothing to pay out: only its reference is kept. */
function recordConverted(state: Settlement, report: ConversionResult | VendorNo, now: Instant) {
  if (state.status !== "converting") return "refused" in report ? [] : lateConversion(state, report, now);
  if ("refused" in report) return [failSettlement(state, report.refused, now)];
  return report.delivered === false
    ? awaitConversion(state, report.conversionRef ?? "", now)
    : recordConversion(state, report, now);
}

/** Before money moves: an ended settlement and one already paid out pass untouched, a stale pass is bought anew, anything but a pass goes back to wait. */
async function passGate(context: Context & Gate, found: Aggregate<Settlement>): Promise<Aggregate<Settlement>> {
  const { id: settlementId, tenantId, status } = found.state;
  const settled = isEnded(status) || isSubmitted(found.state);
  if (settled || isPassed(found.state, context.clock.now())) return found;
  const after = await ensureScreened(context, await loadWithSettings(context, { settlementId, tenantId }));
  if (isEnded(after.state.status)) return after;
  if (!isPassed(after.state, context.clock.now())) throw new Error("no passing screen yet");
  return after;
}

function isPassed(state: Settlement, now: Instant): boolean {
  return hasFreshPass(state, now) && !isOnHold(state);
}

/** Disburse: asks the rail by key, then waits for proof under `token` or completes with the proof it already has. */
export async function disburseFunds(context: SettlementContext, subject: Subject, token: string): Promise<void> {
  const found = await loadSettlement(context, subject.settlementId);
  const made = await payoutMade(context, found);
  const passed = made ? found : await passGate(context, found);
  const ready = made ? passed : await recordRepeatedCall(context, passed);
  const { state } = ready;
  if (isEnded(state.status)) return endTask(context, state, token);
  if (state.status !== "settling") throw new Error(`${state.id} is ${state.status}, not settling`);
  const report =
    made ??
    (await payoutAnswer(
      context,
      ready,
      ownRail(context, state).disburse(payoutOrder(state, { ...intentOf(state), amount: state.usdtOut })),
    ));
  const after = await changeSettlement(context, ready, (current) => {
    const now = context.clock.now();
    if (current.status !== "settling") return payoutAfterEnd(current, report, now);
    if ("refused" in report) return failPayout(current, report.refused, now);
    return report.txHash === null
      ? recordPayout(current, token, now, report.transferRef)
      : recordPaidOut(current, { ...report, txHash: report.txHash }, now);
  });
  if (after.state.waiting?.token !== token) await endTask(context, after.state, token);
}

function recordRepeatedCall(context: Context, found: Aggregate<Settlement>): Promise<Aggregate<Settlement>> {
  return changeSettlement(context, found, (state) => recordRepeatedPayoutCall(state, context.clock.now()));
}

function intentOf({ id, intent, createdAt }: Settlement): Pick<PayoutQuery, "key" | "orderedAt" | "searchFrom"> {
  return { key: intent?.key ?? id, orderedAt: intent?.at ?? createdAt, searchFrom: intent?.searchedTo };
}

/** Once the screen's pass has expired, a payout whose answer was lost is looked for before anybody is screened again: what has left is not undone by a decline. */
async function payoutMade(
  context: Rails & Context,
  found: Aggregate<Settlement>,
): Promise<Payout | VendorNo | undefined> {
  const { state } = found;
  if (state.status !== "settling" || hasFreshPass(state, context.clock.now())) return undefined;
  return (await payoutAnswer(context, found, ownRail(context, state).payoutOf(payoutQuery(state)))) ?? undefined;
}

async function endTask({ workflows }: Tasks, state: Settlement, token: string): Promise<void> {
  if (state.status === "completed") await workflows.answer(token);
  else await workflows.fail(token, endedError, state.status);
}

/** Declined: what came to the gate's last way out is declined, if the screen has not already done so. */
export async function declineWithoutScreen(context: Context, subject: Subject): Promise<void> {
  const found = await loadSettlement(context, subject.settlementId);
  await changeSettlement(context, found, (state) => declineAtGate(state, context.clock.now()));
}

/** Parked: a vendor gave no answer in time. The status stays, a person sees it, and it is asked again by key. */
export async function parkSettlement(context: Context, subject: Subject, why: string): Promise<void> {
  const found = await loadSettlement(context, subject.settlementId);
  await changeSettlement(context, found, (state) => park(state, why, context.clock.now()));
}
