import * as z from "zod";

/** How bad the package manager's registry says that something is, from the least on. */
const severities = ["info", "low", "moderate", "high", "critical"] as const;

type Severity = (typeof severities)[number];

const advisory = z.object({
  source: z.number(),
  name: z.string(),
  title: z.string(),
  url: z.string(),
  severity: z.enum(severities),
});

/** What `npm audit --json` prints where the registry answered (audit report version 2). */
const auditReport = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), advisory])) })),
});

/** Within how many days of the day on which it is known an advisory has to be gone (SECURITY.md). */
const mendingDays: Readonly<Record<Severity, number>> = { critical: 7, high: 14, moderate: 30, low: 90, info: 90 };

/** An advisory that stays, for a reason, from one day until another. */
export interface Exception {
  /** The last part of its address: GHSA-xxxx-xxxx-xxxx. */
  readonly id: string;
  /** The days on which it became known here and on which it stops a release again, YYYY-MM-DD. */
  readonly since: string;
  readonly until: string;
  readonly reason: string;
}

/** What the registry said: nothing where it gave no answer, with its words. */
export type Advisories =
  | { readonly answered: false; readonly words: string }
  | { readonly answered: true; readonly found: readonly z.infer<typeof advisory>[] };

/** Reads what `npm audit --json` printed. */
export function readAudit(printed: string): Advisories {
  let said: unknown;
  try {
    said = JSON.parse(printed);
  } catch {
    return { answered: false, words: printed.trim().slice(0, 200) || "nothing" };
  }
  const report = auditReport.safeParse(said);
  if (!report.success) return { answered: false, words: wordsOf(said) };
  const all = Object.values(report.data.vulnerabilities).flatMap(({ via }) => via);
  const found = new Map(all.flatMap((each) => (typeof each === "string" ? [] : [[each.source, each] as const])));
  return { answered: true, found: [...found.values()] };
}

function wordsOf(said: unknown): string {
  const { message, error } = (said ?? {}) as { message?: unknown; error?: { summary?: unknown } };
  return String(message ?? error?.summary ?? JSON.stringify(said)).slice(0, 200);
}

/** The advisories that stop a release: every one from moderate on about what is bundled, from high on about what only builds and tests; but for those accepted whose day has not come, and is not later than the time for mending allows. `today` is YYYY-MM-DD. */
export function stopping(
  found: Extract<Advisories, { answered: true }>["found"],
  bundled: ReadonlySet<string>,
  accepted: readonly Exception[],
  today: string,
): string[] {
  return found.flatMap(({ name, severity, title, url }) => {
    const least: Severity = bundled.has(name) ? "moderate" : "high";
    const isAccepted = accepted.some(
      ({ id, since, until }) =>
        url.endsWith(`/${id}`) && today < until && daysBetween(since, until) <= mendingDays[severity],
    );
    if (severities.indexOf(severity) < severities.indexOf(least) || isAccepted) return [];
    return [`${severity}: ${name}${bundled.has(name) ? ", which is deployed" : ""}: ${title} (${url})`];
  });
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}
