import { canonicalJson } from "../core/canonical-json.ts";
import type { ExposureAnswer, ExposureFinding } from "./exposure.ts";
import { type ExposureType, levelOf, type RiskCategory, type RiskLevel, type ScreenAction } from "./risk.ts";
import type { ScreenEvent } from "./screen.ts";

/** Changes with every change of a rule: it is part of a verdict's hash. */
export const exposureRulesVersion = "1";

/** From this share on, in basis points, it is this score. */
type Rung = readonly [fromBps: number, score: number];

/** Rungs upwards, the first from 0. */
type Rules = Readonly<Record<ExposureType, readonly [Rung, ...Rung[]]>>;

/** Nobody may deal with them. A hundredth of the value, found behind others, is dust that anybody can send. */
const grave: Rules = {
  ownership: [[0, 100]],
  counterparty: [
    [0, 75],
    [1_000, 95],
  ],
  indirect: [
    [0, 20],
    [100, 50],
    [2_500, 75],
  ],
};

const crime: Rules = {
  ownership: [[0, 90]],
  counterparty: [
    [0, 20],
    [100, 50],
    [2_500, 75],
    [5_000, 85],
  ],
  indirect: [
    [0, 15],
    [500, 35],
    [5_000, 60],
  ],
};

const hiding: Rules = {
  ownership: [[0, 80]],
  counterparty: [
    [0, 20],
    [100, 40],
    [2_500, 60],
  ],
  indirect: [
    [0, 10],
    [1_000, 30],
    [5_000, 50],
  ],
};

const doubtful: Rules = {
  ownership: [[0, 45]],
  counterparty: [
    [0, 15],
    [2_500, 35],
  ],
  indirect: [
    [0, 10],
    [5_000, 30],
  ],
};

const ordinary: Rules = { ownership: [[0, 5]], counterparty: [[0, 0]], indirect: [[0, 0]] };

/** What we cannot read is never waved through. */
const unread: Rules = { ownership: [[0, 50]], counterparty: [[0, 40]], indirect: [[0, 30]] };

/** The rule table: what it means to be, to have dealt with, or to stand behind others who dealt with somebody of a category. The free word of a provider never makes it milder than its own severity. */
export const exposureRules: Readonly<Record<RiskCategory, Rules>> = {
  sanctions: grave,
  terrorist_financing: grave,
  csam: grave,
  sanctioned_jurisdiction: crime,
  special_measures: crime,
  ransomware: crime,
  darknet_market: crime,
  stolen_funds: crime,
  scam: crime,
  fraud_shop: crime,
  malware: crime,
  mixer: hiding,
  high_risk_exchange: doubtful,
  gambling: doubtful,
  pep: doubtful,
  exchange: ordinary,
  defi: ordinary,
  unknown: unread,
};

/** The least score of a finding that its provider calls so grave: it can make us look, and not block. */
const leastOf: Readonly<Record<RiskLevel, number>> = { low: 0, medium: 25, high: 50, critical: 75 };

/** From these scores on a person looks at it, and it is blocked. */
const reviewFrom = 25;
const blockFrom = 80;

function actionOf(score: number): ScreenAction {
  return score >= blockFrom ? "block" : score >= reviewFrom ? "review" : "allow";
}

/** What one finding comes to. A share that the provider does not tell counts as all of it. */
export function scoreOf(finding: ExposureFinding): number {
  const rungs = exposureRules[finding.category][finding.exposure];
  const share = finding.shareBps ?? 10_000;
  const [, score] = rungs.findLast(([fromBps]) => share >= fromBps) ?? rungs[0];
  return Math.max(score, leastOf[finding.severity]);
}

/** What providers' findings come to together: the worst of them. */
export interface WeighedFinding {
  readonly score: number;
  readonly action: ScreenAction;
  /** The worst first; the same whatever the order of the answers. */
  readonly events: readonly ScreenEvent[];
}

function eventOf(source: string, finding: ExposureFinding, score: number): ScreenEvent {
  const { category, entity, exposure, shareBps } = finding;
  return {
    ...{ category, source, listId: null, entity, program: [], severity: levelOf(score), exposure },
    ...{ share: shareBps, at: null, removedAt: null },
  };
}

/** Weighs what complete answers found; those that are pending or failed say nothing here. */
export function weigh(answers: readonly ExposureAnswer[]): WeighedFinding {
  const all = answers
    .filter(({ status }) => status === "complete")
    .flatMap(({ provider, findings }) =>
      findings.map((finding) => {
        const score = scoreOf(finding);
        const event = eventOf(provider, finding, score);
        return { score, event, text: canonicalJson(event) };
      }),
    )
    .toSorted((one, other) => other.score - one.score || (one.text < other.text ? -1 : 1));
  const score = all[0]?.score ?? 0;
  const events = new Map(all.map(({ text, event }) => [text, event]));
  return { score, action: actionOf(score), events: [...events.values()] };
}
