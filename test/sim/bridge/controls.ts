import type { Callback } from "../../../functions/app/operations/receive-callback.ts";
import { loadPair } from "../../../functions/app/settlement/settlements.ts";
import type { RailEvent } from "../../../functions/domain/rails/rail-event.ts";
import type { App } from "../../support/world/settlement/app.ts";
import { withoutScreen } from "../settlement/controls-money.ts";
import { mistake } from "../settlement/scene.ts";

let asks = 0;

function fresh(key: string): string {
  asks += 1;
  return `${key}:${asks}`;
}

/** Bridge's callbacks with their events told otherwise; `cents` is what had been received by then. */
function retold(change: (event: RailEvent, cents: number) => RailEvent) {
  return ({ receiveCallback }: App): Partial<App> => ({
    receiveCallback: async (context, callback: Callback) => {
      const [settlementId = "", invoiceId = ""] = callback.reference?.split(".") ?? [];
      const pair = await loadPair(context, settlementId, invoiceId);
      const cents = pair?.settlement.state.payment.receivedCents ?? 0;
      const events = callback.events.map((event) => change(event, cents));
      return receiveCallback(context, { ...callback, events });
    },
  });
}

/** A callback about a payout that is only submitted, read as if it were the end. */
function settledTooSoon(body: unknown): unknown {
  const { event_object: response, ...rest } = body as { event_object: Record<string, unknown> };
  const { source } = response as { source?: { bridge_wallet_id?: string } };
  if (response.state !== "payment_submitted" || source?.bridge_wallet_id === undefined) return body;
  return { ...rest, event_object: { ...response, state: "payment_processed" } };
}

const books = "the ledger is the vendor's books";
const once = "one transfer a leg, under one key with one body";

/** Mistakes with the live rail. */
export const bridgeControls = [
  mistake("attempt number in the rail's key", once, {
    bridge: {
      rail: (rail) => ({
        collect: (input) => rail.collect({ ...input, key: fresh(input.key) }),
        disburse: (input) => rail.disburse({ ...input, key: fresh(input.key) }),
      }),
    },
  }),
  mistake("a repeat with another body", once, {
    bridge: {
      rail: (rail) => ({
        disburse: (input) => {
          asks += 1;
          const amount = asks % 2 === 0 ? input.amount.replace(/0+$/, "") : input.amount;
          return rail.disburse({ ...input, amount: amount.replace(/\.$/, "") });
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
        disburse: (input) => rail.disburse(input).catch(() => ({ refused: { code: "timeout", reason: "no answer" } })),
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
    { app: withoutScreen },
  ),
];
