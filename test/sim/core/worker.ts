import { parentPort, workerData } from "node:worker_threads";
import { type PlayerName, players } from "../players.ts";
import type { Counts } from "./simulation.ts";
import { prepare } from "./virtual-timers.ts";

/** Seeds that a worker is to play. */
export interface Task {
  readonly player: PlayerName;
  readonly from: number;
  readonly to: number;
}

/** What seeds came to: figures, how aggregates ended, and the first that did not hold. */
export interface PlayedSchedules {
  readonly counts: Counts;
  readonly ends: Counts;
  readonly failed: { readonly seed: number; readonly what: string }[];
  /** The moves that aggregates have made. */
  readonly moves: Set<string>;
}

/** Adds figures to a total. */
export function addCounts(total: Counts, more: Counts): void {
  for (const [name, count] of Object.entries(more)) total[name] = (total[name] ?? 0) + count;
}

async function play({ player, from, to }: Task): Promise<PlayedSchedules> {
  const played: PlayedSchedules = { counts: {}, ends: {}, failed: [], moves: new Set() };
  for (let seed = from; seed < to && played.failed.length < 5; seed += 1)
    try {
      const { findings, counts, ends, moves = [] } = await players[player](seed);
      addCounts(played.counts, { played: 1, ...counts });
      for (const end of ends) addCounts(played.ends, { [end]: 1 });
      for (const move of moves) played.moves.add(move);
      const [first] = findings;
      if (first) played.failed.push({ seed, what: `${first.invariant}: ${first.detail}` });
    } catch (error) {
      played.failed.push({ seed, what: String(error) });
    }
  return played;
}

if (parentPort && (workerData as { sim?: boolean } | null)?.sim) {
  const port = parentPort;
  prepare();
  port.on("message", (task: Task) => {
    play(task).then(
      (played) => port.postMessage(played),
      (error: unknown) => {
        throw error;
      },
    );
  });
}
