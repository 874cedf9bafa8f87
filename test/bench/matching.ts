import { parseArgs } from "node:util";
import { judgeMatch, type MatchFloors, matchFloors, searchDays } from "../../functions/domain/disputes/alert-match.ts";
import { closeDays } from "../../functions/domain/disputes/match-score.ts";
import { Random } from "../support/world/core/random.ts";
import { alertKinds, type MadeAlert, madeAlerts } from "./matching/alerts.ts";
import { madePayments } from "./matching/payments.ts";
import { Search } from "./matching/search.ts";

const usage = `npm run bench -- matching [--payments N] [--alerts N] [--seed N]
  --payments N  payments that are made up (default 100000)
  --alerts N    alerts with known truth (default 1000)
  --seed N      the same seed makes the same payments and alerts (default 7)`;

/** What the automatic match must reach, in ten-thousandths. */
const leastPrecision = 9950;

const { values } = parseArgs({
  options: {
    payments: { type: "string", default: "100000" },
    alerts: { type: "string", default: "1000" },
    seed: { type: "string", default: "7" },
    help: { type: "boolean", default: false },
  },
});

interface Counts {
  alerts: number;
  /** Alerts that have a payment. */
  owned: number;
  right: number;
  wrong: number;
  /** Unmatched ones whose payment is among the stored candidates. */
  offered: number;
  lost: number;
}

function none(): Counts {
  return { alerts: 0, owned: 0, right: 0, wrong: 0, offered: 0, lost: 0 };
}

function count(
  counts: Counts,
  { truth }: MadeAlert,
  { verdict, candidate, candidates }: ReturnType<typeof judgeMatch>,
) {
  counts.alerts += 1;
  if (truth !== null) counts.owned += 1;
  if (verdict === "matched") counts[candidate.paymentId === truth ? "right" : "wrong"] += 1;
  else if (candidates.some(({ paymentId }) => paymentId === truth)) counts.offered += 1;
  else if (truth !== null) counts.lost += 1;
}

interface Way {
  readonly days: number;
  readonly floors: MatchFloors;
  /** Whether payments are found by a card's last four digits, too. */
  readonly byCard?: boolean;
}

function run(search: Search, alerts: readonly MadeAlert[], { days, floors, byCard = false }: Way) {
  const all = none();
  const byKind = new Map(alertKinds.map((kind) => [kind, none()]));
  for (const alert of alerts) {
    const found = search.candidates(alert.tenant, alert.said, days);
    const ofCard = byCard ? search.ofCard(alert.tenant, alert.said) : [];
    const judged = judgeMatch(alert.said, [...found, ...ofCard], floors);
    for (const counts of [all, byKind.get(alert.kind)]) if (counts) count(counts, alert, judged);
  }
  return { all, byKind };
}

function precision({ right, wrong }: Counts): number {
  return right + wrong === 0 ? 0 : Math.floor((right * 10_000) / (right + wrong));
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} %`;
}

function told(counts: Counts): string {
  const { alerts, owned, right, wrong, offered, lost } = counts;
  const automatic = right + wrong;
  return [
    `precision ${(precision(counts) / 100).toFixed(2)} % (${right} of ${automatic})`,
    `recall ${percent(right, owned)}`,
    `left to the queue ${percent(alerts - automatic, alerts)}`,
    `the payment among the candidates ${percent(right + offered, owned)} (${lost} not)`,
  ].join("; ");
}

function compare(): void {
  const random = new Random(Number(values.seed));
  const payments = madePayments(random, Number(values.payments));
  const alerts = madeAlerts(random, payments, Number(values.alerts));
  const search = new Search(payments);
  console.log(`${payments.length} payments, ${alerts.length} alerts, seed ${values.seed}`);
  const began = performance.now();
  const { all, byKind } = run(search, alerts, { days: searchDays, floors: matchFloors });
  const each = ((performance.now() - began) / alerts.length).toFixed(2);
  console.log(`automatic match: ${told(all)}; ${each} ms an alert`);
  for (const [kind, { alerts: number, right, wrong, offered, lost }] of byKind)
    console.log(`  ${kind}: ${number} alerts, ${right} right, ${wrong} wrong, ${offered} offered, ${lost} not found`);
  if (precision(all) < leastPrecision) process.exitCode = 1;

  const others: Readonly<Record<string, Way>> = {
    [`looking ${closeDays} days around instead of ${searchDays}`]: { days: closeDays, floors: matchFloors },
    "looking by the card's last four digits as well": { days: searchDays, floors: matchFloors, byCard: true },
    "without the limit of a crowd": { days: searchDays, floors: { ...matchFloors, crowd: 100_000 } },
  };
  for (const [title, way] of Object.entries(others)) console.log(`${title}: ${told(run(search, alerts, way).all)}`);
  const control = run(search, alerts, { days: searchDays, floors: { ...matchFloors, lead: 0 } }).all;
  console.log(`negative control, no lead asked for: ${told(control)}`);
  if (precision(control) < leastPrecision) return;
  console.log("the negative control passed, so this benchmark proves nothing");
  process.exitCode = 1;
}

if (values.help) console.log(usage);
else compare();
