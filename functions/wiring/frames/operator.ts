import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { operatorTokens } from "../../adapters/aws/secrets-operator-tokens.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { readRole } from "../../app/access/operator-roles.ts";
import { type OperatorRole, shortestToken } from "../../domain/core/operator.ts";
import { OperatorAuthenticator } from "../../http/operator-token.ts";
import type { Frame } from "../../http/route.ts";
import { store } from "../core/context.ts";
import { requiredSetting, settings } from "../core/env.ts";
import { log } from "../core/log.ts";
import { publicFrame } from "./public.ts";

export const tokens = operatorTokens(
  new SecretsManagerClient(awsSettings.secrets),
  requiredSetting("OPERATOR_SECRET_ARN"),
  {
    tooShort: (operator) =>
      log.error("an operator's token is too short and opens nothing", { operator, shortestToken }),
  },
);

/** The names of those who have a token, where tokens open anything. */
export async function tokenNames(): Promise<readonly string[]> {
  return settings.ADMIN_AUTH === "iam" ? [] : (await tokens()).map(({ name }) => name);
}

/** The role of an operator as it stands in the book. */
export function roleOf(actor: string): Promise<OperatorRole> {
  return readRole(store, actor);
}

/** The handler frame for operators and for the rail's callback. */
export const operatorFrame: Frame = {
  ...publicFrame,
  book: store,
  operators: new OperatorAuthenticator(tokens, settings.ADMIN_AUTH),
  roleOf,
};
