import { createHash } from "node:crypto";
import type { Screening } from "../../app/gate/ports.ts";
import type { ScreenVerdict } from "../../domain/gate/payout-gate.ts";

/** The deterministic screen of the sandbox: upper-case words in the address decide (decisions, "Sandbox"). */
export class MockScreening implements Screening {
  readonly name = "mock";
  readonly mock = true;

  async screen(request: Parameters<Screening["screen"]>[0]): Promise<ScreenVerdict> {
    const { address, key, stage, pendingRef } = request;
    const ref = pendingRef ?? `mock_scr_${createHash("sha256").update(key).digest("hex").slice(0, 24)}`;
    if (address.includes("UNAVAILABLE")) return { status: "error", action: null, ref: null, riskLevel: null };
    if (/(?<!LATE)BLOCKED|SANCTION|OFAC/.test(address))
      return { status: "complete", action: "block", ref, riskLevel: "critical" };
    if (/(?<!LATE)REVIEW/.test(address)) return { status: "pending", action: "review", ref, riskLevel: "medium" };
    if (address.includes("LATEBLOCK") && stage === "disbursement")
      return { status: "complete", action: "block", ref, riskLevel: "critical" };
    if (address.includes("LATEREVIEW") && stage === "disbursement")
      return { status: "complete", action: "review", ref, riskLevel: "high" };
    return { status: "complete", action: "allow", ref, riskLevel: "low" };
  }
}
