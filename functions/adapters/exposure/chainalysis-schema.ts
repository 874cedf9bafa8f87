import * as z from "zod";
import type { ExposureFinding } from "../../domain/screening/exposure.ts";
import { findingsOf, type ReportedExposure, withOverall } from "../../domain/screening/exposure-mapping.ts";
import type { RiskLevel } from "../../domain/screening/risk.ts";

const risks: Readonly<Record<string, RiskLevel>> = { low: "low", medium: "medium", high: "high", severe: "critical" };

/** Chainalysis' word for a risk; another than its four is none that we could rely on. */
const risk = z
  .string()
  .transform((word) => risks[word.toLowerCase()])
  .pipe(z.enum(["low", "medium", "high", "critical"]));

const reach = { exposureType: z.enum(["direct", "indirect"]).nullish(), direction: z.string().nullish() };

const named = z.object({ name: z.string().nullish(), category: z.string() });

/** Whose assessment it is, and whether there is one yet. */
export const assessmentHead = z.object({ address: z.string(), status: z.string() });

/** An assessment that is complete; half of one is none. */
const assessment = z.object({
  risk,
  cluster: z.object({ name: z.string().nullish(), category: z.string().nullish() }).nullable(),
  addressIdentifications: z.array(named).max(1000),
  exposures: z.array(z.object({ category: z.string(), value: z.number().min(0), ...reach })).max(5000),
  triggers: z
    .array(
      z.object({
        category: z.string(),
        percentage: z.number().min(0),
        ruleTriggered: z.object({ risk, ...reach }).nullable(),
      }),
    )
    .max(1000),
});

type Assessment = z.infer<typeof assessment>;

/** What an assessment says, in our words, and its own word for the whole; undefined where it cannot be read. */
export function readAssessment(body: unknown): { findings: ExposureFinding[]; score: string } | undefined {
  const read = assessment.safeParse(body);
  if (!read.success) return undefined;
  const { data } = read;
  const findings = [
    ...findingsOf("chainalysis", owners(data)),
    ...byDirection(data.exposures).flatMap((alike) => findingsOf("chainalysis", shares(alike))),
    ...data.triggers.flatMap((trigger) => findingsOf("chainalysis", [triggered(trigger)])),
  ];
  return { findings: withOverall(findings, data.risk), score: data.risk };
}

/** Who it belongs to, by the address itself and by its cluster. */
function owners({ addressIdentifications, cluster }: Assessment): readonly ReportedExposure[] {
  const all = [...addressIdentifications, ...(cluster?.category ? [cluster] : [])];
  return all.map(({ name, category }) => ({
    ...{ word: category ?? "", entity: name ?? null, exposure: "ownership" },
    ...{ percent: null, severity: "low" },
  }));
}

type Exposure = Assessment["exposures"][number];

function byDirection(exposures: readonly Exposure[]): readonly (readonly Exposure[])[] {
  return [...Map.groupBy(exposures, ({ direction }) => direction ?? "").values()];
}

/** Values in dollars as shares of all that went one way; where the whole is nothing, so is each part. */
function shares(alike: readonly Exposure[]): readonly ReportedExposure[] {
  const whole = alike.reduce((sum, { value }) => sum + value, 0);
  return alike
    .filter(({ value }) => value > 0)
    .map(({ category, value, exposureType }) => ({
      ...{ word: category, entity: null, exposure: exposureOf(exposureType) },
      ...{ percent: (value / whole) * 100, severity: "low" as const },
    }));
}

function triggered({ category, percentage, ruleTriggered }: Assessment["triggers"][number]): ReportedExposure {
  return {
    ...{ word: category, entity: null, exposure: exposureOf(ruleTriggered?.exposureType) },
    ...{ percent: percentage, severity: ruleTriggered?.risk ?? "low" },
  };
}

/** Before Chainalysis told the two apart it told of the direct ones alone. */
function exposureOf(type: Exposure["exposureType"]) {
  return type === "indirect" ? "indirect" : "counterparty";
}
