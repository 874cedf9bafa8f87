import { SQSClient } from "@aws-sdk/client-sqs";
import { SqsPacketQueue } from "../adapters/sqs-packet-queue.ts";
import type { PacketQueue } from "../app/ports-disputes.ts";
import { given } from "./env.ts";

/** The queue of packets. */
export const packetQueue: PacketQueue = new SqsPacketQueue(new SQSClient({}), given("PACKET_QUEUE_URL"));
