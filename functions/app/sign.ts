import { createHmac } from "node:crypto";

/** The headers under which a body is sent: our signature (spec section 5), the ids, and the Standard Webhooks headers. Every secret signs, the newest first. */
export function signedHeaders(asked: {
  secrets: readonly string[];
  body: string;
  unixSeconds: number;
  eventId: string;
  deliveryId: string;
  attempt: number;
}): Record<string, string> {
  const { secrets, body, unixSeconds, eventId, deliveryId, attempt } = asked;
  const ours = secrets.map(
    (secret) => `v1=${createHmac("sha256", secret).update(`${unixSeconds}.${body}`).digest("hex")}`,
  );
  const standard = secrets.map(
    (secret) =>
      `v1,${createHmac("sha256", standardKey(secret)).update(`${eventId}.${unixSeconds}.${body}`).digest("base64")}`,
  );
  return {
    "content-type": "application/json",
    "user-agent": "sluice-webhooks/1",
    "x-service-signature": [`t=${unixSeconds}`, ...ours].join(","),
    "x-service-event-id": eventId,
    "x-service-delivery-id": deliveryId,
    "x-service-attempt": String(attempt),
    "webhook-id": eventId,
    "webhook-timestamp": String(unixSeconds),
    "webhook-signature": standard.join(" "),
  };
}

/** Whether a secret is base64 as Standard Webhooks wants it; any other is used as text in both signatures. */
export function isStandardSecret(secret: string): boolean {
  return /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret);
}

function standardKey(secret: string): Buffer | string {
  return isStandardSecret(secret) ? Buffer.from(secret.slice("whsec_".length), "base64") : secret;
}
