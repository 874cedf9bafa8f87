/** What an address can be involved in, by the words of the field (domain facts 2.2). */
export const riskCategories = [
  "sanctions",
  "terrorist_financing",
  "csam",
  "ransomware",
  "darknet_market",
  "stolen_funds",
  "scam",
  "fraud_shop",
  "mixer",
  "malware",
  "sanctioned_jurisdiction",
  "special_measures",
  "high_risk_exchange",
  "gambling",
  "pep",
  "exchange",
  "defi",
  "unknown",
] as const;
export type RiskCategory = (typeof riskCategories)[number];

export const riskLevels = ["low", "medium", "high", "critical"] as const;
export type RiskLevel = (typeof riskLevels)[number];

export const screenActions = ["allow", "review", "block"] as const;
export type ScreenAction = (typeof screenActions)[number];

/** How an address is tied to what a flag is about: it is theirs, it dealt with them, or something it dealt with did. */
export const exposureKinds = ["ownership", "counterparty", "indirect"] as const;
export type ExposureType = (typeof exposureKinds)[number];

/** The level of a score: low to 24, medium to 49, high to 74, critical from 75 (domain facts 2.2). */
export function levelOf(score: number): RiskLevel {
  return score >= 75 ? "critical" : score >= 50 ? "high" : score >= 25 ? "medium" : "low";
}
