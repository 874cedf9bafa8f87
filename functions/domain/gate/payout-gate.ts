import * as z from "zod";
import { addSeconds, type Instant, secondsBetween } from "../core/time.ts";

/** The two gates of a settlement: before the rail is touched, and before money is converted. */
export const screenStages = ["collection", "disbursement"] as const;
export type ScreenStage = (typeof screenStages)[number];

/** What a screening provider said, in its own words already parsed; `null`s are what it left out. */
export interface ScreenVerdict {
  readonly status: "complete" | "pending" | "error";
  readonly action: "allow" | "review" | "block" | null;
  readonly ref: string | null;
  readonly riskLevel: "low" | "medium" | "high" | "critical" | null;
  /** Set of a pass that was given before it was asked for. */
  readonly ageSeconds?: number;
}

export const screenOutcomes = ["pass", "declined", "pending", "unavailable"] as const;
export type ScreenOutcome = (typeof screenOutcomes)[number];

/** The gate, fail-closed: only a complete screen that says allow is a pass; one that wants a review waits for a person. */
export function gate(verdict: ScreenVerdict): ScreenOutcome {
  if (verdict.status === "error") return "unavailable";
  if (verdict.status === "pending") return "pending";
  if (verdict.action === "review") return "pending";
  return verdict.action === "allow" ? "pass" : "declined";
}

/** One recorded screen of a settlement's wallet. `round` rises only after a non-answer, an expired pass or an operator's retry. */
export const screenRecord = z.object({
  stage: z.enum(screenStages),
  round: z.int().min(1),
  outcome: z.enum(screenOutcomes),
  ref: z.string().nullable(),
  risk: z.string().nullable(),
  at: z.string(),
  /** A manual review by operators; absent where the provider said so. */
  source: z.literal("operator").optional(),
});

export type ScreenRecord = z.infer<typeof screenRecord>;

/** The key under which a screen is bought: settlement, stage and round, so that a retry never buys it twice. */
export function screenKey(settlementId: string, stage: ScreenStage, round: number): string {
  return `${settlementId}:${stage}:${round}`;
}

/** A pass is good for 15 minutes (decisions, "Invoices and payments"). */
export const passSeconds = 900;

/** How old an allow may be that was given before it was asked for: a pass for another minute, which is more than a request may take. */
const keptPassSeconds = passSeconds - 60;

/** A verdict that was given so many seconds before it was asked for; undefined where it was an allow, and is hardly a pass any more. */
export function storedVerdict(verdict: ScreenVerdict, ageSeconds: number): ScreenVerdict | undefined {
  if (gate(verdict) !== "pass" || ageSeconds === 0) return verdict;
  return ageSeconds <= keptPassSeconds ? { ...verdict, ageSeconds } : undefined;
}

/** When a verdict was given: a pass counts from then, however late it is read. */
export function givenAt({ ageSeconds = 0 }: ScreenVerdict, now: Instant): Instant {
  return addSeconds(now, -ageSeconds);
}

/** The screen that had no verdict to act on when it was last looked at: it is read by its ref, so that it is bought once. One that gave no answer meanwhile changes nothing. */
export function pendingRef(screens: readonly Pick<ScreenRecord, "outcome" | "ref">[]): string | undefined {
  const last = screens.findLast(({ outcome }) => outcome !== "unavailable");
  return last?.outcome === "pending" ? (last.ref ?? undefined) : undefined;
}

/** Whether a recorded screen lets money move at `now`. */
export function isFreshPass(record: Pick<ScreenRecord, "outcome" | "at"> | undefined, now: Instant): boolean {
  return record?.outcome === "pass" && secondsBetween(record.at, now) <= passSeconds;
}
