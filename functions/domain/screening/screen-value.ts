import { type DetectedChain, detectChain, likelyChain } from "../addresses/chain.ts";
import { type ChainFamily, chainNames, familyChains } from "../addresses/form.ts";
import { Refusal } from "../core/refusal.ts";
import { type Evaluation, isStopped } from "./evaluate.ts";
import type { ListMatch } from "./list-entry.ts";
import type { ScreenSubject, ScreenType } from "./screen.ts";
import { detectTransaction } from "./screen-transaction.ts";

export interface ScreenInput {
  readonly type: string;
  readonly value: string;
  /** Null where it is to be detected. */
  readonly chain: string | null;
}

/** A clean question: its value can be looked up; nothing is known of its form yet, nor of its chain. */
export interface Question extends ScreenInput {
  readonly type: ScreenType;
}

const familyOf: ReadonlyMap<string, ChainFamily> = new Map(
  Object.entries(familyChains).flatMap(([family, chains]) =>
    chains.map((chain) => [chain, family as ChainFamily] as const),
  ),
);

const types: ReadonlyMap<string, ScreenType> = new Map([
  ["wallet", "wallet"],
  ["transaction", "transaction"],
  ["transactions", "transaction"],
]);

/** The words for what may be screened. */
export const screenTypeNames: readonly string[] = [...types.keys()];

export const longestValue = 256;

/** All that an address or a transaction's reference may be made of: what can be seen of ASCII. */
export const valuePattern = "^[!-~]+$";

function charOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `U+${code}`;
}

/** Why a value cannot be an address of any kind; null where it can. Each character is looked at, since one that cannot be seen or only looks like another is how people are led to a wrong wallet. */
function uncleanness(value: string): string | null {
  if (value === "") return "the value is empty";
  if (value.length > longestValue) return `the value is longer than ${longestValue} characters`;
  const at = value.search(/[^\x21-\x7e]/u);
  if (at < 0) return null;
  const character = String.fromCodePoint(value.codePointAt(at) ?? 0);
  const where = `at character ${at + 1}`;
  if (/\s/u.test(character)) return `the value has white space (${charOf(character)}) ${where}`;
  if (/[\p{C}\p{Default_Ignorable_Code_Point}]/u.test(character))
    return `the value has a character that cannot be seen (${charOf(character)}) ${where}`;
  return `the value has a character that no address has (${charOf(character)}) ${where}`;
}

/** The first step, before anything is looked up: refuses an unknown type, and a value that cannot be an address of any kind. */
export function readQuestion({ type, value, chain }: ScreenInput): Question | Refusal {
  const known = types.get(type);
  if (!known) return new Refusal("unsupported_type", "the type must be wallet or transaction");
  const wrong = uncleanness(value);
  return wrong === null ? { type: known, value, chain } : new Refusal("invalid_value", wrong);
}

const firstForms = { wallet: detectChain, transaction: detectTransaction } as const;
const otherForms = { wallet: detectTransaction, transaction: detectChain } as const;

function isNoForm({ candidates }: DetectedChain): boolean {
  return candidates.length === 0;
}

/** What a value on a list is. Its own letters tell, else the list's, since it may have lost their case; else its looks without case. The checksum is its own. */
function readListed({ type, value }: Question, matches: readonly ListMatch[]): DetectedChain {
  const own = firstForms[type](value);
  if (own.checksum !== "bad") return own;
  const report = [otherForms[type](value), ...matches.map(({ address }) => detectChain(address))];
  const good = report.find(({ checksum }) => checksum !== "bad");
  return {
    ...(good ?? [own, ...report, likelyChain(value)].find((each) => !isNoForm(each)) ?? own),
    checksum: own.checksum,
  };
}

function named({ candidates }: DetectedChain): string {
  const more = candidates.length > 3 ? " and others" : "";
  return `${candidates.slice(0, 3).join(", ")}${more}`;
}

/** What a value on no list is; refused where it is the other type's. */
function readUnlisted({ type, value }: Question): DetectedChain | Refusal {
  const form = firstForms[type](value);
  if (!isNoForm(form)) return form;
  const other = otherForms[type](value);
  if (isNoForm(other)) return form;
  const text =
    type === "wallet"
      ? `the value is no wallet: it has the form of a transaction's reference (${named(other)})`
      : `the value is no transaction's reference: it has the form of a wallet's address (${named(other)})`;
  return new Refusal("invalid_value", text, { extra: { candidates: other.candidates } });
}

function contradicted(chain: string, { candidates }: DetectedChain): Refusal | null {
  if (!familyOf.has(chain))
    return new Refusal("unsupported_chain", `the chain must be one of: ${chainNames.join(", ")}`);
  if (candidates.length === 0 || candidates.includes(chain)) return null;
  return new Refusal("chain_mismatch", `the value is not of that chain, but of ${candidates.join(" or ")}`, {
    extra: { candidates },
  });
}

/** What was found under the keys of a question's value. */
export type ScreenMatches = Pick<Evaluation, "matches" | "own">;

/** The last step, after everything was looked up: what a value is by its form and by the chain it was asked for. What is on a list or blocked is never refused, whatever its form and chain. */
export function readSubject(question: Question, found: ScreenMatches): ScreenSubject | Refusal {
  const { type, value, chain: input } = question;
  const stopped = isStopped(found);
  const form = stopped ? readListed(question, found.matches) : readUnlisted(question);
  if (form instanceof Refusal) return form;
  const refusal = input === null || stopped ? null : contradicted(input, form);
  if (refusal) return refusal;
  const isOne = input !== null && form.candidates.includes(input);
  return {
    type,
    value,
    askedChain: input,
    chain: isOne ? input : form.chain,
    family: isOne ? (familyOf.get(input) ?? null) : form.family,
    candidates: [...form.candidates],
    checksum: form.checksum,
  };
}
