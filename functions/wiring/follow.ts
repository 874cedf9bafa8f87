import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { SFNClient } from "@aws-sdk/client-sfn";
import { rowOf } from "../adapters/dynamo-item.ts";
import { SfnWorkflows } from "../adapters/sfn-workflows.ts";
import type { Row } from "../app/ports.ts";
import { enqueueDesk } from "./deliveries.ts";
import { given } from "./env.ts";
import { meter } from "./meter.ts";

const workflows = new SfnWorkflows(new SFNClient({}), given("SETTLEMENT_MACHINE_ARN"));

/** What handing on entries works with. */
export const dispatchDesk = { ...enqueueDesk, workflows, meter };

/** A row as the book's stream shows it. */
export function streamedRow(image: Record<string, AttributeValue>): Row {
  return rowOf(image);
}
