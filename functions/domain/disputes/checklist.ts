import { type EvidenceType, evidenceRequirement, evidenceTypes } from "./evidence-type.ts";
import type { DisputeCategory } from "./reason-code.ts";

/** What a case needs against what it has. In `missing` a group of which nothing is there stands as a list; `score` is the share of what is asked for in percent, rounded down, and 100 only when `ready`. */
export interface Checklist {
  readonly required: EvidenceType[];
  readonly oneOf: EvidenceType[][];
  readonly provided: EvidenceType[];
  readonly missing: (EvidenceType | EvidenceType[])[];
  readonly score: number;
  readonly ready: boolean;
}

/** The checklist of a category, given the types of the evidence that has been provided. */
export function checklistOf(category: DisputeCategory, providedTypes: Iterable<EvidenceType>): Checklist {
  const asks = evidenceRequirement[category];
  const required = [...asks.required];
  const oneOf = asks.oneOf.map((group) => [...group]);
  const has = new Set(providedTypes);
  const missing = [
    ...required.filter((type) => !has.has(type)),
    ...oneOf.filter((group) => !group.some((type) => has.has(type))),
  ];
  const total = required.length + oneOf.length;
  return {
    required,
    oneOf,
    provided: evidenceTypes.filter((type) => has.has(type)),
    missing,
    score: Math.floor((100 * (total - missing.length)) / total),
    ready: missing.length === 0,
  };
}
