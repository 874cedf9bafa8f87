/** The plans of the screening interface (spec section 8); `sandbox` is for sandbox stages, `unlimited` by contract and for sluice's own gate. */
export const planNames = ["free", "starter", "pro", "sandbox", "unlimited"] as const;
export type PlanName = (typeof planNames)[number];

/** What a plan gives. Null is without limit. */
export interface Plan {
  readonly title: string;
  /** Screenings a calendar month, UTC. */
  readonly screenings: number | null;
  readonly apiKeys: number | null;
  readonly priceCents: number | null;
  /** Requests a second once the burst is used up. */
  readonly perSecond: number;
  /** Requests at once. */
  readonly burst: number;
  /** Rows over which a month's count is spread: a limit needs one, which is exact. */
  readonly counters: number;
  /** Addresses that an account may watch at a time; 0 where the plan has no monitors. */
  readonly monitors: number | null;
}

/** Requests that every plan but the free one may make at once (decisions, "Screening"). */
export const burst = 1_000;

/** Each is screened again daily, which is not counted: 300,000 looks a month for one Pro account at most. */
const proMonitors = 10_000;

/** A key takes 1,000 write units a second, and a screen two of its counter: as many rows take 16,000 screens a second. */
const unlimitedCounters = 32;

export const plans: Readonly<Record<PlanName, Plan>> = {
  free: { title: "Free", screenings: 100, apiKeys: 1, priceCents: 0, perSecond: 1, burst: 5, counters: 1, monitors: 0 },
  starter: {
    title: "Starter",
    screenings: 500,
    apiKeys: 3,
    priceCents: 4_900,
    perSecond: 5,
    burst,
    counters: 1,
    monitors: 0,
  },
  pro: {
    title: "Pro",
    screenings: 3_000,
    apiKeys: null,
    priceCents: 19_900,
    perSecond: 20,
    burst,
    counters: 1,
    monitors: proMonitors,
  },
  sandbox: {
    title: "Sandbox",
    screenings: null,
    apiKeys: null,
    priceCents: null,
    perSecond: 100,
    burst,
    counters: 1,
    monitors: null,
  },
  unlimited: {
    title: "Unlimited",
    screenings: null,
    apiKeys: null,
    priceCents: null,
    perSecond: 100,
    burst,
    counters: unlimitedCounters,
    monitors: null,
  },
};
