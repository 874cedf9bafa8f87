import { KMSClient } from "@aws-sdk/client-kms";
import { DynamoStore } from "../../adapters/aws/dynamo-store.ts";
import { kmsKeyWrap } from "../../adapters/aws/kms-key-wrap.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { PersonalData } from "../../app/core/personal-data.ts";
import { clock, dynamo, newId, sealWith } from "./context.ts";
import { requiredSetting } from "./env.ts";

/** The table of wrapped keys. */
export const subjectKeys = new DynamoStore(dynamo, requiredSetting("SUBJECT_KEYS_TABLE"));
const wrap = kmsKeyWrap(new KMSClient(awsSettings.kms), requiredSetting("SUBJECT_KEY_ARN"));

/** What people entrust to us, under their own keys. Importing it has every context of the Lambda seal and open it. */
export const personal = new PersonalData(subjectKeys, {
  wrap,
  clock,
  newId,
  openedTypes: ["kyb", "signup", "account_request"],
});

sealWith(personal);
