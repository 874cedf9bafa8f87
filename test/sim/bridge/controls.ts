import type { Callback } from "../../../functions/app/operations/receive-callback.ts";
import { loadPair } from "../../../functions/app/settlement/settlements.ts";
import type { RailEvent } from "../../../functions/domain/rails/rail-event.ts";
import type { App } from "../../support/world/settlement/app.ts";
import { unscreened } from "../settlement/controls-money.ts";
import { mistake } from "../settlement/scene.ts";

let asks = 0;

function fresh(key: string): string {
  asks += 1;
  return `${key}:${asks}`;
}

/** Bridge's callbacks with their events told otherwise; `cents` is what had been received by then. */
function retold(change: (event: RailEvent, cents: number) => RailEvent) {
  return ({ receiveCallback }: App): Partial<App> => ({
    receiveCallback: async (desk, callback: Callback) => {
      const [settlementId = "", invoiceId = ""] = callback.reference?.split(".") ?? [];
      const pair = await loadPair(desk, settlementId, invoiceId);
      const cents = pair?.settlement.state.payment.receivedCents ?? 0;
      const events = callback.events.map((event) => change(event, cents));
      return receiveCallback(desk, { ...callback, events });
    },
  });
}

/** A callback about a payout that is only submitted, read as if it were the end. */
function settledTooSoon(body: unknown): unknown {
  const { event_object: told, ...rest } = body as { event_object: Record<string, unknown> };
  const { source } = told as { source?: { bridge_wallet_id?: string } };
  if (told.state !== "payment_submitted" || source?.bridge_wallet_id === undefined) return body;
  return { ...rest, event_object: { ...told, state: "payment_processed" } };
}

const books = "the ledger is the vendor's books";
const once = "one transfer a leg, under one key with one body";

/** Mistakes with the live rail. */
export const bridgeControls = [
  mistake("attempt number in the rail's key", once, {
    bridge: {
      rail: (rail) => ({
        collect: (asked) => rail.collect({ ...asked, key: fresh(asked.key) }),
        disburse: (asked) => rail.disburse({ ...asked, key: fresh(asked.key) }),
      }),
    },
  }),
  mistake("a repeat with another body", once, {
    bridge: {
      rail: (rail) => ({
        disburse: (asked) => {
          asks += 1;
          const amount = asks % 2 === 0 ? asked.amount.replace(/0+$/, "") : asked.amount;
          return rail.disburse({ ...asked, amount: amount.replace(/\.$/, "") });
        },
      }),
    },
  }),
  mistake("a deposit applied twice on a repeated callback", books, {
    app: retold((event, cents) =>
      event.kind === "funds_received" && event.totalCents !== undefined
        ? { kind: "funds_received", totalCents: cents + event.totalCents }
        : event,
    ),
  }),
  mistake("amounts not compared", books, {
    app: retold((event) => (event.kind === "funds_received" ? { kind: "funds_received" } : event)),
  }),
  mistake("preliminary hash taken as final", "a payout's hash is the final one", {
    bridge: { misread: settledTooSoon },
  }),
  mistake("timeout counted as failure", "a payout that was made is no failure", {
    bridge: {
      rail: (rail) => ({
        disburse: (asked) =>
          rail.disburse(asked).catch(() => ({ refused: { code: "timeout", reason: "no answer" } })),
      }),
    },
  }),
  mistake("a forged callback believed", "a forged callback is refused, a genuine one is let in", {
    bridge: { believesAll: true },
  }),
  mistake("nobody asks after a lost callback", "nothing is stuck", {
    bridge: { rail: () => ({ lookUp: async () => null }) },
  }),
  mistake(
    "second screen skipped before a real payout",
    "no conversion or payout without a passing screen after collection",
    { app: unscreened },
  ),
];
