import { KMSClient } from "@aws-sdk/client-kms";
import { kmsSecretBox } from "../../adapters/aws/kms-secret-box.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { requiredSetting } from "../core/env.ts";

const keyArn = requiredSetting("PEOPLE_KEY_ARN");

/** Seals the numbers that people entrust to us; what is opened is in memory for as long as it is used. */
export const peopleSecrets = kmsSecretBox(new KMSClient(awsSettings.kms), keyArn, "people-secret", false);
