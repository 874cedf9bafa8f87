import {
  isReachable,
  reachableSources,
  type ThirdPartySource,
  thirdPartySources,
} from "../functions/domain/alert-source.ts";
import { type BrandDomain, readBrandDomains } from "./brand-domains.ts";
import { flag, oneOf, type ReadContext, text } from "./context.ts";
import { type KytSettings, readKyt } from "./kyt-settings.ts";
import { type MailFrom, readMailFrom } from "./mail-from.ts";
import { StageRefused } from "./stage-refused.ts";

/** What differs between deployments; everything else is the same code and the same stack. */
export interface Stage extends KytSettings {
  readonly name: string;
  readonly kind: "sandbox" | "prod" | "dev";
  /** The one-command sandbox on a local emulator. */
  readonly local: boolean;
  readonly rail: string;
  readonly conversion: string;
  /** A conversion vendor beside it, for tenants whose flag of it is on. */
  readonly alternativeConversion: string | null;
  /** Whether Bridge holds what it collects until it is told to pay out. */
  readonly bridgeMode: "one_leg" | "two_leg";
  readonly bridgeUrl: string;
  readonly hifiUrl: string;
  /** Third parties whose alerts are taken. */
  readonly alertSources: readonly ThirdPartySource[];
  readonly ethocaUrl: string;
  readonly hold: boolean;
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
}

/** The host names of the two doors and the certificate that covers both. */
export interface CustomDomain {
  readonly api: string;
  readonly onboard: string;
  readonly certificateArn: string;
}

const rails = ["mock", "bridge"];
const conversions = ["mock", "bridge", "hifi"];
const alternatives = ["hifi"];
const adminAuths = ["bearer", "iam", "both"] as const;
const bridgeModes = ["one_leg", "two_leg"] as const;

/** Where the vendors answer; other stages than production talk to their sandboxes. */
const vendorUrls = {
  bridge: { prod: "https://api.bridge.xyz/v0", other: "https://api.sandbox.bridge.xyz/v0" },
  hifi: { prod: "https://production.hifibridge.com", other: "https://sandbox.hifibridge.com" },
  ethoca: {
    prod: "https://api.ethocaweb.com/ethoca/alerts/merchants",
    other: "https://sandbox.api.ethocaweb.com/ethoca/alerts/merchants",
  },
} as const;

/** Reads the stage from `-c` settings, or refuses it with one sentence. */
export function readStage(read: ReadContext): Stage {
  const name = text(read, "stage") ?? "sandbox";
  const kind = stageKind(name);
  const rail = oneOf(rails, "rail", text(read, "rail") ?? "mock");
  const stage: Stage = {
    name,
    kind,
    local: flag(read, "local"),
    rail,
    conversion: oneOf(conversions, "conversion", text(read, "conversion") ?? rail),
    alternativeConversion: alternative(read),
    ...readKyt(read, kind),
    bridgeMode: oneOf(bridgeModes, "bridgeMode", text(read, "bridgeMode") ?? "two_leg"),
    bridgeUrl: vendorUrl(read, kind, "bridge"),
    hifiUrl: vendorUrl(read, kind, "hifi"),
    alertSources: readAlertSources(read),
    ethocaUrl: vendorUrl(read, kind, "ethoca"),
    hold: flag(read, "hold"),
    adminAuth: oneOf(adminAuths, "adminAuth", text(read, "adminAuth") ?? (kind === "prod" ? "iam" : "both")),
    domain: customDomain(read),
    brandDomains: readBrandDomains(text(read, "brandDomains") ?? "", customDomain(read)),
    mailFrom: readMailFrom(kind, text(read, "mailFrom"), text(read, "mailConfigurationSet")),
    publicUrl: text(read, "publicUrl"),
    onboardUrl: text(read, "onboardUrl"),
    alarmTopicArn: text(read, "alarmTopicArn"),
    runbookUrl: text(read, "runbookUrl"),
  };
  refuseUnsafe(stage);
  return stage;
}

function refuseUnsafe(stage: Stage): void {
  if (stage.kind === "prod") {
    if (stage.local) throw new StageRefused("Production cannot run on a local emulator: leave out -c local.");
    for (const part of ["rail", "conversion", "kyt"] as const) {
      if (stage[part] === "mock") {
        throw new StageRefused(
          `Production refuses the mock ${part} adapter: name a live one with -c ${part}=${part === "kyt" ? "sluice" : "bridge"}.`,
        );
      }
    }
  }
  if (stage.kind === "prod" && stage.mailFrom === null)
    throw new StageRefused("Production sends letters: name the address that they come from, -c mailFrom=...");
  refuseConversion(stage);
  if (stage.hold && !canHold(stage)) {
    throw new StageRefused(
      `Holding value cannot be switched on for stage ${stage.name}: the ${stage.rail} adapter does not implement it.`,
    );
  }
}

function refuseConversion({ rail, bridgeMode, conversion, alternativeConversion }: Stage): void {
  if (conversion === "bridge" && rail !== "bridge")
    throw new StageRefused(
      `Bridge converts what it collects itself: it cannot convert for the ${rail} rail.`,
    );
  if (alternativeConversion === conversion)
    throw new StageRefused(
      `${conversion} converts for every tenant already: leave out -c alternativeConversion.`,
    );
  const named = [conversion, alternativeConversion];
  if (named.includes("hifi") && rail === "bridge" && bridgeMode === "one_leg")
    throw new StageRefused(
      "HIFI cannot convert what Bridge delivers in one leg: name -c bridgeMode=two_leg.",
    );
}

/** Whether the rail's adapter implements hold, disbursement of what is held, and refund. */
function canHold({ rail, bridgeMode }: Stage): boolean {
  return rail === "mock" || (rail === "bridge" && bridgeMode === "two_leg");
}

/** Whether no vendor that moves a stage's money is asked over the network. */
export function isMock({ rail, conversion, alternativeConversion }: Stage): boolean {
  return rail === "mock" && conversion === "mock" && alternativeConversion === null;
}

/** Whether some vendor of a stage knows us by keys. */
export function hasVendorKeys(stage: Stage): boolean {
  return !isMock(stage) || stage.alertSources.length > 0;
}

function readAlertSources(read: ReadContext): readonly ThirdPartySource[] {
  const names = (text(read, "alertSources") ?? "").split(",").filter(Boolean);
  return [...new Set(names)].map((name) => {
    const source = oneOf(thirdPartySources, "alertSources", name);
    if (!isReachable(source))
      throw new StageRefused(
        `Alerts of ${source} cannot be switched on: it is declared, and has no adapter yet (-c alertSources=${reachableSources.join(",")}).`,
      );
    return source;
  });
}

function alternative(read: ReadContext): string | null {
  const given = text(read, "alternativeConversion");
  return given === null ? null : oneOf(alternatives, "alternativeConversion", given);
}

function vendorUrl(read: ReadContext, kind: Stage["kind"], vendor: keyof typeof vendorUrls): string {
  const given = text(read, `${vendor}Url`);
  if (given !== null && kind === "prod")
    throw new StageRefused(`Production talks to ${vendor} itself: leave out -c ${vendor}Url.`);
  return given ?? vendorUrls[vendor][kind === "prod" ? "prod" : "other"];
}

function stageKind(name: string): Stage["kind"] {
  if (name === "sandbox" || name === "prod") return name;
  if (/^dev-[a-z0-9](?:[a-z0-9-]{0,18}[a-z0-9])?$/.test(name)) return "dev";
  throw new StageRefused(
    `The stage "${name}" is none of sandbox, prod and dev-NAME (NAME: up to 20 lower-case letters, digits and hyphens).`,
  );
}

function customDomain(read: ReadContext): CustomDomain | null {
  const api = text(read, "domain");
  const onboard = text(read, "onboardDomain");
  const certificateArn = text(read, "certificateArn");
  if (api === null && onboard === null && certificateArn === null) return null;
  if (api === null || onboard === null || certificateArn === null) {
    throw new StageRefused(
      "A custom domain needs all three: -c domain=... -c onboardDomain=... -c certificateArn=...",
    );
  }
  return { api, onboard, certificateArn };
}
