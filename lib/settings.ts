import { Aws } from "aws-cdk-lib";
import { isMock, type Stage } from "./stage.ts";

/** The gateway stage that both APIs deploy to. */
export const gatewayStage = "live";

/** A resource's name within the account: `sluice-dev-anna-outbox`. */
export function named(stage: Stage, what: string): string {
  return `sluice-${stage.name}-${what}`;
}

/** Where a REST API answers, built from its id alone so that its own Lambdas can be told. */
export function gatewayUrl(apiId: string): string {
  return `https://${apiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}/${gatewayStage}`;
}

/** Where the runbook has its chapter on an alarm. */
export function runbookChapter(stage: Stage, alarm: string): string {
  return `${stage.runbookUrl ?? "docs/runbook.md"}#${alarm}`;
}

/** The settings that every Lambda gets. */
export function commonEnvironment(
  stage: Stage,
  { apiUrl, operatorUrl }: { readonly apiUrl: string; readonly operatorUrl: string },
): Record<string, string> {
  const publicUrl = stage.publicUrl ?? (stage.domain === null ? apiUrl : `https://${stage.domain.api}`);
  const onboardUrl = stage.onboardUrl ?? (stage.domain === null ? apiUrl : `https://${stage.domain.onboard}`);
  // The console is on the public host wherever a token opens it.
  const consoleUrl = `${stage.adminAuth === "iam" ? operatorUrl : publicUrl}/console`;
  return {
    STAGE: stage.name,
    PUBLIC_URL: publicUrl,
    ONBOARD_URL: onboardUrl,
    CONSOLE_URL: consoleUrl,
    RAIL: stage.rail,
    CONVERSION: stage.conversion,
    ...(stage.alternativeConversion !== null && { ALTERNATIVE_CONVERSION: stage.alternativeConversion }),
    KYT: stage.kyt,
    ...(!isMock(stage) && {
      BRIDGE_MODE: stage.bridgeMode,
      BRIDGE_URL: stage.bridgeUrl,
      HIFI_URL: stage.hifiUrl,
    }),
    ...(stage.alertSources.length > 0 && {
      ALERT_SOURCES: stage.alertSources.join(","),
      ETHOCA_URL: stage.ethocaUrl,
    }),
    ...(stage.brandDomains.length > 0 && {
      BRAND_DOMAINS: stage.brandDomains.map(({ host }) => host).join(","),
    }),
    ...(stage.mailFrom !== null && {
      MAIL_FROM: stage.mailFrom.address,
      ...(stage.mailFrom.configurationSet !== null && {
        MAIL_CONFIGURATION_SET: stage.mailFrom.configurationSet,
      }),
    }),
    HOLD: String(stage.hold),
    ADMIN_AUTH: stage.adminAuth,
    LOCAL: String(stage.local),
    LOG_LEVEL: "INFO",
  };
}
