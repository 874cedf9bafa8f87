import { centsText } from "../../domain/core/money.ts";

/** Chains that Bridge pays out on, by our names of them, which are its own. A chain that is not here is refused before Bridge is asked; so is stellar, whose wallets may need a memo, which we never send. */
const chains = [
  "ethereum",
  "polygon",
  "base",
  "arbitrum",
  "optimism",
  "avalanche_c_chain",
  "solana",
  "tron",
  "worldchain",
];

/** Stablecoins that Bridge pays out. */
const stables = ["usdc", "usdt", "usdb", "dai", "pyusd", "usdp"];

/** Where stablecoin goes, in Bridge's words. */
export interface BridgeRoute {
  readonly chain: string;
  readonly currency: string;
}

/** The route to a chain in a stablecoin; null where Bridge has none. Tron carries USDT alone. */
export function routeOf(chain: string, stable: string): BridgeRoute | null {
  const route = { chain: chain.toLowerCase(), currency: stable.toLowerCase() };
  if (!chains.includes(route.chain) || !stables.includes(route.currency)) return null;
  return route.chain === "tron" && route.currency !== "usdt" ? null : route;
}

// The bodies are built in one order and from what never changes, so that a repeat is the same to the byte: Bridge refuses a key that comes again with another body.

interface Input {
  readonly reference: string;
  readonly customerId: string;
}

/** The payer's transfer straight to the wallet, our fee kept back: nothing can stop it once funded. */
export function directBody(
  request: Input & { amountCents: number; feeCents: number; route: BridgeRoute; wallet: string },
) {
  return {
    client_reference_id: request.reference,
    amount: centsText(request.amountCents),
    on_behalf_of: request.customerId,
    developer_fee: centsText(request.feeCents),
    source: { payment_rail: "ach_push", currency: "usd" },
    destination: { payment_rail: request.route.chain, currency: request.route.currency, to_address: request.wallet },
  };
}

/** The payer's transfer into the customer's wallet at Bridge. Any amount is taken, since we hold it and decide ourselves what a wrong one means; such a transfer takes no fixed fee, not even none. Into a wallet the destination's rail is the chain's name. */
export function holdBody(request: Input & { route: BridgeRoute; holdWallet: string }) {
  return {
    client_reference_id: request.reference,
    on_behalf_of: request.customerId,
    source: { payment_rail: "ach_push", currency: "usd" },
    destination: {
      payment_rail: request.route.chain,
      currency: request.route.currency,
      bridge_wallet_id: request.holdWallet,
    },
    features: { flexible_amount: true },
  };
}

/** Out of the hold to the wallet: the point of no return, for such a transfer cannot be canceled. */
export function payoutBody(
  request: Input & { amount: string; route: BridgeRoute; holdWallet: string; heldIn: string; wallet: string },
) {
  return {
    client_reference_id: request.reference,
    amount: request.amount,
    on_behalf_of: request.customerId,
    developer_fee: "0",
    source: { payment_rail: "bridge_wallet", currency: request.heldIn, bridge_wallet_id: request.holdWallet },
    destination: { payment_rail: request.route.chain, currency: request.route.currency, to_address: request.wallet },
  };
}

/** Out of the hold back to the payer's bank. For ACH the amount must be the deposit's own, within 60 days of it. */
export function returnBody(
  request: Input & { amountCents: number; holdWallet: string; heldIn: string; depositId: string },
) {
  return {
    client_reference_id: request.reference,
    amount: centsText(request.amountCents),
    on_behalf_of: request.customerId,
    developer_fee: "0",
    source: { payment_rail: "bridge_wallet", currency: request.heldIn, bridge_wallet_id: request.holdWallet },
    destination: { payment_rail: "fiat_deposit_return", currency: "usd", deposit_id: request.depositId },
  };
}

/** A routing number that came as a number has lost its leading zeros, which can be given back, since it has nine digits. An account number's cannot: it is left as it is, and no payer is shown it. */
function asText(name: string, value: unknown): unknown {
  const lostZeros = name === "bank_routing_number" && typeof value === "number";
  return lostZeros && Number.isSafeInteger(value) ? String(value).padStart(9, "0") : value;
}

const needed = ["bank_routing_number", "bank_account_number", "deposit_message"];

/** Deposit instructions passed through as the rail returned them, numbers of accounts as text. Null where a payer could not pay by them: half an account is shown to nobody. */
export function instructionsOf(
  response: Readonly<Record<string, unknown>> | null | undefined,
): Record<string, unknown> | null {
  const instructions = Object.fromEntries(
    Object.entries(response ?? {}).map(([name, value]) => [name, asText(name, value)]),
  );
  const whole = needed.every((name) => typeof instructions[name] === "string" && instructions[name] !== "");
  return whole && /^\d{9}$/.test(String(instructions.bank_routing_number)) ? instructions : null;
}
