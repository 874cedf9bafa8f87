import {
  awaitReserveProof,
  blockReserve,
  countReserveScreen,
  releaseReserve,
  reserveKey,
  reservePaid,
  reserveRefused,
} from "../domain/reserve.ts";
import { gate } from "../domain/screening.ts";
import type { Settlement } from "../domain/settlement.ts";
import { type Loaded, loaded } from "./aggregate.ts";
import { within } from "./deadline.ts";
import type { Desk } from "./desk.ts";
import { rowKey, settlementKind } from "./kinds.ts";
import type { Meter, Payout, Rail, Refused, Screening } from "./ports.ts";
import { screenWallet } from "./screen-wallet.ts";
import { changeSettlement } from "./settlements.ts";
import { flagsKey, standing } from "./standing.ts";

/** What releasing a reserve works with. */
export interface ReserveDesk extends Desk {
  readonly rail: Rail;
  readonly screening: Screening;
  readonly live: boolean;
  readonly meter: Meter;
}

const railSeconds = 10;

/** Looks at a reserve that is due: releases it, screens the wallet anew, asks the rail to pay it out under its own key, and looks again until there is a proof. */
export async function lookAtReserve(desk: ReserveDesk, found: Loaded<Settlement>): Promise<void> {
  if (found.state.rail !== desk.rail.name) return;
  const released = await changeSettlement(desk, found, (state) => releaseReserve(state, desk.clock.now()));
  const { state } = released;
  if (state.reserve?.status !== "releasing") return;
  const key = reserveKey(state);
  const railRef = state.payment.railRef ?? "";
  // A payout that was made is not undone by what a later screen says.
  const made = await within(railSeconds, desk.rail.payoutOf({ key, railRef }));
  const said = made ?? (await screenAndPay(desk, released));
  if (!said) return;
  await changeSettlement(desk, released, (current) => {
    const now = desk.clock.now();
    if ("refused" in said) return reserveRefused(current, said.refused.code, now);
    return said.txHash === null ? awaitReserveProof(current, now) : reservePaid(current, said.txHash, now);
  });
}

async function screenAndPay(
  desk: ReserveDesk,
  found: Loaded<Settlement>,
): Promise<Payout | Refused | undefined> {
  const counted = await changeSettlement(desk, found, (state) => countReserveScreen(state, desk.clock.now()));
  const { state } = counted;
  const { reserve } = state;
  if (reserve?.status !== "releasing" || reserve.usdtOut === null) return undefined;
  const [global, own] = await desk.book.read([flagsKey(null), flagsKey(state.tenantId)]);
  const verdict = await screenWallet(desk, standing([undefined, global, own]).flags, {
    settlementId: reserve.id,
    stage: "disbursement",
    round: reserve.screens,
    address: state.destWallet,
    chain: state.destChain,
  });
  const outcome = gate(verdict);
  if (outcome !== "pass") {
    await changeSettlement(desk, counted, (current) =>
      blockReserve(current, `screening_${outcome}`, desk.clock.now()),
    );
    return undefined;
  }
  return within(
    railSeconds,
    desk.rail.disburse({
      key: reserveKey(state),
      railRef: state.payment.railRef ?? "",
      amount: reserve.usdtOut,
      stable: state.usdtStable,
      chain: state.destChain,
      wallet: state.destWallet,
    }),
  );
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
