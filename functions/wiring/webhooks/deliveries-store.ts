import { DynamoBook } from "../../adapters/aws/dynamo-book.ts";
import { dynamo } from "../core/context.ts";
import { given } from "../core/env.ts";

/** Webhook deliveries, away from the money. */
export const deliveries = new DynamoBook(dynamo, given("DELIVERIES_TABLE"));
