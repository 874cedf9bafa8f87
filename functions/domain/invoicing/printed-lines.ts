/** What drawing the descriptions of a PDF may cost, in characters of Latin: shaping them is nearly all that it costs. */
export const mostPrintedCost = 100_000;

/** A letter of Devanagari takes five times what others take: its syllables are put together anew. */
const costly = /\p{scx=Deva}/u;

function costOf(character: string): number {
  return character.length * (costly.test(character) ? 5 : 1);
}

function textCost(text: string): number {
  let cost = 0;
  for (const character of text) cost += costOf(character);
  return cost;
}

/** The beginning of a text that costs no more than this, with an ellipsis. */
function cutTo(text: string, most: number): string {
  let [cost, end] = [1, 0];
  for (const character of text) {
    cost += costOf(character);
    if (cost > most) break;
    end += character.length;
  }
  return `${text.slice(0, end)}…`;
}

/** The lines as a PDF prints them: where their descriptions cost more than all may, the long ones are cut to an equal share and end in an ellipsis. */
export function printedLines<L extends { readonly description: string }>(
  lines: readonly L[],
): { readonly lines: readonly L[]; readonly areCut: boolean } {
  const costs = lines.map(({ description }) => textCost(description));
  if (costs.reduce((sum, cost) => sum + cost, 0) <= mostPrintedCost) return { lines, areCut: false };
  const share = Math.floor(mostPrintedCost / lines.length);
  const printed = lines.map((line, at) =>
    (costs[at] ?? 0) <= share ? line : { ...line, description: cutTo(line.description, share) },
  );
  return { lines: printed, areCut: true };
}
