import { SQSClient } from "@aws-sdk/client-sqs";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { sqsBatchQueue } from "../../adapters/aws/sqs-queue.ts";
import type { MailQueue } from "../../app/mail/ports.ts";
import { requiredSetting } from "../core/env.ts";

export const mailQueue: MailQueue = sqsBatchQueue(new SQSClient(awsSettings.sqs), requiredSetting("MAIL_QUEUE_URL"));
