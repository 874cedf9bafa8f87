/** What drawing the texts of a PDF may cost, in letters of Latin that are set for the first time: with all of it, drawing takes less CPU than a stranger's request may. */
export const mostPrintedCost = 10_000;

/** What the numbers, the rule and the place of one line cost, whatever it says. */
const lineCost = 15;

/** What is left for descriptions where names and addresses alone cost nearly all. */
const leastForLines = 2_000;

/** What notes, or a reason, may cost. */
const mostForText = mostPrintedCost / 4;

/** What a character costs beyond a letter of Latin: syllables of Devanagari are put together anew, and of some scripts hardly a character comes twice. */
const costs: readonly (readonly [RegExp, number])[] = [
  [/[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Hira}\p{sc=Kana}\p{Nd}\p{P}\p{Zs}]/u, 1],
  [/\p{scx=Deva}/u, 8],
  [/\n/, 8],
];
const otherCost = 3;

function costOf(character: string): number {
  return character.length * (costs.find(([kind]) => kind.test(character))?.[1] ?? otherCost);
}

/** Letters of a word that was set before: its glyphs are known, and only their places are new. */
const known = 1 / 3;

// Long words are counted by their parts, so that none is remembered whole.
const words = /\S{1,40}|\s/gu;

/** What texts of one document cost, each after those before it. */
class PrintCost {
  readonly #seen = new Set<string>();

  /** The cost of a text in letters, and how much of it costs no more than `most`. */
  of(text: string, most = Number.POSITIVE_INFINITY): { readonly cost: number; readonly end: number } {
    let [cost, end] = [0, 0];
    for (const [word] of text.matchAll(words)) {
      const factor = this.#seen.has(word) && word !== "\n" ? known : 1;
      this.#seen.add(word);
      for (const character of word) {
        cost += costOf(character) * factor;
        if (cost <= most) end += character.length;
      }
    }
    return { cost, end };
  }
}

/** The beginning of a text that may be drawn for so much, in letters of Latin, and what it costs. */
export function textWithin(text: string, most: number): { readonly text: string; readonly cost: number } {
  const { cost, end } = new PrintCost().of(text, most);
  return { text: text.slice(0, end), cost: Math.min(cost, most) };
}

function cutAt(text: string, end: number): string {
  return end === text.length ? text : `${text.slice(0, end).trimEnd()}…`;
}

/** The most that one of these may cost so that all of them cost no more than `most`: who needs less leaves it to the others. */
function fairShare(all: readonly number[], most: number): number {
  let left = most;
  for (const [at, cost] of all.toSorted((one, other) => one - other).entries()) {
    const share = left / (all.length - at);
    if (cost > share) return share;
    left -= cost;
  }
  return Number.POSITIVE_INFINITY;
}

/** What a PDF is drawn of beside its numbers. */
interface Texts<L> {
  /** Names and addresses, which are printed whole. */
  readonly heads: readonly (string | null | undefined)[];
  /** Notes, or a reason. */
  readonly text: string;
  readonly lines: readonly L[];
}

/** The texts as a PDF prints them: where they cost more than all may, the long ones are cut, descriptions to an equal share, and end in an ellipsis. */
export function printedTexts<L extends { readonly description: string }>({ heads, text, lines }: Texts<L>) {
  const cost = new PrintCost();
  const { cost: ofHeads } = cost.of(heads.filter(Boolean).join("\n"));
  const ofText = cost.of(text, mostForText);
  const before = ofHeads + Math.min(ofText.cost, mostForText) + lines.length * lineCost;
  const counted = lines.map(({ description }) => cost.of(description).cost);
  const share = fairShare(counted, Math.max(mostPrintedCost - before, leastForLines));
  const printed = lines.map((line, at) => {
    const whole = (counted[at] ?? 0) <= share;
    // What stands once in a cut text may be new in each, so nothing counts as known here.
    const { end } = whole ? { end: line.description.length } : new PrintCost().of(line.description, share);
    return whole ? line : { ...line, description: cutAt(line.description, end) };
  });
  return {
    text: cutAt(text, ofText.end),
    lines: printed,
    areCut: share !== Number.POSITIVE_INFINITY || ofText.end < text.length,
  };
}
