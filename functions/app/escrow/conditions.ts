import { conditionsOf } from "../../domain/escrow/conditions.ts";
import { type Escrow, isEscrowEnded } from "../../domain/escrow/escrow.ts";
import { lastScreen } from "../../domain/escrow/gate.ts";
import type { Context, ReadContext } from "../core/context.ts";
import type { Gate } from "../gate/screen-wallet.ts";
import { findEscrow, screenFor } from "./escrows.ts";
import { releaseFacts } from "./release-facts.ts";

/** What stands between an escrow and its release, and the screen that this rests on. */
export interface Conditions {
  readonly releasable: boolean;
  readonly unmet: readonly string[];
  readonly screening: {
    /** Null where the beneficiary's address was never screened. */
    readonly outcome: NonNullable<ReturnType<typeof lastScreen>>["outcome"] | null;
    readonly screeningRef: string | null;
    readonly risk: string | null;
    readonly address: string | null;
    readonly at: string | null;
    /** Whether it was made for this very question. */
    readonly live: boolean;
  };
}

/** Evaluates an escrow's release; `live` buys a screen of the beneficiary's address first, which is recorded and looked at like any other. */
export async function escrowConditions(
  context: Context & Gate,
  tenantId: string,
  input: { readonly name: string; readonly live: boolean },
): Promise<Conditions> {
  const found = await findEscrow(context, tenantId, input.name);
  const { payoutAddress: address, status } = found.state;
  const live = input.live && address !== null && !isEscrowEnded(status);
  const looked = live ? await screenFor(context, found, { stage: "check", address }) : found;
  return conditionsNow(context, looked.state, live);
}

export async function conditionsNow(context: ReadContext, state: Escrow, live = false): Promise<Conditions> {
  const unmet = conditionsOf(state, await releaseFacts(context, state.id), context.clock.now());
  const { payoutAddress: address } = state;
  const screen = address === null ? undefined : lastScreen(state, address);
  const { outcome = null, ref: screeningRef = null, risk = null, at = null } = screen ?? {};
  return {
    releasable: unmet.length === 0 && state.intent === null,
    unmet,
    screening: { outcome, screeningRef, risk, address, at, live },
  };
}
