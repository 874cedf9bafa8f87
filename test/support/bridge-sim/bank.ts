import type { SimClock } from "../vendor-sim/clock.ts";
import { decimal, micros, times } from "../vendor-sim/decimal.ts";
import { calmTransfers, hashOf, type Input, legOf, outOf, type SimTransfer, type TransferKnobs } from "./transfer.ts";

export interface SimCustomer {
  status: string;
  has_accepted_terms_of_service: boolean;
  endorsements: { name: string; status: string; requirements?: unknown }[];
}

/** Says no as Bridge does. */
export class BridgeNo extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const returnDays = 60;

/** Chains on which Bridge makes wallets (its "Create a Bridge Wallet", and a client's list). */
const walletChains = ["base", "ethereum", "solana", "tron"];

export function approvedCustomer(): SimCustomer {
  return {
    status: "active",
    has_accepted_terms_of_service: true,
    endorsements: [{ name: "base", status: "approved" }],
  };
}

/** Bridge's books: customers, their wallets, and transfers that go from state to state in time. */
export class SimBank {
  readonly knobs: TransferKnobs = { ...calmTransfers };
  readonly customers = new Map<string, SimCustomer>();
  readonly wallets: { id: string; customerId: string; chain: string; balances: Map<string, bigint> }[] = [];
  readonly transfers: SimTransfer[] = [];
  /** Called at every change of a transfer, with the state it had. */
  readonly #changed: (transfer: SimTransfer, from: string | null) => void;
  readonly #clock: SimClock;

  constructor(clock: SimClock, changed: (transfer: SimTransfer, from: string | null) => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  find(id: string): SimTransfer {
    const found = this.transfers.find((each) => each.id === id);
    if (!found) throw new BridgeNo(404, "not_found");
    return found;
  }

  /** A wallet's balance in a currency, as decimal text. */
  balance(walletId: string, currency: string): string {
    return decimal(this.#wallet(walletId).balances.get(currency) ?? 0n);
  }

  openWallet(customerId: string, chain: string) {
    if (!walletChains.includes(chain)) throw new BridgeNo(400, "invalid_parameters");
    const id = `bw_${this.wallets.length + 1}`;
    const made = { id, customerId, chain, balances: new Map<string, bigint>() };
    this.wallets.push(made);
    return made;
  }

  create(request: Input): SimTransfer {
    this.#checkCustomer(request.on_behalf_of);
    const leg = legOf(request);
    const nth = this.transfers.length + 1;
    const at = this.#clock.iso();
    const transfer: SimTransfer = {
      ...{ id: `tr_${nth}`, nth, asked: request, leg, createdAt: at, updatedAt: at },
      ...{ state: "awaiting_funds", received: 0n, depositId: null, hash: null, returnCode: null },
    };
    if (leg === "payout" || leg === "return") this.#fund(transfer);
    else this.#checkDestination(request, leg);
    this.transfers.push(transfer);
    this.#changed(transfer, null);
    if (transfer.state === "funds_received") this.#step(transfer, "payment_submitted");
    return transfer;
  }

  cancel(id: string): SimTransfer {
    const transfer = this.find(id);
    if (transfer.state !== "awaiting_funds") throw new BridgeNo(400, "bad_request");
    this.move(transfer, "canceled");
    return transfer;
  }

  /** The payer's bank sends money; without an amount, what the transfer asks for. A wrong amount on a fixed one goes back at once. */
  deposit(id: string, amount?: string): void {
    const transfer = this.find(id);
    const sent = micros(amount ?? transfer.asked.amount ?? "");
    transfer.received += sent;
    transfer.depositId ??= `dep_${transfer.nth}`;
    const late = transfer.state !== "awaiting_funds";
    if (late && transfer.state === "payment_processed" && transfer.leg === "hold")
      this.#credit(transfer, transfer.received - sent, transfer.received);
    if (late) this.move(transfer, transfer.state);
    else this.#arrive(transfer);
  }

  #arrive(transfer: SimTransfer): void {
    const fixed = transfer.asked.features?.flexible_amount !== true;
    if (fixed && transfer.received !== micros(transfer.asked.amount ?? "0")) {
      this.move(transfer, "returned");
      return;
    }
    this.move(transfer, this.knobs.unknownState ?? "funds_received");
    this.#step(transfer, "payment_submitted");
  }

  /** The payer's bank takes the money back, before or after it has gone on. */
  takeBack(id: string, code: string): void {
    const transfer = this.find(id);
    const held = transfer.leg === "hold" && transfer.state === "payment_processed";
    if (held) this.#credit(transfer, transfer.received, 0n);
    transfer.returnCode = code;
    this.move(transfer, "returned");
  }

  /** Puts a transfer into a state, whatever it is. */
  move(transfer: SimTransfer, state: string): void {
    const from = transfer.state;
    transfer.state = state;
    transfer.updatedAt = this.#clock.iso();
    this.#changed(transfer, from);
  }

  /** The next state in a while, unless something else has happened meanwhile. */
  #step(transfer: SimTransfer, to: "payment_submitted" | "payment_processed"): void {
    const before = transfer.state;
    this.#clock.later(this.knobs.stepSeconds * 1000, () => {
      if (transfer.state !== before) return;
      const final = to === "payment_processed";
      if (transfer.leg !== "return")
        transfer.hash = hashOf(transfer, final && this.knobs.hashChanges ? "final" : "preliminary");
      if (final && transfer.leg === "hold") this.#credit(transfer, 0n, transfer.received);
      this.move(transfer, to);
      if (!final) this.#step(transfer, "payment_processed");
    });
  }

  #checkCustomer(id: string): void {
    const customer = this.customers.get(id);
    if (!customer) throw new BridgeNo(400, "not_found");
    if (!customer.has_accepted_terms_of_service) throw new BridgeNo(400, "has_not_accepted_tos");
    if (customer.status !== "active") throw new BridgeNo(400, "requires_active_kyc_status");
    const endorsed = customer.endorsements.some(({ name, status }) => name === "base" && status === "approved");
    if (!endorsed) throw new BridgeNo(403, "missing_required_endorsements");
  }

  #checkDestination(request: Input, leg: "direct" | "hold"): void {
    const { to_address: address, bridge_wallet_id: walletId, currency, payment_rail: rail } = request.destination;
    if (leg === "direct" && address === undefined) throw new BridgeNo(400, "invalid_parameters");
    if (walletId !== undefined && this.#wallet(walletId).customerId !== request.on_behalf_of)
      throw new BridgeNo(400, "invalid_parameters");
    if (rail === "tron" && currency !== "usdt") throw new BridgeNo(400, "invalid_parameters");
    const flexible = request.features?.flexible_amount === true;
    if (!flexible && request.amount === undefined) throw new BridgeNo(400, "invalid_parameters");
    // "Flexible amount Transfers do not support setting a fixed developer_fee."
    if (flexible && request.developer_fee !== undefined) throw new BridgeNo(400, "invalid_parameters");
  }

  /** Takes what a transfer needs out of its wallet. */
  #fund(transfer: SimTransfer): void {
    const { source, destination, on_behalf_of: customerId, amount } = transfer.asked;
    const wallet = this.#wallet(source.bridge_wallet_id ?? "");
    const ordered = micros(amount ?? "");
    if (wallet.customerId !== customerId) throw new BridgeNo(400, "invalid_parameters");
    if (transfer.leg === "return") this.#checkReturn(destination.deposit_id ?? "", customerId, ordered);
    const { returnRate, returnFee } = this.knobs;
    const needed = transfer.leg === "return" ? times(ordered, micros(returnRate)) + micros(returnFee) : ordered;
    if (transfer.leg === "payout" && this.knobs.busyPayouts > 0) {
      this.knobs.busyPayouts -= 1;
      throw new BridgeNo(400, "bad_request");
    }
    const balance = wallet.balances.get(source.currency) ?? 0n;
    if (ordered === 0n || balance < needed) throw new BridgeNo(400, "invalid_parameters");
    wallet.balances.set(source.currency, balance - needed);
    transfer.received = needed;
    transfer.state = "funds_received";
  }

  /** A deposit goes back whole, once, to whom it came from, within sixty days. */
  #checkReturn(depositId: string, customerId: string, amount: bigint): void {
    const deposit = this.transfers.find((each) => each.depositId === depositId);
    const gone = this.transfers.some((each) => each.asked.destination.deposit_id === depositId);
    if (!deposit || gone || deposit.asked.on_behalf_of !== customerId || deposit.received !== amount)
      throw new BridgeNo(400, "invalid_parameters");
    if (this.#clock.now() - Date.parse(deposit.createdAt) > returnDays * 86_400_000)
      throw new BridgeNo(400, "invalid_parameters");
  }

  /** What a deposit became is in its wallet, to the millionth of its whole. */
  #credit(transfer: SimTransfer, before: bigint, after: bigint): void {
    const { bridge_wallet_id: walletId = "", currency } = transfer.asked.destination;
    const { balances } = this.#wallet(walletId);
    const became = (received: bigint) => outOf({ ...transfer, received }, this.knobs);
    balances.set(currency, (balances.get(currency) ?? 0n) + became(after) - became(before));
  }

  #wallet(id: string) {
    const found = this.wallets.find((each) => each.id === id);
    if (!found) throw new BridgeNo(400, "invalid_parameters");
    return found;
  }
}
