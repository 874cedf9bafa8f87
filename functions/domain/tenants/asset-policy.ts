import * as z from "zod";
import { Refusal } from "../core/refusal.ts";
import { dayOf, type Instant } from "../core/time.ts";

export const jurisdictions = ["US", "EU"] as const;
export type Jurisdiction = (typeof jurisdictions)[number];

/** The stablecoins that have rows; any other is treated as one whose issuer nobody has authorized. */
export const coins = ["USDT", "USDC", "DAI", "PYUSD", "EURC", "USDB", "USDG", "RLUSD", "TUSD", "USDD"] as const;

/** Where an issuer stands in a jurisdiction: authorized there, a foreign one that is registered, or neither. */
export type IssuerStatus = "authorized" | "foreign_registered" | "unauthorized";

interface IssuerRow {
  readonly coin: (typeof coins)[number];
  readonly jurisdiction: Jurisdiction;
  readonly status: IssuerStatus;
  readonly from: string;
  readonly source: string;
  /** What of it no public document confirms. */
  readonly verify?: string;
}

const occ =
  "OCC news release 2025-125 of 2025-12-12: conditional approvals of five national trust banks, Paxos Trust Company among them";
const circle = "ACPR's license of Circle as electronic money institution, told by Vixio (2024-07-02)";

/** What of the approvals no document confirms: a conditional approval is no permission to issue yet. */
const conditional = "that its conditions were met, and a permission to issue given under the GENIUS Act";

/** What issuers have come to, each from a day on; before its first row a coin's issuer is unauthorized. `verify` has to be settled before a row binds anybody. */
const issuerRows: readonly IssuerRow[] = [
  {
    ...{ coin: "USDC", jurisdiction: "US", status: "authorized", from: "2025-12-12", source: occ },
    verify: `${conditional}: by Steptoe's note not Circle's bank but a New York trust company of its is to issue it`,
  },
  {
    ...{ coin: "PYUSD", jurisdiction: "US", status: "authorized", from: "2025-12-12", source: occ },
    verify: conditional,
  },
  {
    ...{ coin: "USDG", jurisdiction: "US", status: "authorized", from: "2025-12-12", source: occ },
    verify: `${conditional}, and that Paxos Trust Company is its issuer for the US`,
  },
  {
    ...{ coin: "RLUSD", jurisdiction: "US", status: "authorized", from: "2025-12-12", source: occ },
    verify: `${conditional}: by Steptoe's note Ripple's New York trust company issues it, not the bank that was approved`,
  },
  { coin: "USDC", jurisdiction: "EU", status: "authorized", from: "2024-07-01", source: circle },
  {
    ...{ coin: "EURC", jurisdiction: "EU", status: "authorized", from: "2024-07-01" },
    source: `${circle}; EURC white paper, notified to the ACPR on 2024-05-31 (circle.com/legal/mica-eurc-whitepaper)`,
  },
];

export type AssetStatus = "allowed" | "warned" | "refused";

const ruleIds = ["genius_in_force", "genius_offering", "mica"] as const;

export interface AssetRule {
  readonly id: (typeof ruleIds)[number];
  readonly jurisdiction: Jurisdiction;
  readonly from: string;
  readonly effect: Exclude<AssetStatus, "allowed">;
  /** Issuers whose coins it leaves alone. */
  readonly exempt: readonly IssuerStatus[];
  readonly text: string;
  readonly source: string;
  readonly verify?: string;
}

const genius = "GENIUS Act, as told by Greenberg Traurig (2025-07-22)";

const exempt: readonly IssuerStatus[] = ["authorized", "foreign_registered"];

/** The rules by date; of a jurisdiction's the newest that has begun holds. */
const assetRules: readonly AssetRule[] = [
  {
    ...{ id: "genius_in_force", jurisdiction: "US", from: "2027-01-18", effect: "warned", exempt },
    text: "the GENIUS Act is in force, and its issuer is no permitted one; from 2028-07-18 it may not be offered",
    source: genius,
    verify: "whether it came into force sooner: 120 days after the regulators' final rules, where that is earlier",
  },
  {
    ...{ id: "genius_offering", jurisdiction: "US", from: "2028-07-18", effect: "refused", exempt },
    text: "the GENIUS Act lets only permitted issuers' coins be offered, and those of registered foreign issuers",
    source: genius,
  },
  {
    ...{ id: "mica", jurisdiction: "EU", from: "2026-03-02", effect: "refused", exempt: ["authorized"] },
    text: "its issuer is not authorized under MiCA, and the tolerance of unauthorized coins has ended",
    source: "EBA/OP/2026/01 of 2026-02-12: the transition of EBA/Op/2025/08 ends on 2026-03-02",
    verify: "the day for issuers: the EBA's is that of service providers' second license",
  },
];

/** What may be done with a coin, by which rule, and since which day; null where no rule speaks of it. */
export interface AssetPermission {
  readonly stable: string;
  readonly jurisdiction: Jurisdiction;
  readonly status: AssetStatus;
  readonly rule: AssetRule["id"] | null;
  readonly from: string | null;
  readonly text: string | null;
}

const european: readonly string[] =
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" ");

/** Whose rules hold for a party in a country: the EU's in the European Economic Area, those of the US for everybody else, where nothing is known too. */
export function jurisdictionOf(country: string | null | undefined): Jurisdiction {
  return european.includes(country?.toUpperCase() ?? "") ? "EU" : "US";
}

function issuerOn(coin: string, jurisdiction: Jurisdiction, day: string): IssuerStatus {
  const rows = issuerRows.filter((row) => row.coin === coin && row.jurisdiction === jurisdiction && row.from <= day);
  return rows.at(-1)?.status ?? "unauthorized";
}

/** How a coin stands in a jurisdiction at a moment. A rail's own license there takes the rules' effect away. */
export function assetPermission(
  stable: string,
  jurisdiction: Jurisdiction,
  now: Instant,
  licensedIn: readonly Jurisdiction[] = [],
): AssetPermission {
  const coin = stable.toUpperCase();
  const day = dayOf(now);
  const rule = assetRules.findLast((each) => each.jurisdiction === jurisdiction && each.from <= day);
  const isFree = !rule || licensedIn.includes(jurisdiction) || rule.exempt.includes(issuerOn(coin, jurisdiction, day));
  const none = { status: "allowed", rule: null, from: null, text: null } as const;
  const held = isFree ? none : { status: rule.effect, rule: rule.id, from: rule.from, text: rule.text };
  return { stable: coin, jurisdiction, ...held };
}

/** The parties of a payment by their countries; null where it is not known. */
export interface AssetParties {
  readonly stable: string;
  readonly countries: readonly (string | null | undefined)[];
  readonly licensedIn?: readonly Jurisdiction[] | undefined;
}

/** What a rule says against a stablecoin that it does not refuse yet. */
export const assetWarning = z.object({
  code: z.literal("asset_warned").describe("what kind of warning it is"),
  stable: z.string().describe("the stablecoin's ticker"),
  jurisdiction: z.enum(jurisdictions).describe("whose rule it is"),
  rule: z.enum(ruleIds).describe("the rule, as under `assets` of the capabilities"),
  from: z.string().describe("the day from which the rule warns, YYYY-MM-DD"),
  refusedFrom: z
    .string()
    .nullable()
    .describe("the day from which nothing new may be paid in the stablecoin there, YYYY-MM-DD; null where none is set"),
  text: z.string().describe("the rule in words"),
});

export type AssetWarning = z.infer<typeof assetWarning>;

/** What is said against a coin between these parties that refuses nothing yet, with the day from which it will be refused; empty where nothing is. */
export function assetWarnings({ stable, countries, licensedIn }: AssetParties, now: Instant): AssetWarning[] {
  return [...new Set(countries.map(jurisdictionOf))].flatMap((each) => {
    const { status, rule, from, text, ...coin } = assetPermission(stable, each, now, licensedIn);
    if (status !== "warned" || rule === null || from === null || text === null) return [];
    return [{ code: "asset_warned" as const, ...coin, rule, from, refusedFrom: refusedFrom(coin), text }];
  });
}

/** The first day from which a rule that is known today refuses a coin in a jurisdiction, as its issuer stands by what is known; null where none does. */
function refusedFrom({ stable, jurisdiction }: Pick<AssetPermission, "stable" | "jurisdiction">): string | null {
  const refusing = assetRules.find(
    (rule) =>
      rule.jurisdiction === jurisdiction &&
      rule.effect === "refused" &&
      !rule.exempt.includes(issuerOn(stable, jurisdiction, rule.from)),
  );
  return refusing?.from ?? null;
}

/** Why a coin may not be used between these parties: the first of their jurisdictions that refuses it. Undefined where none does; a warning refuses nothing. */
export function whyNotAsset({ stable, countries, licensedIn }: AssetParties, now: Instant): Refusal | undefined {
  const all = [...new Set(countries.map(jurisdictionOf))].map((each) => assetPermission(stable, each, now, licensedIn));
  const no = all.find(({ status }) => status === "refused");
  if (!no) return undefined;
  const { jurisdiction, rule, from } = no;
  return new Refusal("asset_not_allowed", `${no.stable} in the ${jurisdiction}: ${no.text}`, {
    extra: { stable: no.stable, jurisdiction, rule, from },
  });
}
