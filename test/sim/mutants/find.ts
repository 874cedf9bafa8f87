import { type Finding, playSeed, type Simulation } from "../core/simulation.ts";
import { type Caught, findIn, playScene } from "../core/strikes.ts";
import type { Mutant } from "./mutant.ts";

/** Random schedules that a mutant is given to show itself, over each of its simulations. */
const mostSeeds = 150;

type AnySimulation = Simulation<unknown, unknown>;

/** Plays what `npm run sim` plays: every scene without a fault, that of the mutant first, then random schedules by their seeds, until an invariant finds the mutant. */
export async function findMutant(mutant: Mutant, simulations: readonly AnySimulation[]): Promise<Caught> {
  const [first] = simulations;
  if (!first) throw new Error("a mutant is played in a simulation");
  const { scene } = mutant;
  const names = Object.keys({ ...first.scenes, ...first.longScenes });
  const ordered = scene === undefined ? names : [scene, ...names.filter((name) => name !== scene)];
  const play = (nth: number): Promise<readonly Finding[]> => {
    const name = ordered[nth - 1];
    if (name !== undefined) return playScene(first, name);
    const seed = nth - ordered.length - 1;
    const simulation = simulations[seed % simulations.length] ?? first;
    return playSeed(simulation, Math.floor(seed / simulations.length) + 1).then(({ findings }) => findings);
  };
  return findIn(mutant, thrownToo(play), ordered.length + mostSeeds * simulations.length);
}

/** A run that comes to no end is a finding of no invariant. */
function thrownToo(play: (nth: number) => Promise<readonly Finding[]>) {
  return async (nth: number): Promise<readonly Finding[]> => {
    try {
      return await play(nth);
    } catch (error) {
      return [{ invariant: `threw ${String(error)}`, detail: "" }];
    }
  };
}
