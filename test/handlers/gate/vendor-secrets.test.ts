import { describe, expect, test } from "vitest";
import { kytKey } from "../../../functions/adapters/aws/secret-kyt-key.ts";
import { vendorSecrets } from "../../../functions/adapters/aws/secrets-vendors.ts";
import { errorText } from "../../../functions/app/core/error-text.ts";
import { signingKey } from "../../support/vendor-sim/keys.ts";

const minute = 60_000;
const { publicKey } = signingKey(0);
const { publicKey: otherKey } = signingKey(1);

type Client = Parameters<typeof vendorSecrets>[0];

/** A secret that a test changes, a clock it moves, and how often the secret was read. */
function stored(first: unknown) {
  const scene = { secret: first, nowMs: 1_000_000, reads: 0, told: [] as string[] };
  const client = {
    send: async () => {
      scene.reads += 1;
      if (scene.secret instanceof Error) throw scene.secret;
      return { SecretString: typeof scene.secret === "string" ? scene.secret : JSON.stringify(scene.secret) };
    },
  } as unknown as Client;
  const tell = (error: unknown) => void scene.told.push(errorText(error));
  const trouble = { nowMs: () => scene.nowMs, tell };
  return { scene, client, trouble, keys: vendorSecrets(client, "arn:vendors", trouble) };
}

function bridge(apiKey: string, webhookPublicKeys: readonly string[] = [publicKey]) {
  return { bridge: { apiKey, webhookPublicKeys } };
}

describe("the vendors' secret", () => {
  test("is read once in half a minute, and felt to have changed after that", async () => {
    const { scene, keys } = stored(bridge("one"));
    await keys.of("bridge");
    scene.secret = bridge("two");
    scene.nowMs += 29_999;
    expect((await keys.of("bridge")).apiKey).toBe("one");
    scene.nowMs += 1;
    expect((await keys.of("bridge")).apiKey).toBe("two");
    expect(scene.reads).toBe(2);
  });

  test("is read again at once for a key that was refused, but at most once a second", async () => {
    const { scene, keys } = stored(bridge("one"));
    await keys.of("bridge");
    scene.secret = bridge("two", [otherKey]);
    scene.nowMs += 1000;
    for (let n = 0; n < 50; n++) {
      expect((await keys.of("bridge", "again")).apiKey).toBe("two");
      expect(await keys.publicKeys("bridge", "again")).toEqual([otherKey]);
    }
    expect(scene.reads).toBe(2);
  });

  test("knows whose alerts of Ethoca's are whose, and asks for every part of its key", async () => {
    const ethoca = { consumerKey: "k!1", signingKey: "pem", merchants: { "M-100": "ten_1" } };
    expect(await stored({ ethoca }).keys.of("ethoca")).toEqual(ethoca);
    await expect(stored({ ethoca: { ...ethoca, signingKey: "" } }).keys.of("ethoca")).rejects.toThrow();
  });

  test("has no keys of a vendor that is not in it", async () => {
    const { keys } = stored({});
    await expect(keys.of("hifi")).rejects.toThrow("no keys for hifi");
    expect(await keys.publicKeys("hifi")).toEqual([]);
  });
});

describe("a secret that cannot be read", () => {
  test.each<[string, unknown]>([
    ["no answer", new Error("the region is gone")],
    ["a slip of the pen", '{"bridge": {"apiKey": "sk-live-secret",,}}'],
    ["a wrong shape", { bridge: { apiKey: 7 } }],
  ])("for %s leaves what was read last for a quarter of an hour, and is told of", async (_, broken) => {
    const { scene, keys } = stored(bridge("one"));
    await keys.of("bridge");
    scene.secret = broken;
    scene.nowMs += 14 * minute;
    expect((await keys.of("bridge")).apiKey).toBe("one");
    expect(scene.told).toHaveLength(1);
    expect(scene.told.join()).not.toContain("sk-live");
    scene.nowMs += minute;
    await expect(keys.of("bridge")).rejects.toThrow();
    scene.secret = bridge("two");
    expect((await keys.of("bridge")).apiKey).toBe("two");
  });

  test("from the beginning is no secret", async () => {
    const { keys } = stored(new Error("the region is gone"));
    await expect(keys.of("bridge")).rejects.toThrow("the region is gone");
  });
});

describe("a public key that is none", () => {
  test("is left out and told of; the good one beside it counts", async () => {
    const { scene, keys } = stored(bridge("one", ["-----BEGIN PUBLIC KEY-----\noops", publicKey]));
    expect(await keys.publicKeys("bridge")).toEqual([publicKey]);
    expect(scene.told).toEqual([expect.stringContaining("a public key of bridge is no RSA key")]);
  });
});

describe("the gates' key at the screening interface", () => {
  test("is what its secret has, the one before for a while where that cannot be read", async () => {
    const { scene, client, trouble } = stored({ apiKey: "slc_test_1" });
    const key = kytKey(client, "arn:kyt", trouble);
    expect(await key()).toBe("slc_test_1");
    scene.secret = { apiKey: "slc_test_2" };
    scene.nowMs += minute;
    expect(await key()).toBe("slc_test_2");
    scene.secret = new Error("away");
    scene.nowMs += minute;
    expect(await key()).toBe("slc_test_2");
    scene.nowMs += 15 * minute;
    await expect(key()).rejects.toThrow("away");
  });

  test("is none where nobody has put one there", async () => {
    const { client, trouble } = stored({});
    await expect(kytKey(client, "arn:kyt", trouble)()).rejects.toThrow();
  });
});
