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
import type { App } from "../../support/world/app.ts";
import { isReserveKey } from "../../support/world/vendors.ts";
import { type Control, rewritten, simpleScene, vendorsWith, withState } from "./control.ts";
import { plainRail } from "./scene.ts";

const back = { kind: "returned", code: "R10" } as const;
const proof = { kind: "payment_processed", txHash: "" } as const;

async function pairOf(desk: Desk, callback: Callback) {
  const [settlementId = "", invoiceId = ""] = callback.reference?.split(".") ?? [];
  return loadPair(desk, settlementId, invoiceId);
}

/** Writes a hop that no decision of ours would have made. */
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

function creditForgotten(book: Book): Book {
  return {
    read: async (keys) => {
      const rows = await book.read(keys);
      return rows.map((row) => row && withState(row, "tenant", () => ({ creditSuspended: null })));
    },
    page: (query) => book.page(query),
    write: (writes, nonce) => book.write(writes, nonce),
  };
}

/** Mistakes with states and with money. */
export const moneyControls: readonly Control[] = [
  {
    name: "suspended credit overlooked",
    caughtBy: ["suspended credit waits for the end of the return window"],
    alteration: { book: creditForgotten },
    scene: simpleScene({ credit: [{ tenant: 0, atMs: 0, suspended: true }] }),
  },
  {
    name: "fresh number in the reserve's payout key",
    caughtBy: ["at most one collection, conversion and payout a settlement"],
    alteration: {
      vendors: (vendors) => {
        let asks = 0;
        return vendorsWith(vendors, {
          disburse: (asked) => {
            asks += 1;
            const key = isReserveKey(asked.key) ? `${asked.key}:${asks}` : asked.key;
            return vendors.disburse({ ...asked, key });
          },
        });
      },
    },
  },
  {
    name: "status condition missing",
    caughtBy: ["history is an allowed path without gaps that ends at the status"],
    alteration: {
      app: ({ receiveCallback }) => ({
        receiveCallback: async (desk, callback) => {
          const [event] = callback.events;
          if (event?.kind !== "payment_processed") return receiveCallback(desk, callback);
          const pair = await pairOf(desk, callback);
          if (pair)
            await force(desk, pair.settlement.state.id, (state) => completedAnyhow(state, event.txHash));
        },
      }),
    },
    scene: simpleScene(
      {
        rail: () => ({
          ...plainRail,
          afterPayout: [
            { event: back, delayMs: 500 },
            { event: proof, delayMs: 1_500 },
          ],
        }),
      },
      "0xNOPROOF",
    ),
  },
  {
    name: "callback not deduplicated",
    caughtBy: ["an invoice counts its standing payments and never more than its total"],
    alteration: {
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
  },
  {
    name: "return after delivery flips the settlement",
    caughtBy: ["history is an allowed path without gaps that ends at the status"],
    alteration: {
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
    },
    scene: simpleScene({ rail: () => ({ ...plainRail, afterPayout: [{ event: back, delayMs: 3_000 }] }) }),
  },
  {
    name: "fee taken twice on resume",
    caughtBy: ["the ledger agrees with the record"],
    alteration: {
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
    },
  },
  {
    name: "float FX",
    caughtBy: ["usdtOut is net times rate, truncated, exact"],
    alteration: {
      book: (book) =>
        rewritten(book, (write) => {
          if (!("put" in write)) return write;
          const put = withState(write.put, "settlement", ({ netCents, fxRate, usdtOut }) =>
            usdtOut === null ? {} : { usdtOut: ((Number(netCents) / 100) * Number(fxRate)).toFixed(6) },
          );
          return { ...write, put };
        }),
    },
  },
  {
    name: "rounding remainder dropped",
    caughtBy: ["money divides: fiat = fee + reserve + net"],
    alteration: {
      book: (book) =>
        rewritten(book, (write) => {
          if (!("put" in write)) return write;
          const put = withState(write.put, "settlement", ({ fiatInCents, feeCents }) => {
            const rest = Number(fiatInCents) - Number(feeCents);
            return { reserveCents: Math.floor(rest * 0.105), netCents: Math.floor(rest * 0.895) };
          });
          return { ...write, put };
        }),
    },
    scene: simpleScene(),
  },
  {
    name: "second screen skipped",
    caughtBy: ["no conversion or payout without a passing screen after collection"],
    alteration: { app: unscreened },
  },
  {
    name: "screen unavailable taken as a pass",
    caughtBy: ["no conversion or payout without a passing screen after collection"],
    alteration: {
      vendors: (vendors) =>
        vendorsWith(vendors, {
          screen: async (asked) => {
            const allow = { status: "complete", action: "allow", ref: null, riskLevel: null } as const;
            const said = await vendors.screen(asked).catch(() => allow);
            return said.status === "complete" ? said : allow;
          },
        }),
    },
  },
  {
    name: "a pending screen bought anew",
    caughtBy: ["no screen is bought twice"],
    alteration: {
      vendors: (vendors) =>
        vendorsWith(vendors, { screen: ({ pendingRef: _, ...asked }) => vendors.screen(asked) }),
    },
    scene: simpleScene({ silentScreens: 3, sweepsAtMs: [65_000, 400_000, 1_400_000] }),
  },
  {
    name: "completed without a hash",
    caughtBy: ["completed has the rail's hash"],
    alteration: {
      vendors: (vendors) =>
        vendorsWith(vendors, {
          disburse: async (asked) => {
            const said = await vendors.disburse(asked);
            return "refused" in said ? said : { txHash: said.txHash ?? "" };
          },
        }),
    },
  },
];
