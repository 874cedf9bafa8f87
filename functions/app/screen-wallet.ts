import type { Flags } from "../domain/flag.ts";
import { type ScreenStage, type ScreenVerdict, screenKey } from "../domain/screening.ts";
import { within } from "./deadline.ts";
import type { Meter, Screening } from "./ports.ts";

/** Seconds a screen may take before it counts as unavailable. */
const screenSeconds = 8;

const unavailable: ScreenVerdict = { status: "error", action: null, ref: null, riskLevel: null };
const notEnforced: ScreenVerdict = { status: "complete", action: "allow", ref: null, riskLevel: null };

/** Asks the provider about a wallet, fail-closed: no answer, a late one and a broken one are all unavailable. */
export async function screenWallet(
  gate: { readonly screening: Screening; readonly live: boolean; readonly meter: Meter },
  flags: Flags,
  asked: { settlementId: string; stage: ScreenStage; round: number; address: string; chain: string },
): Promise<ScreenVerdict> {
  if (!gate.live && !flags.on("kyt.screening.enforce")) return notEnforced;
  if (gate.screening.mock && !flags.on("kyt.adapter.mock")) return unavailable;
  const key = screenKey(asked.settlementId, asked.stage, asked.round);
  const { address, chain, stage } = asked;
  let verdict: ScreenVerdict;
  try {
    verdict = await within(screenSeconds, gate.screening.screen({ key, address, chain, stage }));
  } catch {
    verdict = unavailable;
  }
  if (verdict.status === "error") gate.meter.count("ScreeningUnavailable", 1);
  return verdict;
}
