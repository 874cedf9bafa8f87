import { always } from "../core/dated-row.ts";
import type { Instant } from "../core/time.ts";
import { achMeaning, isUnauthorized } from "../settlement/return-code-rules.ts";
import {
  amexCodes,
  type CardCodes,
  cardCategories,
  discoverCodes,
  mastercardCodes,
  visaCodes,
} from "./card-reason-codes.ts";
import type { DisputeNetwork } from "./network.ts";

/** What a dispute is about: a card's, or a debit of a bank account that its holder says nobody authorized. */
export const disputeCategories = [...cardCategories, "debit_not_authorized"] as const;
export type DisputeCategory = (typeof disputeCategories)[number];

/** Visa's four groups of dispute conditions, by the number that their codes begin with. */
const conditionGroups = { "10": "fraud", "11": "authorization", "12": "processing", "13": "consumer" } as const;
export type ConditionGroup = (typeof conditionGroups)[keyof typeof conditionGroups];

/** What a network's reason code means. `known` is false for one that is not in the tables, `group` null for all but Visa's dispute conditions. */
export interface ReasonMeaning {
  readonly code: string;
  readonly category: DisputeCategory;
  readonly name: string;
  readonly known: boolean;
  readonly group: ConditionGroup | null;
}

/** Spellings that say the same: `10.4`, `10-4` and `104`, `r10` and ` R10 `. */
function keyOf(code: string): string {
  return code.toUpperCase().replace(/[\s._-]/g, "");
}

function groupOf(code: string): ConditionGroup | null {
  const number = /^(1[0-3])\./.exec(code)?.[1] as keyof typeof conditionGroups | undefined;
  return number === undefined ? null : conditionGroups[number];
}

function byKey(codes: CardCodes): ReadonlyMap<string, ReasonMeaning> {
  const rows = cardCategories.flatMap((category) =>
    Object.entries(codes[category]).map(([code, name]): [string, ReasonMeaning] => {
      return [keyOf(code), { code, category, name, known: true, group: groupOf(code) }];
    }),
  );
  return new Map(rows);
}

const cards = {
  visa: byKey(visaCodes),
  mastercard: byKey(mastercardCodes),
  amex: byKey(amexCodes),
  discover: byKey(discoverCodes),
} as const satisfies Record<Exclude<DisputeNetwork, "ach">, unknown>;

function strange(code: string): ReasonMeaning {
  const name = "a reason code we do not know";
  return { code: code.trim(), category: "general", name, known: false, group: null };
}

function achReason(code: string, at: Instant): ReasonMeaning {
  const { meaning, known } = achMeaning(keyOf(code), at);
  if (!known) return strange(code);
  const category = isUnauthorized(keyOf(code)) ? "debit_not_authorized" : "general";
  return { code: keyOf(code), category, name: meaning, known, group: null };
}

/** What a reason code means on a network, however it is spelled, by the rules of when it came; without that, by those that have no date. One that we do not know is `general`, the category that asks for the plainest evidence. */
export function reasonMeaning(
  network: DisputeNetwork,
  code: string,
  at: Instant = `${always}T12:00:00.000Z`,
): ReasonMeaning {
  if (network === "ach") return achReason(code, at);
  return cards[network].get(keyOf(code)) ?? strange(code);
}

/** What a dispute is about by its network and reason code; `general` where either is not said. */
export function categoryOf(network: DisputeNetwork | null, code: string | null): DisputeCategory {
  if (network === null || code === null) return "general";
  return reasonMeaning(network, code).category;
}
