import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import { DynamoStore } from "../../adapters/aws/dynamo-store.ts";
import { S3ListStore } from "../../adapters/aws/s3-list-store.ts";
import { awsSettings, bucketInPath } from "../../adapters/aws/settings.ts";
import { parserOf } from "../../adapters/lists/parsers.ts";
import { SandboxClock } from "../../adapters/local/clock.ts";
import { newId } from "../../adapters/local/id-maker.ts";
import type { LoadContext } from "../../app/screening/load-list.ts";

/** A deployment as somebody outside of it sees it: no environment tells them its names. */
interface Deployment {
  readonly settings: Pick<DynamoDBClientConfig & S3ClientConfig, "endpoint" | "region" | "credentials">;
  readonly table: string;
  readonly bucket: string;
}

/** What an operator's command loads lists with, on a deployment of their choice. */
export async function importContext({ settings, table, bucket }: Deployment): Promise<LoadContext> {
  const store = new DynamoStore(new DynamoDBClient({ ...awsSettings.dynamodb, ...settings }), table);
  // Production has no row that moves its time, so this is the system's clock there.
  const clock = new SandboxClock(store);
  await clock.tick();
  return {
    ...{ store, clock, newId, parserOf, actor: "system:lists" },
    requestId: newId("req", clock.now()),
    listStore: new S3ListStore(new S3Client({ ...bucketInPath, ...settings }), bucket),
  };
}
