import { bridgeMeaning } from "../../../functions/domain/rails/bridge-state.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { outOf, type SimTransfer } from "../../support/bridge-sim/transfer.ts";
import { micros } from "../../support/vendor-sim/decimal.ts";
import type { BridgeSide } from "../../support/world/bridge/side.ts";
import type { Response } from "../core/checks.ts";
import type { Report } from "../settlement/invariants.ts";
import type { SettlementObservations } from "../settlement/seen.ts";

const unitsPerCent = 10_000n;

/** Rates and shares are cut to the millionth, each once. */
const cut = 2n;

/** What so many cents of a collection became in its wallet, in millionths. */
function becameOf({ bank }: BridgeSide, collection: SimTransfer, cents: number): bigint {
  return outOf({ ...collection, received: BigInt(cents) * unitsPerCent }, bank.knobs);
}

/** Payouts out of a collection that have not come back. */
function payoutsOf({ bank }: BridgeSide, { id }: SimTransfer): SimTransfer[] {
  return bank.transfers.filter(
    ({ leg, asked, state }) =>
      leg === "payout" &&
      asked.client_reference_id?.split("@")[1] === id &&
      !["undeliverable", "error", "canceled"].includes(state),
  );
}

/** What a settlement's record says that lies in the wallet for it, in millionths; less than nothing where its bank took back what had been paid out. */
function leftOf(side: BridgeSide, collection: SimTransfer, { state }: Response<Settlement>, inCents: number): bigint {
  const { txHash, usdtOut, reserve, fiatInCents, bought, sentBack } = state;
  const backCents = sentBack.reduce((sum, { amountCents, byRail }) => sum + (byRail ? amountCents : 0), 0);
  const cameCents = inCents + backCents;
  // What came beside it since was not yet there to be counted when it was bought.
  const isAsBought = bought !== null && cameCents === fiatInCents;
  const came = isAsBought ? micros(bought) : becameOf(side, collection, cameCents);
  const proven = [txHash === null ? null : usdtOut, reserve?.status === "released" ? reserve.usdtOut : null];
  const out = proven.reduce((sum, amount) => sum + (amount === null ? 0n : micros(amount)), 0n);
  const made = payoutsOf(side, collection);
  const onTheWay = made.reduce((sum, { received }) => sum + received, 0n) - out;
  const back = sentBack.reduce((sum, { cost }) => sum + micros(cost ?? "0"), 0n);
  return came - out - (onTheWay > 0n ? onTheWay : 0n) - back;
}

/** A client gets its share of what its own deposit bought. */
function checkShare({ bank }: BridgeSide, collection: SimTransfer, state: Settlement, report: Report): void {
  const { usdtOut, netCents, id } = state;
  if (usdtOut === null || collection.received <= 0n) return;
  const bought = outOf(collection, bank.knobs);
  const share = (bought * BigInt(netCents) * unitsPerCent) / collection.received;
  const off = micros(usdtOut) - share;
  if (off > cut || off < -cut)
    report("a client gets what its deposit bought, less fee and reserve", `${id}: ${usdtOut}, ${off} millionths off`);
}

/** What lies in the wallets that settlements share is what our records say, to the millionth. Wallets with a collection of which Bridge's word leaves open where its money is, or of which it says something else than we heard, are left out: `agreedCents` has none for it; these are given back. */
export function checkWallets(
  side: BridgeSide,
  seen: SettlementObservations,
  report: Report,
  agreedCents: (response: Response<Settlement>, collection: SimTransfer) => number | undefined,
  /** What of others' lies in a wallet, in millionths; undefined where that is open. */
  besides: (walletId: string) => bigint | undefined,
): ReadonlySet<string> {
  const { bank, plan } = side;
  const open = new Set<string>();
  if (plan.mode !== "two_leg" || bank.knobs.amountOffCents !== 0) return new Set(bank.wallets.map(({ id }) => id));
  const left = new Map<string, bigint | undefined>();
  for (const response of seen.settlements) {
    const collection = bank.transfers.find(({ id }) => id === response.state.payment.railRef);
    if (!collection) continue;
    checkShare(side, collection, response.state, report);
    const walletId = collection.asked.destination.bridge_wallet_id ?? "";
    const meaning = bridgeMeaning(collection.state, collection.leg);
    const isOpen = meaning === "failed" || meaning === "unknown";
    const cents = isOpen ? undefined : agreedCents(response, collection);
    const before = left.has(walletId) ? left.get(walletId) : 0n;
    const known = cents !== undefined && before !== undefined;
    left.set(walletId, known ? before + leftOf(side, collection, response, cents) : undefined);
  }
  for (const [walletId, ofSettlements] of left) {
    const others = besides(walletId);
    const expected = ofSettlements === undefined || others === undefined ? undefined : ofSettlements + others;
    const balances = bank.wallets.find(({ id }) => id === walletId)?.balances ?? new Map<string, bigint>();
    const lies = [...balances.values()].reduce((sum, each) => sum + each, 0n);
    if (expected === undefined) open.add(walletId);
    else if (expected !== lies)
      report("the vendor's wallet is what our records say", `${walletId}: ${lies} there, ${expected} on record`);
  }
  return open;
}
