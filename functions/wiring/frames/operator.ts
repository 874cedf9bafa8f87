import { LambdaClient } from "@aws-sdk/client-lambda";
import { operatorDigests } from "../../adapters/aws/lambda-operator-digests.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { readRole } from "../../app/access/operator-roles.ts";
import type { OperatorRole } from "../../domain/core/operator.ts";
import { OperatorAuthenticator } from "../../http/operator-token.ts";
import type { Frame } from "../../http/route.ts";
import { store } from "../core/context.ts";
import { requiredSetting, settings } from "../core/env.ts";
import { publicFrame } from "./public.ts";

/** The operators' tokens, by their digests. */
export const tokens = operatorDigests(
  new LambdaClient(awsSettings.lambda),
  requiredSetting("OPERATOR_DIGESTS_FUNCTION"),
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
