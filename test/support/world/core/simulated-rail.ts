import type { Screening } from "../../../../functions/app/gate/ports.ts";
import type { RailList, VendorNo } from "../../../../functions/app/rails/ports.ts";
import type { ScreenVerdict } from "../../../../functions/domain/gate/payout-gate.ts";

/** No answer from a provider of screens. */
export const noAnswer: ScreenVerdict = { status: "error", action: null, ref: null, riskLevel: null };

/** The sandbox's trigger words (decisions, "Sandbox"), as far as these runs use them. */
export function verdictOn({ key, address, stage }: Parameters<Screening["screen"]>[0]): ScreenVerdict {
  if (address.includes("UNAVAILABLE")) return noAnswer;
  const ref = `scr_${key}`;
  if (address.includes("REVIEW")) return { status: "pending", action: "review", ref, riskLevel: "medium" };
  const late = address.includes("LATEBLOCK");
  // Listed once it has passed.
  const turns = address.includes("TURNSBLOCK") && Number(key.split(":")[2]) > 1;
  if (turns || (late ? stage === "disbursement" : address.includes("BLOCKED")))
    return { status: "complete", action: "block", ref, riskLevel: "critical" };
  const riskLevel = address.includes("RISKY") ? "medium" : "low";
  return { status: "complete", action: "allow", ref, riskLevel };
}

/** A rail of a world, which nobody reconciles: what it did, the tests look up themselves. */
export class SimulatedRail {
  readonly name = "mock";
  readonly mock = true;
  readonly sources = ["ach", "ach_push"] as const;
  readonly keepsReserve = true;
  readonly poolsWallets = false;
  /** Keys that came again with other words. */
  readonly conflicts: string[] = [];
  /** Set when faults are over: from then on every screen is answered. */
  answersAlways = false;

  pays(): boolean {
    return true;
  }

  async walletBalance(): Promise<null> {
    return null;
  }

  async sweep(): Promise<VendorNo> {
    return { refused: { code: "sweep_unsupported", reason: "this rail keeps nothing in wallets" } };
  }

  async sweepOf(): Promise<null> {
    return null;
  }

  async transfers(): Promise<RailList> {
    return { transfers: [], nextCursor: null };
  }

  async transfersOf(): Promise<RailList["transfers"]> {
    return [];
  }
}
