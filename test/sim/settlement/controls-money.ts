import { transitionWrites } from "../../../functions/app/core/aggregate.ts";
import type { Context } from "../../../functions/app/core/context.ts";
import type { Store } from "../../../functions/app/core/ports.ts";
import type { Callback } from "../../../functions/app/operations/receive-callback.ts";
import type { VendorNo } from "../../../functions/app/rails/ports.ts";
import { changeSettlement, loadPair, loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { transfer } from "../../../functions/domain/core/ledger.ts";
import type { Transition } from "../../../functions/domain/core/transition.ts";
import { confirmPayment } from "../../../functions/domain/invoicing/invoice.ts";
import {
  type Settlement,
  settlementFacts,
  settlementTransition,
} from "../../../functions/domain/settlement/settlement.ts";
import { recordScreen } from "../../../functions/domain/settlement/transitions.ts";
import { changedPut, reread, rewritten, withState } from "../../support/world/core/alterations.ts";
import type { App } from "../../support/world/settlement/app.ts";
import { isReserveKey } from "../../support/world/settlement/vendors.ts";
import { mistake, payAndReport, simpleScene } from "./scene.ts";
import { frozenReserveScene } from "./scenes.ts";

const back = { kind: "returned", code: "R10" } as const;
const proof = { kind: "payment_processed", txHash: "" } as const;

async function pairOf(context: Context, callback: Callback) {
  const [settlementId = "", invoiceId = ""] = callback.reference?.split(".") ?? [];
  return loadPair(context, settlementId, invoiceId);
}

async function force(
  context: Context,
  id: string,
  make: (state: Settlement) => Transition<Settlement> | undefined,
): Promise<void> {
  const found = await loadSettlement(context, id);
  const transition = make(found.state);
  if (transition)
    await context.store.write(
      transitionWrites(found, [transition], context).writes,
      context.newId("req", context.clock.now()),
    );
}

function completedAnyhow(state: Settlement, txHash: string): Transition<Settlement> {
  const next = { ...state, status: "completed", txHash, waiting: null } as Settlement;
  return {
    next,
    from: state.status,
    to: "completed",
    reason: "proof arrived",
    postings: transfer("tenant_payable", "rail_clearing", state.netCents),
    events: [{ name: "settlement.completed", data: settlementFacts(next) }],
  };
}

/** The second gate's transition, with a pass that nobody gave. */
export function withoutScreen({ transition }: App): Partial<App> {
  return {
    transition: async (task, context, subject, carried) => {
      if (task !== "Screen") return transition(task, context, subject, carried);
      const pass = { status: "complete", action: "allow", ref: null, riskLevel: null } as const;
      await changeSettlement(context, await loadSettlement(context, subject.settlementId), (state) =>
        state.status === "screening" ? recordScreen(state, pass, 1, context.clock.now()) : [],
      );
      return { outcome: "pass" };
    },
  };
}

function keptAs(store: Store, change: (state: Record<string, unknown>) => object): Store {
  return rewritten(
    store,
    changedPut((row) => withState(row, "settlement", change)),
  );
}

/** Mistakes with states and with money. */
export const moneyControls = [
  mistake("suspended credit overlooked", "suspended credit waits for the end of the return window", {
    store: (store) => reread(store, (row) => withState(row, "tenant", () => ({ creditSuspended: null }))),
    scene: simpleScene({ credit: [{ tenant: 0, atMs: 0, suspended: true }] }),
  }),
  mistake("fresh number in the reserve's payout key", "at most one collection, conversion and payout a settlement", {
    vendors: (vendors) => {
      let asks = 0;
      return {
        disburse: (input) => {
          asks += 1;
          const key = isReserveKey(input.key) ? `${input.key}:${asks}` : input.key;
          return vendors.disburse({ ...input, key });
        },
      };
    },
  }),
  mistake("a freeze taken for any other refusal", "what is frozen is never ordered again", {
    vendors: (vendors) => {
      const taken = <R>(reply: R): R | VendorNo =>
        typeof reply === "object" && reply !== null && "refused" in reply
          ? { refused: { code: "payout_rejected", reason: "no" } }
          : reply;
      return {
        disburse: async (input) => taken(await vendors.disburse(input)),
        payoutOf: async (input) => taken(await vendors.payoutOf(input)),
      };
    },
    scene: frozenReserveScene,
  }),
  mistake("status condition missing", "history is an allowed path without gaps that ends at the status", {
    app: ({ receiveCallback }) => ({
      receiveCallback: async (context, callback) => {
        const [event] = callback.events;
        if (event?.kind !== "payment_processed") return receiveCallback(context, callback);
        const pair = await pairOf(context, callback);
        if (pair) await force(context, pair.settlement.state.id, (state) => completedAnyhow(state, event.txHash));
      },
    }),
    scene: simpleScene({ rail: () => payAndReport([back, 500], [proof, 1_500]) }, "0xNOPROOF"),
  }),
  mistake("callback not deduplicated", "an invoice counts its standing payments and never more than its total", {
    app: ({ receiveCallback }) => ({
      receiveCallback: async (context, callback) => {
        const pair = await pairOf(context, callback);
        if (callback.events[0]?.kind !== "funds_received" || pair?.settlement.state.payment.status !== "succeeded")
          return receiveCallback(context, callback);
        const { fiatInCents, payment } = pair.settlement.state;
        const transition = confirmPayment(pair.invoice.state, fiatInCents, payment.id, context.clock.now());
        const { writes } = transitionWrites(pair.invoice, [transition], context);
        await context.store.write(writes, context.newId("req", context.clock.now()));
      },
    }),
  }),
  mistake(
    "return after delivery flips the settlement",
    "history is an allowed path without gaps that ends at the status",
    {
      app: ({ receiveCallback }) => ({
        receiveCallback: async (context, callback) => {
          const pair = await pairOf(context, callback);
          await receiveCallback(context, callback);
          if (callback.events[0]?.kind === "returned" && pair)
            await force(context, pair.settlement.state.id, (state) =>
              state.status === "completed"
                ? {
                    next: { ...state, status: "failed", failureCode: "x" },
                    from: "completed",
                    to: "failed",
                    reason: "x",
                  }
                : undefined,
            );
        },
      }),
      scene: simpleScene({ rail: () => payAndReport([back, 3_000]) }),
    },
  ),
  mistake("fee taken twice on resume", "the ledger agrees with the record", {
    app: ({ transition }) => ({
      transition: async (task, context, subject, carried) => {
        const found = await loadSettlement(context, subject.settlementId);
        if (task === "Convert" && found.state.status === "settling")
          await changeSettlement(context, found, (state) => [
            settlementTransition(state, state, context.clock.now(), {
              reason: "converted",
              postings: transfer("tenant_payable", "fee_income", state.feeCents),
            }),
          ]);
        return transition(task, context, subject, carried);
      },
    }),
  }),
  mistake("float FX", "usdtOut is net times rate, truncated, exact", {
    store: (store) =>
      keptAs(store, ({ netCents, fxRate, usdtOut }) =>
        usdtOut === null ? {} : { usdtOut: ((Number(netCents) / 100) * Number(fxRate)).toFixed(6) },
      ),
  }),
  mistake("rounding remainder dropped", "money divides: fiat = fee + reserve + net", {
    store: (store) =>
      keptAs(store, ({ fiatInCents, feeCents }) => {
        const rest = Number(fiatInCents) - Number(feeCents);
        return { reserveCents: Math.floor(rest * 0.105), netCents: Math.floor(rest * 0.895) };
      }),
    scene: simpleScene(),
  }),
  mistake("second screen skipped", "no conversion or payout without a passing screen after collection", {
    app: withoutScreen,
  }),
  mistake("screen unavailable taken as a pass", "no conversion or payout without a passing screen after collection", {
    vendors: (vendors) => ({
      screen: async (input) => {
        const allow = { status: "complete", action: "allow", ref: null, riskLevel: null } as const;
        const reply = await vendors.screen(input).catch(() => allow);
        return reply.status === "complete" ? reply : allow;
      },
    }),
  }),
  mistake("a pending screen bought anew", "no screen is bought twice", {
    vendors: (vendors) => ({ screen: ({ pendingRef: _, ...input }) => vendors.screen(input) }),
    scene: simpleScene({ silentScreens: 3, sweepsAtMs: [65_000, 400_000, 1_400_000] }),
  }),
  mistake("completed without a hash", "completed has the rail's hash", {
    vendors: (vendors) => ({
      disburse: async (input) => {
        const reply = await vendors.disburse(input);
        return "refused" in reply ? reply : { txHash: reply.txHash ?? "" };
      },
    }),
  }),
];
