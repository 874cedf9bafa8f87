import { DynamoStore } from "../../adapters/aws/dynamo-store.ts";
import { dynamo } from "../core/context.ts";
import { requiredSetting } from "../core/env.ts";

export const deliveries = new DynamoStore(dynamo, requiredSetting("DELIVERIES_TABLE"));
