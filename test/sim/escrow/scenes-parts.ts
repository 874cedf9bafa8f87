import { bankThat, type EscrowScene, type SceneCall } from "./scene.ts";
import { calls, escrowScene } from "./scenes.ts";

type Command = SceneCall["command"];

const fund: Command = { op: "fund", amountCents: 33_333, source: "ach", fundingRef: null };
const release: Command = { op: "release" };
const complete = (milestone: number): Command => ({ op: "complete", milestone });
const cancel = (milestone: number): Command => ({ op: "cancel", milestone });

const parts = { milestones: 2, parts: [13_333, 20_000] };
const byMilestone = { ...parts, releaseRule: "milestone" } as const;

/** Funded, one part done and one cancelled. */
const partly = [
  [2, fund],
  [3, complete(0)],
  [4, cancel(1)],
] as const;

/** Escrows of which a part is cancelled: a release pays the others and returns that. */
export const partScenes: Readonly<Record<string, EscrowScene>> = {
  "a part is cancelled, at a rate, and its proofs come by callbacks, one of them twice": escrowScene(
    calls(...partly, [6, release]),
    {
      ...byMilestone,
      bank: bankThat({
        rate: "0.97",
        release: { kind: "proven", afterMs: 4_000, word: [10, 3_000] },
        rest: { kind: "proven", afterMs: 8_000, word: [10] },
      }),
    },
  ),
  "a part is cancelled, its return is refused, released again": escrowScene(
    calls(...partly, [6, release], [10, release]),
    { ...byMilestone, bank: bankThat({ rest: { kind: "refused" }, restAnew: { kind: "at once" } }) },
  ),
  "a part is cancelled, its return fails later, refunded elsewhere": escrowScene(
    calls(...partly, [6, release], [14, { op: "refund", refundAddress: "0xOTHER" }]),
    {
      ...byMilestone,
      bank: bankThat({ rest: { kind: "fails", afterMs: 3_000, word: [10] }, restAnew: { kind: "at once" } }),
    },
  ),
  "a part is cancelled, completed and released at once": escrowScene(
    calls([2, fund], [4, cancel(1)], [4, complete(1)], [4, release], [6, cancel(0)], [12, release]),
    { ...parts, bank: bankThat({ release: { kind: "proven", afterMs: 4_000, word: [10] } }) },
  ),
};

/** Longer ones. */
export const longPartScenes: Readonly<Record<string, EscrowScene>> = {
  "a part is cancelled and it expires at once": escrowScene(
    calls([2, { ...fund, source: "ach_push" }], [4, cancel(1)], [4, { op: "expire" }], [4, complete(0)]),
    { ...parts, bank: bankThat({ deposits: [] }) },
  ),
  "a part is cancelled, and all is taken back while that is on its way": escrowScene(calls(...partly, [6, release]), {
    ...byMilestone,
    bank: bankThat({ takenBackAfterMs: 7_000, rest: { kind: "proven", afterMs: 9_000, word: [10] } }),
  }),
  "a part is cancelled at a silent bank, the buyer's address listed meanwhile": escrowScene(
    calls(...partly, [6, release]),
    {
      ...{ ...byMilestone, refundAddress: "0xTURNSBLOCK" },
      bank: bankThat({ slowness: { silentUntilMs: 1_000_000, payoutMs: 0 } }),
      ...{ sweepsAtMs: [450_000, 1_100_000], lengthMs: 1_200_000 },
    },
  ),
};
