import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import { ulid } from "ulid";
import { DynamoBook } from "../../adapters/aws/dynamo-book.ts";
import { S3ListStore } from "../../adapters/aws/s3-list-store.ts";
import { awsSettings, bucketInPath } from "../../adapters/aws/settings.ts";
import { parserOf } from "../../adapters/lists/parsers.ts";
import { SandboxClock } from "../../adapters/local/clock.ts";
import type { LoadDesk } from "../../app/screening/load-list.ts";

/** A deployment as somebody outside of it sees it: no environment tells them its names. */
interface Deployment {
  readonly settings: Pick<DynamoDBClientConfig & S3ClientConfig, "endpoint" | "region" | "credentials">;
  readonly table: string;
  readonly bucket: string;
}

/** What an operator's command loads lists with, on a deployment of their choice. */
export async function importDesk({ settings, table, bucket }: Deployment): Promise<LoadDesk> {
  const book = new DynamoBook(new DynamoDBClient({ ...awsSettings.dynamodb, ...settings }), table);
  // Production has no row that moves its time, so this is the system's clock there.
  const clock = new SandboxClock(book);
  await clock.tick();
  const newId: LoadDesk["newId"] = (prefix, now) => `${prefix}_${ulid(Date.parse(now))}`;
  return {
    ...{ book, clock, newId, parserOf, actor: "system:lists" },
    requestId: newId("req", clock.now()),
    store: new S3ListStore(new S3Client({ ...bucketInPath, ...settings }), bucket),
  };
}
