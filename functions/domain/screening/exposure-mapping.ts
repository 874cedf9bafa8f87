import type { ExposureFinding } from "./exposure.ts";
import { scoreOf } from "./exposure-rules.ts";
import { type ExposureType, levelOf, type RiskCategory, type RiskLevel, riskLevels } from "./risk.ts";

/** Providers of graph analysis that a stage may name. */
export const exposureProviders = ["chainalysis_sanctions", "chainalysis", "elliptic", "trm"] as const;
export type ExposureProviderName = (typeof exposureProviders)[number];

/** Those that this service can talk to; the others are declared, and no stage can switch them on. */
export const reachableExposures = [
  "chainalysis_sanctions",
  "chainalysis",
  "elliptic",
] as const satisfies readonly ExposureProviderName[];
export type ReachableExposure = (typeof reachableExposures)[number];

export function isReachableExposure(name: ExposureProviderName): name is ReachableExposure {
  return reachableExposures.some((each) => each === name);
}

/** A provider's words for categories, in lower case, by ours; null is a service like any other, which is no finding. */
type Labels = Readonly<Record<string, RiskCategory | null>>;

/** Words that every provider means alike. */
const sameEverywhere: Labels = {
  ...{ sanctions: "sanctions", "terrorist financing": "terrorist_financing", ransomware: "ransomware" },
  ...{ malware: "malware", scam: "scam", gambling: "gambling", exchange: "exchange" },
};

/** Chainalysis' categories of entities (domain facts 2.1, 2.2). */
const chainalysis: Labels = {
  ...sameEverywhere,
  "sanctioned entity": "sanctions",
  "sanctioned jurisdiction": "sanctioned_jurisdiction",
  "high risk jurisdiction": "sanctioned_jurisdiction",
  "special measures": "special_measures",
  "child abuse material": "csam",
  "darknet market": "darknet_market",
  "stolen funds": "stolen_funds",
  "stolen bitcoins": "stolen_funds",
  "stolen ether": "stolen_funds",
  "fraud shop": "fraud_shop",
  mixing: "mixer",
  "protocol privacy": "mixer",
  "no kyc exchange": "high_risk_exchange",
  "high risk exchange": "high_risk_exchange",
  "p2p exchange": "exchange",
  "decentralized exchange": "defi",
  "decentralized exchange contract": "defi",
  "lending contract": "defi",
  lending: "defi",
  bridge: "defi",
  "smart contract": "defi",
  "token smart contract": "defi",
  "erc20 token": "defi",
  "nft platform - collection": "defi",
  "merchant services": null,
  "hosted wallet": null,
  "unnamed service": null,
  "personal wallet": null,
  "infrastructure as a service": null,
  "mining pool": null,
  mining: null,
  atm: null,
  ico: null,
  donation: null,
  fee: null,
  other: null,
  none: null,
};

/** Elliptic's, which its document warns may be renamed: one that is not here is read as unknown. */
const elliptic: Labels = {
  ...sameEverywhere,
  "sanctioned entity": "sanctions",
  sanctioned: "sanctions",
  "sanctioned jurisdiction": "sanctioned_jurisdiction",
  "terrorist organization": "terrorist_financing",
  "terrorist organisation": "terrorist_financing",
  "child sexual abuse material": "csam",
  "child exploitation": "csam",
  "dark market": "darknet_market",
  "dark markets": "darknet_market",
  "dark vendor shop": "darknet_market",
  "dark service": "darknet_market",
  thief: "stolen_funds",
  theft: "stolen_funds",
  "stolen funds": "stolen_funds",
  "ponzi scheme": "scam",
  phishing: "scam",
  "credit card data vendor": "fraud_shop",
  "fraud shop": "fraud_shop",
  mixer: "mixer",
  "privacy wallet": "mixer",
  "coin swap service": "high_risk_exchange",
  "decentralised exchange": "defi",
  "decentralized exchange": "defi",
  defi: "defi",
  "payment processor": null,
  "wallet service": null,
  miner: null,
  "mining pool": null,
  merchant: null,
  atm: null,
};

/** TRM's, for the day that it has an adapter. */
const trm: Labels = {
  ...sameEverywhere,
  "child sexual abuse material (csam)": "csam",
  "darknet market": "darknet_market",
  "hacked or stolen funds": "stolen_funds",
  mixer: "mixer",
  "high risk exchange": "high_risk_exchange",
};

const words: Readonly<Record<ExposureProviderName, Labels>> = {
  chainalysis_sanctions: chainalysis,
  chainalysis,
  elliptic,
  trm,
};

/** A provider's word for a category in ours: `unknown` where it is new to us, null where it is no finding. */
export function categoryOf(provider: ExposureProviderName, word: string): RiskCategory | null {
  const known = words[provider];
  const plain = word.trim().toLowerCase().replaceAll(/\s+/g, " ");
  return Object.hasOwn(known, plain) ? (known[plain] ?? null) : "unknown";
}

/** A score of 0 to 10, as Elliptic's, in our levels. */
export function levelOfTen(score: number): RiskLevel {
  return levelOf(Math.min(100, score * 10));
}

export interface ReportedExposure {
  readonly word: string;
  readonly entity: string | null;
  readonly exposure: ExposureType;
  /** Of the address's value, 0 to 100; null where it is about the whole address, or not told. */
  readonly percent: number | null;
  /** As the provider has it; low where it does not say. */
  readonly severity: RiskLevel;
}

const longestName = 200;

/** What was said in our words, shares of one kind added up; give it what came in and what went out separately. A service like any other stays a finding where the provider calls it grave. */
export function findingsOf(
  provider: ExposureProviderName,
  report: readonly ReportedExposure[],
): readonly ExposureFinding[] {
  const kinds = new Map<string, ReportedExposure[]>();
  for (const each of report) {
    const category = categoryOf(provider, each.word) ?? (each.severity === "low" ? null : "unknown");
    if (category === null) continue;
    const key = `${category} ${each.exposure}`;
    kinds.set(key, [...(kinds.get(key) ?? []), each]);
  }
  return [...kinds].map(([key, alike]) => summed(key.split(" ")[0] as RiskCategory, alike));
}

function summed(category: RiskCategory, alike: readonly ReportedExposure[]): ExposureFinding {
  const { entity, exposure } = alike.reduce((one, other) =>
    (other.percent ?? 100) > (one.percent ?? 100) ? other : one,
  );
  const untold = exposure === "ownership" || alike.some(({ percent }) => percent === null);
  const percent = alike.reduce((sum, each) => sum + (each.percent ?? 0), 0);
  return {
    ...{ category, exposure, entity: entity?.slice(0, longestName) ?? null },
    shareBps: untold ? null : Math.min(10_000, Math.ceil(percent * 100)),
    severity: alike.map(({ severity }) => severity).reduce((one, other) => (rankOf(one) > rankOf(other) ? one : other)),
  };
}

function rankOf(level: RiskLevel): number {
  return riskLevels.indexOf(level);
}

/** The findings, and one more of a kind that we cannot read where the provider calls the address worse than they come to. */
export function withOverall(findings: readonly ExposureFinding[], overall: RiskLevel): ExposureFinding[] {
  const report = findings.some((each) => rankOf(levelOf(scoreOf(each))) >= rankOf(overall));
  if (overall === "low" || report) return [...findings];
  const rest = { entity: null, exposure: "ownership", shareBps: null } as const;
  return [...findings, { category: "unknown", ...rest, severity: overall }];
}
