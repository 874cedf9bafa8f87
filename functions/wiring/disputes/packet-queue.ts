import { SQSClient } from "@aws-sdk/client-sqs";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { SqsPacketQueue } from "../../adapters/aws/sqs-packet-queue.ts";
import type { PacketQueue } from "../../app/disputes/ports.ts";
import { requiredSetting } from "../core/env.ts";

/** The queue of packets. */
export const packetQueue: PacketQueue = new SqsPacketQueue(
  new SQSClient(awsSettings.sqs),
  requiredSetting("PACKET_QUEUE_URL"),
);
