import { hopWrites } from "../../../functions/app/core/aggregate.ts";
import type { Desk } from "../../../functions/app/core/context.ts";
import type { Book } from "../../../functions/app/core/ports.ts";
import type { Callback } from "../../../functions/app/operations/receive-callback.ts";
import { changeSettlement, loadPair, loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { transfer } from "../../../functions/domain/core/ledger.ts";
import type { Hop } from "../../../functions/domain/core/transition.ts";
import { confirmPaid } from "../../../functions/domain/invoicing/invoice.ts";
import {
  type Settlement,
  settlementFacts,
  settlementHop,
} from "../../../functions/domain/settlement/settlement.ts";
import { recordScreen } from "../../../functions/domain/settlement/transitions.ts";
import { changedPut, reread, rewritten, withState } from "../../support/world/core/alterations.ts";
import type { App } from "../../support/world/settlement/app.ts";
import { isReserveKey } from "../../support/world/settlement/vendors.ts";
import { mistake, paysAndSays, simpleScene } from "./scene.ts";

const back = { kind: "returned", code: "R10" } as const;
const proof = { kind: "payment_processed", txHash: "" } as const;

async function pairOf(desk: Desk, callback: Callback) {
  const [settlementId = "", invoiceId = ""] = callback.reference?.split(".") ?? [];
  return loadPair(desk, settlementId, invoiceId);
}

async function force(
  desk: Desk,
  id: string,
  make: (state: Settlement) => Hop<Settlement> | undefined,
): Promise<void> {
  const found = await loadSettlement(desk, id);
  const hop = make(found.state);
  if (hop) await desk.book.write(hopWrites(found, [hop], desk).writes, desk.newId("req", desk.clock.now()));
}

function completedAnyhow(state: Settlement, txHash: string): Hop<Settlement> {
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

/** The second gate's hop, with a pass that nobody gave. */
export function unscreened({ hop }: App): Partial<App> {
  return {
    hop: async (task, desk, subject, carried) => {
      if (task !== "Screen") return hop(task, desk, subject, carried);
      const pass = { status: "complete", action: "allow", ref: null, riskLevel: null } as const;
      await changeSettlement(desk, await loadSettlement(desk, subject.settlementId), (state) =>
        state.status === "screening" ? recordScreen(state, pass, 1, desk.clock.now()) : [],
      );
      return { outcome: "pass" };
    },
  };
}

function keptAs(book: Book, change: (state: Record<string, unknown>) => object): Book {
  return rewritten(
    book,
    changedPut((row) => withState(row, "settlement", change)),
  );
}

/** Mistakes with states and with money. */
export const moneyControls = [
  mistake("suspended credit overlooked", "suspended credit waits for the end of the return window", {
    book: (book) => reread(book, (row) => withState(row, "tenant", () => ({ creditSuspended: null }))),
    scene: simpleScene({ credit: [{ tenant: 0, atMs: 0, suspended: true }] }),
  }),
  mistake(
    "fresh number in the reserve's payout key",
    "at most one collection, conversion and payout a settlement",
    {
      vendors: (vendors) => {
        let asks = 0;
        return {
          disburse: (asked) => {
            asks += 1;
            const key = isReserveKey(asked.key) ? `${asked.key}:${asks}` : asked.key;
            return vendors.disburse({ ...asked, key });
          },
        };
      },
    },
  ),
  mistake("status condition missing", "history is an allowed path without gaps that ends at the status", {
    app: ({ receiveCallback }) => ({
      receiveCallback: async (desk, callback) => {
        const [event] = callback.events;
        if (event?.kind !== "payment_processed") return receiveCallback(desk, callback);
        const pair = await pairOf(desk, callback);
        if (pair)
          await force(desk, pair.settlement.state.id, (state) => completedAnyhow(state, event.txHash));
      },
    }),
    scene: simpleScene({ rail: () => paysAndSays([back, 500], [proof, 1_500]) }, "0xNOPROOF"),
  }),
  mistake(
    "callback not deduplicated",
    "an invoice counts its standing payments and never more than its total",
    {
      app: ({ receiveCallback }) => ({
        receiveCallback: async (desk, callback) => {
          const pair = await pairOf(desk, callback);
          if (
            callback.events[0]?.kind !== "funds_received" ||
            pair?.settlement.state.payment.status !== "succeeded"
          )
            return receiveCallback(desk, callback);
          const { fiatInCents, payment } = pair.settlement.state;
          const hop = confirmPaid(pair.invoice.state, fiatInCents, payment.id, desk.clock.now());
          const { writes } = hopWrites(pair.invoice, [hop], desk);
          await desk.book.write(writes, desk.newId("req", desk.clock.now()));
        },
      }),
    },
  ),
  mistake(
    "return after delivery flips the settlement",
    "history is an allowed path without gaps that ends at the status",
    {
      app: ({ receiveCallback }) => ({
        receiveCallback: async (desk, callback) => {
          const pair = await pairOf(desk, callback);
          await receiveCallback(desk, callback);
          if (callback.events[0]?.kind === "returned" && pair)
            await force(desk, pair.settlement.state.id, (state) =>
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
      scene: simpleScene({ rail: () => paysAndSays([back, 3_000]) }),
    },
  ),
  mistake("fee taken twice on resume", "the ledger agrees with the record", {
    app: ({ hop }) => ({
      hop: async (task, desk, subject, carried) => {
        const found = await loadSettlement(desk, subject.settlementId);
        if (task === "Convert" && found.state.status === "settling")
          await changeSettlement(desk, found, (state) => [
            settlementHop(state, state, desk.clock.now(), {
              reason: "converted",
              postings: transfer("tenant_payable", "fee_income", state.feeCents),
            }),
          ]);
        return hop(task, desk, subject, carried);
      },
    }),
  }),
  mistake("float FX", "usdtOut is net times rate, truncated, exact", {
    book: (book) =>
      keptAs(book, ({ netCents, fxRate, usdtOut }) =>
        usdtOut === null ? {} : { usdtOut: ((Number(netCents) / 100) * Number(fxRate)).toFixed(6) },
      ),
  }),
  mistake("rounding remainder dropped", "money divides: fiat = fee + reserve + net", {
    book: (book) =>
      keptAs(book, ({ fiatInCents, feeCents }) => {
        const rest = Number(fiatInCents) - Number(feeCents);
        return { reserveCents: Math.floor(rest * 0.105), netCents: Math.floor(rest * 0.895) };
      }),
    scene: simpleScene(),
  }),
  mistake("second screen skipped", "no conversion or payout without a passing screen after collection", {
    app: unscreened,
  }),
  mistake(
    "screen unavailable taken as a pass",
    "no conversion or payout without a passing screen after collection",
    {
      vendors: (vendors) => ({
        screen: async (asked) => {
          const allow = { status: "complete", action: "allow", ref: null, riskLevel: null } as const;
          const said = await vendors.screen(asked).catch(() => allow);
          return said.status === "complete" ? said : allow;
        },
      }),
    },
  ),
  mistake("a pending screen bought anew", "no screen is bought twice", {
    vendors: (vendors) => ({ screen: ({ pendingRef: _, ...asked }) => vendors.screen(asked) }),
    scene: simpleScene({ silentScreens: 3, sweepsAtMs: [65_000, 400_000, 1_400_000] }),
  }),
  mistake("completed without a hash", "completed has the rail's hash", {
    vendors: (vendors) => ({
      disburse: async (asked) => {
        const said = await vendors.disburse(asked);
        return "refused" in said ? said : { txHash: said.txHash ?? "" };
      },
    }),
  }),
];
