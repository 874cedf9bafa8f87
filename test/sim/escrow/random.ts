import { Random } from "../../support/world/core/random.ts";
import type { BankPlan, Deposit, PayoutPlan, Word } from "../../support/world/escrow/plan.ts";
import type { EscrowScene, SceneCall, Wish } from "./scene.ts";

const hour = 3_600_000;

/** What somebody wants of an escrow. */
export function aWish(random: Random): Wish {
  const releaseRule = random.likely({ manual: 35, dual_approval: 30, milestone: 20, compliance_gate: 15 });
  return {
    ...{ releaseRule, requiredApprovals: random.int(1, 2), amountCents: random.int(500, 99_999) },
    milestones: releaseRule === "milestone" ? random.int(1, 3) : 0,
    payoutAddress: random.likely({ "0xSELLER": 80, "0xBLOCKED": 6, "0xREVIEW": 4, "0xUNAVAILABLE": 4, "0xRISKY": 6 }),
    refundAddress: random.weighted(["0xBUYER", 75], ["0xBLOCKEDBUYER", 8], [null, 17]),
    expiresInMs: random.weighted([null, 60], [20_000, 10], [90_000, 15], [hour, 15]),
  };
}

function aWord(random: Random, longest: number): Word {
  const copies = random.weighted([1, 70], [2, 15], [0, 15]);
  return Array.from({ length: copies }, () => random.int(1, longest));
}

function someDeposits(random: Random, amountCents: number): Deposit[] {
  const longest = random.pick([20, 5_000, 60_000]);
  const one = (cents: number | null): Deposit => ({
    ...{ cents, afterMs: random.int(1, longest), word: aWord(random, longest) },
    ...{ isBare: random.chance(0.4), bounces: random.chance(0.6) },
  });
  const part = random.int(1, amountCents - 1);
  return random.weighted<() => Deposit[]>(
    [() => [one(null)], 65],
    [() => [one(part), one(null)], 15],
    [() => [one(part)], 5],
    [() => [one(amountCents + part)], 5],
    [() => [], 10],
  )();
}

function aPayout(random: Random, first: boolean): PayoutPlan {
  const kind = random.likely({
    "at once": first ? 50 : 80,
    proven: 30,
    refused: first ? 10 : 4,
    fails: first ? 10 : 4,
  });
  if (kind === "at once" || kind === "refused") return { kind };
  return { kind, afterMs: random.int(1, random.pick([50, 20_000, 120_000])), word: aWord(random, 30_000) };
}

function aReturn(random: Random, number: number): ReturnType<NonNullable<BankPlan["returns"]>> {
  const kind = random.likely({ sent: 50, slow: 35, refused: number === 1 ? 15 : 3 });
  return kind === "slow"
    ? { afterMs: random.int(1, random.pick([50, 20_000, 120_000])), word: aWord(random, 30_000) }
    : kind;
}

function aBank(random: Random, wishes: readonly Wish[]): BankPlan {
  const [{ amountCents } = { amountCents: 500 }] = wishes;
  const takenBack = () => (random.chance(0.08) ? random.int(1, 90_000) : null);
  return {
    collection: () => ({
      refuses: random.chance(0.04),
      deposits: someDeposits(random, amountCents),
      takenBackAfterMs: takenBack(),
    }),
    payout: (_, number) => aPayout(random, number === 1),
    returns: (number) => aReturn(random, number),
    rate: random.weighted(["1", 60], ["0.99", 15], ["0.998731", 15], ["1.003", 10]),
    namesPayouts: random.chance(0.5),
    tellsCancelled: random.chance(0.3) ? aWord(random, random.pick([3, 5_000])) : null,
    silentScreens: random.chance(0.15) ? random.int(1, 3) : 0,
  };
}

const people = ["ann", "bob", "eve"] as const;

function aCall(random: Random, { milestones, releaseRule }: Wish): SceneCall["command"] {
  const approverRef = random.pick(people);
  const milestone = random.int(0, Math.max(0, milestones - 1));
  const isDual = releaseRule === "dual_approval";
  return random.weighted<SceneCall["command"]>(
    [{ op: "release" }, 40],
    [{ op: "refund", refundAddress: random.weighted([null, 5], ["0xOTHER", 3], ["0xBLOCKED", 1]) }, 14],
    [{ op: "expire" }, 6],
    [{ op: "conditions" }, 8],
    [{ op: "approve", approverRef }, isDual ? 60 : 2],
    [{ op: "reject", approverRef }, isDual ? 8 : 1],
    [{ op: "withdraw", approverRef }, isDual ? 8 : 1],
    [{ op: "complete", milestone }, milestones > 0 ? 60 : 0],
    [{ op: "cancel", milestone }, milestones > 0 ? 10 : 0],
  );
}

/** What is called about an escrow, some of it at once and some of it again. */
export function callsOf(random: Random, escrow: number, wish: Wish): SceneCall[] {
  const { amountCents } = wish;
  const source = random.weighted(["ach", 50], ["ach_push", 42], [null, 8]);
  const fundingRef = source === null ? `dep-${random.int(1, 2)}` : null;
  const asked = random.chance(0.03) ? amountCents + 1 : amountCents;
  const at = random.int(0, 500);
  const calls: SceneCall[] = [
    { escrow, key: `c${escrow}`, command: { op: "create" }, delayMs: at },
    {
      ...{ escrow, key: `f${escrow}`, delayMs: at + random.int(0, 4_000) },
      command: { op: "fund", amountCents: asked, source, fundingRef },
    },
  ];
  if (random.chance(0.15))
    calls.push({
      ...{ escrow, key: `f${escrow}'`, delayMs: random.int(4_000, 90_000) },
      command: { op: "fund", amountCents, source: "ach_push", fundingRef: null },
    });
  // Moments that several calls share, so that they race.
  const moments = Array.from({ length: 3 }, () => random.int(2_000, random.pick([8_000, 40_000, 120_000])));
  const many = random.int(1, wish.releaseRule === "manual" ? 4 : 8);
  for (let call = 1; call <= many; call += 1) {
    const delayMs = random.pick(moments) + random.int(0, 12);
    calls.push({ escrow, key: `k${escrow}-${random.int(1, 9)}`, command: aCall(random, wish), delayMs });
  }
  for (const call of [...calls])
    if (random.chance(0.12)) calls.push({ ...call, delayMs: call.delayMs + random.int(0, 40) });
  return calls;
}

/** Amounts for the milestones of some escrows, and calls that settle these while others are made; of other dice than all the rest. */
export function withParts<S extends Pick<EscrowScene, "wishes" | "calls">>(seed: number, scene: S): S {
  const random = new Random(seed ^ 0x9a275);
  const wishes = scene.wishes.map((wish) => parted(random, wish));
  const more = wishes.flatMap(({ parts }, escrow) => {
    const own = scene.calls.filter((each) => each.escrow === escrow && each.command.op !== "create");
    return Array.from({ length: parts && own.length > 0 ? random.int(1, 4) : 0 }, (_, at): SceneCall => {
      const { delayMs } = random.pick(own);
      const op = random.pick(["complete", "cancel"] as const);
      const command = { op, milestone: random.int(0, (parts?.length ?? 1) - 1) };
      return { escrow, key: `p${escrow}-${at}`, command, delayMs: Math.max(1, delayMs + random.int(-500, 12)) };
    });
  });
  return { ...scene, wishes, calls: [...scene.calls, ...more] };
}

function parted(random: Random, wish: Wish): Wish {
  const isOfOtherRule = wish.milestones === 0 && random.chance(0.15);
  const many = isOfOtherRule ? random.int(2, 3) : wish.milestones;
  if (many < 2 || (!isOfOtherRule && random.chance(0.35))) return wish;
  const first = random.int(1, wish.amountCents - many + 1);
  const rest = wish.amountCents - first;
  const second = many === 2 ? rest : random.int(1, rest - 1);
  return { ...wish, milestones: many, parts: many === 2 ? [first, rest] : [first, second, rest - second] };
}

/** A scene drawn from a seed. */
export function randomEscrowScene(seed: number): EscrowScene {
  const random = new Random(seed ^ 0xe5c20);
  const wishes = [aWish(random), ...(random.chance(0.2) ? [aWish(random)] : [])];
  const calls = wishes.flatMap((wish, at) => callsOf(random, at, wish));
  const jumps = random.chance(0.35)
    ? [{ atMs: random.int(3_000, 60_000), ms: random.pick([5, 20, 40, 310, 1_000, 4_000]) * 1000 }]
    : [];
  const sweepsAtMs = Array.from({ length: random.int(0, 3) }, () => random.int(100, 120_000));
  if (sweepsAtMs[0] !== undefined && random.chance(0.3)) sweepsAtMs.push(sweepsAtMs[0]);
  return withParts(seed, { wishes, calls, bank: aBank(random, wishes), jumps, sweepsAtMs });
}
