import type { FieldProblem } from "../core/refusal.ts";
import type { Colours } from "./brand.ts";
import { contrast, leastContrast, nearestShade, ratioText } from "./contrast.ts";

const white = "#ffffff";

/** What cannot be read among a brand's colours, with the shade nearest to each that can. White stands on the accent, and the accent on white paper and on the background. */
export function colourProblems({ accent, text, background }: Colours): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const check = (field: keyof Colours, colour: string, grounds: readonly string[]) => {
    const low = grounds.find((ground) => contrast(colour, ground) < leastContrast);
    if (low === undefined) return;
    const shade = nearestShade(colour, grounds);
    const ratio = ratioText(contrast(colour, low));
    const advice = shade === null ? "no shade of it does on that background" : `the nearest shade is ${shade}`;
    problems.push({
      path: `colours.${field}`,
      message: `has a contrast of ${ratio} on ${low} and needs ${leastContrast}:1; ${advice}`,
    });
  };
  check("accent", accent, [white, background]);
  check("text", text, [background]);
  return problems;
}
