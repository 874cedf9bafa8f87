import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { rowOf } from "../adapters/dynamo-item.ts";
import type { Row } from "../app/ports.ts";
import { enqueueDesk } from "./deliveries.ts";
import { settings } from "./env.ts";
import { log } from "./log.ts";
import { mailQueue } from "./mail-queue.ts";
import { meter } from "./meter.ts";
import { onboarding } from "./onboarding.ts";
import { packetQueue } from "./packet-queue.ts";
import { workflows } from "./workflows.ts";

/** What handing on entries works with. */
export const dispatchDesk = {
  ...enqueueDesk,
  workflows,
  packets: packetQueue,
  mails: mailQueue,
  partner: { onboarding, onboardUrl: settings.ONBOARD_URL, log },
  meter,
};

/** A row as the book's stream shows it. */
export function streamedRow(image: Record<string, AttributeValue>): Row {
  return rowOf(image);
}
