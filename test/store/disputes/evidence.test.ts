import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { parse } from "content-disposition";
import { afterAll, beforeAll, describe } from "vitest";
import { S3Evidence } from "../../../functions/adapters/aws/s3-evidence.ts";
import { evidencePromises, type StoreUnderTest } from "../../support/disputes/evidence-promises.ts";
import { MemoryEvidence } from "../../support/disputes/memory-evidence.ts";
import { type Ministack, startMinistack } from "../../support/runner/ministack.ts";

describe("a store of evidence in memory", () => {
  const store = new MemoryEvidence();
  evidencePromises(() => ({
    store,
    put: (url, headers, bytes) => store.put(url, headers, bytes),
    post: ({ fields }, bytes) => store.post(fields, bytes),
    follow: (link) => store.follow(link),
  }));
});

const body = (bytes: Uint8Array) => new Uint8Array(bytes);

/** A client and a browser, far from the service. */
const outside: Omit<StoreUnderTest, "store"> = {
  async put(url, { "content-length": _, ...headers }, bytes) {
    const { status } = await fetch(url, { method: "PUT", headers, body: body(bytes) });
    return status;
  },
  async post({ url, fields }, bytes) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", new Blob([body(bytes)]));
    const { status } = await fetch(url, { method: "POST", body: form, redirect: "manual" });
    return status;
  },
  async follow(link) {
    const reply = await fetch(link);
    if (!reply.ok) return null;
    const bytes = new Uint8Array(await reply.arrayBuffer());
    const { parameters } = parse(reply.headers.get("content-disposition") ?? "");
    const contentType = reply.headers.get("content-type") ?? "";
    return { bytes, contentType, filename: parameters.filename ?? "" };
  },
};

describe("a store of evidence in a bucket of the AWS emulator", () => {
  let emulator: Ministack | null = null;
  let client: S3Client;

  beforeAll(async () => {
    emulator = await startMinistack();
    if (!emulator) throw new Error("the AWS emulator is not installed: run npm test, which installs it");
    client = new S3Client({
      endpoint: emulator.endpoint,
      region: "us-east-1",
      credentials: { accessKeyId: "test", secretAccessKey: "test" },
      forcePathStyle: true,
      requestChecksumCalculation: "WHEN_REQUIRED",
    });
    await client.send(new CreateBucketCommand({ Bucket: "evidence" }));
  });

  afterAll(async () => {
    client?.destroy();
    await emulator?.stop();
  });

  evidencePromises(() => ({ ...outside, store: new S3Evidence(client, "evidence") }));
});
