import * as z from "zod";
import { passkeyPolicies } from "../../functions/domain/access/passkey.ts";
import { reachableSources } from "../../functions/domain/disputes/alert-source.ts";
import { railNames } from "../../functions/domain/rails/terms.ts";
import { reachableExposures } from "../../functions/domain/screening/exposure-mapping.ts";
import { jurisdictions } from "../../functions/domain/tenants/asset-policy.ts";
import { brandDomain } from "../api/brand-domains.ts";
import { configurationSetName, mailAddress } from "../messaging/mail-from.ts";
import {
  accountNumber,
  certificateArn,
  host,
  regionName,
  topicArn,
  webAddress,
  wholeNumber,
  wordOf,
} from "./values.ts";

const flag = z.boolean("true or false");
const https = webAddress(/^https:$/, "an https address, such as https://screening.example.com");
const web = webAddress(/^https?:$/, "a web address, such as https://wiki.example.com/runbook");

const domain = z.strictObject(
  { api: host, onboard: host, certificateArn },
  "{ api, onboard, certificateArn }: the two public hosts and the certificate that covers both",
);
const exposure = z.array(wordOf(reachableExposures), `a list of providers out of ${reachableExposures.join(", ")}`);
const alertSources = z.array(wordOf(reachableSources), `a list of sources out of ${reachableSources.join(", ")}`);
const licensedIn = z.array(wordOf(jurisdictions), `a list of jurisdictions out of ${jurisdictions.join(", ")}`);
const liveRails = railNames.filter((name) => name !== "mock");
const pairs = (expected: string) => z.record(z.string(), z.string(expected), expected);
const operatorWallets = pairs("{ base, ethereum, solana, tron }: the operator's own wallet on each chain");
const feeFloats = pairs('amounts of stablecoin, such as { USDC: "500.00" }');
const brandDomains = z.array(brandDomain, "a list of { host, certificateArn }");

const gatewayRate = wholeNumber("requests a second, 1 to 10000", { from: 1, to: 10_000 });
const gatewayBurst = wholeNumber("requests at once, 1 to 5000", { from: 1, to: 5_000 });
const throttle = z.strictObject({ rate: gatewayRate, burst: gatewayBurst }, "{ rate, burst }");

const atOnce = wholeNumber("how many run at once, 1 to 900", { from: 1, to: 900 });
const reservedConcurrency = z.union(
  [z.boolean(), z.strictObject({ outbox: atOnce, sweep: atOnce, steps: atOnce })],
  "true, false or { outbox, sweep, steps }: how many of each Lambda run at once, 1 to 900",
);

const perSource = wholeNumber("requests of one source in 5 minutes, 10 to 2000000", { ...{ from: 10, to: 2_000_000 } });
const webAcl = z.strictObject({ requestsPer5Minutes: perSource }, "{ requestsPer5Minutes }, or null for none");

/** Every setting there is; the first mistake in this order is the one that is reported. */
const allSettings = z.strictObject({
  kind: wordOf(["sandbox", "dev", "prod"]),
  account: accountNumber.optional(),
  region: regionName.optional(),
  alarmTopicArn: topicArn.optional(),
  domain: domain.optional(),
  exposure: exposure.optional(),
  rail: wordOf(railNames).optional(),
  conversion: wordOf(["mock", "bridge", "hifi"]).optional(),
  kyt: wordOf(["mock", "sluice"]).optional(),
  mailFrom: mailAddress.optional(),
  mailConfigurationSet: configurationSetName.optional(),
  kytUrl: https.optional(),
  kytDomain: brandDomain.optional(),
  bridgeMode: wordOf(["one_leg", "two_leg"]).optional(),
  operatorWallets: operatorWallets.optional(),
  feeFloats: feeFloats.optional(),
  alternativeConversion: wordOf(["hifi"], "hifi, or remove it").optional(),
  hold: flag.optional(),
  twoPersonControl: flag.optional(),
  passkeys: wordOf(passkeyPolicies).optional(),
  licensedIn: licensedIn.optional(),
  alertSources: alertSources.optional(),
  adminAuth: wordOf(["bearer", "iam", "both"]).optional(),
  brandDomains: brandDomains.optional(),
  runbookUrl: web.optional(),
  throttle: throttle.optional(),
  reservedConcurrency: reservedConcurrency.optional(),
  webAcl: webAcl.nullable().optional(),
  bridgeUrl: web.optional(),
  hifiUrl: web.optional(),
  ethocaUrl: web.optional(),
  local: flag.optional(),
  publicUrl: web.optional(),
  onboardUrl: web.optional(),
  kytPublicUrl: web.optional(),
});

/** The names of every setting that a stage's file may have. */
export const settingNames = Object.keys(allSettings.shape);

const letters = { mailFrom: true, mailConfigurationSet: true } as const;
const vendorUrls = { bridgeUrl: true, hifiUrl: true, ethocaUrl: true } as const;
const launcherSettings = { local: true, publicUrl: true, onboardUrl: true, kytPublicUrl: true } as const;

const prod = allSettings
  .omit({ ...vendorUrls, ...launcherSettings })
  .extend({
    kind: z.literal("prod"),
    account: accountNumber,
    region: regionName,
    alarmTopicArn: topicArn,
    domain,
    exposure: exposure.min(1, `at least one provider out of ${reachableExposures.join(", ")}`),
    rail: wordOf(liveRails, `the live rail: ${liveRails.join(" or ")}`),
    conversion: wordOf(["bridge", "hifi"], "a live conversion: bridge or hifi"),
    kyt: wordOf(["sluice"], "sluice: the screening interface"),
    mailFrom: mailAddress,
    passkeys: wordOf(["required"], "required, or remove it: in production no token alone signs anybody in").optional(),
    twoPersonControl: z
      .literal(true, "true, or remove it: in production two people decide about what redirects money")
      .optional(),
  });
const sandbox = allSettings.omit({ ...letters, ...launcherSettings }).extend({ kind: z.literal("sandbox") });
const dev = allSettings.omit(launcherSettings).extend({ kind: z.literal("dev") });

/** What each kind of stage file may say. `local` is the sandbox as the launcher on this machine deploys it. */
export const stageSchemas = {
  sandbox,
  dev,
  prod,
  local: allSettings.omit(letters).extend({ kind: z.literal("sandbox"), kytUrl: web.optional() }),
} as const;

/** A stage's settings, once they are valid for its kind. */
export type StageSettings = z.output<typeof allSettings>;

/** A value that may also be a blank: text that nobody has filled in. */
type Blank<T> = T extends string ? T | "" : T extends object ? { [K in keyof T]: Blank<T[K]> } : T;

/** What a file in `stages/` exports as `stage`. A blank, "", counts as left out. */
export type StageFile = Blank<z.input<typeof sandbox> | z.input<typeof dev> | z.input<typeof prod>>;
