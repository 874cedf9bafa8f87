import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { DynamoStore } from "../../adapters/aws/dynamo-store.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { SandboxClock } from "../../adapters/local/clock.ts";
import { newId } from "../../adapters/local/id-maker.ts";
import type { Context } from "../../app/core/context.ts";

/** What an operator's command works on: no environment tells it the deployment's names. */
interface CommandPlace {
  readonly settings: Pick<DynamoDBClientConfig, "endpoint" | "region" | "credentials">;
  readonly table: string;
  /** Who the audit trail names. */
  readonly actor: string;
  readonly action: string;
}

/** The context of an operator's command that changes a record, on a deployment of their choice. */
export async function commandContext({
  settings,
  table,
  actor,
  action,
}: CommandPlace): Promise<Context & { readonly action: string }> {
  const store = new DynamoStore(new DynamoDBClient({ ...awsSettings.dynamodb, ...settings }), table);
  // Production has no row that moves its time, so this is the system's clock there.
  const clock = new SandboxClock(store);
  await clock.tick();
  return { store, clock, newId, actor, action, requestId: newId("req", clock.now()) };
}
