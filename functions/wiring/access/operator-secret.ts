import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { operatorTokens } from "../../adapters/aws/secrets-operator-tokens.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { secretDigest } from "../../app/core/api-key.ts";
import type { TokenDigest } from "../../domain/access/token-digest.ts";
import { shortestToken } from "../../domain/core/operator.ts";
import { requiredSetting } from "../core/env.ts";
import { log } from "../core/log.ts";

const tokens = operatorTokens(new SecretsManagerClient(awsSettings.secrets), requiredSetting("OPERATOR_SECRET_ARN"), {
  tooShort: (operator) => log.error("an operator's token is too short and opens nothing", { operator, shortestToken }),
});

/** The digests of the operators' tokens as they are now, and at most a second ago. */
export async function presentDigests(): Promise<TokenDigest[]> {
  return (await tokens("again")).map(({ name, token }) => ({ name, sha256: secretDigest(token) }));
}
