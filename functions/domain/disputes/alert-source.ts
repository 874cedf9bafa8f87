import { addSeconds, type Instant } from "../core/time.ts";

/** Sources that need nothing but our own doors: the sandbox's, an operator, and what the card network or the acquirer tells a tenant. */
export const ownSources = ["mock", "manual", "network", "acquirer"] as const;

/** Programs of third parties, which a stage has switched on or not; off is the default. */
export const thirdPartySources = ["ethoca", "verifi_cdrn", "verifi_rdr"] as const;

export const alertSources = [...ownSources, ...thirdPartySources] as const;

export type AlertSourceName = (typeof alertSources)[number];
export type ThirdPartySource = (typeof thirdPartySources)[number];

/** The third parties that this service can talk to; the others are declared, and no stage can switch them on. */
export const reachableSources = ["ethoca"] as const satisfies readonly ThirdPartySource[];

export type ReachableSource = (typeof reachableSources)[number];

export function isReachable(source: ThirdPartySource): source is ReachableSource {
  return reachableSources.some((each) => each === source);
}

export function isThirdParty(source: AlertSourceName): source is ThirdPartySource {
  return thirdPartySources.some((each) => each === source);
}

/** Whether alerts of a source are taken, on a stage that has these third parties switched on. */
export function isEnabled(source: AlertSourceName, enabled: readonly ThirdPartySource[]): boolean {
  return !isThirdParty(source) || enabled.includes(source);
}

/** How long a merchant has to answer an alert of a third party, in hours; null where nobody waits for an answer (domain facts 3.1). */
const answerHours: Readonly<Record<ThirdPartySource, number | null>> = {
  ethoca: 24,
  verifi_cdrn: 72,
  verifi_rdr: null,
};

/** The last moment for the answer to an alert that a third party raised at `raisedAt`. */
export function respondBy(source: ThirdPartySource, raisedAt: Instant): Instant | null {
  const hours = answerHours[source];
  return hours === null ? null : addSeconds(raisedAt, hours * 3600);
}
