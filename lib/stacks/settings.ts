import { Aws } from "aws-cdk-lib";
import { pairsText } from "../../functions/domain/reconciliation/fee-policy.ts";
import { lineLevel } from "../observability/log-levels.ts";
import { isMock, type Stage } from "./stage.ts";

/** The gateway stage that both APIs deploy to. */
export const gatewayStage = "live";

/** Whether a stage's gateways log: that needs a role which is one per account, so developers' stacks leave it alone. */
export function writesGatewayLogs({ kind, local }: Stage): boolean {
  return kind !== "dev" && !local;
}

/** A resource's name within the account: `sluice-dev-anna-outbox`. */
export function resourceName(stage: Stage, what: string): string {
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

/** Where the rails' gateways answer, and the screening interface that they ask; null where a mock screens. */
export interface RailsAddresses {
  readonly apiUrl: string;
  readonly operatorUrl: string;
  readonly kytUrl: string | null;
}

/** Where people and tenants reach the rails: the stage's own host where it has one, since the gateway's is off then. */
export function railsPublicUrl({ publicUrl, domain }: Stage, apiUrl: string): string {
  return publicUrl ?? (domain === null ? apiUrl : `https://${domain.api}`);
}

/** The settings that every Lambda of the rails gets. */
export function railsEnvironment(
  stage: Stage,
  { apiUrl, operatorUrl, kytUrl }: RailsAddresses,
): Record<string, string> {
  const publicUrl = railsPublicUrl(stage, apiUrl);
  const onboardUrl = stage.onboardUrl ?? (stage.domain === null ? apiUrl : `https://${stage.domain.onboard}`);
  return {
    SERVICE: "rails",
    STAGE: stage.name,
    LIVE: String(stage.kind === "prod"),
    PUBLIC_URL: publicUrl,
    ONBOARD_URL: onboardUrl,
    CONSOLE_URL: consoleUrl(stage, publicUrl, operatorUrl),
    RAIL: stage.rail,
    CONVERSION: stage.conversion,
    ...(stage.alternativeConversion !== null && { ALTERNATIVE_CONVERSION: stage.alternativeConversion }),
    KYT: stage.kyt,
    ...(kytUrl !== null && { KYT_URL: kytUrl }),
    ...(!isMock(stage) && { BRIDGE_MODE: stage.bridgeMode, BRIDGE_URL: stage.bridgeUrl, HIFI_URL: stage.hifiUrl }),
    ...(Object.keys(stage.operatorWallets).length > 0 && {
      OPERATOR_WALLETS: pairsText(stage.operatorWallets),
      FEE_FLOATS: pairsText(stage.feeFloats),
    }),
    ...(stage.alertSources.length > 0 && { ALERT_SOURCES: stage.alertSources.join(","), ETHOCA_URL: stage.ethocaUrl }),
    ...(stage.brandDomains.length > 0 && { BRAND_DOMAINS: stage.brandDomains.map(({ host }) => host).join(",") }),
    ...(stage.mailFrom !== null && {
      MAIL_FROM: stage.mailFrom.address,
      ...(stage.mailFrom.configurationSet !== null && { MAIL_CONFIGURATION_SET: stage.mailFrom.configurationSet }),
    }),
    HOLD: String(stage.hold),
    ...(stage.twoPersonControl && { TWO_PERSON_CONTROL: "true" }),
    ...(stage.licensedIn.length > 0 && { LICENSED_IN: stage.licensedIn.join(",") }),
    ADMIN_AUTH: stage.adminAuth,
    PASSKEYS: stage.passkeys,
    LOCAL: String(stage.local),
    LOG_LEVEL: lineLevel,
  };
}

/** A console is on its product's public host wherever a token opens it. */
function consoleUrl({ adminAuth }: Stage, publicUrl: string, operatorUrl: string): string {
  return `${adminAuth === "iam" ? operatorUrl : publicUrl}/console`;
}

/** The settings that every Lambda of the screening interface gets. */
export function screeningEnvironment(stage: Stage, apiUrl: string, operatorUrl: string): Record<string, string> {
  const publicUrl = ownKytUrl(stage) ?? apiUrl;
  return {
    SERVICE: "screening",
    STAGE: stage.name,
    LIVE: String(stage.kind === "prod"),
    PUBLIC_URL: publicUrl,
    // The pages for people are on the same host.
    ONBOARD_URL: publicUrl,
    CONSOLE_URL: consoleUrl(stage, publicUrl, operatorUrl),
    ...(stage.runbookUrl !== null && { RUNBOOK_URL: stage.runbookUrl }),
    EXPOSURE: stage.exposure.join(","),
    ADMIN_AUTH: stage.adminAuth,
    PASSKEYS: stage.passkeys,
    LOCAL: String(stage.local),
    LOG_LEVEL: lineLevel,
  };
}

/** Whether the rails ask their own stage's screening interface, at an address that only its deployment tells. */
export function asksOwnScreening(stage: Stage): boolean {
  return stage.kyt === "sluice" && stage.kytUrl === null && ownKytUrl(stage) === null;
}

/** Whether the rails are deployed after screening: they look up where it answers, and their gateways log by the role that it sets. */
export function screeningGoesFirst(stage: Stage): boolean {
  return asksOwnScreening(stage) || writesGatewayLogs(stage);
}

/** The parameter by which a stage's rails find its screening interface: unlike an export it keeps neither stack from being replaced. */
export function kytUrlParameter(stage: Stage): string {
  return `/sluice/${stage.name}/screening-url`;
}

/** Where this stage's own screening interface answers, where that is known before it is deployed. */
export function ownKytUrl({ kytPublicUrl, kytDomain }: Stage): string | null {
  return kytPublicUrl ?? (kytDomain === null ? null : `https://${kytDomain.host}`);
}
