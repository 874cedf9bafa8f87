import { type DecryptCommand, EncryptCommand, type KMSClient } from "@aws-sdk/client-kms";
import { describe, expect, test } from "vitest";
import { kmsOpener, kmsSealer, kmsSecretBox } from "../../../functions/adapters/aws/kms-secret-box.ts";
import { type SecretPurpose, secretPurposes } from "../../../functions/domain/core/secret-purpose.ts";

const keyArn = "arn:key";

/** A key that binds what it seals to its context, as KMS does. */
function clientOf(orders: unknown[] = []): KMSClient {
  const send = async ({ input }: EncryptCommand | DecryptCommand) => {
    orders.push(input);
    const { EncryptionContext } = input;
    if ("Plaintext" in input && input.Plaintext)
      return {
        CiphertextBlob: Buffer.from(JSON.stringify([EncryptionContext, Buffer.from(input.Plaintext).toString()])),
      };
    if (!("CiphertextBlob" in input) || !input.CiphertextBlob) throw new Error("an order of another kind");
    const [bound, plain] = JSON.parse(Buffer.from(input.CiphertextBlob).toString());
    if (JSON.stringify(bound) !== JSON.stringify(EncryptionContext)) throw new Error("InvalidCiphertextException");
    return { Plaintext: Buffer.from(plain) };
  };
  return { send } as unknown as KMSClient;
}

/** Sealed as the last release did: for a purpose, without an owner. */
async function formerlySealed(client: KMSClient, purpose: string, plain: string): Promise<string> {
  const order = { KeyId: keyArn, Plaintext: Buffer.from(plain), EncryptionContext: { purpose } };
  const { CiphertextBlob = [] } = await client.send(new EncryptCommand(order));
  return Buffer.from(CiphertextBlob).toString("base64");
}

const purposes = Object.keys(secretPurposes) as SecretPurpose[];
const client = clientOf();

describe("a sealed secret", () => {
  test("opens for its owner", async () => {
    const box = kmsSecretBox(client, keyArn, "payer-account");
    const sealed = await box.seal("987654321098", "inv_1");
    expect(sealed).not.toContain("987654321098");
    expect(await box.open(sealed, "inv_1")).toBe("987654321098");
  });

  test("does not open in another record's row, remembered or not", async () => {
    const sealed = await kmsSealer(client, keyArn, "webhook-secret").seal("whsec_1", "whe_1");
    const opener = kmsOpener(client, keyArn, "webhook-secret", true);
    expect(await opener.open(sealed, "whe_1")).toBe("whsec_1");
    await expect(opener.open(sealed, "whe_2")).rejects.toThrow("InvalidCiphertext");
  });

  test("does not open as one of the last release, its owner's mark cut off", async () => {
    const box = kmsSecretBox(client, keyArn, "webhook-secret");
    const sealed = await box.seal("whsec_1", "whe_1");
    await expect(box.open(sealed.slice("owned.".length), "whe_2")).rejects.toThrow("InvalidCiphertext");
  });

  test.each(purposes.flatMap((one) => purposes.filter((other) => other !== one).map((other) => [one, other] as const)))(
    "of one kind does not open as another: %s as %s",
    async (one, other) => {
      const sealed = await kmsSealer(client, keyArn, one).seal("secret", "x_1");
      await expect(kmsOpener(client, keyArn, other, false).open(sealed, "x_1")).rejects.toThrow("InvalidCiphertext");
    },
  );

  test.each([
    ["payer-account", "people-secret"],
    ["webhook-secret", "webhook-secret"],
    ["kept-answer", "kept-answer"],
  ] as const)("of the last release opens still, as %s", async (purpose, former) => {
    const sealed = await formerlySealed(client, former, "secret");
    expect(await kmsOpener(client, keyArn, purpose, false).open(sealed, "x_1")).toBe("secret");
  });
});

describe("an opener that remembers", () => {
  test("asks for each secret once, and one that does not each time", async () => {
    const orders: unknown[] = [];
    const counted = clientOf(orders);
    const sealed = await kmsSealer(counted, keyArn, "webhook-secret").seal("whsec_1", "whe_1");
    const twice = async (remembers: boolean) => {
      const opener = kmsOpener(counted, keyArn, "webhook-secret", remembers);
      const before = orders.length;
      await opener.open(sealed, "whe_1");
      await opener.open(sealed, "whe_1");
      return orders.length - before;
    };
    expect([await twice(true), await twice(false)]).toEqual([1, 2]);
  });
});
