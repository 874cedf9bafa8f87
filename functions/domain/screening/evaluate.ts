import type { ExposureAnswer } from "./exposure.ts";
import { type WeighedFinding, weigh } from "./exposure-rules.ts";
import type { ListMatch, ListVersion } from "./list-entry.ts";
import type { ScreenAction } from "./risk.ts";
import type { OwnEntry, ScreenSubject, Verdict } from "./screen.ts";

export interface Evaluation {
  readonly subject: ScreenSubject;
  readonly matches: readonly ListMatch[];
  readonly own: readonly OwnEntry[];
  /** Of the providers that were asked; none where none covers the subject. */
  readonly exposures: readonly ExposureAnswer[];
  readonly listVersions: readonly ListVersion[];
}

export interface Findings {
  readonly listed: readonly ListMatch[];
  readonly history: readonly ListMatch[];
  readonly blocks: readonly OwnEntry[];
  readonly allows: readonly OwnEntry[];
  readonly weighed: WeighedFinding;
}

export interface Outcome {
  readonly status: Verdict["status"];
  readonly score: number;
  readonly action: ScreenAction;
  /** An entry of the own allow list let it pass against a review. */
  readonly overruled: boolean;
}

/** The least that each of these counts for; history is told and nothing more. */
const historyScore = 10;
const reviewScore = 30;
const blockScore = 100;

/** Whether a list or an own block decides: then it is blocked, and nothing else that could be asked changes that. */
export function isStopped({ matches, own }: Pick<Evaluation, "matches" | "own">): boolean {
  return matches.some(({ removedAt }) => removedAt === null) || own.some(({ kind }) => kind === "block");
}

function sortedBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  return items.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** The same however its parts came in: what is found by several ways at once has no order of its own. */
export function orderEvaluation({ subject, matches, own, exposures, listVersions }: Evaluation): Evaluation {
  return {
    subject,
    matches: sortedBy(matches, ({ list, party, address, removedAt }) =>
      [list, party.uid, address, removedAt ?? ""].join(" "),
    ),
    own: sortedBy(own, ({ id }) => id),
    exposures: sortedBy(exposures, ({ provider }) => provider),
    listVersions: sortedBy(listVersions, ({ list }) => list),
  };
}

export function find({ matches, own, exposures }: Evaluation): Findings {
  return {
    listed: matches.filter(({ removedAt }) => removedAt === null),
    history: matches.filter(({ removedAt }) => removedAt !== null),
    blocks: own.filter(({ kind }) => kind === "block"),
    allows: own.filter(({ kind }) => kind === "allow"),
    weighed: weigh(exposures.filter(({ status }) => status === "complete")),
  };
}

function statusOf(exposures: readonly ExposureAnswer[]): Verdict["status"] {
  const report = exposures.map(({ status }) => status);
  return report.includes("error") ? "error" : report.includes("pending") ? "pending" : "complete";
}

/** Fail-closed: a block stands whatever else is missing; where something is missing, nothing is allowed. */
export function judge(judged: Evaluation, { history, allows, weighed }: Findings): Outcome {
  const { subject, exposures } = judged;
  if (isStopped(judged)) return { status: "complete", score: blockScore, action: "block", overruled: false };
  const score = Math.max(weighed.score, history.length > 0 ? historyScore : 0);
  if (weighed.action === "block") return { status: "complete", score, action: "block", overruled: false };
  const status = statusOf(exposures);
  const unwatched = subject.type === "transaction" && exposures.length === 0;
  const doubtful = status !== "complete" || subject.checksum === "bad" || unwatched;
  const review = doubtful || weighed.action === "review";
  const overruled = review && status === "complete" && allows.length > 0;
  return {
    status,
    score: doubtful ? Math.max(score, reviewScore) : score,
    action: review && !overruled ? "review" : "allow",
    overruled,
  };
}
