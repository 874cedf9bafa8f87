import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { signedHeaders } from "../../../functions/app/core/sign.ts";
import { mintWebhookSecret } from "../../../functions/app/webhooks/webhooks.ts";

const { webhooks } = new Stripe("sk_test_unused");

function signed(secret: string, body: string, unixSeconds = Math.floor(Date.now() / 1000)) {
  return signedHeaders({ secrets: [secret], body, unixSeconds, eventId: "evt_1", deliveryId: "dlv_1", attempt: 2 });
}

/** The body as Stripe's own library reads it; throws when the signature is not right. */
function readByStripe(body: string, headers: Record<string, string>, secret: string): unknown {
  return webhooks.constructEvent(body, headers["x-service-signature"] ?? "", secret);
}

const body = JSON.stringify({ event: "settlement.completed", data: { id: "stl_1", note: "für € 5 – 支払い 🙂" } });

describe("a signed webhook", () => {
  test("is verified by Stripe's library, and its body is what was signed", () => {
    const secret = mintWebhookSecret();
    expect(readByStripe(body, signed(secret, body), secret)).toEqual(JSON.parse(body));
  });

  test("is verified by the Standard Webhooks library", () => {
    const secret = mintWebhookSecret();
    expect(new Webhook(secret).verify(body, signed(secret, body))).toEqual(JSON.parse(body));
  });

  test("is verified by both whatever the body and the secret", () => {
    const now = Math.floor(Date.now() / 1000);
    fc.assert(
      fc.property(fc.jsonValue(), fc.uint8Array({ minLength: 24, maxLength: 64 }), (value, bytes) => {
        const secret = `whsec_${Buffer.from(bytes).toString("base64")}`;
        const text = JSON.stringify({ event: "invoice.sent", data: value });
        const headers = signed(secret, text, now);
        expect(JSON.stringify(readByStripe(text, headers, secret))).toBe(JSON.stringify(JSON.parse(text)));
        new Webhook(secret).verify(text, headers);
      }),
      { numRuns: 2000 },
    );
  });

  test("with one byte changed, another secret, or a stale time is refused by both", () => {
    const secret = mintWebhookSecret();
    const headers = signed(secret, body);
    const stale = signed(secret, body, Math.floor(Date.now() / 1000) - 400);
    for (const [text, sent, key] of [
      [`${body} `, headers, secret],
      [body, headers, mintWebhookSecret()],
      [body, stale, secret],
    ] as const) {
      expect(() => readByStripe(text, sent, key)).toThrow();
      expect(() => new Webhook(key).verify(text, sent)).toThrow();
    }
  });

  test("while a secret rotates is verified with either, and Standard Webhooks too", () => {
    const [fresh, old] = [mintWebhookSecret(), mintWebhookSecret()];
    const unixSeconds = Math.floor(Date.now() / 1000);
    const ids = { eventId: "evt_1", deliveryId: "dlv_1", attempt: 1 };
    const headers = signedHeaders({ secrets: [fresh, old], body, unixSeconds, ...ids });
    expect(headers["x-service-signature"]).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    for (const secret of [fresh, old]) {
      expect(readByStripe(body, headers, secret)).toEqual(JSON.parse(body));
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    }
    expect(() => readByStripe(body, headers, mintWebhookSecret())).toThrow();
  });

  test("with a secret of the operator's own that is not base64 uses its text for both", () => {
    const secret = "correct horse battery staple!";
    const headers = signed(secret, body);
    expect(readByStripe(body, headers, secret)).toBeDefined();
    const raw = new Webhook(secret, { format: "raw" });
    expect(raw.verify(body, headers)).toEqual(JSON.parse(body));
  });

  test("carries its ids in headers and never the secret", () => {
    const secret = mintWebhookSecret();
    const headers = signed(secret, body, 1_800_000_000);
    expect(headers).toMatchObject({
      "x-service-event-id": "evt_1",
      "x-service-delivery-id": "dlv_1",
      "x-service-attempt": "2",
      "webhook-id": "evt_1",
      "webhook-timestamp": "1800000000",
    });
    expect(headers["x-service-signature"]).toMatch(/^t=1800000000,v1=[0-9a-f]{64}$/);
    expect(JSON.stringify(headers)).not.toContain(secret.slice("whsec_".length, -4));
  });

  test("is signed under a secret of 32 bytes in the Standard Webhooks form", () => {
    const secret = mintWebhookSecret();
    expect(secret).toMatch(/^whsec_/);
    expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32);
    expect(mintWebhookSecret()).not.toBe(secret);
  });
});
