import { bankThat, type EscrowScene, type SceneCall, type Wish, wholeAtOnce } from "./scene.ts";

const wish: Wish = {
  amountCents: 33_333,
  releaseRule: "manual",
  requiredApprovals: 1,
  milestones: 0,
  payoutAddress: "0xSELLER",
  refundAddress: "0xBUYER",
  expiresInMs: null,
};

type Command = SceneCall["command"];

const fundAtOnce: Command = { op: "fund", amountCents: 33_333, source: "ach", fundingRef: null };
const fundByPush: Command = { ...fundAtOnce, source: "ach_push" };
const refund: Command = { op: "refund", refundAddress: null };
const release: Command = { op: "release" };
const approve = (approverRef: string): Command => ({ op: "approve", approverRef });

/** Calls about the first escrow, each so many seconds after the beginning. */
export function calls(...reply: readonly (readonly [number, Command])[]): SceneCall[] {
  const opened: SceneCall = { escrow: 0, key: "k0", command: { op: "create" }, delayMs: 0 };
  const others = reply.map(([seconds, command], at) => ({
    ...{ escrow: 0, key: `k${at + 1}`, command },
    delayMs: seconds * 1000,
  }));
  return [opened, ...others];
}

/** One escrow of a wish and its calls. */
export function escrowScene(
  reply: readonly SceneCall[],
  change: Partial<Wish & Omit<EscrowScene, "wishes" | "calls">> = {},
): EscrowScene {
  const { bank = bankThat(), jumps = [], sweepsAtMs = [], lengthMs, ...wished } = change;
  const length = lengthMs === undefined ? {} : { lengthMs };
  return { wishes: [{ ...wish, ...wished }], calls: reply, bank, jumps, sweepsAtMs, ...length };
}

const dual = { releaseRule: "dual_approval", requiredApprovals: 2 } as const;
const proven = { kind: "proven", afterMs: 4_000, word: [10] } as const;
const hour = 3_600_000;

/** The lives of an escrow, each small enough to fail at every one of its steps. */
export const escrowScenes: Readonly<Record<string, EscrowScene>> = {
  "funded at once, released": escrowScene(calls([2, fundAtOnce], [4, release])),
  "pushed, told by callback, released": escrowScene(calls([2, fundByPush], [8, release])),
  "pushed in two parts, told twice and late": escrowScene(calls([2, fundByPush], [20, release]), {
    bank: bankThat({
      deposits: [
        { ...wholeAtOnce, cents: 10_000, afterMs: 1_000, isBare: false, word: [10, 5_000] },
        { ...wholeAtOnce, cents: 23_333, afterMs: 2_000, isBare: false, word: [10, 10] },
      ],
    }),
  }),
  "pushed too much, refunded by a return": escrowScene(calls([2, fundByPush], [20, refund]), {
    bank: bankThat({ deposits: [{ ...wholeAtOnce, cents: 50_000, isBare: false }] }),
  }),
  "pushed too little, the return is told late": escrowScene(calls([2, fundByPush], [20, refund]), {
    bank: bankThat({
      deposits: [{ ...wholeAtOnce, cents: 10_000, isBare: false }],
      returns: { afterMs: 5_000, word: [10, 700] },
    }),
  }),
  "pushed too little, the return is never told": escrowScene(calls([2, fundByPush], [20, refund]), {
    bank: bankThat({
      deposits: [{ ...wholeAtOnce, cents: 10_000, isBare: false }],
      returns: { afterMs: 5_000, word: [] },
    }),
  }),
  "pushed too little, the return is refused at first": escrowScene(calls([2, fundByPush], [20, refund], [24, refund]), {
    bank: bankThat({ deposits: [{ ...wholeAtOnce, cents: 10_000, isBare: false }], returns: "refused" }),
  }),
  "pushed too little, the return is refused, funded anew": escrowScene(
    calls([2, fundByPush], [20, refund], [24, fundByPush], [40, release]),
    {
      bank: bankThat({
        deposits: [{ ...wholeAtOnce, cents: 10_000, isBare: false }],
        ...{ returns: "refused", depositsAnew: [wholeAtOnce] },
      }),
    },
  ),
  "pushed, the callback is lost": escrowScene(calls([2, fundByPush], [8, release]), {
    bank: bankThat({ deposits: [{ ...wholeAtOnce, word: [] }] }),
  }),
  "funded by a deposit that is there": escrowScene(
    calls([2, { op: "fund", amountCents: 33_333, source: null, fundingRef: "dep-1" }], [4, release]),
  ),
  "two approvals, blocked in between": escrowScene(
    calls([2, fundAtOnce], [3, approve("ann")], [4, release], [5, approve("bob")], [6, release]),
    dual,
  ),
  "a rejection, withdrawn": escrowScene(
    calls(
      [2, fundAtOnce],
      [3, approve("ann")],
      [3, approve("bob")],
      [4, { op: "reject", approverRef: "eve" }],
      [5, release],
      [6, { op: "withdraw", approverRef: "eve" }],
      [7, release],
    ),
    dual,
  ),
  "milestones, one cancelled": escrowScene(
    calls(
      [2, fundAtOnce],
      [3, { op: "complete", milestone: 0 }],
      [4, release],
      [5, { op: "cancel", milestone: 1 }],
      [6, release],
    ),
    { releaseRule: "milestone", milestones: 2 },
  ),
  "the compliance gate finds a risk, refunded": escrowScene(calls([2, fundAtOnce], [4, release], [6, refund]), {
    releaseRule: "compliance_gate",
    payoutAddress: "0xRISKY",
  }),
  "a blocked beneficiary, refunded": escrowScene(
    calls([2, fundAtOnce], [4, release], [6, { op: "conditions" }], [8, refund]),
    { payoutAddress: "0xBLOCKED" },
  ),
  "the proof comes by callback": escrowScene(calls([2, fundAtOnce], [4, release]), {
    bank: bankThat({ release: proven }),
  }),
  "the proof is never told": escrowScene(calls([2, fundAtOnce], [4, release]), {
    bank: bankThat({ release: { ...proven, word: [] } }),
  }),
  "a slow refund's proof comes twice": escrowScene(calls([2, fundAtOnce], [4, refund]), {
    bank: bankThat({ refund: { kind: "proven", afterMs: 90_000, word: [10, 500] } }),
  }),
  "the seller's wallet is frozen by the coin's issuer, refunded": escrowScene(
    calls([2, fundAtOnce], [4, release], [6, refund]),
    { payoutAddress: "0xFROZEN" },
  ),
  "the buyer's wallet is frozen by the coin's issuer, refunded to another": escrowScene(
    calls([2, fundAtOnce], [4, refund], [8, refund], [12, { op: "refund", refundAddress: "0xOTHER" }]),
    { refundAddress: "0xFROZEN" },
  ),
  "the payout is refused, refunded": escrowScene(calls([2, fundAtOnce], [4, release], [6, refund]), {
    bank: bankThat({ release: { kind: "refused" } }),
  }),
  "the payout fails later, refunded": escrowScene(calls([2, fundAtOnce], [4, release], [12, refund]), {
    bank: bankThat({ release: { kind: "fails", afterMs: 4_000, word: [10] } }),
  }),
  "rejected and released at once": escrowScene(
    calls(
      [2, fundAtOnce],
      [3, approve("anna")],
      [3, approve("ben")],
      [4, { op: "reject", approverRef: "carl" }],
      [4, release],
      [8, refund],
    ),
    { releaseRule: "dual_approval" },
  ),
  "an approval withdrawn and released at once": escrowScene(
    calls(
      [2, fundAtOnce],
      [3, approve("anna")],
      [3, approve("ben")],
      [4, { op: "withdraw", approverRef: "ben" }],
      [4, release],
      [8, refund],
    ),
    { releaseRule: "dual_approval" },
  ),
  "funded and expired at once": escrowScene(calls([2, fundAtOnce], [2, { op: "expire" }], [6, refund])),
  "expired by hand": escrowScene(calls([2, fundByPush], [4, { op: "expire" }]), { bank: bankThat({ deposits: [] }) }),
  "expired by the sweeper": escrowScene(calls([2, fundByPush]), {
    bank: bankThat({ deposits: [] }),
    jumps: [{ atMs: 10_000, ms: hour }],
    sweepsAtMs: [12_000],
    expiresInMs: hour,
  }),
  "expired, the money comes after all": escrowScene(calls([2, fundByPush]), {
    bank: bankThat({ deposits: [{ ...wholeAtOnce, afterMs: 20_000, isBare: false, bounces: false }] }),
    jumps: [{ atMs: 10_000, ms: hour }],
    sweepsAtMs: [12_000],
    expiresInMs: hour,
  }),
  "refunded before its money came": escrowScene(calls([2, fundByPush], [4, refund]), {
    bank: bankThat({ deposits: [] }),
  }),
  "the rail refuses to collect, closed": escrowScene(calls([2, fundAtOnce], [4, refund]), {
    bank: bankThat({ refuses: true }),
  }),
  "the payer's bank takes it back while held": escrowScene(calls([2, fundAtOnce], [9, release]), {
    bank: bankThat({ takenBackAfterMs: 3_000 }),
  }),
  "taken back while it is paid out": escrowScene(calls([2, fundAtOnce], [4, release]), {
    bank: bankThat({ takenBackAfterMs: 4_000, release: { ...proven, afterMs: 9_000 } }),
  }),
  "taken back while a payout is under way that fails": escrowScene(calls([2, fundAtOnce], [4, release]), {
    bank: bankThat({ takenBackAfterMs: 4_000, release: { kind: "fails", afterMs: 9_000, word: [10] } }),
  }),
  "the screen is silent, then not": escrowScene(calls([2, fundAtOnce], [4, release], [6, release]), {
    bank: bankThat({ silentScreens: 1 }),
  }),
  "two releases at once": escrowScene(calls([2, fundAtOnce], [4, release], [4, release])),
  "release and refund at once": escrowScene(calls([2, fundAtOnce], [4, release], [4, refund])),
  "the last approval and the release at once": escrowScene(
    calls([2, fundAtOnce], [3, approve("ann")], [4, approve("bob")], [4, release]),
    dual,
  ),
  "expiry and money at once": escrowScene(calls([2, fundByPush], [5, { op: "expire" }])),
  "taken back while its release is blocked": escrowScene(calls([2, fundAtOnce], [4, release]), {
    ...dual,
    bank: bankThat({ takenBackAfterMs: 6_000 }),
  }),
  "an approval withdrawn, given again": escrowScene(
    calls(
      [2, fundAtOnce],
      [3, approve("anna")],
      [3, approve("ben")],
      [5, { op: "withdraw", approverRef: "ben" }],
      [7, release],
      [9, approve("ben")],
      [11, release],
    ),
    dual,
  ),
  "listed between two looks, refunded": escrowScene(
    calls([2, fundAtOnce], [3, { op: "conditions" }], [5, { op: "conditions" }], [7, release], [9, refund]),
    { payoutAddress: "0xTURNSBLOCK" },
  ),
  "the first refund is refused": escrowScene(calls([2, fundAtOnce], [4, refund], [8, refund]), {
    bank: bankThat({ refund: { kind: "refused" }, refundAnew: { kind: "at once" } }),
  }),
};

/** Longer ones, at banks that are silent for a while; and at one that takes its no to a payout back, which must not be too late. */
export const longEscrowScenes: Readonly<Record<string, EscrowScene>> = {
  "expired by hand while a slow bank is asked for its money, of which it says nothing": escrowScene(
    calls([2, fundByPush], [3, { op: "expire" }]),
    {
      bank: bankThat({
        deposits: [{ ...wholeAtOnce, afterMs: 20_000, word: [], bounces: false }],
        slowness: { silentUntilMs: 0, payoutMs: 0, collectMs: 5_000 },
      }),
    },
  ),
  "a payout that had failed is proven": escrowScene(calls([2, fundAtOnce], [4, release], [15, refund]), {
    bank: bankThat({ release: { kind: "fails", afterMs: 2_000, word: [10], provenAfterMs: 4_000 } }),
  }),
  "released at a rate, at a silent bank, then rejected": escrowScene(
    calls(
      [2, fundAtOnce],
      [3, approve("anna")],
      [3, approve("ben")],
      [4, release],
      [10, { op: "reject", approverRef: "carl" }],
    ),
    {
      ...dual,
      bank: bankThat({ rate: "0.97", slowness: { silentUntilMs: 100_000, payoutMs: 0 } }),
      ...{ sweepsAtMs: [450_000], lengthMs: 500_000 },
    },
  ),
  "refunded at a silent bank, the address listed meanwhile": escrowScene(calls([2, fundAtOnce], [4, refund]), {
    refundAddress: "0xTURNSBLOCK",
    bank: bankThat({ slowness: { silentUntilMs: 1_000_000, payoutMs: 0 } }),
    ...{ sweepsAtMs: [450_000, 1_100_000], lengthMs: 1_200_000 },
  }),
  "rejected and refunded while a slow bank is told": escrowScene(
    calls(
      [2, fundAtOnce],
      [3, approve("anna")],
      [3, approve("ben")],
      [4, release],
      [1302, { op: "reject", approverRef: "carl" }],
      [1303, release],
      [1304, refund],
    ),
    {
      ...dual,
      bank: bankThat({ slowness: { silentUntilMs: 1_000_000, payoutMs: 5_000 } }),
      ...{ sweepsAtMs: [1_300_000], lengthMs: 1_400_000 },
    },
  ),
};
