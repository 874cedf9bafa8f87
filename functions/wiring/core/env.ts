import * as z from "zod";
import { passkeyPolicies } from "../../domain/access/passkey.ts";
import { thirdPartySources } from "../../domain/disputes/alert-source.ts";
import { readPairs } from "../../domain/reconciliation/fee-policy.ts";
import { jurisdictions } from "../../domain/tenants/asset-policy.ts";

const common = z.object({
  STAGE: z.string().default("sandbox"),
  /** Whether the stage is a production, whatever its name is. */
  LIVE: z.stringbool().default(false),
  /** The product that this Lambda is of: logs and metrics go by it. */
  SERVICE: z.enum(["rails", "screening"]).default("rails"),
  PUBLIC_URL: z.string().default(""),
  ONBOARD_URL: z.string().default(""),
  CONSOLE_URL: z.string().default(""),
  /** Where the runbook is read; empty where it is read in the repository. */
  RUNBOOK_URL: z.string().default(""),
  RAIL: z.string().default("mock"),
  CONVERSION: z.string().default("mock"),
  /** A vendor beside it, for tenants whose flag of it is on; empty where there is none. */
  ALTERNATIVE_CONVERSION: z.string().default(""),
  KYT: z.string().default("mock"),
  /** The operator's own wallets, `chain=address` with commas between, and what stays of each stablecoin in every wallet at the rail. */
  OPERATOR_WALLETS: z.string().default("").transform(readPairs),
  FEE_FLOATS: z.string().default("").transform(readPairs),
  /** Where the screening interface answers. */
  KYT_URL: z.string().default(""),
  /** Third parties whose alerts are taken, with commas between; none is the default. */
  ALERT_SOURCES: z
    .string()
    .default("")
    .transform((names) => names.split(",").filter(Boolean))
    .pipe(z.array(z.enum(thirdPartySources))),
  ETHOCA_URL: z.string().default("https://sandbox.api.ethocaweb.com/ethoca/alerts/merchants"),
  /** Providers of graph analysis that are asked about an address, with commas between; none is the default. */
  EXPOSURE: z
    .string()
    .default("")
    .transform((names) => names.split(",").filter(Boolean)),
  CHAINALYSIS_SANCTIONS_URL: z.string().default("https://public.chainalysis.com/api/v1"),
  CHAINALYSIS_URL: z.string().default("https://api.chainalysis.com/api/risk"),
  ELLIPTIC_URL: z.string().default("https://aml-api.elliptic.co"),
  /** Empty where every vendor is a mock. */
  VENDOR_SECRET_ARN: z.string().default(""),
  KYT_KEY_ARN: z.string().default(""),
  /** The address that letters come from; empty where they are kept instead of sent. */
  MAIL_FROM: z.string().default(""),
  MAIL_CONFIGURATION_SET: z.string().default(""),
  /** Hosts of brands that this stage answers under, with commas between. */
  BRAND_DOMAINS: z
    .string()
    .default("")
    .transform((hosts) => hosts.split(",").filter(Boolean)),
  HOLD: z.stringbool().default(false),
  /** Whether what redirects money needs a second operator: where nothing is said, in production. */
  TWO_PERSON_CONTROL: z.stringbool().optional(),
  /** Where the rail has a license of its own for the stablecoins that it pays, with commas between. */
  LICENSED_IN: z
    .string()
    .default("")
    .transform((names) => names.split(",").filter(Boolean))
    .pipe(z.array(z.enum(jurisdictions))),
  ADMIN_AUTH: z.enum(["bearer", "iam", "both"]).default("both"),
  /** Whether operators who sign in by a token must have a passkey. */
  PASSKEYS: z.enum(passkeyPolicies).default("optional"),
  LOCAL: z.stringbool().default(false),
  /** Where the sandbox counts what things would have cost; empty where nobody does. */
  COST_METER_URL: z.string().default(""),
  /** Where the fonts of PDFs lie; empty where beside the Lambda's own file. */
  FONT_FOLDER: z.string().default(""),
});

/** How this Lambda is configured; read once, when it starts. */
export const settings = common.parse(process.env);

/** Where operators' routes answer: the console is there too. */
export const operatorsUrl = settings.CONSOLE_URL.replace(/\/console$/, "");

/** Production: keys are live keys, safeguards are not flags, and there is no test clock. */
export const live = settings.LIVE;

/** A name that the stack gave this Lambda because of its grants. */
export function requiredSetting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: does the contract grant this Lambda what it uses?`);
  return value;
}

/** Whether wallets' chain, stablecoin and checksum are checked when they are registered: where a real screening looks at them, and never in the sandbox, whose words go first. */
export const checksAddresses = settings.KYT !== "mock" && !settings.LOCAL;

/** Where the rail has a license of its own; rules on stablecoins leave alone what it pays there. */
export const licensedIn = settings.LICENSED_IN;

/** Whether what redirects money, or opens a way for it, needs a second operator on this stage. */
export const twoPersonControl = settings.TWO_PERSON_CONTROL ?? live;
