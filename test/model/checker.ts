import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mistakesOf, modelOf, type Protocol } from "./protocols.ts";

/** What a search of all runs of a model came to. */
export interface Search {
  /** The assertion that does not hold in some run, or a run without an end; undefined where all hold. */
  readonly violation: string | undefined;
  readonly states: number;
  readonly seconds: number;
  /** The moves between statuses that some run made. */
  readonly moves: readonly string[];
}

/** A protocol's model, compiled into programs that search its runs. */
export class Checker {
  readonly #protocol: Protocol;
  readonly #folder = mkdtempSync(join(tmpdir(), "sluice-model-"));

  /** `spin` is the model checker's program. */
  constructor(spin: string, protocol: Protocol) {
    this.#protocol = protocol;
    writeFileSync(join(this.#folder, "model.pml"), modelOf(protocol));
    this.#run(spin, ["-a", "model.pml"]);
    const compile = (program: string, ...flags: string[]) =>
      this.#run("cc", ["-O2", "-w", "-DHC4", "-DNOREDUCE", ...flags, "-o", program, "pan.c"]);
    compile("states", "-DSAFETY");
    // As many processes as a model has, where all of them must go on.
    compile("cycles", "-DNP", "-DNFAIR=4");
  }

  /** Searches all runs for an assertion that does not hold. The mistake of that name is made; none where it is left out. */
  search(mistake?: string): Search {
    return this.#search("states", ["-m1000000", "-E", "-w24"], mistake);
  }

  /** Searches all runs for one that goes on without an end. */
  searchCycles(mistake?: string): Search {
    const fairly = this.#protocol.isFair ? ["-f"] : [];
    return this.#search("cycles", ["-l", ...fairly, "-m1000000", "-E", "-w24"], mistake);
  }

  /** How many of the observed steps some run of the model takes, in their order, where so much goes wrong at most; undefined where that is not known within a time. */
  follow(steps: readonly number[], chances: number, mostMs = 5_000): number | undefined {
    const path = join(this.#folder, "observed.txt");
    writeFileSync(path, steps.join("\n"));
    const env = { MODEL_TRACE: path, MODEL_CHANCES: String(chances) };
    const { output } = this.#execute("./states", ["-m100000", "-E", "-A", "-c0", "-w21"], env, mostMs);
    const furthest = Number(/^furthest (\d+) of/m.exec(output)?.[1] ?? 0);
    return furthest === steps.length || /states, stored/.test(output) ? furthest : undefined;
  }

  /** Removes what was compiled. */
  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #search(program: string, flags: readonly string[], mistake?: string): Search {
    const control = mistake === undefined ? 0 : mistakesOf(this.#protocol.controls).indexOf(mistake) + 1;
    const start = performance.now();
    const { output } = this.#execute(`./${program}`, flags, { MODEL_CONTROL: String(control) });
    const statuses = Object.keys(this.#protocol.moves);
    if (!/states, stored/.test(output)) throw new Error(`the search did not end: ${output.slice(-500)}`);
    return {
      violation: /^pan:\d+: (.*?)(?: \(at depth \d+\))?$/m.exec(output)?.[1],
      states: Number(/(\d+(?:[.]\d+)?(?:e[+]\d+)?) states, stored/.exec(output)?.[1]),
      seconds: (performance.now() - start) / 1000,
      moves: [...output.matchAll(/^move (\d+) (\d+)$/gm)].map(
        ([, from, to]) => `${statuses[Number(from)]} ${statuses[Number(to)]}`,
      ),
    };
  }

  #run(program: string, given: readonly string[]): void {
    const { status, output } = this.#execute(program, given, {});
    if (status !== 0) throw new Error(`${program} ${given.join(" ")}: ${output}`);
  }

  #execute(program: string, given: readonly string[], env: NodeJS.ProcessEnv, timeout = 600_000) {
    const { status, stdout, stderr, error } = spawnSync(program, given, {
      ...{ cwd: this.#folder, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
      ...{ env: { ...process.env, ...env }, timeout },
    });
    if (error && (error as NodeJS.ErrnoException).code !== "ETIMEDOUT") throw error;
    return { status, output: `${stdout}${stderr}` };
  }
}
