import { Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Stage } from "./stage.ts";

/** The gateway stage that both APIs deploy to. */
export const gatewayStage = "live";

/** A resource's name within the account: `sluice-dev-anna-outbox`. */
export function named(stage: Stage, what: string): string {
  return `sluice-${stage.name}-${what}`;
}

/** Where a REST API answers, built from its id alone so that its own Lambdas can be told. */
export function gatewayUrl(scope: Construct, apiId: string): string {
  const { region, urlSuffix } = Stack.of(scope);
  return `https://${apiId}.execute-api.${region}.${urlSuffix}/${gatewayStage}`;
}

/** The settings that every Lambda gets. */
export function commonEnvironment(stage: Stage, apiUrl: string): Record<string, string> {
  const publicUrl = stage.publicUrl ?? (stage.domain === null ? apiUrl : `https://${stage.domain.api}`);
  const onboardUrl = stage.onboardUrl ?? (stage.domain === null ? apiUrl : `https://${stage.domain.onboard}`);
  return {
    STAGE: stage.name,
    PUBLIC_URL: publicUrl,
    ONBOARD_URL: onboardUrl,
    RAIL: stage.rail,
    CONVERSION: stage.conversion,
    KYT: stage.kyt,
    HOLD: String(stage.hold),
    ADMIN_AUTH: stage.adminAuth,
    LOCAL: String(stage.local),
  };
}
