import { SQSClient } from "@aws-sdk/client-sqs";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { SqsMailQueue } from "../../adapters/aws/sqs-mail-queue.ts";
import type { MailQueue } from "../../app/mail/ports.ts";
import { requiredSetting } from "../core/env.ts";

/** The queue of letters. */
export const mailQueue: MailQueue = new SqsMailQueue(new SQSClient(awsSettings.sqs), requiredSetting("MAIL_QUEUE_URL"));
