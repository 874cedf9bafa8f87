import { DynamoBook } from "../adapters/dynamo-book.ts";
import { dynamo } from "./base.ts";
import { given } from "./env.ts";

/** Webhook deliveries, away from the money. */
export const deliveries = new DynamoBook(dynamo, given("DELIVERIES_TABLE"));
