import { KMSClient } from "@aws-sdk/client-kms";
import { KmsSecretBox } from "../adapters/kms-secret-box.ts";
import { given } from "./env.ts";

/** Seals the numbers that people entrust to us. */
export const peopleSecrets = new KmsSecretBox(new KMSClient({}), given("PEOPLE_KEY_ARN"), "people-secret");
