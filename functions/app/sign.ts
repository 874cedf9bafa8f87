import { createHmac } from "node:crypto";

/** The headers under which a body is sent: our signature (spec section 5), the ids, and the Standard Webhooks headers. */
export function signedHeaders(asked: {
  secret: string;
  body: string;
  unixSeconds: number;
  eventId: string;
  deliveryId: string;
  attempt: number;
}): Record<string, string> {
  const { secret, body, unixSeconds, eventId, deliveryId, attempt } = asked;
  const ours = createHmac("sha256", secret).update(`${unixSeconds}.${body}`).digest("hex");
  const standard = createHmac("sha256", standardKey(secret))
    .update(`${eventId}.${unixSeconds}.${body}`)
    .digest("base64");
  return {
    "content-type": "application/json",
    "user-agent": "sluice-webhooks/1",
    "x-service-signature": `t=${unixSeconds},v1=${ours}`,
    "x-service-event-id": eventId,
    "x-service-delivery-id": deliveryId,
    "x-service-attempt": String(attempt),
    "webhook-id": eventId,
    "webhook-timestamp": String(unixSeconds),
    "webhook-signature": `v1,${standard}`,
  };
}

/** Standard Webhooks signs with the decoded bytes of a `whsec_` secret; any other secret is used as text. */
function standardKey(secret: string): Buffer | string {
  const coded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  return coded === undefined ? secret : Buffer.from(coded, "base64");
}
