import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { awsSettings } from "../../../functions/adapters/aws/settings.ts";

const functions = join(import.meta.dirname, "../../../functions");

let silent: Server;

beforeAll(async () => {
  silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
});

afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

describe("the settings of our AWS clients", () => {
  it("end a call that gets no answer, and make it again as often as they say", async () => {
    const { maxAttempts, requestHandler } = awsSettings.dynamodb;
    expect(maxAttempts).toBe(8);
    const client = new DynamoDBClient({
      ...awsSettings.dynamodb,
      // Shorter, and less often: what is looked at is that the time counts at all.
      requestHandler: { ...requestHandler, requestTimeout: 20 },
      maxAttempts: 2,
      endpoint: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      region: "us-east-1",
      credentials: { accessKeyId: "test", secretAccessKey: "test" },
    });
    const call = client.send(new GetItemCommand({ TableName: "records", Key: { pk: { S: "a" } } }));
    await expect(call).rejects.toMatchObject({ name: "TimeoutError", $metadata: { attempts: 2 } });
  });

  it("connect within a second and wait two for an answer, unless a service takes longer", () => {
    for (const { requestHandler } of Object.values(awsSettings))
      expect(requestHandler).toMatchObject({ connectionTimeout: 1000, throwOnRequestTimeout: true });
    const longer = Object.entries(awsSettings).filter(([, each]) => each.requestHandler.requestTimeout !== 2000);
    expect(longer.map(([service]) => service)).toEqual(["lambda", "sfn", "s3", "ses"]);
  });

  it("send a letter once, within the 15 s that it has", () => {
    expect(awsSettings.ses).toMatchObject({ maxAttempts: 1 });
    expect(awsSettings.ses.requestHandler.requestTimeout).toBeLessThan(15_000);
  });

  it("are those of every client that a Lambda makes", () => {
    const made = readdirSync(functions, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => [
        ...readFileSync(join(functions, file), "utf8").matchAll(
          /new (DynamoDB|KMS|Lambda|SQS|SFN|S3|SESv2|SecretsManager)Client\(([^)]*)/g,
        ),
      ]);
    expect(made.length).toBeGreaterThan(15);
    for (const [call, , settings] of made) expect(settings, call).toMatch(/awsSettings|bucketInPath/);
  });
});
