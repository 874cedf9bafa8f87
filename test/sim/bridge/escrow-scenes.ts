import type { BridgePlan, Turn } from "../../support/world/bridge/side.ts";
import type { SceneCall, Wish } from "../escrow/scene.ts";
import { calls, escrowScene } from "../escrow/scenes.ts";
import { type Scene, simpleScene } from "../settlement/scene.ts";

type Command = SceneCall["command"];

const hourMs = 3_600_000;

/** What the second escrow of a scene is for, by which what is sent for it can be told from the first's. */
const secondCents = 20_000;

const fund: Command = { op: "fund", amountCents: 33_333, source: "ach_push", fundingRef: null };
const fundSecond: Command = { ...fund, amountCents: secondCents };
const release: Command = { op: "release" };
const refund: Command = { op: "refund", refundAddress: null };

function approve(approverRef: string): Command {
  return { op: "approve", approverRef };
}

/** The calls about a scene's second escrow. */
function secondCalls(...reply: readonly (readonly [number, Command])[]): SceneCall[] {
  return calls(...reply).map((call) => ({ ...call, escrow: 1, key: `${call.key}'` }));
}

function pays(cents: (asked: number) => number, afterMs = 3_000): Turn {
  return { kind: "deposit", afterMs, cents };
}

const whole = pays((asked) => asked);
const third = pays((asked) => Math.floor(asked / 3));
const thirdOfSecond = pays((asked) => (asked === secondCents ? Math.floor(asked / 3) : asked));

/** Stablecoin a dollar. */
const cheap = "0.968877";
const dear = "1.003107";

interface Change extends Partial<Wish>, Partial<Pick<Scene, "sweepsAtMs">> {
  readonly turns?: readonly Turn[];
  readonly rate?: string;
  readonly bridge?: Partial<BridgePlan>;
}

/** Escrows of one tenant's, over Bridge; the second of them is of `secondCents` and manual. */
function scene(reply: readonly SceneCall[], change: Change = {}): Scene {
  const { turns = [whole], rate = cheap, bridge, sweepsAtMs, ...wished } = change;
  const [first] = escrowScene(reply, wished).wishes;
  const [second] = escrowScene(reply, { amountCents: secondCents }).wishes;
  const tenant = { wallet: "0xA", partnerCustomerId: "cust_1", escrowRule: { bps: 150, fixedCents: 30 } };
  return {
    ...simpleScene({ tenants: [{ ...tenant, invoices: [] }], asks: [], rate: "1" }),
    ...(sweepsAtMs && { sweepsAtMs }),
    escrows: { wishes: [first, second].flatMap((wish) => wish ?? []), calls: reply },
    bridge: {
      ...{ mode: "two_leg", holds: true, knobs: { stepSeconds: 5, rate } },
      fate: ({ leg }) => (leg === "hold" ? turns : []),
      ...bridge,
    },
  };
}

const partly = { releaseRule: "milestone", milestones: 2, parts: [13_333, 20_000] } as const;

/** What is paid out to an address never arrives there. */
function undeliverableTo(address: string): BridgePlan["fate"] {
  return ({ leg, asked: { destination } }) => {
    if (leg === "hold") return [whole];
    const fails = destination.to_address === address;
    return fails ? [{ kind: "state", afterMs: 7_000, from: ["payment_submitted"], to: "undeliverable" }] : [];
  };
}

const dual = { releaseRule: "dual_approval", requiredApprovals: 2 } as const;

/** The lives of escrows over Bridge, for crashes at every step. */
export const bridgeEscrowScenes = {
  "Bridge, an escrow is funded and released, less its fee": scene(calls([2, fund], [30, release])),
  "Bridge, an escrow is refunded, whose deposit bought less": scene(calls([2, fund], [30, refund])),
  "Bridge, an escrow is refunded, whose deposit bought more": scene(calls([2, fund], [30, refund]), { rate: dear }),
  "Bridge, no callback about an escrow comes": scene(calls([2, fund], [4_010, release]), {
    ...{ sweepsAtMs: [4_000_000, 4_700_000], bridge: { isSilent: true } },
  }),
  "Bridge, two escrows of one pool, one released and one refunded": scene([
    ...calls([2, fund], [30, release]),
    ...secondCalls([2, fundSecond], [30, refund]),
  ]),
  "Bridge, too little comes for an escrow, and its return costs more": scene(calls([2, fund], [30, refund]), {
    turns: [third],
  }),
  "Bridge, too little comes for an escrow, and its return costs less": scene(calls([2, fund], [30, refund]), {
    ...{ turns: [third], rate: dear },
  }),
  "Bridge, a fee of the pool pays for what a return costs more": scene(
    [...calls([2, fund], [30, release]), ...secondCalls([2, fundSecond], [50, refund])],
    { turns: [thirdOfSecond], sweepsAtMs: [55_000] },
  ),
  "Bridge, an escrow's deposit is taken back while it is held": scene(calls([2, fund], [30, release]), {
    turns: [whole, { kind: "take back", afterMs: 20_000, code: "R10" }],
  }),
  "Bridge, an escrow's deposit is taken back while it is paid out": scene(calls([2, fund], [20, release]), {
    turns: [whole, { kind: "take back", afterMs: 22_000, code: "R29" }],
  }),
  "Bridge, an escrow expires by the sweeper": scene(calls([2, fund]), {
    ...{ turns: [], expiresInMs: hourMs, sweepsAtMs: [hourMs + 2_000] },
  }),
  "Bridge, an escrow expires with a part of its money": scene(calls([2, fund]), {
    ...{ turns: [third], expiresInMs: hourMs, sweepsAtMs: [hourMs + 2_000, hourMs + 700_000] },
  }),
  "Bridge, an escrow is called off before its money comes": scene(calls([2, fund], [4, refund]), {
    turns: [pays((asked) => asked, 20_000)],
  }),
  "Bridge, milestones of an escrow, one cancelled": scene(
    calls(
      [2, fund],
      [20, { op: "complete", milestone: 0 }],
      [22, release],
      [24, { op: "cancel", milestone: 1 }],
      [30, release],
    ),
    partly,
  ),
  "Bridge, two approve of an escrow": scene(
    calls([2, fund], [20, approve("ann")], [22, release], [24, approve("bob")], [30, release]),
    dual,
  ),
  "Bridge, an escrow's payout does not arrive, refunded": scene(calls([2, fund], [30, release], [60, refund]), {
    bridge: { fate: undeliverableTo("0xSELLER") },
  }),
} satisfies Record<string, Scene>;

/** Longer ones. */
export const longBridgeEscrowScenes: Readonly<Record<string, Scene>> = {
  "Bridge, a cancelled milestone does not arrive at its buyer, returned elsewhere": scene(
    calls(
      [2, fund],
      [20, { op: "complete", milestone: 0 }],
      [22, { op: "cancel", milestone: 1 }],
      [30, release],
      [80, { op: "refund", refundAddress: "0xOTHER" }],
    ),
    { ...partly, rate: dear, bridge: { fate: undeliverableTo("0xBUYER") } },
  ),
};

/** Of two escrows in one pool the second's release is ordered and nothing is heard of it for over a day, after which its tenant wants a refund. */
export const deafRelease: Scene = scene(
  [...calls([2, fund]), ...secondCalls([2, fundSecond], [20, release], [87_100, refund])],
  { sweepsAtMs: [400_000, 2_300_000, 87_000_000], bridge: { deafFromMs: 19_000 } },
);
