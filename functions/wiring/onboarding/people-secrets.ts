import { KMSClient } from "@aws-sdk/client-kms";
import { kmsOpener, kmsSealer } from "../../adapters/aws/kms-secret-box.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { requiredSetting } from "../core/env.ts";

const client = new KMSClient(awsSettings.kms);
const keyArn = requiredSetting("PEOPLE_KEY_ARN");

// By their marks, what a Lambda does not use is not in its bundle: those of the pages can only seal.

/** Opens the bank accounts that payers typed under the last release, for who asks a rail; each is in memory for as long as it is used. */
export const formerAccountOpener = /* @__PURE__ */ kmsOpener(client, keyArn, "payer-account", false);

/** Seals what applicants type: nothing opens it. */
export const applicantSealers = {
  numbers: /* @__PURE__ */ kmsSealer(client, keyArn, "applicant-number"),
  accounts: /* @__PURE__ */ kmsSealer(client, keyArn, "applicant-account"),
};
