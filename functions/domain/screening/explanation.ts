import { type Evaluation, type Findings, isStopped, type Outcome } from "./evaluate.ts";
import type { ListMatch, ListVersion } from "./list-entry.ts";
import type { RiskCategory } from "./risk.ts";
import type { ScreenEvent, ScreenSubject } from "./screen.ts";

function words(category: RiskCategory): string {
  return category.replaceAll("_", " ");
}

function listed(parts: readonly string[], word = "and"): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${word} ${parts.at(-1)}`;
}

function versions(lists: readonly ListVersion[]): string {
  return listed(lists.map(({ list, publishedAt, records }) => `${list} of ${publishedAt} (${records} addresses)`));
}

function party({ list, party: { name, programs } }: ListMatch): string {
  const under = programs.length > 0 ? ` under ${listed(programs)}` : "";
  return `${name} (${list}${under})`;
}

function aboutLists({ subject, listVersions }: Evaluation, { listed: current, history }: Findings): string[] {
  const it = subject.type === "wallet" ? "This address" : "This value";
  const once = (matches: readonly ListMatch[], tell: (match: ListMatch) => string) => [...new Set(matches.map(tell))];
  const gone = ({ list, party: { name }, removedAt }: ListMatch) =>
    `It was on ${list} as an address of ${name} and was first seen gone on ${removedAt?.slice(0, 10)}: that is history, and blocks nothing.`;
  return [
    current.length > 0
      ? `${it} is listed as an address of ${listed(once(current, party))}. It is blocked, whatever its chain or form.`
      : `${it} is on none of the lists that were looked at.`,
    ...once(history, gone),
    `Looked at: ${versions(listVersions)}.`,
  ];
}

function aboutOwn({ blocks, allows }: Findings, { overruled }: Outcome): string[] {
  const block = blocks[0];
  return [
    ...(block ? [`The operator of this interface blocks it (${words(block.category)}).`] : []),
    ...(overruled
      ? ["The operator of this interface has let it pass by name, against what would have been a review."]
      : []),
    ...(allows.length > 0 && !overruled ? ["The operator's own allow list has it, which changed nothing here."] : []),
  ];
}

function shareText(bps: number | null): string {
  return bps === null ? "" : `, ${bps / 100} % of its value`;
}

const ties = {
  ownership: "belongs to",
  counterparty: "dealt directly with",
  indirect: "dealt, through others, with",
} as const;

function found({ source, category, entity, exposure, share }: ScreenEvent): string {
  const whom = entity === null ? words(category) : `${entity} (${words(category)})`;
  return `${source} says that it ${ties[exposure]} ${whom}${shareText(share)}.`;
}

const unasked = "Nobody was asked whom it has dealt with, since that could not change the verdict.";
const uncovered =
  "Nobody looked behind it: no provider of graph analysis covers it, so that dealings with a listed party, one step away, would not show.";
const missing = {
  error: "did not answer: what it would have said is missing, so that nothing is allowed",
  pending: "has not finished: the verdict will be completed",
} as const;

function aboutExposure(judged: Evaluation, { weighed }: Findings): string[] {
  const { exposures } = judged;
  if (exposures.length === 0) return [isStopped(judged) ? unasked : uncovered];
  const others = exposures.flatMap(({ provider, status, findings }) => {
    if (status !== "complete") return [`${provider} ${missing[status]}.`];
    return findings.length === 0 ? [`${provider} looked behind it and told nothing.`] : [];
  });
  return [...weighed.events.map(found), ...others];
}

function misspelt(what: string, candidates: readonly string[], stopped: boolean): string {
  if (candidates.length === 0) return `It has the form of ${what} of no chain known here.`;
  const chains = listed(candidates, "or");
  return stopped
    ? `It looks like ${what} of ${chains}, mistyped or without its capital letters.`
    : `Its checksum does not hold: as ${what} of ${chains} it is mistyped or made up.`;
}

function read(what: string, { type, candidates, chain, checksum }: ScreenSubject): string[] {
  const others = candidates.filter((each) => each !== chain);
  const form = others.length > 0 ? `; it has the same form on ${listed(others)}` : "";
  return [
    chain === null
      ? `By its form it may be ${what} of ${listed(candidates, "or")}.`
      : `It was read as ${what} of ${chain}${form}.`,
    ...(checksum === "absent" && type === "wallet"
      ? ["It has no checksum, so that a mistyped letter would not show."]
      : []),
  ];
}

function aboutForm(judged: Evaluation): string[] {
  const { subject } = judged;
  const { type, candidates, chain, askedChain, checksum } = subject;
  const what = type === "wallet" ? "an address" : "a transaction's reference";
  return [
    ...(checksum === "bad" ? [misspelt(what, candidates, isStopped(judged))] : read(what, subject)),
    ...(askedChain !== null && askedChain !== chain
      ? [`It was asked about as one of ${askedChain}, which it is not.`]
      : []),
  ];
}

const bound =
  "This is one look at the named lists and providers, not a compliance programme: it does not tell who controls an address, and it knows nothing of what was published since.";

/** A verdict in plain words: what was found, what was looked at, and what nobody looked at. */
export function narrate(judged: Evaluation, findings: Findings, outcome: Outcome): string {
  return [
    ...aboutLists(judged, findings),
    ...aboutOwn(findings, outcome),
    ...aboutExposure(judged, findings),
    ...aboutForm(judged),
    bound,
  ].join(" ");
}
