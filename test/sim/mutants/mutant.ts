import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";

/** The simulations that mutants are played in. */
export type Part = "settlements" | "escrows";

/** One small change of the product's source, and the invariants of a simulation that must name it. */
export interface Mutant<I extends string = string> {
  readonly name: string;
  /** A file below functions/. */
  readonly file: string;
  /** Text that stands in the file exactly once. */
  readonly find: string;
  readonly put: string;
  readonly caughtBy: readonly I[];
  /** A scene that is played first, where one is known to show it. */
  readonly scene?: string;
}

/** Describes mutants of one file. */
export function mutantsOf<I extends string>(file: string) {
  return (
    name: string,
    [find, put]: readonly [string, string],
    caughtBy: I | readonly I[],
    where: Pick<Mutant, "scene"> = {},
  ): Mutant<I> => ({
    ...{ name, file, find, put, ...where },
    caughtBy: typeof caughtBy === "string" ? [caughtBy] : caughtBy,
  });
}

function urlOf(file: string): URL {
  return new URL(`../../../functions/${file}`, import.meta.url);
}

/** The source with a mutant's change; throws where its text does not stand there exactly once. */
export function mutatedSource(source: string, { name, file, find, put }: Mutant): string {
  const times = source.split(find).length - 1;
  if (times !== 1) throw new Error(`mutant "${name}": its text stands ${times} times in functions/${file}`);
  return source.replace(find, () => put);
}

/** Throws where the text that a mutant changes does not stand in its file exactly once. */
export function requireText(mutant: Mutant): void {
  mutatedSource(readFileSync(urlOf(mutant.file), "utf8"), mutant);
}

/** Has this thread load the product with a mutant's change, from memory; tells whether its file has been loaded. */
export function loadWith(mutant: Mutant): () => boolean {
  const { href } = urlOf(mutant.file);
  let isLoaded = false;
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      if (url !== href) return loaded;
      isLoaded = true;
      const source = Buffer.from(loaded.source as Uint8Array).toString();
      return { ...loaded, source: mutatedSource(source, mutant) };
    },
  });
  return () => isLoaded;
}
