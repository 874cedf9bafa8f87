import { createHash } from "node:crypto";
import * as z from "zod";
import { decimal, micros, times } from "../vendor-sim/decimal.ts";

const amountText = z.string().regex(/^\d{1,15}(\.\d{1,6})?$/);
const id = z.string().min(1).max(42);

/** A transfer as it may be asked for; amounts that are numbers are refused, as Bridge does. */
export const transferRequest = z.strictObject({
  client_reference_id: z.string().max(128).optional(),
  amount: amountText.optional(),
  on_behalf_of: id,
  developer_fee: amountText.optional(),
  source: z.strictObject({
    currency: z.string(),
    payment_rail: z.enum(["ach_push", "wire", "bridge_wallet"]),
    bridge_wallet_id: id.optional(),
  }),
  destination: z.strictObject({
    currency: z.string(),
    payment_rail: z.enum(["base", "ethereum", "polygon", "solana", "tron", "fiat_deposit_return"]),
    to_address: z.string().min(1).max(256).optional(),
    bridge_wallet_id: id.optional(),
    deposit_id: id.optional(),
  }),
  features: z.strictObject({ flexible_amount: z.boolean().optional() }).optional(),
});

export type Input = z.infer<typeof transferRequest>;

export type Leg = "direct" | "hold" | "payout" | "return";

export function legOf({ source, destination }: Input): Leg {
  if (destination.payment_rail === "fiat_deposit_return") return "return";
  if (source.payment_rail === "bridge_wallet") return "payout";
  return destination.bridge_wallet_id === undefined ? "direct" : "hold";
}

/** A transfer as the simulator keeps it; amounts in millionths. */
export interface SimTransfer {
  readonly id: string;
  readonly nth: number;
  readonly asked: Input;
  readonly leg: Leg;
  readonly createdAt: string;
  updatedAt: string;
  state: string;
  /** All that came in under it; of what goes out of a wallet, what it took of that. */
  received: bigint;
  depositId: string | null;
  hash: string | null;
  returnCode: string | null;
}

/** How what is told of transfers goes wrong. */
export interface TransferKnobs {
  /** Seconds from one state to the next. */
  stepSeconds: number;
  /** Stablecoin per dollar. */
  rate: string;
  /** Stablecoin that a return takes out of its wallet for each dollar, and a fee beside that. */
  returnRate: string;
  returnFee: string;
  /** What Bridge itself takes of a deposit before it converts, in basis points. */
  exchangeFeeBps: number;
  /** Added to the amount that the receipt of a deposit tells, in cents. */
  amountOffCents: number;
  /** Said in place of funds_received. */
  unknownState: string | null;
  hashChanges: boolean;
  missingReceipt: boolean;
  numericAmounts: boolean;
  gasFeeKey: "gas_fee" | "gas_fe";
  numericRouting: boolean;
  /** Deposit instructions are not there yet. */
  lateInstructions: boolean;
  /** So many payouts lose the race for their wallet. */
  busyPayouts: number;
}

export const calmTransfers: TransferKnobs = {
  stepSeconds: 30,
  rate: "1",
  returnRate: "1",
  returnFee: "0",
  exchangeFeeBps: 0,
  amountOffCents: 0,
  unknownState: null,
  hashChanges: true,
  missingReceipt: false,
  numericAmounts: false,
  gasFeeKey: "gas_fee",
  numericRouting: false,
  lateInstructions: false,
  busyPayouts: 0,
};

export function hashOf(transfer: SimTransfer, take: "preliminary" | "final"): string {
  return `0x${createHash("sha256").update(`${transfer.id} ${take}`).digest("hex")}`;
}

/** The developer's fee; left out it is none. */
function feeOf({ developer_fee: fee }: Input): bigint {
  return micros(fee ?? "0");
}

/** A deposit below its fee leaves nothing. */
function above0(amount: bigint): bigint {
  return amount < 0n ? 0n : amount;
}

function converts({ leg }: SimTransfer): boolean {
  return leg === "direct" || leg === "hold";
}

/** What Bridge keeps of what it converts. */
function exchangeFeeOf(transfer: SimTransfer, { exchangeFeeBps }: Pick<TransferKnobs, "exchangeFeeBps">): bigint {
  return converts(transfer) ? (transfer.received * BigInt(exchangeFeeBps)) / 10_000n : 0n;
}

/** What comes out of a transfer at the end. */
export function outOf(transfer: SimTransfer, knobs: Pick<TransferKnobs, "rate" | "exchangeFeeBps">): bigint {
  if (transfer.leg === "return") return micros(transfer.asked.amount ?? "0");
  const net = above0(transfer.received - feeOf(transfer.asked) - exchangeFeeOf(transfer, knobs));
  return converts(transfer) ? times(net, micros(knobs.rate)) : net;
}

function receiptOf(transfer: SimTransfer, knobs: TransferKnobs) {
  const response = transfer.received + (converts(transfer) ? BigInt(knobs.amountOffCents) * 10_000n : 0n);
  const fee = feeOf(transfer.asked);
  return {
    initial_amount: knobs.numericAmounts ? Number(decimal(response)) : decimal(response),
    developer_fee: decimal(fee),
    exchange_fee: decimal(exchangeFeeOf(transfer, knobs)),
    subtotal_amount: decimal(above0(response - fee)),
    [knobs.gasFeeKey]: "0.00",
    final_amount: decimal(outOf(transfer, knobs)),
    ...(transfer.hash !== null && { destination_tx_hash: transfer.hash }),
  };
}

/** Where the payer sends the money: an account of the transfer's own. */
function instructionsOf(transfer: SimTransfer, knobs: TransferKnobs) {
  const digits = BigInt(`0x${createHash("sha256").update(transfer.id).digest("hex")}`).toString();
  return {
    payment_rail: "ach_push",
    payment_rails: ["ach_push", "wire"],
    ...(transfer.asked.amount !== undefined && { amount: transfer.asked.amount }),
    currency: transfer.asked.source.currency,
    deposit_message: `BRG${digits.slice(0, 10)}`,
    bank_name: "Bridge Simulator Bank",
    bank_address: "1 Loopback Way, Nowhere, KS 66002, US",
    bank_routing_number: knobs.numericRouting ? 11_000_015 : "011000015",
    bank_account_number: digits.slice(0, 12),
    bank_beneficiary_name: "Bridge Simulator",
    bank_beneficiary_address: "1 Loopback Way, Nowhere, KS 66002, US",
  };
}

/** A transfer as Bridge tells it. */
export function viewTransfer(transfer: SimTransfer, knobs: TransferKnobs): Record<string, unknown> {
  const { asked: request, leg } = transfer;
  const fromBank = leg === "direct" || leg === "hold";
  const hasReceipt = transfer.received > 0n && !knobs.missingReceipt;
  return {
    id: transfer.id,
    client_reference_id: request.client_reference_id ?? null,
    state: transfer.state,
    on_behalf_of: request.on_behalf_of,
    currency: "usd",
    amount: request.amount ?? (transfer.received > 0n ? decimal(transfer.received) : null),
    developer_fee: decimal(feeOf(request)),
    source: { ...request.source, ...(transfer.depositId !== null && { deposit_id: transfer.depositId }) },
    destination: request.destination,
    ...(fromBank && !knobs.lateInstructions && { source_deposit_instructions: instructionsOf(transfer, knobs) }),
    ...(hasReceipt && { receipt: receiptOf(transfer, knobs) }),
    ...(transfer.returnCode !== null && { return_details: { code: transfer.returnCode } }),
    ...(request.features && { features: request.features }),
    created_at: transfer.createdAt,
    updated_at: transfer.updatedAt,
  };
}
