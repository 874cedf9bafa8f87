import { createHmac, createSecretKey, type KeyObject } from "node:crypto";

/** The headers under which a body is sent: our signature (spec section 5), the ids, and the Standard Webhooks headers. Every secret signs, the newest first. */
export function signedHeaders(input: {
  secrets: readonly string[];
  body: string;
  unixSeconds: number;
  eventId: string;
  deliveryId: string;
  attempt: number;
}): Record<string, string> {
  const { secrets, body, unixSeconds, eventId, deliveryId, attempt } = input;
  const stamped = `${unixSeconds}.${body}`;
  const keys = secrets.map(keysOf);
  const ours = keys.map(({ own }) => `v1=${createHmac("sha256", own).update(stamped).digest("hex")}`);
  const standard = keys.map(
    (each) => `v1,${createHmac("sha256", each.standard).update(`${eventId}.${stamped}`).digest("base64")}`,
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

interface Keys {
  readonly own: KeyObject;
  readonly standard: KeyObject;
}

const remembered = new Map<string, Keys>();
const mostRemembered = 1000;

/** The keys that a secret stands for; remembered, since reading a key costs as much as signing. */
function keysOf(secret: string): Keys {
  const known = remembered.get(secret);
  if (known) return known;
  const own = createSecretKey(secret, "utf8");
  const base64 = secret.slice("whsec_".length);
  const keys = { own, standard: isStandardSecret(secret) ? createSecretKey(base64, "base64") : own };
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(secret, keys);
  return keys;
}
