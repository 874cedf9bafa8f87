import { type ScreenStage, type ScreenVerdict, screenKey } from "../../domain/gate/payout-gate.ts";
import type { Flags } from "../../domain/tenants/flag.ts";
import type { Meter } from "../core/ports.ts";
import { within } from "../core/timeout.ts";
import type { Screening } from "./ports.ts";

/** Seconds a screen may take before it counts as unavailable. */
const screenSeconds = 8;

const unavailable: ScreenVerdict = { status: "error", action: null, ref: null, riskLevel: null };
const notEnforced: ScreenVerdict = { status: "complete", action: "allow", ref: null, riskLevel: null };

type Input = Parameters<Screening["screen"]>[0];

export interface Gate {
  readonly screening: Screening;
  /** Production: safeguards cannot be loosened by a flag. */
  readonly live: boolean;
  readonly meter: Meter;
}

export function screenWallet(
  context: Gate,
  flags: Flags,
  input: Omit<Input, "key"> & { settlementId: string; stage: ScreenStage; round: number },
): Promise<ScreenVerdict> {
  const { settlementId, round, ...what } = input;
  return screenAddress(context, flags, { key: screenKey(settlementId, what.stage, round), ...what });
}

/** Asks the provider about an address under a key, fail-closed: no answer, a late one and a broken one are all unavailable. */
export async function screenAddress(context: Gate, flags: Flags, input: Input): Promise<ScreenVerdict> {
  // A tenant without a wallet yet has an empty one: nobody is asked about nothing, and nothing passes.
  if (input.address.trim() === "") return unavailable;
  if (!context.live && !flags.on("kyt.screening.enforce")) return notEnforced;
  if (context.screening.mock && !flags.on("kyt.adapter.mock")) return unavailable;
  let verdict: ScreenVerdict;
  try {
    verdict = await within(screenSeconds, context.screening.screen(input));
  } catch {
    verdict = unavailable;
  }
  if (verdict.status === "error") context.meter.count("ScreeningUnavailable", 1);
  return verdict;
}
