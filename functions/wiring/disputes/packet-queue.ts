import { SQSClient } from "@aws-sdk/client-sqs";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { sqsQueue } from "../../adapters/aws/sqs-queue.ts";
import type { PacketQueue } from "../../app/disputes/ports.ts";
import { requiredSetting } from "../core/env.ts";

export const packetQueue: PacketQueue = sqsQueue(new SQSClient(awsSettings.sqs), requiredSetting("PACKET_QUEUE_URL"));
