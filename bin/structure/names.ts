import type { Source } from "./sources.ts";

/** Words that are a private language of ours, wherever they stand in a name; the field's word is beside each. */
const banned: Readonly<Record<string, string>> = {
  aba: "routing number",
  act: "action",
  acts: "actions",
  again: "repeated, re-presentment, redisplayed",
  arrival: "received funds, upload",
  asked: "input, request",
  beside: "bundled asset",
  book: "store",
  condemned: "to be disabled",
  desk: "context, or the ports by name",
  doings: "actions",
  door: "handler, frame",
  hear: "record, receive",
  hears: "record, receive",
  hop: "transition",
  hops: "transitions",
  house: "codebase",
  joint: "settlement-and-invoice change",
  kept: "stored",
  keyed: "idempotent",
  kind: "type, record type",
  moot: "no-op",
  patience: "time budget",
  said: "report, reply",
  says: "reports",
  scrub: "redact",
  sight: "snapshot, details, view",
  slots: "concurrency limit",
  spine: "settlement context",
  standing: "status, tenant settings",
  stray: "unmatched",
  strays: "unmatched",
  tally: "counters",
  tallies: "counters",
  told: "response",
  unborn: "new aggregate",
  words: "labels, messages",
};

/** Past participles that do not end in -ed. */
const irregular = new Set([
  ...["begun", "come", "done", "found", "given", "gone", "heard", "held", "hidden", "kept", "known", "left"],
  ...["made", "met", "named", "paid", "said", "seen", "sent", "shown", "spoken", "swept", "taken", "told"],
  ...["thrown", "typed", "written"],
]);

/** Ends in -ed and is none, or is a noun of the field. */
const nouns = new Set(["feed", "need", "seed", "speed", "embed"]);

/** A past participle is fine at the end of a question, of a state or an event by its own name, and of what is so by now. */
const questions = /^(?:is|are|has|have|was|were|can|may|should|needs|why|whyNot|when)[A-Z]/;

/** The field's own terms that end in a participle; Nacha names its rates by adjective (unauthorized, administrative, overall). */
const terms: ReadonlySet<string> = new Set(["settled", "isSettled", "nachaUnauthorized"]);

/** The parts of a camelCase name, in lower case. */
function partsOf(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((part) => part.toLowerCase());
}

function isParticiple(word: string): boolean {
  return irregular.has(word) || (/[^e]ed$/.test(word) && !nouns.has(word));
}

/** Why an exported name is not one of the field's; undefined where it is. */
export function problemOf(name: string): string | undefined {
  const parts = partsOf(name);
  const metaphor = parts.find((part) => Object.hasOwn(banned, part));
  if (metaphor !== undefined) return `${metaphor}: say ${banned[metaphor]}`;
  const last = parts.at(-1) ?? "";
  if (!isParticiple(last) || questions.test(name) || terms.has(name)) return undefined;
  return `${last}: a past participle is no noun`;
}

/** The names that a file exports, in their order. */
export function exportsOf({ text }: Source): string[] {
  const declared =
    /^export (?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;
  return [...text.matchAll(declared)].map(([, name]) => name ?? "");
}

/** A file name that says how and not what. */
export function fileProblemOf(path: string): string | undefined {
  const suffix = /-(kind|words)(?:\.[a-z]+)*\.ts$/.exec(path)?.[1];
  return suffix === undefined ? undefined : `its name ends in -${suffix}`;
}
