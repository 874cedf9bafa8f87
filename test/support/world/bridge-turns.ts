import { centsText } from "../../../functions/domain/core/money.ts";
import type { SimBank } from "../bridge-sim/bank.ts";
import { hashOf, type SimTransfer } from "../bridge-sim/transfer.ts";

/** Something that a payer, a bank or Bridge does to a transfer a while after it was made. */
export type Turn = { readonly afterMs: number } & (
  | { readonly kind: "deposit"; readonly cents: (askedCents: number) => number }
  /** The payer's bank takes the money back, if any came. */
  | { readonly kind: "take back"; readonly code: string }
  /** Bridge moves it to another state, if it is in one of those. */
  | { readonly kind: "state"; readonly from: readonly string[]; readonly to: string }
);

/** States in which a deposit still becomes part of a transfer. */
const open: ReadonlySet<string> = new Set([
  "awaiting_funds",
  "funds_received",
  "payment_submitted",
  "payment_processed",
]);
const given: ReadonlySet<string> = new Set(["undeliverable", "error", "canceled"]);

/** Carries a turn out, where the transfer's state allows it. */
export function takeTurn(
  bank: SimBank,
  transfer: SimTransfer,
  turn: Turn,
  askedCents: (reference: string) => number,
): void {
  switch (turn.kind) {
    case "deposit": {
      const { client_reference_id: reference = "" } = transfer.asked;
      const cents = turn.cents(askedCents(reference));
      // A transfer straight through takes one deposit; its account is closed after that.
      const takes =
        transfer.leg === "direct" ? transfer.state === "awaiting_funds" : open.has(transfer.state);
      if (cents > 0 && takes) bank.deposit(transfer.id, centsText(cents));
      return;
    }
    case "take back":
      if (transfer.received > 0n && open.has(transfer.state)) bank.takeBack(transfer.id, turn.code);
      return;
    case "state":
      if (!turn.from.includes(transfer.state)) return;
      if ((transfer.leg === "payout" || transfer.leg === "return") && given.has(turn.to))
        giveBack(bank, transfer);
      if (turn.to === "payment_processed" && transfer.leg !== "return")
        transfer.hash = hashOf(transfer, bank.knobs.hashChanges ? "final" : "preliminary");
      bank.move(transfer, turn.to);
      return;
    default:
      throw new Error(`no turn is ${JSON.stringify(turn satisfies never)}`);
  }
}

/** What failed on its way out leaves its money in the wallet. */
function giveBack(bank: SimBank, { asked, received }: SimTransfer): void {
  const { bridge_wallet_id: walletId, currency } = asked.source;
  const wallet = bank.wallets.find(({ id }) => id === walletId);
  wallet?.balances.set(currency, (wallet.balances.get(currency) ?? 0n) + received);
}
