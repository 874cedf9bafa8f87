import { createHash } from "node:crypto";

/** A mutant as Stryker hands it to a checker. */
interface Mutant {
  readonly id: string;
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
}

/** What the run adds to Stryker's options. */
export interface SampleOptions {
  readonly sampleSize: number;
  readonly sampleSeed: number;
}

/** The mutants that a seed draws, as many as `size`, whatever their order: the same of the same code. */
function drawn<T extends Omit<Mutant, "id">>(mutants: readonly T[], size: number, seed: number): T[] {
  const place = ({ fileName, mutatorName, replacement, location: { start } }: T) =>
    createHash("sha256")
      .update([seed, fileName, start.line, start.column, mutatorName, replacement].join("\n"))
      .digest("hex");
  return mutants
    .map((mutant) => ({ mutant, place: place(mutant) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant);
}

/** Lets Stryker run a sample: a checker sees all mutants and turns the others away. */
class SampleChecker {
  static readonly inject = ["options"] as const;
  readonly #options: SampleOptions;

  constructor(options: SampleOptions) {
    this.#options = options;
  }

  async init(): Promise<void> {}

  /** All mutants are one group, so that one call of `check` sees them all. */
  group(mutants: readonly Mutant[]): Promise<string[][]> {
    return Promise.resolve(mutants.length === 0 ? [] : [mutants.map(({ id }) => id)]);
  }

  check(mutants: readonly Mutant[]): Promise<Record<string, { status: string; reason?: string }>> {
    const { sampleSize, sampleSeed } = this.#options;
    const chosen = new Set(drawn(mutants, sampleSize, sampleSeed).map(({ id }) => id));
    return Promise.resolve(
      Object.fromEntries(
        mutants.map(({ id }) => [
          id,
          chosen.has(id) ? { status: "passed" } : { status: "compileError", reason: "not drawn" },
        ]),
      ),
    );
  }
}

/** Read by Stryker, which loads this file as a plugin. */
export const strykerPlugins = [{ kind: "Checker", name: "sample", injectableClass: SampleChecker }];
