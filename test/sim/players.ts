import { playSeed, type Simulation } from "./core/simulation.ts";
import { disputes } from "./disputes/simulation.ts";
import { escrows } from "./escrow/simulation.ts";
import { people } from "./onboarding/simulation.ts";
import { screening } from "./screening/simulation.ts";
import { playRace } from "./settlement/races.ts";
import { settlements } from "./settlement/simulation.ts";
import { webhooks } from "./webhooks/simulation.ts";

function playerOf<S, A, I extends string>(simulation: Simulation<S, A, I>) {
  return (seed: number, trace?: string[]) => playSeed(simulation, seed, { trace });
}

/** Everything that is played by seeds, by the name that workers know it by. */
export const players = {
  ...{ mock: playerOf(settlements.mock), bridge: playerOf(settlements.bridge) },
  "64 clients, one key": playRace("64 clients, one key"),
  "32 keys, one invoice": playRace("32 keys, one invoice"),
  ...{ escrows: playerOf(escrows), disputes: playerOf(disputes) },
  ...{ people: playerOf(people), screening: playerOf(screening), webhooks: playerOf(webhooks) },
};

export type PlayerName = keyof typeof players;
