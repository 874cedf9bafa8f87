import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { KMSClient, type KMSClientConfig } from "@aws-sdk/client-kms";
import { DynamoStore } from "../../adapters/aws/dynamo-store.ts";
import { kmsKeyWrap } from "../../adapters/aws/kms-key-wrap.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { SandboxClock } from "../../adapters/local/clock.ts";
import { newId } from "../../adapters/local/id-maker.ts";
import { PersonalData } from "../../app/core/personal-data.ts";
import type { SealContext } from "../../app/operations/seal-rows.ts";

/** A deployment as somebody outside of it sees it: no environment tells them its names. */
interface Deployment {
  readonly settings: Pick<DynamoDBClientConfig & KMSClientConfig, "endpoint" | "region" | "credentials">;
  readonly table: string;
  readonly keysTable: string;
  readonly wrapKey: string;
}

/** What an operator's command seals rows with, on a deployment of their choice. */
export async function sealContext({ settings, table, keysTable, wrapKey }: Deployment): Promise<SealContext> {
  const dynamo = new DynamoDBClient({ ...awsSettings.dynamodb, ...settings });
  const store = new DynamoStore(dynamo, table);
  // Production has no row that moves its time, so this is the system's clock there.
  const clock = new SandboxClock(store);
  await clock.tick();
  const wrap = kmsKeyWrap(new KMSClient({ ...awsSettings.kms, ...settings }), wrapKey);
  const personal = new PersonalData(new DynamoStore(dynamo, keysTable), { wrap, clock, newId, openedTypes: [] });
  return { store, clock, newId, personal };
}
