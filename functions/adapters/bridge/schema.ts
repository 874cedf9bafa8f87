import * as z from "zod";
import { unitsOf, unitsText } from "../../domain/core/units.ts";
import { exactCents, isNothing, vendorAmount } from "../../domain/core/vendor-amount.ts";
import {
  type BridgeFacts,
  type BridgeLeg,
  bridgeEvents,
  bridgeMeaning,
  railLegs,
} from "../../domain/rails/bridge-state.ts";
import type { ReportedTransfer } from "../../domain/rails/reported-event.ts";

const word = z.string().max(256);
const someWord = word.nullish().transform((text) => text ?? null);
const someAmount = vendorAmount.nullish().transform((text) => text ?? null);

const end = z.object({ payment_rail: someWord, currency: someWord, bridge_wallet_id: someWord, deposit_id: someWord });

const receipt = z.object({
  initial_amount: someAmount,
  final_amount: someAmount,
  developer_fee: someAmount,
  destination_tx_hash: someWord,
});

/** A transfer as Bridge tells it; read only as far as we use it. */
export const bridgeTransfer = z.object({
  id: z.string().regex(/^[\w-]{1,42}$/),
  client_reference_id: someWord,
  state: z.string().min(1).max(256),
  on_behalf_of: someWord,
  source: end,
  destination: end,
  source_deposit_instructions: z.record(z.string(), z.unknown()).nullish(),
  receipt: receipt.nullish(),
  return_details: z.object({ code: someWord, reason: someWord }).nullish(),
  created_at: z.iso.datetime({ offset: true }).nullish(),
  updated_at: z.iso.datetime({ offset: true }).nullish(),
});

export type BridgeTransfer = z.infer<typeof bridgeTransfer>;

/** The reference that a later leg carries: ours, and the collection it belongs to. */
export function legReference(reference: string | null, collectionRef: string): string {
  return `${reference ?? ""}@${collectionRef}`;
}

/** Our reference and the collection's railRef, as a transfer of any leg carries them. */
export function whoseTransfer(transfer: {
  readonly id: string;
  readonly client_reference_id?: string | null | undefined;
}): { reference: string | null; railRef: string } {
  const [reference = "", collectionRef = transfer.id] = (transfer.client_reference_id ?? "").split("@");
  return { reference: reference || null, railRef: collectionRef };
}

/** The key of ours that an escrow's payout was made under, as its name tells; undefined for any other transfer. */
function payoutKeyOf({ client_reference_id: name }: BridgeTransfer): string | undefined {
  const [, escrowId, leg, number] = /^(esc_[^@.]+)(?:\.[^@]*)?@[^@]+@(release|refund)-(\d+)$/.exec(name ?? "") ?? [];
  return escrowId && `${escrowId}:${leg}:${number}`;
}

/** Whether a transfer pays a reserve out. That goes beside the settlement's own payout, and is asked about by its key. */
export function paysReserve({ client_reference_id: reference }: BridgeTransfer): boolean {
  return reference?.split("@")[2]?.startsWith("reserve-") === true;
}

/** Whether a transfer takes the operator's own out of a wallet: it is asked about by its key. */
export function sweepsFees({ client_reference_id: reference }: BridgeTransfer): boolean {
  return reference?.startsWith("fsw_") === true;
}

/** What a transfer is to us, by where its money comes from and goes to. */
export function legOf({ source, destination }: BridgeTransfer): BridgeLeg {
  if (destination.payment_rail === "fiat_deposit_return") return "return";
  if (source.bridge_wallet_id !== null || source.payment_rail === "bridge_wallet") return "payout";
  return destination.bridge_wallet_id === null ? "direct" : "hold";
}

/** When a transfer was made, the beginning of time where Bridge does not say. */
export function madeAt({ created_at: at }: BridgeTransfer): string {
  return new Date(at ?? 0).toISOString();
}

/** When a transfer came to its state: a payer may take days to send what was asked for. */
export function movedAt(transfer: BridgeTransfer): string {
  return transfer.updated_at == null ? madeAt(transfer) : new Date(transfer.updated_at).toISOString();
}

/** The ACH code in what Bridge says of a return, where there is one. */
function returnCodeOf(transfer: BridgeTransfer): string | null {
  const { code, reason } = transfer.return_details ?? {};
  return /\bR\d\d\b/.exec(`${code ?? ""} ${reason ?? ""}`)?.[0] ?? null;
}

function factsOf(transfer: BridgeTransfer): BridgeFacts {
  const { initial_amount: received = null, final_amount: out = null } = transfer.receipt ?? {};
  const leg = legOf(transfer);
  return {
    leg,
    state: transfer.state,
    bought: leg === "hold" && out !== null && !isNothing(out) ? unitsText(unitsOf(out)) : null,
    receivedCents: received === null ? null : exactCents(received),
    txHash: transfer.receipt?.destination_tx_hash ?? null,
    returnCode: returnCodeOf(transfer),
  };
}

/** What a transfer out of a wallet took of it, by its receipt; undefined where that does not tell. */
function costOf(transfer: BridgeTransfer): string | undefined {
  const leg = legOf(transfer);
  const taken = leg === "payout" || leg === "return" ? transfer.receipt?.initial_amount : null;
  return taken == null || isNothing(taken) ? undefined : unitsText(unitsOf(taken));
}

/** A transfer in our words. */
export function reportOf(transfer: BridgeTransfer): ReportedTransfer {
  const facts = factsOf(transfer);
  const meaning = bridgeMeaning(facts.state, facts.leg);
  const collects = facts.leg === "direct" || facts.leg === "hold";
  const payoutKey = payoutKeyOf(transfer);
  const cost = costOf(transfer);
  return {
    ...whoseTransfer(transfer),
    ...(payoutKey !== undefined && { payoutKey }),
    ...(cost !== undefined && { cost }),
    transferRef: transfer.id,
    leg: railLegs[facts.leg],
    events: bridgeEvents(facts),
    returned: facts.leg !== "return" ? null : meaning === "sent_back" ? "sent" : meaning === "failed" ? "failed" : null,
    receivedCents: collects ? facts.receivedCents : null,
    paid: meaning === "paid" || meaning === "collected_and_paid" ? (transfer.receipt?.final_amount ?? null) : null,
    state: facts.state,
  };
}

/** The proof of a payout, only once it is final. */
export function proofOf(transfer: BridgeTransfer): string | null {
  const proof = reportOf(transfer).events.find((event) => event.kind === "payment_processed");
  return proof?.txHash ?? null;
}
