import { SQSClient } from "@aws-sdk/client-sqs";
import { SqsMailQueue } from "../adapters/sqs-mail-queue.ts";
import type { MailQueue } from "../app/ports-mail.ts";
import { given } from "./env.ts";

/** The queue of letters. */
export const mailQueue: MailQueue = new SqsMailQueue(new SQSClient({}), given("MAIL_QUEUE_URL"));
