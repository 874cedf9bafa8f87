import { sha256 } from "@noble/hashes/sha2.js";
import { hex } from "@scure/base";
import { canonicalJson } from "../core/canonical-json.ts";
import { type Evaluation, type Findings, find, judge, orderEvaluation } from "./evaluate.ts";
import { narrate } from "./explanation.ts";
import { exposureRulesVersion } from "./exposure-rules.ts";
import type { ListMatch, ListVersion } from "./list-entry.ts";
import { levelOf, type RiskLevel } from "./risk.ts";
import type { OwnEntry, ScreenEvent, Verdict } from "./screen.ts";

/** Changes with every change of a rule here or in `screen-judgement.ts`: it is part of a verdict's hash. */
const verdictRules = "1";

const certain = { share: null, removedAt: null, exposure: "ownership" } as const;

function listEvent({ list: listId, party, removedAt }: ListMatch, versions: readonly ListVersion[]): ScreenEvent {
  return {
    ...certain,
    category: party.category,
    source: "list",
    listId,
    entity: party.name,
    program: party.programs,
    severity: removedAt === null ? "critical" : "low",
    at: versions.find(({ list }) => list === listId)?.publishedAt ?? null,
    removedAt: removedAt,
  };
}

function ownEvent({ kind, category, entity }: OwnEntry): ScreenEvent {
  const severity: RiskLevel = kind === "block" ? "critical" : "low";
  return { ...certain, category, source: "own_list", listId: null, entity, program: [], severity, at: null };
}

/** One address may be on a list in several ways of writing; its party is one reason. */
function oncePerParty(events: readonly ScreenEvent[]): ScreenEvent[] {
  return [...new Map(events.map((event) => [canonicalJson(event), event])).values()];
}

function eventsOf(
  { listed, blocks, weighed, history, allows }: Findings,
  versions: readonly ListVersion[],
): ScreenEvent[] {
  const eventOf = (match: ListMatch) => listEvent(match, versions);
  return [
    ...oncePerParty(listed.map(eventOf)),
    ...blocks.map(ownEvent),
    ...weighed.events,
    ...oncePerParty(history.map(eventOf)),
    ...allows.map(ownEvent),
  ];
}

/** Whoever the verdict is about: never somebody who is history, nor somebody it dealt with at a distance. */
function entityOf({ listed, blocks, weighed }: Findings): string | null {
  const owner = weighed.events.find(({ exposure, entity }) => exposure === "ownership" && entity !== null);
  return listed[0]?.party.name ?? blocks.find(({ entity }) => entity !== null)?.entity ?? owner?.entity ?? null;
}

type HashedVerdict = Omit<Verdict, "narrative" | "decisionHash">;

/** A verdict under the names that its hash has always been taken over. Which day a list is of is in its version. */
function hashedNames({ flags, chainFamily, chainCandidates, listVersions, ...rest }: HashedVerdict) {
  const events = flags.events.map(({ listId: list, program: programs, share, removedAt, at: _, ...event }) => ({
    ...{ ...event, list, programs, share_bps: share, removed_at: removedAt },
  }));
  const named = { chain_family: chainFamily, chain_candidates: chainCandidates, list_versions: listVersions };
  return { ...rest, ...named, flags: { events } };
}

function hashOf(judged: Evaluation, verdict: HashedVerdict): string {
  const { type, value, askedChain } = judged.subject;
  const decided = {
    question: { type, value, chain: askedChain },
    matches: judged.matches,
    own: judged.own,
    // Under which number a provider keeps its answer decides nothing.
    exposures: judged.exposures.map(({ ref: _, ...report }) => report),
    rules: [verdictRules, exposureRulesVersion],
    verdict: hashedNames(verdict),
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
    flags: { events: eventsOf(findings, listVersions) },
    chain: subject.chain,
    chainFamily: subject.family,
    chainCandidates: subject.candidates,
    checksum: subject.checksum,
    listVersions: [...listVersions],
  };
  return { ...verdict, narrative: narrate(judged, findings, outcome), decisionHash: hashOf(judged, verdict) };
}
