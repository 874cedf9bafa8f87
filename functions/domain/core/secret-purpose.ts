/** One kind of secret: the key that seals it, and whose each one is. */
interface KeptSecret {
  /** `people` is the key over what payers and applicants type, `webhooks` the one over what we sign by. */
  readonly key: "people" | "webhooks";
  /** The record whose id each is sealed with, so that it opens for no other. */
  readonly owner: "application" | "invoice" | "webhook endpoint" | "screening account";
  /** What the last release sealed it for, without an owner; whoever opens this kind opens that too, until it is sealed anew. */
  readonly former: string;
}

/** Every kind of secret that is kept sealed. IAM tells them apart by these words: who seals or opens one kind is granted that kind alone. */
export const secretPurposes = {
  /** The bank account that a payer typed on an invoice's page; opened to ask the rail. */
  "payer-account": { key: "people", owner: "invoice", former: "people-secret" },
  /** An applicant's tax ids, birth dates and identity numbers; nothing opens them yet. */
  "applicant-number": { key: "people", owner: "application", former: "people-secret" },
  /** The bank account that an applicant is to be paid to; nothing opens it yet. */
  "applicant-account": { key: "people", owner: "application", former: "people-secret" },
  /** What deliveries to an endpoint are signed with. */
  "webhook-secret": { key: "webhooks", owner: "webhook endpoint", former: "webhook-secret" },
  /** What is kept with an answer under an Idempotency-Key, to be told once more. */
  "kept-answer": { key: "webhooks", owner: "screening account", former: "kept-answer" },
} as const satisfies Record<string, KeptSecret>;

export type SecretPurpose = keyof typeof secretPurposes;

/** What a secret is sealed with beside the key, and opens with alone: what it is for, and whose it is. */
export function sealingContext(purpose: SecretPurpose, owner: string): { purpose: string; owner: string } {
  return { purpose, owner };
}

/** The same of what the last release sealed. */
export function formerContext(purpose: SecretPurpose): { purpose: string } {
  return { purpose: secretPurposes[purpose].former };
}

/** What subjects' data keys are wrapped for. */
export const subjectKeyPurpose = "subject-key";
