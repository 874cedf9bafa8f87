import type { ProgramId } from "../core/program-id.ts";
import { addMonths, dayOf, type Instant } from "../core/time.ts";
import type { Counts, DayCounts } from "../settlement/counters.ts";

/** Days of Nacha's rolling window (Increase docs: ACH returns). */
const nachaDays = 60;

/** A program's limit as it applies from a day on: it is breached once all of these are reached. */
export interface Limit {
  readonly from: string;
  /** The first day on which it applies no more; left out where it has no end. */
  readonly until?: string;
  /** Basis points of the base. */
  readonly bps: number;
  /** The basis points themselves are still within the limit: it takes more than them. */
  readonly isExceeded?: true;
  readonly minCount: number;
  readonly minBase?: number;
  readonly minCents?: number;
  readonly source: string;
  /** What of the row no document confirms, or where documents disagree. */
  readonly verify?: string;
}

/** What a network charges while a program's limit is breached: for each item, or for the nth month in it. Told as information; the acquirer's bill is the truth. */
export type Fee =
  | { readonly from: string; readonly currency: string; readonly perItemCents: number }
  | { readonly currency: string; readonly byMonth: readonly { readonly fromMonth: number; readonly cents: number }[] };

/** What was counted of a tenant, by day, when it became one, which is the age of its business with us, and where it is established. */
export interface CountedTenant {
  readonly days: DayCounts;
  readonly since: Instant;
  readonly country?: string | null | undefined;
}

export interface RatioProgram {
  readonly id: ProgramId;
  readonly network: "visa" | "mastercard" | "ach";
  readonly name: string;
  /** What a period's count is set against: what was collected in the same month, in the month before it, or in the window that ends on its day. */
  readonly against: "this_month" | "last_month" | "window";
  readonly limits: readonly Limit[];
  /** Limits of its own for merchants of some countries (ISO 3166-1 alpha-2). */
  readonly regional?: { readonly countries: readonly string[]; readonly limits: readonly Limit[] };
  /** Full months below the limit, or for a window its own days, after which a tenant is out of the program. */
  readonly exit: { readonly months: number } | { readonly days: number };
  readonly fee: Fee | null;
  /** It flags merchants younger than so many months, and no others. */
  readonly youngMonths?: number;
  /** Hours in which operators have to look into a breach. */
  readonly investigateHours?: number;
  count(counts: Counts): number;
  base(counts: Counts): number;
  /** The money of what is limited, for a program with a limit to that as well. */
  cents(counts: Counts): number;
}

const always = "1970-01-01";
const noCents = () => 0;
const payments = ({ payments = 0 }: Counts) => payments;
const debits = ({ debits = 0 }: Counts) => debits;
const mastercardChargebacks = ({ mastercardChargebacks = 0 }: Counts) => mastercardChargebacks;

function byMonth(currency: string, steps: Readonly<Record<number, number>>): Fee {
  const months = Object.entries(steps);
  return { currency, byMonth: months.map(([month, cents]) => ({ fromMonth: Number(month), cents })) };
}

const checkout =
  "Checkout.com help centre: thresholds for disputes and fraud under Visa's Acquirer Monitoring Program (article 23330844282514)";

/** The Middle East and North Africa as the World Bank has them, without the EU's Malta and Iran and Syria. */
const menaCountries = "AE BH DJ DZ EG IQ JO KW LB LY MA OM PS QA SA TN YE".split(" ");

/** Visa Acquirer Monitoring Program: (TC40 + TC15) / TC05 of a month, without what RDR or CDRN resolved in it, CE 3.0 and 10.5. 8 USD an item from 2025-10-01 (Checkout.com). Out after one month below (Solidgate docs: Visa monitoring programs). In the Middle East and North Africa more than 100 items are enough, worth more than 75,000 USD by what their alerts say. A merchant whose country nobody knows is under the limits of everywhere else. */
export const vamp: RatioProgram = {
  id: "vamp",
  network: "visa",
  name: "Visa Acquirer Monitoring Program",
  against: "this_month",
  limits: [
    { from: "2025-06-01", bps: 220, minCount: 1501, source: checkout },
    {
      ...{ from: "2026-04-01", bps: 150, minCount: 1501, source: checkout },
      verify:
        "whether Latin America and CEMEA outside of MENA moved with it: Checkout.com says so, others name the US, Canada, the EU and Asia-Pacific alone",
    },
  ],
  regional: {
    countries: menaCountries,
    limits: [
      {
        ...{ from: "2025-06-01", bps: 220, minCount: 101, minCents: 7_500_001, source: checkout },
        verify: "which countries Visa counts as MENA, and that 2.20 % goes on there: the row of 2026-04-01 excepts it",
      },
    ],
  },
  exit: { months: 1 },
  fee: { from: "2025-10-01", currency: "USD", perItemCents: 800 },
  count: ({ visaFraudReports = 0, visaChargebacks = 0, visaExcluded = 0 }) =>
    Math.max(0, visaFraudReports + visaChargebacks - visaExcluded),
  base: payments,
  cents: ({ visaCents = 0, visaExcludedCents = 0 }) => Math.max(0, visaCents - visaExcludedCents),
};

const solidgate = "Solidgate support: Mastercard monitoring programs; Braintree: Excessive Chargeback Program";

/** Mastercard Excessive Chargeback Merchant: chargebacks of a month / sales of the month before, 100 of them and 1.50 %; who is over HECM's limit is over this one too. Out after three months below (Solidgate support: Mastercard monitoring programs; Braintree: Excessive Chargeback Program). */
export const ecm: RatioProgram = {
  id: "ecm",
  network: "mastercard",
  name: "Mastercard Excessive Chargeback Merchant",
  against: "last_month",
  limits: [{ from: always, bps: 150, minCount: 100, source: solidgate }],
  exit: { months: 3 },
  fee: byMonth("USD", { 1: 0, 2: 100_000, 4: 500_000, 7: 2_500_000, 12: 5_000_000, 19: 10_000_000 }),
  count: mastercardChargebacks,
  base: payments,
  cents: noCents,
};

/** Mastercard High Excessive Chargeback Merchant: the same from 300 chargebacks and 3.00 % on (same sources). */
export const hecm: RatioProgram = {
  ...ecm,
  id: "hecm",
  name: "Mastercard High Excessive Chargeback Merchant",
  limits: [{ from: always, bps: 300, minCount: 300, source: solidgate }],
  fee: byMonth("USD", { 1: 0, 2: 100_000, 3: 200_000, 4: 1_000_000, 7: 5_000_000, 12: 10_000_000, 19: 20_000_000 }),
};

/** Mastercard Excessive Fraud Merchant: 1,000 sales in the month before, 50,000 of fraud chargebacks, 0.50 % of those sales (Braintree: Excessive Fraud Merchant Program; fees and exit: Dalenys help, Mastercard risk compliance programs). Its 3-D Secure quota is not known here and taken as not met. */
export const efm: RatioProgram = {
  id: "efm",
  network: "mastercard",
  name: "Mastercard Excessive Fraud Merchant",
  against: "last_month",
  limits: [
    {
      ...{ from: always, bps: 50, minCount: 1, minBase: 1000, minCents: 5_000_000 },
      source: "paymentspedia.com: Mastercard's chargeback and fraud monitoring programs; Braintree",
    },
  ],
  exit: { months: 3 },
  fee: byMonth("EUR", { 1: 0, 2: 50_000, 3: 100_000, 4: 500_000, 7: 2_500_000, 12: 5_000_000, 19: 10_000_000 }),
  count: ({ mastercardFraudChargebacks = 0 }) => mastercardFraudChargebacks,
  base: payments,
  cents: ({ mastercardFraudCents = 0 }) => mastercardFraudCents,
};

/** Mastercard's scam program, since 2026-07-24: merchants younger than six months with more than 5 % of refunds and chargebacks on at least 500 purchases in 30 days, to be looked into within 72 hours (Mastercard's bulletin as told by acquirers' notes). More than 5 % of 500 are 26. */
export const mastercardScam: RatioProgram = {
  id: "mastercard_scam",
  network: "mastercard",
  name: "Mastercard scam merchant monitoring",
  against: "window",
  limits: [
    {
      ...{ from: "2026-07-24", bps: 500, isExceeded: true, minCount: 26, minBase: 500 },
      source: "Mastercard GLB 12772 as told by anagee.com, solidgate.com and chargebackgurus.com",
      verify: "the bulletin itself, which is not public",
    },
  ],
  exit: { days: 30 },
  fee: null,
  youngMonths: 6,
  investigateHours: 72,
  count: ({ refunds = 0, mastercardChargebacks = 0 }) => refunds + mastercardChargebacks,
  base: payments,
  cents: noCents,
};

const nachaRates = "Nacha: ACH Network Risk and Enforcement Topics; Increase docs: ACH returns";

function nacha(id: ProgramId, name: string, bps: number, minCount: number, count: RatioProgram["count"]): RatioProgram {
  return {
    id,
    network: "ach",
    name,
    against: "window",
    limits: [{ from: always, bps, minCount, source: nachaRates }],
    exit: { days: nachaDays },
    fee: null,
    count,
    base: debits,
    cents: noCents,
  };
}

/** Nacha's unauthorized return rate: 0.5 % of the debits of 60 days (Increase docs: ACH returns). Below 5 returns a rate says nothing: a floor of our own. */
export const nachaUnauthorized = nacha(
  "nacha_unauthorized",
  "Nacha unauthorized return rate",
  50,
  5,
  ({ returnsUnauthorized = 0 }) => returnsUnauthorized,
);

/** Nacha's administrative return rate (R02, R03, R04): 3.0 % of the debits of 60 days (Nacha: ACH Network Risk and Enforcement Topics). Floor of our own: 10 returns. */
export const nachaAdministrative = nacha(
  "nacha_administrative",
  "Nacha administrative return rate",
  300,
  10,
  ({ returnsAdministrative = 0 }) => returnsAdministrative,
);

/** Nacha's overall return rate: 15.0 % of the debits of 60 days (Nacha: ACH Network Risk and Enforcement Topics). Floor of our own: 10 returns. */
export const nachaOverall = nacha(
  "nacha_overall",
  "Nacha overall return rate",
  1500,
  10,
  ({ returnsUnauthorized = 0, returnsAdministrative = 0, returnsOther = 0 }) =>
    returnsUnauthorized + returnsAdministrative + returnsOther,
);

export const ratioPrograms: readonly RatioProgram[] = [
  vamp,
  ecm,
  hecm,
  efm,
  nachaUnauthorized,
  nachaAdministrative,
  nachaOverall,
  mastercardScam,
];

/** The limit that applies on a day; undefined before the program began. */
export function limitOn({ limits }: RatioProgram, day: string): Limit | undefined {
  return limits.findLast(({ from, until }) => from <= day && (until === undefined || day < until));
}

/** The programs as they apply to a tenant: by the limits of its country, and those for young merchants until the day on which it is one no more. */
export function programsFor({ since, country }: Omit<CountedTenant, "days">): readonly RatioProgram[] {
  return ratioPrograms.map((each) => {
    const { regional, youngMonths } = each;
    const program = regional?.countries.includes(country ?? "") ? { ...each, limits: regional.limits } : each;
    if (youngMonths === undefined) return program;
    const until = addMonths(dayOf(since), youngMonths);
    return { ...program, limits: program.limits.map((limit) => ({ ...limit, until })) };
  });
}
