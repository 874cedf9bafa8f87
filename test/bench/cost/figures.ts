import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const figures = z.object({ inAllUsd: z.number(), outsideStepFunctionsUsd: z.number() });

/** What a million settlements cost, in dollars. */
export type Figures = z.infer<typeof figures>;

/** What they may cost, and how much dearer the naive design has to be. */
const aims = { inAllUsd: 300, outsideStepFunctionsUsd: 150, timesOurs: 3 } as const;

/** How far above the figures on record a build may be. */
const mostRise = 0.05;

const file = join(import.meta.dirname, "figures.json");

/** The figures on record. */
export function recordedFigures(): Figures {
  return figures.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** Puts figures on record, to the cent. */
export function recordFigures(now: Figures): void {
  const rounded = Object.fromEntries(Object.entries(now).map(([name, usd]) => [name, Number(usd.toFixed(2))]));
  writeFileSync(file, `${JSON.stringify(rounded, null, 2)}\n`);
}

/** Which figures are more than a twentieth above those on record, in words. */
export function risesOver(recorded: Figures, now: Figures): string[] {
  const rise = (what: string, was: number, is: number) =>
    is > was * (1 + mostRise)
      ? [`${what}: $${is.toFixed(2)}, ${((is / was - 1) * 100).toFixed(1)} % over the $${was.toFixed(2)} on record`]
      : [];
  return [
    ...rise("in all", recorded.inAllUsd, now.inAllUsd),
    ...rise("outside Step Functions", recorded.outsideStepFunctionsUsd, now.outsideStepFunctionsUsd),
  ];
}

/** Which aims are missed, in words. */
export function missedAims({ inAllUsd, outsideStepFunctionsUsd }: Figures, naiveUsd: number): string[] {
  const over = (what: string, is: number, most: number) =>
    is > most ? [`${what}: $${is.toFixed(2)}, at most $${most}`] : [];
  const times = naiveUsd / inAllUsd;
  return [
    ...over("in all", inAllUsd, aims.inAllUsd),
    ...over("outside Step Functions", outsideStepFunctionsUsd, aims.outsideStepFunctionsUsd),
    ...(times < aims.timesOurs ? [`naive: ${times.toFixed(2)} times ours, at least ${aims.timesOurs}`] : []),
  ];
}
