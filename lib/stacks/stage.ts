import type { PasskeyPolicy } from "../../functions/domain/access/passkey.ts";
import type { ThirdPartySource } from "../../functions/domain/disputes/alert-source.ts";
import type { ReachableExposure } from "../../functions/domain/screening/exposure-mapping.ts";
import type { Jurisdiction } from "../../functions/domain/tenants/asset-policy.ts";
import type { BrandDomain } from "../api/brand-domains.ts";
import {
  type ReservedConcurrency,
  type SourceLimit,
  type Throttle,
  usualReserve,
  usualSourceLimit,
  usualThrottle,
} from "../api/concurrency.ts";
import type { MailFrom } from "../messaging/mail-from.ts";
import type { StageSettings } from "../stage/file.ts";
import type { RestoredTables } from "../storage/restored.ts";

/** What differs between deployments; everything else is the same code and the same stack. */
export interface Stage {
  readonly name: string;
  readonly kind: "sandbox" | "prod" | "dev";
  /** The account and the region that the stage belongs to; null deploys where the credentials point. */
  readonly account: string | null;
  readonly region: string | null;
  /** The one-command sandbox on a local emulator. */
  readonly local: boolean;
  readonly rail: string;
  readonly conversion: string;
  /** A conversion vendor beside it, for tenants whose flag of it is on. */
  readonly alternativeConversion: string | null;
  /** Whether Bridge holds what it collects until a payout is ordered. */
  readonly bridgeMode: "one_leg" | "two_leg";
  readonly bridgeUrl: string;
  readonly hifiUrl: string;
  /** The operator's own wallet on each chain, where fees are swept to. */
  readonly operatorWallets: Readonly<Record<string, string>>;
  /** How much of each stablecoin stays in every wallet at the rail, for refunds. */
  readonly feeFloats: Readonly<Record<string, string>>;
  /** Third parties whose alerts are taken. */
  readonly alertSources: readonly ThirdPartySource[];
  readonly ethocaUrl: string;
  readonly hold: boolean;
  /** Whether what redirects money, or opens a way for it, needs a second operator. */
  readonly twoPersonControl: boolean;
  /** Where the rail has a license of its own for the stablecoins that it pays. */
  readonly licensedIn: readonly Jurisdiction[];
  /** `mock`, or `sluice`: the screening interface. */
  readonly kyt: string;
  /** Where the rails find a screening interface that is not this stage's own; null for its own. */
  readonly kytUrl: string | null;
  /** The address that the outside uses for this stage's own where it is not the gateway's: the local forwarder's. */
  readonly kytPublicUrl: string | null;
  /** Its host. */
  readonly kytDomain: BrandDomain | null;
  /** The providers that assess an address beside the lists. */
  readonly exposure: readonly ReachableExposure[];
  /** Whether operators who sign in by a token must have a passkey. */
  readonly passkeys: PasskeyPolicy;
  readonly adminAuth: "bearer" | "iam" | "both";
  readonly domain: CustomDomain | null;
  /** Hosts that people know a tenant or its reseller by. */
  readonly brandDomains: readonly BrandDomain[];
  /** Null where letters are kept instead of sent. */
  readonly mailFrom: MailFrom | null;
  /** Addresses that the outside uses when they are not the gateway's own: the local forwarder's. */
  readonly publicUrl: string | null;
  readonly onboardUrl: string | null;
  readonly alarmTopicArn: string | null;
  /** Where people read docs/runbook.md, for links; null leaves its path in the repository. */
  readonly runbookUrl: string | null;
  readonly throttle: Throttle;
  /** Null leaves every Lambda to the account's common pool. */
  readonly reservedConcurrency: ReservedConcurrency | null;
  /** Null attaches no web ACL. */
  readonly webAcl: SourceLimit | null;
  /** Tables that were restored, instead of those that the stacks make. */
  readonly restored?: RestoredTables;
}

/** The host names of the two doors and the certificate that covers both. */
export interface CustomDomain {
  readonly api: string;
  readonly onboard: string;
  readonly certificateArn: string;
}

/** Where the vendors answer; other stages than production talk to their sandboxes. */
const vendorUrls = {
  bridge: { prod: "https://api.bridge.xyz/v0", other: "https://api.sandbox.bridge.xyz/v0" },
  hifi: { prod: "https://production.hifibridge.com", other: "https://sandbox.hifibridge.com" },
  ethoca: {
    prod: "https://api.ethocaweb.com/ethoca/alerts/merchants",
    other: "https://sandbox.api.ethocaweb.com/ethoca/alerts/merchants",
  },
} as const;

/** A stage of valid settings, with everything that they leave out. */
export function stageOf(name: string, settings: StageSettings): Stage {
  const { kind, rail = "mock", mailFrom } = settings;
  const at = kind === "prod" ? "prod" : "other";
  return {
    ...{ name, kind, rail },
    account: settings.account ?? null,
    region: settings.region ?? null,
    local: settings.local ?? false,
    conversion: settings.conversion ?? rail,
    alternativeConversion: settings.alternativeConversion ?? null,
    bridgeMode: settings.bridgeMode ?? "two_leg",
    bridgeUrl: settings.bridgeUrl ?? vendorUrls.bridge[at],
    hifiUrl: settings.hifiUrl ?? vendorUrls.hifi[at],
    operatorWallets: settings.operatorWallets ?? {},
    feeFloats: settings.feeFloats ?? {},
    alertSources: [...new Set(settings.alertSources)],
    ethocaUrl: settings.ethocaUrl ?? vendorUrls.ethoca[at],
    hold: settings.hold ?? false,
    twoPersonControl: settings.twoPersonControl ?? kind === "prod",
    licensedIn: [...new Set(settings.licensedIn)],
    kyt: settings.kyt ?? "mock",
    kytUrl: settings.kytUrl?.replace(/(?<!\/)\/+$/, "") ?? null,
    kytPublicUrl: settings.kytPublicUrl ?? null,
    kytDomain: settings.kytDomain ?? null,
    exposure: [...new Set(settings.exposure)],
    adminAuth: settings.adminAuth ?? (kind === "prod" ? "iam" : "both"),
    passkeys: settings.passkeys ?? (kind === "prod" ? "required" : "optional"),
    domain: settings.domain ?? null,
    brandDomains: settings.brandDomains ?? [],
    mailFrom:
      mailFrom === undefined ? null : { address: mailFrom, configurationSet: settings.mailConfigurationSet ?? null },
    publicUrl: settings.publicUrl ?? null,
    onboardUrl: settings.onboardUrl ?? null,
    alarmTopicArn: settings.alarmTopicArn ?? null,
    runbookUrl: settings.runbookUrl ?? null,
    throttle: settings.throttle ?? usualThrottle[settings.local ? "local" : at],
    reservedConcurrency: reserveOf(settings),
    webAcl: settings.webAcl === undefined && kind === "prod" ? usualSourceLimit : (settings.webAcl ?? null),
  };
}

function reserveOf({ kind, reservedConcurrency = kind === "prod" }: StageSettings) {
  if (typeof reservedConcurrency !== "boolean") return reservedConcurrency;
  return reservedConcurrency ? usualReserve : null;
}

/** Whether no vendor that moves a stage's money is asked over the network. */
export function isMock({ rail, conversion, alternativeConversion }: Stage): boolean {
  return rail === "mock" && conversion === "mock" && alternativeConversion === null;
}

/** Whether some vendor of a stage knows us by keys. */
export function hasVendorKeys(stage: Stage): boolean {
  return !isMock(stage) || stage.alertSources.length > 0;
}
