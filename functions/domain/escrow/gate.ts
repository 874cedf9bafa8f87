import type { Instant } from "../core/time.ts";
import { isFreshPass, pendingRef } from "../gate/payout-gate.ts";
import type { Escrow, EscrowScreen } from "./escrow.ts";

/** The last screen of an address, whatever it was made for. */
export function lastScreen({ screens }: Escrow, address: string): EscrowScreen | undefined {
  return screens.findLast((each) => each.address === address);
}

/** The screen of an address that is still to bring a verdict. */
export function pendingEscrowScreen({ screens }: Escrow, address: string): string | undefined {
  return pendingRef(screens.filter((each) => each.address === address));
}

/** Whether an address's last screen lets money go there: a pass of the last 15 minutes. */
export function hasFreshScreen(state: Escrow, address: string, now: Instant): boolean {
  return isFreshPass(lastScreen(state, address), now);
}

/** The round of the next screen: the same while its answer is not recorded, so that a retry never buys it twice. */
export function escrowScreenRound({ screens }: Escrow): number {
  return (screens.at(-1)?.round ?? 0) + 1;
}

/** The key under which a screen is bought: escrow, stage, round, and the address, since two may be asked about at once. */
export function escrowScreenKey(
  escrowId: string,
  { stage, round, address }: Pick<EscrowScreen, "stage" | "round" | "address">,
): string {
  return `${escrowId}:${stage}:${round}:${address}`;
}
