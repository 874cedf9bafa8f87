import { type Entry, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import type { Context } from "../../../functions/app/core/context.ts";
import type { Row } from "../../../functions/app/core/ports.ts";
import { findEscrow } from "../../../functions/app/escrow/escrows.ts";
import { escrowRecordType } from "../../../functions/app/escrow/record.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import { convertCents } from "../../../functions/domain/core/money.ts";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import type { ScreenVerdict } from "../../../functions/domain/gate/payout-gate.ts";
import { reread, withState } from "../../support/world/core/alterations.ts";
import type { EscrowAlteration } from "../../support/world/escrow/world.ts";
import { mistakesIn } from "../core/simulation.ts";
import type { EscrowInvariant } from "./invariants.ts";
import { bankThat, type EscrowScene, wholeAtOnce } from "./scene.ts";
import { calls, escrowScene } from "./scenes.ts";

/** A context at which escrows are read with something changed, as a decision would see them that looked at the wrong thing. */
export function seenAs<D extends Context>(context: D, change: (state: Escrow, now: string) => Partial<Escrow>): D {
  const changed = (row: Row) =>
    withState(row, escrowRecordType.type, (state) => change(state as unknown as Escrow, context.clock.now()));
  return { ...context, store: reread(context.store, changed) };
}

function releasedBy(change: (state: Escrow, now: string) => Partial<Escrow>): NonNullable<EscrowAlteration["app"]> {
  return ({ releaseEscrow }) => ({
    releaseEscrow: (context, request) => releaseEscrow(seenAs(context, change), request),
  });
}

const pass: ScreenVerdict = { status: "complete", action: "allow", ref: null, riskLevel: "low" };
const dual = { releaseRule: "dual_approval", requiredApprovals: 2 } as const;
const fund = { op: "fund", amountCents: 33_333, source: "ach", fundingRef: null } as const;
const push = { ...fund, source: "ach_push" } as const;
const release = { op: "release" } as const;
const refund = { op: "refund", refundAddress: null } as const;
const slow = bankThat({ release: { kind: "proven", afterMs: 60_000, word: [10] } });

const mistake = mistakesIn<EscrowScene, EscrowAlteration, EscrowInvariant>();

/** Mistakes on purpose. */
export const escrowControls = [
  mistake(
    "refund guards after its transition",
    "held is what was funded and neither released nor refunded, at every moment",
    {
      app: ({ refundEscrow }) => ({
        refundEscrow: async (context, request) => {
          const found = await findEscrow(context, request.tenantId, request.name);
          const { state } = found;
          if (state.status === "funded" || state.status === "release_pending") {
            const next = { ...state, status: "refunded", heldCents: 0, intent: null } as Escrow;
            const transition = { next, from: state.status, to: "refunded", reason: "refunded" };
            await context.store.write(
              transitionWrites(found, [transition], context).writes,
              context.newId("req", context.clock.now()),
            );
          }
          return refundEscrow(context, request);
        },
      }),
      scene: escrowScene(calls([2, fund], [4, refund]), { refundAddress: "0xBLOCKED" }),
    },
  ),
  mistake("one approver's two approvals count twice", "never released without its rule", {
    app: releasedBy(({ approvals }) => ({
      approvals: approvals.flatMap((each) => [each, { ...each, approverRef: `${each.approverRef}'` }]),
    })),
    scene: escrowScene(
      calls(
        [2, fund],
        [3, { op: "approve", approverRef: "ann" }],
        [4, { op: "approve", approverRef: "ann" }],
        [6, release],
      ),
      dual,
    ),
  }),
  mistake("a cancelled milestone is paid", "a cancelled milestone is never paid", {
    app: releasedBy(({ milestones }) => ({
      milestones: milestones.map((each) => (each.status === "cancelled" ? { ...each, amountCents: null } : each)),
    })),
    scene: escrowScene(
      calls([2, fund], [3, { op: "complete", milestone: 0 }], [4, { op: "cancel", milestone: 1 }], [6, release]),
      { releaseRule: "milestone", milestones: 2, parts: [13_333, 20_000] },
    ),
  }),
  mistake("screen skipped", "nothing is paid out without a fresh pass of its address", {
    bank: () => ({ screen: async () => pass }),
  }),
  mistake("screen unavailable taken as a pass", "nothing is paid out without a fresh pass of its address", {
    bank: (bank) => ({
      screen: async (input) => {
        const reply = await bank.screen(input).catch(() => pass);
        return reply.status === "error" ? pass : reply;
      },
    }),
  }),
  mistake("stale pass accepted", "nothing is paid out without a fresh pass of its address", {
    app: releasedBy(({ screens }, now) => ({ screens: screens.map((each) => ({ ...each, at: now })) })),
    scene: escrowScene(calls([2, fund], [4, { op: "conditions" }], [30, release]), {
      bank: bankThat(),
      jumps: [{ atMs: 10_000, ms: 1_300_000 }],
    }),
  }),
  mistake("a payout at par, whatever its deposit bought", "nothing leaves for an escrow but what its deposit bought", {
    app: releasedBy(({ funding }) => ({
      funding: funding && { ...funding, bought: convertCents(funding.receivedCents, "1") },
    })),
    scene: escrowScene(calls([2, fund], [4, release]), { bank: bankThat({ rate: "0.97" }) }),
  }),
  mistake("a key for each attempt at a payout", "one payout an escrow, under one key with one body", {
    bank: (bank) => {
      let tries = 0;
      const disburse: Rail["disburse"] = (input) => {
        tries += 1;
        return bank.disburse({ ...input, key: input.key.replace(/\d+$/, String(tries)) });
      };
      return { disburse };
    },
  }),
  mistake("a freeze taken for any other refusal", "what is frozen is never ordered again", {
    app: ({ refundEscrow }) => ({
      refundEscrow: (context, request) =>
        refundEscrow(
          seenAs(context, ({ pastPayouts }) => ({
            pastPayouts: pastPayouts.map((each) => ({ ...each, code: "payout_rejected" })),
          })),
          request,
        ),
    }),
    scene: escrowScene(calls([2, fund], [4, refund], [8, refund]), { refundAddress: "0xFROZEN" }),
  }),
  mistake("refunded while its payout is in flight", "one payout an escrow, under one key with one body", {
    app: ({ refundEscrow }) => ({
      refundEscrow: (context, request) =>
        refundEscrow(
          seenAs(context, ({ intent }) => (intent?.leg === "release" ? { intent: null } : {})),
          request,
        ),
    }),
    scene: escrowScene(calls([2, fund], [4, release], [6, refund]), { bank: slow }),
  }),
  mistake("funding applied twice", "held is what was funded and neither released nor refunded, at every moment", {
    app: ({ receiveCallback }) => ({
      receiveCallback: (context, callback) =>
        receiveCallback(
          seenAs(context, ({ status }) =>
            status === "funded" && callback.events[0]?.kind === "funds_received"
              ? ({ status: "awaiting_funds", receivedCents: 0, heldCents: 0 } as Partial<Escrow>)
              : {},
          ),
          callback,
        ),
    }),
    scene: escrowScene(calls([2, push]), { bank: bankThat({ deposits: [{ ...wholeAtOnce, word: [10, 900] }] }) }),
  }),
  mistake("released on the order, before its proof", "the ledger is the rail's file", {
    bank: (bank) => ({
      disburse: async (input) => {
        const reply = await bank.disburse(input);
        return "refused" in reply ? reply : { txHash: reply.txHash ?? "0xSOON" };
      },
    }),
  }),
  mistake("a return that is told to nobody", "an unauthorized return has one case, which is marked on its escrow", {
    app: ({ dispatchEntry }) => ({
      dispatchEntry: (context, row) => {
        const { follows, ...body } = row.body as Entry;
        const kept = follows.filter(({ kind }) => kind !== "raise_escrow_return_alert");
        return dispatchEntry(context, { ...row, body: { ...body, follows: kept } });
      },
    }),
    scene: escrowScene(calls([2, fund]), { bank: bankThat({ takenBackAfterMs: 3_000 }) }),
  }),
  mistake("blocked told at every look", "events follow from the history, each once", {
    app: releasedBy(() => ({ unmet: [] })),
    scene: escrowScene(calls([2, fund], [4, release], [6, release]), { payoutAddress: "0xBLOCKED" }),
  }),
];
