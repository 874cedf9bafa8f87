import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { operatorTokens } from "../../adapters/aws/secrets-operator-tokens.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { OperatorDoor } from "../../http/caller.ts";
import type { Frame } from "../../http/route.ts";
import { clock, newId, tick } from "../core/context.ts";
import { given, settings } from "../core/env.ts";
import { log } from "../core/log.ts";

/** The operators' tokens as they stand. */
export const tokens = operatorTokens(
  new SecretsManagerClient(awsSettings.secrets),
  given("OPERATOR_SECRET_ARN"),
);

/** The door frame for operators and for the rail's callback. */
export const operatorFrame: Frame = {
  tick,
  clock,
  newId,
  log,
  operators: new OperatorDoor(tokens, settings.ADMIN_AUTH),
};
