import { parentPort, workerData } from "node:worker_threads";
import { playSeed, type SimRail } from "../settlement/schedule.ts";
import { prepare } from "./prepare.ts";
import { playRace, type Race } from "./races.ts";

/** What a worker is asked to play: seeds of random schedules over a rail, or rounds of a race. */
export interface Task {
  readonly kind: SimRail | Race;
  readonly from: number;
  readonly to: number;
}

/** What it found. */
export interface Done {
  readonly played: number;
  readonly steps: number;
  readonly faults: number;
  readonly kills: number;
  readonly failed: readonly { seed: number; what: string }[];
}

/** Plays a stretch of seeds. */
async function playAll({ kind, from, to }: Task): Promise<Done> {
  const failed: { seed: number; what: string }[] = [];
  let steps = 0;
  let faults = 0;
  let kills = 0;
  for (let seed = from; seed < to; seed += 1) {
    try {
      const played =
        kind === "mock" || kind === "bridge"
          ? await playSeed(seed, { rail: kind })
          : { ...(await playRace(kind, seed)), steps: 0, faults: 0, kills: 0 };
      steps += played.steps;
      faults += played.faults;
      kills += played.kills;
      const [first] = played.findings;
      if (first) failed.push({ seed, what: `${first.invariant}: ${first.detail}` });
    } catch (error) {
      failed.push({ seed, what: String(error) });
    }
    if (failed.length >= 5) break;
  }
  return { played: to - from, steps, faults, kills, failed };
}

if (parentPort && (workerData as { sim?: boolean } | null)?.sim) {
  const port = parentPort;
  prepare();
  port.on("message", (task: Task) => {
    playAll(task).then(
      (done) => port.postMessage(done),
      (error: unknown) => {
        throw error;
      },
    );
  });
}
