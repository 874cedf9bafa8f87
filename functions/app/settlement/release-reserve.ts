import { gate } from "../../domain/gate/payout-gate.ts";
import {
  blockReserve,
  countReserveScreen,
  isReady,
  isReserveDue,
  lookAtDue,
  releaseReserve,
  reserveFacts,
} from "../../domain/settlement/reserve.ts";
import {
  awaitReserveProof,
  reserveKey,
  reservePaid,
  reserveRefused,
  takeReserveBack,
} from "../../domain/settlement/reserve-payout.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { type Loaded, loaded } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import type { Meter } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import { within } from "../core/timeout.ts";
import type { Screening } from "../gate/ports.ts";
import { screenWallet } from "../gate/screen-wallet.ts";
import type { Payout, Refused } from "../rails/ports.ts";
import { type Standing, standing, standingKeys } from "../tenants/tenant-settings.ts";
import { settlementKind } from "./record.ts";
import { changeSettlement } from "./settlements.ts";
import { ownRail, type Rails, railOf } from "./vendors-of-record.ts";

/** What releasing a reserve works with. */
export interface ReserveDesk extends Desk, Rails {
  readonly screening: Screening;
  readonly live: boolean;
  readonly meter: Meter;
}

const railSeconds = 10;

/** Looks at a reserve that is due: keeps it and says why, or screens the wallet anew and pays it out under a key of its own. One whose payout was begun is asked about until there is a proof. */
export async function lookAtReserve(desk: ReserveDesk, found: Loaded<Settlement>): Promise<void> {
  if (!isReserveDue(found.state, desk.clock.now())) return;
  const held = found.state.reserve?.status === "releasing" ? await follow(desk, found) : found;
  if (held) await release(desk, held);
}

/** Asks what became of a payout; what was never made is held again, and told as it is then. */
async function follow(desk: ReserveDesk, found: Loaded<Settlement>): Promise<Loaded<Settlement> | undefined> {
  const { state } = found;
  const ref = state.reserve?.payout?.ref ?? null;
  let made: Payout | Refused | null;
  try {
    const asked = { key: reserveKey(state), railRef: state.payment.railRef ?? "" };
    made = await within(railSeconds, ownRail(desk, state).payoutOf(asked));
    if (made === null && ref !== null) throw new Error(`the rail knows nothing of ${ref} any more`);
  } catch (error) {
    await changeSettlement(desk, found, (current) => awaitReserveProof(current, null, desk.clock.now()));
    throw error;
  }
  if (made) return void (await record(desk, found, made));
  return changeSettlement(desk, found, (current) =>
    takeReserveBack(current, "the reserve's payout had not been made", desk.clock.now()),
  );
}

async function release(desk: ReserveDesk, found: Loaded<Settlement>): Promise<void> {
  const { tenantId } = found.state;
  const sight = standing(await desk.book.read(standingKeys(tenantId)));
  const rail = railOf(desk, found.state);
  const looked = await changeSettlement(desk, found, (state) =>
    lookAtDue(state, reserveFacts(state, sight.tenant, rail), desk.clock.now()),
  );
  if (!isReady(looked.state, desk.clock.now())) return;
  const counted = await changeSettlement(desk, looked, (state) =>
    countReserveScreen(state, desk.clock.now()),
  );
  const outcome = await screen(desk, counted.state, sight);
  const begun = await changeSettlement(desk, counted, (state) => {
    const now = desk.clock.now();
    return outcome === "pass" ? releaseReserve(state, now) : blockReserve(state, `screening_${outcome}`, now);
  });
  const { state } = begun;
  if (state.reserve?.status !== "releasing") return;
  const said = await within(railSeconds, ownRail(desk, state).disburse(payoutOrder(state)));
  await record(desk, begun, said);
}

async function screen(desk: ReserveDesk, state: Settlement, { flags }: Standing) {
  const verdict = await screenWallet(desk, flags, {
    settlementId: state.reserve?.id ?? state.id,
    stage: "disbursement",
    round: state.reserve?.screens ?? 1,
    address: state.destWallet,
    chain: state.destChain,
  });
  return gate(verdict);
}

function payoutOrder(state: Settlement) {
  return {
    key: reserveKey(state),
    railRef: state.payment.railRef ?? "",
    amount: state.reserve?.usdtOut ?? "0",
    stable: state.usdtStable,
    chain: state.destChain,
    wallet: state.destWallet,
  };
}

async function record(desk: ReserveDesk, found: Loaded<Settlement>, said: Payout | Refused): Promise<void> {
  const key = reserveKey(found.state);
  await changeSettlement(desk, found, (current) => {
    const now = desk.clock.now();
    if (reserveKey(current) !== key) return [];
    if ("refused" in said) return reserveRefused(current, said.refused.code, now);
    return said.txHash === null
      ? awaitReserveProof(current, said.transferRef ?? key, now)
      : reservePaid(current, said.txHash, now);
  });
}

/** A settlement as it stands, for its reserve; undefined where there is none. */
export async function reserveOwner(
  desk: Pick<Desk, "book">,
  settlementId: string,
): Promise<Loaded<Settlement> | undefined> {
  const [row] = await desk.book.read([rowKey(settlementId)]);
  const found = row?.type === settlementKind.type ? loaded(settlementKind, row) : undefined;
  return found?.state.reserve ? found : undefined;
}
