import { sha256 } from "@noble/hashes/sha2.js";
import { hex } from "@scure/base";
import { canonicalJson } from "../core/canonical-json.ts";
import { type Evaluation, type Findings, find, judge, orderEvaluation } from "./evaluate.ts";
import { narrate } from "./explanation.ts";
import { exposureRulesVersion } from "./exposure-rules.ts";
import type { ListMatch } from "./list-entry.ts";
import { levelOf, type RiskLevel } from "./risk.ts";
import type { OwnEntry, ScreenEvent, Verdict } from "./screen.ts";

/** Changes with every change of a rule here or in `screen-judgement.ts`: it is part of a verdict's hash. */
const verdictRules = "1";

const certain = { share_bps: null, removed_at: null, exposure: "ownership" } as const;

function listEvent({ list, party, removedAt }: ListMatch): ScreenEvent {
  return {
    ...certain,
    category: party.category,
    source: "list",
    list,
    entity: party.name,
    programs: party.programs,
    severity: removedAt === null ? "critical" : "low",
    removed_at: removedAt,
  };
}

function ownEvent({ kind, category, entity }: OwnEntry): ScreenEvent {
  const severity: RiskLevel = kind === "block" ? "critical" : "low";
  return { ...certain, category, source: "own_list", list: null, entity, programs: [], severity };
}

/** One address may be on a list in several ways of writing; its party is one reason. */
function oncePerParty(events: readonly ScreenEvent[]): ScreenEvent[] {
  return [...new Map(events.map((event) => [canonicalJson(event), event])).values()];
}

function eventsOf({ listed, blocks, weighed, history, allows }: Findings): ScreenEvent[] {
  return [
    ...oncePerParty(listed.map(listEvent)),
    ...blocks.map(ownEvent),
    ...weighed.events,
    ...oncePerParty(history.map(listEvent)),
    ...allows.map(ownEvent),
  ];
}

/** Whoever the verdict is about: never somebody who is history, nor somebody it dealt with at a distance. */
function entityOf({ listed, blocks, weighed }: Findings): string | null {
  const owner = weighed.events.find(({ exposure, entity }) => exposure === "ownership" && entity !== null);
  return listed[0]?.party.name ?? blocks.find(({ entity }) => entity !== null)?.entity ?? owner?.entity ?? null;
}

function hashOf(judged: Evaluation, verdict: Omit<Verdict, "narrative" | "decision_hash">): string {
  const { type, value, askedChain } = judged.subject;
  const decided = {
    question: { type, value, chain: askedChain },
    matches: judged.matches,
    own: judged.own,
    // Under which number a provider keeps its answer decides nothing.
    exposures: judged.exposures.map(({ ref: _, ...report }) => report),
    rules: [verdictRules, exposureRulesVersion],
    verdict,
  };
  return hex.encode(sha256(new TextEncoder().encode(canonicalJson(decided))));
}

/** The verdict on a subject: the same for the same question over the same lists, entries and answers, in whatever order they come (decisions, "Screening"). */
export function decide(unordered: Evaluation): Verdict {
  const judged = orderEvaluation(unordered);
  const { subject, listVersions } = judged;
  const findings = find(judged);
  const outcome = judge(judged, findings);
  const verdict = {
    status: outcome.status,
    risk_score: outcome.score,
    risk_level: levelOf(outcome.score),
    action: outcome.action,
    entity_name: entityOf(findings),
    programs: [...new Set(findings.listed.flatMap(({ party }) => party.programs))],
    flags: { events: eventsOf(findings) },
    chain: subject.chain,
    chain_family: subject.family,
    chain_candidates: subject.candidates,
    checksum: subject.checksum,
    list_versions: [...listVersions],
  };
  return { ...verdict, narrative: narrate(judged, findings, outcome), decision_hash: hashOf(judged, verdict) };
}
