import * as z from "zod";
import type { ExposureFinding } from "../../domain/screening/exposure.ts";
import { findingsOf, levelOfTen, type ReportedExposure, withOverall } from "../../domain/screening/exposure-mapping.ts";
import type { RiskLevel } from "../../domain/screening/risk.ts";

const percent = z.number().min(0);
const score = z.number().min(0).max(10);

const percents = {
  contribution_percentage: percent,
  counterparty_percentage: percent.nullish(),
  indirect_percentage: percent.nullish(),
  is_screened_address: z.boolean().nullish(),
};

const label = z.object({
  name: z.string().nullish(),
  category: z.string().nullish(),
  is_primary_entity: z.boolean().nullish(),
});

/** Somebody that value came from or went to. */
const contribution = z.object({ entities: z.array(label), ...percents });

/** What a rule of the account matched. */
const element = z.object({
  ...percents,
  category: z.string(),
  contributions: z.array(
    z.object({
      entity: z.string().nullish(),
      contribution_percentage: percent.nullish(),
      is_screened_address: z.boolean().nullish(),
      risk_triggers: z.object({ is_sanctioned: z.boolean().nullish() }).nullish(),
    }),
  ),
});

const rule = z.object({
  risk_score: score.nullish(),
  matched_elements: z.array(element).nullish(),
  matched_behaviors: z.array(z.object({ behavior_type: z.string() })).nullish(),
});

/** Both ways that value flows, each of which may be left out. */
function bothWays<T extends z.ZodType>(item: T) {
  return z.object({ source: z.array(item).max(5000), destination: z.array(item).max(5000) });
}

/** Whose analysis it is, and how far it is. */
export const analysisHead = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  subject: z.object({ hash: z.string() }),
  process_status: z.enum(["running", "complete", "error"]),
});

/** An analysis that is complete; half of one is none, but not every account is told contributions. A score of null says that no rule was triggered. */
const analysis = z.object({
  risk_score: score.nullable(),
  cluster_entities: z.array(label),
  evaluation_detail: bothWays(rule),
  contributions: bothWays(contribution).nullish(),
});

/** What an analysis says, in our words, and its own score; undefined where it cannot be read. */
export function readAnalysis(body: unknown): { findings: ExposureFinding[]; score: string } | undefined {
  const read = analysis.safeParse(body);
  if (!read.success) return undefined;
  const { risk_score: risk, cluster_entities: clusters, evaluation_detail: detail, contributions: all } = read.data;
  const findings = [
    clusters.filter(isNamed).map((each) => owner(each)),
    (all?.source ?? []).flatMap(contributed),
    (all?.destination ?? []).flatMap(contributed),
    ...[...detail.source, ...detail.destination].map(ruled),
  ].flatMap((reply) => findingsOf("elliptic", reply));
  return { findings: withOverall(findings, levelOfTen(risk ?? 0)), score: String(risk) };
}

/** Elliptic need not know what somebody is; that is no category that is new to us. */
function isNamed({ category }: Pick<z.infer<typeof label>, "category">): boolean {
  return Boolean(category?.trim());
}

function owner({ name, category }: z.infer<typeof label>, severity: RiskLevel = "low"): ReportedExposure {
  return { word: category ?? "", entity: name ?? null, exposure: "ownership", percent: null, severity };
}

type Percents = z.infer<z.ZodObject<typeof percents>>;

/** A share that is near, one that is far, or both; one that is not told apart counts as near. */
function reached(
  about: Pick<ReportedExposure, "word" | "entity" | "severity">,
  { contribution_percentage: all, counterparty_percentage: near, indirect_percentage: far }: Percents,
): ReportedExposure[] {
  const untold = all > 0 && !near && !far;
  const parts = [
    { ...about, exposure: "counterparty" as const, percent: untold ? all : (near ?? 0) },
    { ...about, exposure: "indirect" as const, percent: far ?? 0 },
  ];
  return parts.filter(({ percent }) => percent > 0);
}

function contributed(each: z.infer<typeof contribution>): ReportedExposure[] {
  const [first] = each.entities;
  const { name = null, category } = each.entities.find((one) => one.is_primary_entity === true) ?? first ?? {};
  if (!isNamed({ category })) return [];
  if (each.is_screened_address === true) return [owner({ name, category })];
  return reached({ word: category ?? "", entity: name, severity: "low" }, each);
}

/** What a rule found: by elements, or by how the address behaves, of which we have no category. */
function ruled({ risk_score: risk, matched_elements: elements, matched_behaviors: behaviours }: z.infer<typeof rule>) {
  const severity = levelOfTen(risk ?? 0);
  const behaved = (behaviours ?? []).map((each) => owner({ category: each.behavior_type }, severity));
  return [...behaved, ...(elements ?? []).flatMap((each) => matched(each, severity))];
}

function matched(each: z.infer<typeof element>, severity: RiskLevel): ReportedExposure[] {
  const { category: word, contributions } = each;
  const largest = contributions.toSorted(
    (one, other) => (other.contribution_percentage ?? 0) - (one.contribution_percentage ?? 0),
  )[0];
  const entity = largest?.entity ?? null;
  const own = contributions.some((one) => one.is_screened_address === true);
  const sanctioned = contributions.some((one) => one.risk_triggers?.is_sanctioned === true);
  return [word, ...(sanctioned ? ["sanctions"] : [])].flatMap((named) =>
    own || each.is_screened_address === true
      ? [owner({ name: entity, category: named }, severity)]
      : reached({ word: named, entity, severity }, each),
  );
}
