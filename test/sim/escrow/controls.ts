import { hopWrites } from "../../../functions/app/core/aggregate.ts";
import type { Desk } from "../../../functions/app/core/context.ts";
import type { Book, Row } from "../../../functions/app/core/ports.ts";
import { findEscrow } from "../../../functions/app/escrow/escrows.ts";
import { escrowKind } from "../../../functions/app/escrow/record.ts";
import type { Screening } from "../../../functions/app/gate/ports.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import type { ScreenVerdict } from "../../../functions/domain/gate/payout-gate.ts";
import type { EscrowBank } from "../../support/world/escrow-bank.ts";
import type { EscrowAlteration } from "../../support/world/escrow-world.ts";
import { type PartCaught, tryMistake } from "../core/part-control.ts";
import type { EscrowInvariant } from "./findings.ts";
import { bankThat, type EscrowScene, wholeAtOnce } from "./scene.ts";
import { escrowScene } from "./scenes.ts";
import { playEscrowSeed } from "./schedule.ts";

/** A mistake that could have been made with escrows, and the invariants that must tell it. */
export interface EscrowControl {
  readonly name: string;
  readonly caughtBy: readonly EscrowInvariant[];
  readonly alteration: EscrowAlteration;
  /** Where chance alone would seldom come to it. */
  readonly scene?: EscrowScene;
}

/** A desk at which escrows are read with something changed, as a decision would see them that looked at the wrong thing. */
function seenAs<D extends Desk>(desk: D, change: (state: Escrow, now: string) => Partial<Escrow>): D {
  const seen = (row: Row | undefined): Row | undefined => {
    if (row?.type !== escrowKind.type) return row;
    const body = row.body as { state: Escrow };
    return { ...row, body: { ...body, state: { ...body.state, ...change(body.state, desk.clock.now()) } } };
  };
  const book: Book = {
    read: async (keys) => (await desk.book.read(keys)).map(seen),
    page: (query) => desk.book.page(query),
    write: (writes, nonce) => desk.book.write(writes, nonce),
  };
  return { ...desk, book };
}

/** The same bank and screens, with some calls made otherwise. */
function bankWith(bank: EscrowBank, change: Partial<Rail & Screening>): Rail & Screening {
  return {
    ...{ name: bank.name, mock: bank.mock, capabilities: bank.capabilities, keepsReserve: true },
    sources: bank.sources,
    partnerCustomer: () => bank.partnerCustomer(),
    collect: (asked) => bank.collect(asked),
    findDeposit: (asked) => bank.findDeposit(asked),
    disburse: (asked) => bank.disburse(asked),
    payoutOf: (asked) => bank.payoutOf(asked),
    lookUp: (railRef) => bank.lookUp(railRef),
    returnDeposit: () => bank.returnDeposit(),
    cancelCollection: (railRef) => bank.cancelCollection(railRef),
    transfers: () => bank.transfers(),
    transfersOf: () => bank.transfersOf(),
    screen: (asked) => bank.screen(asked),
    ...change,
  };
}

const pass: ScreenVerdict = { status: "complete", action: "allow", ref: null, riskLevel: "low" };
const dual = { releaseRule: "dual_approval", requiredApprovals: 2 } as const;
const fund = { op: "fund", amountCents: 33_333, source: "ach", fundingRef: null } as const;
const push = { ...fund, source: "ach_push" } as const;
const release = { op: "release" } as const;
const refund = { op: "refund", refundAddress: null } as const;
const slow = bankThat({ release: { kind: "proven", afterMs: 60_000, word: [10] } });

/** Mistakes on purpose. */
export const escrowControls: readonly EscrowControl[] = [
  {
    name: "refund guards after its transition",
    caughtBy: ["held is what was funded and neither released nor refunded, at every moment"],
    alteration: {
      app: ({ refundEscrow }) => ({
        refundEscrow: async (desk, request) => {
          const found = await findEscrow(desk, request.tenantId, request.name);
          const { state } = found;
          if (state.status === "funded" || state.status === "release_pending") {
            const next = { ...state, status: "refunded", heldCents: 0, intent: null } as Escrow;
            const hop = { next, from: state.status, to: "refunded", reason: "refunded" };
            await desk.book.write(hopWrites(found, [hop], desk).writes, desk.newId("req", desk.clock.now()));
          }
          return refundEscrow(desk, request);
        },
      }),
    },
    scene: escrowScene({ refundAddress: "0xBLOCKED" }, [
      [2, fund],
      [4, refund],
    ]),
  },
  {
    name: "one approver's two approvals count twice",
    caughtBy: ["never released without its rule"],
    alteration: {
      app: ({ releaseEscrow }) => ({
        releaseEscrow: (desk, request) =>
          releaseEscrow(
            seenAs(desk, ({ approvals }) => ({
              approvals: approvals.flatMap((each) => [
                each,
                { ...each, approverRef: `${each.approverRef}'` },
              ]),
            })),
            request,
          ),
      }),
    },
    scene: escrowScene(dual, [
      [2, fund],
      [3, { op: "approve", approverRef: "ann" }],
      [4, { op: "approve", approverRef: "ann" }],
      [6, release],
    ]),
  },
  {
    name: "screen skipped",
    caughtBy: ["nothing is paid out without a fresh pass of its address"],
    alteration: { bank: (bank) => bankWith(bank, { screen: async () => pass }) },
  },
  {
    name: "screen unavailable taken as a pass",
    caughtBy: ["nothing is paid out without a fresh pass of its address"],
    alteration: {
      bank: (bank) =>
        bankWith(bank, {
          screen: async (asked) => {
            const said = await bank.screen(asked).catch(() => pass);
            return said.status === "error" ? pass : said;
          },
        }),
    },
  },
  {
    name: "stale pass accepted",
    caughtBy: ["nothing is paid out without a fresh pass of its address"],
    alteration: {
      app: ({ releaseEscrow }) => ({
        releaseEscrow: (desk, request) =>
          releaseEscrow(
            seenAs(desk, ({ screens }, now) => ({ screens: screens.map((each) => ({ ...each, at: now })) })),
            request,
          ),
      }),
    },
    scene: escrowScene(
      {},
      [
        [2, fund],
        [4, { op: "conditions" }],
        [30, release],
      ],
      {
        bank: bankThat(),
        jumps: [{ atMs: 10_000, ms: 1_300_000 }],
      },
    ),
  },
  {
    name: "a key for each attempt at a payout",
    caughtBy: ["one payout an escrow, under one key with one body"],
    alteration: {
      bank: (bank) => {
        let tries = 0;
        const disburse: Rail["disburse"] = (asked) => {
          tries += 1;
          return bank.disburse({ ...asked, key: asked.key.replace(/\d+$/, String(tries)) });
        };
        return bankWith(bank, { disburse });
      },
    },
  },
  {
    name: "refunded while its payout is in flight",
    caughtBy: ["one payout an escrow, under one key with one body"],
    alteration: {
      app: ({ refundEscrow }) => ({
        refundEscrow: (desk, request) =>
          refundEscrow(
            seenAs(desk, ({ intent }) => (intent?.leg === "release" ? { intent: null } : {})),
            request,
          ),
      }),
    },
    scene: escrowScene(
      {},
      [
        [2, fund],
        [4, release],
        [6, refund],
      ],
      { bank: slow },
    ),
  },
  {
    name: "funding applied twice",
    caughtBy: ["held is what was funded and neither released nor refunded, at every moment"],
    alteration: {
      app: ({ receiveCallback }) => ({
        receiveCallback: (desk, callback) =>
          receiveCallback(
            seenAs(desk, ({ status }) =>
              status === "funded" && callback.events[0]?.kind === "funds_received"
                ? ({ status: "awaiting_funds", receivedCents: 0, heldCents: 0 } as Partial<Escrow>)
                : {},
            ),
            callback,
          ),
      }),
    },
    scene: escrowScene({}, [[2, push]], {
      bank: bankThat({ deposits: [{ ...wholeAtOnce, word: [10, 900] }] }),
    }),
  },
  {
    name: "released on the order, before its proof",
    caughtBy: ["the ledger is the rail's file"],
    alteration: {
      bank: (bank) =>
        bankWith(bank, {
          disburse: async (asked) => {
            const said = await bank.disburse(asked);
            return "refused" in said ? said : { txHash: said.txHash ?? "0xSOON" };
          },
        }),
    },
  },
  {
    name: "blocked told at every look",
    caughtBy: ["events follow from the history, each once"],
    alteration: {
      app: ({ releaseEscrow }) => ({
        releaseEscrow: (desk, request) =>
          releaseEscrow(
            seenAs(desk, () => ({ unmet: [] })),
            request,
          ),
      }),
    },
    scene: escrowScene({ payoutAddress: "0xBLOCKED" }, [
      [2, fund],
      [4, release],
      [6, release],
    ]),
  },
];

const mostSchedules = 1_000;

/** Plays schedules against a mistake until one of the invariants that should tell it does. */
export function tryEscrowControl(control: EscrowControl): Promise<PartCaught<EscrowInvariant>> {
  const { alteration, scene } = control;
  return tryMistake(
    control,
    (seed) => playEscrowSeed(seed, { alteration, ...(scene && { scene }) }),
    mostSchedules,
  );
}
