import { BridgeClient } from "../../../functions/adapters/bridge/client.ts";
import { convertCents } from "../../../functions/domain/core/money.ts";
import { seenAs } from "../escrow/controls.ts";
import { mistake } from "../settlement/scene.ts";
import { isMoveToOperator, withoutUnits } from "./controls-wallets.ts";
import { bridgeEscrowScenes, deafRelease } from "./escrow-scenes.ts";

/** A client that reads the newest page of a list, and no other. */
class OnePageClient extends BridgeClient {
  override async transfers({ customerId, before, after }: Parameters<BridgeClient["transfers"]>[0]) {
    return before === undefined && after === undefined ? super.transfers({ customerId: customerId ?? null }) : [];
  }
}

const shared = bridgeEscrowScenes["Bridge, two escrows of one pool, one released and one refunded"];

/** Mistakes with escrows whose deposits lie in one wallet. */
export const bridgeEscrowControls = [
  mistake(
    "an escrow's release at par, out of the pool",
    "a client gets what its deposit bought, less fee and reserve",
    {
      escrows: (app) => ({
        ...app,
        releaseEscrow: (context, request) =>
          app.releaseEscrow(
            seenAs(context, ({ funding }) => ({
              funding: funding && { ...funding, bought: convertCents(funding.receivedCents, "1") },
            })),
            request,
          ),
      }),
      scene: shared,
    },
  ),
  mistake("an escrow's fee that stays with the clients' funds", "clients' funds on the ledger are what they are owed", {
    store: withoutUnits(isMoveToOperator),
    scene: shared,
  }),
  mistake("only the newest page of a list is read", "one payout an escrow, under one key with one body", {
    shownBy: "long lists",
    bridge: { client: OnePageClient },
    scene: deafRelease,
  }),
];
