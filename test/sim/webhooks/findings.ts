/** What must hold of webhooks after every run, by name. */
export const webhookInvariants = [
  "no event is lost",
  "nothing is left waiting",
  "an event comes with its own id and bytes, to its own endpoint",
  "both signatures hold for the bytes that came",
  "an attempt is posted once, six at most",
  "attempts count up",
  "an attempt counts only if it could be posted",
  "no attempt comes before its time",
  "attempts come when they are due",
  "nothing is sent to an endpoint that is off",
  "an endpoint at rest is asked by one at a time",
  "a 2xx and nothing else is success",
  "a delivery tells what was sent",
  "no secret is kept with an answer",
] as const;

export type WebhookInvariant = (typeof webhookInvariants)[number];

/** An invariant that did not hold, and where. */
export interface WebhookFinding {
  readonly invariant: WebhookInvariant;
  readonly detail: string;
}

/** Says that an invariant does not hold. */
export type WebhookReport = (invariant: WebhookInvariant, detail: string) => void;
