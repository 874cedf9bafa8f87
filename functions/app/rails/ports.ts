import type { BankAccount } from "../../domain/core/bank-account.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { DepositQuery } from "../../domain/rails/deposit.ts";
import type { Collection } from "../../domain/rails/deposit-instructions.ts";
import type { PaidReport } from "../../domain/rails/paid-out.ts";
import type { PaymentSource } from "../../domain/rails/payment-source.ts";
import type { ReportedTransfer } from "../../domain/rails/reported-event.ts";
import type { RailTransfer } from "../../domain/rails/transfer.ts";
import type { VendorRefusal } from "../../domain/rails/vendor-refusal.ts";
import type { Jurisdiction } from "../../domain/tenants/asset-policy.ts";

/** What a rail can do; capabilities and refusals follow from it (spec section 1). */
export interface RailCapabilities {
  readonly collect: boolean;
  readonly payout: boolean;
  readonly hold: boolean;
  readonly disburseHeld: boolean;
  readonly refund: boolean;
  /** Where it has a license of its own for the stablecoins that it pays. */
  readonly licensedIn?: readonly Jurisdiction[];
}

/** A definite no of a vendor. Anything unknown (a timeout, a 5xx) is thrown instead. */
export interface VendorNo {
  readonly refused: VendorRefusal;
}

/** Where stablecoin goes, and which. */
interface Destination {
  stable: string;
  chain: string;
  wallet: string;
}

/** The rail: collects fiat and pays out stablecoin. Every call carries our key and may be repeated with it. */
export interface Rail {
  readonly name: string;
  readonly mock: boolean;
  readonly capabilities: RailCapabilities;
  readonly sources: readonly PaymentSource[];
  /** Whether it pays this stablecoin on this chain, as far as it knows without asking. */
  pays(route: { readonly chain: string; readonly stable: string }): boolean;
  /** Whether part of a collection can stay behind when the rest is paid out. */
  readonly keepsReserve: boolean;
  /** Whether it keeps what it buys in wallets, one per partner customer, chain and stablecoin, out of which `sweep` pays. */
  readonly poolsWallets: boolean;
  /** Throws when the partner cannot be asked. */
  partnerCustomer(id: string): Promise<"approved" | "not_approved">;
  collect(
    input: Destination & {
      key: string;
      /** Before this moment the key was not used. */
      orderedAt: Instant;
      reference: string;
      amountCents: number;
      /** Our fee, which a rail that pays out by itself must keep back. */
      feeCents: number;
      currency: string;
      source: PaymentSource;
      partnerCustomerId: string;
      /** How a debit is entered with the payer's bank, on rails that take that; never to be settled on the same day. */
      entry?: Readonly<{ secCode: string; description: string }>;
      /** The account to pull from, on rails that pull; in clear for this call alone. */
      bankAccount?: BankAccount;
    },
  ): Promise<Collection | VendorNo>;
  /** A deposit that came without our asking, by the payer's reference or its hash on chain, taken as the collection of `reference`; the same again is the same. Refused where the rail cannot tell it for sure, or holds it in what it could not pay this escrow out of. */
  findDeposit(query: DepositQuery): Promise<Collection | VendorNo>;
  /** `orderedAt`: before that moment the key was not used. */
  disburse(
    input: Destination & Searched & { key: string; orderedAt: Instant; railRef: string; amount: string },
  ): Promise<Payout | VendorNo>;
  /** The payout that a key has made under a collection, for an answer that was lost; null when there is none. Moves nothing, and asks as little of a rail that has moved much as of one that has not; a list that is too long for one look is an `UnfinishedSearch`. */
  payoutOf(input: PayoutQuery): Promise<Payout | VendorNo | null>;
  /** What the rail says of one of its transfers now, for callbacks that were lost; null when it knows none of that reference. */
  lookUp(transferRef: string): Promise<ReportedTransfer | null>;
  /** Sends a deposit back to the bank that it came from, on rails that declare a refund leg. `orderedAt`: before that moment the key was not used. */
  returnDeposit(input: {
    key: string;
    railRef: string;
    amountCents: number;
    orderedAt?: string | undefined;
  }): Promise<ReportedTransfer | VendorNo>;
  /** Gives up a collection that still waits for funds; false when it no longer does. */
  cancelCollection(railRef: string): Promise<boolean>;
  /** What lies in a wallet by the rail's own count; null where it has no such wallet. */
  walletBalance(wallet: PooledWallet): Promise<WalletBalance | null>;
  /** Pays what is the operator's out of a wallet; `key` is an id of ours and a leg, `fsw_...:sweep:1`. Before `orderedAt` it was not used. Refused where the rail pools nothing. */
  sweep(input: SweepQuery & { toAddress: string; units: string }): Promise<Payout | VendorNo>;
  /** The sweep that a key has made, for an answer that was lost; null when there is none. Moves nothing. */
  sweepOf(
    input: SweepQuery & { transferRef: string | null; toldAt?: Instant | undefined },
  ): Promise<Payout | VendorNo | null>;
  /** A page of its own list: what it moved under the references it opened from `from` (inclusive) to `to` (exclusive), oldest first. */
  transfers(input: { from: Instant; to: Instant; cursor: string | null }): Promise<RailList>;
  /** What it moved under these references, at most 100; nothing for one that it does not know. */
  transfersOf(railRefs: readonly string[]): Promise<readonly RailTransfer[]>;
}

/** How far the rail's list was searched for a key before, and not found: where an `UnfinishedSearch` stopped. */
interface Searched {
  readonly searchFrom?: string | undefined;
}

/** Which payout is asked about. */
export interface PayoutQuery extends Searched {
  readonly key: string;
  readonly railRef: string;
  /** The rail's own reference of it, where that reached us. */
  readonly transferRef: string | null;
  /** Before this moment the key was not used. */
  readonly orderedAt: Instant;
  /** When the rail was last told of the key; absent where that may have been just now. */
  readonly toldAt?: Instant | undefined;
}

/** A wallet in which a rail keeps what it bought for one partner customer. */
export interface PooledWallet {
  readonly customer: string;
  readonly chain: string;
  readonly stable: string;
}

/** What lay in a wallet when the rail was asked, in stablecoin with six places. */
export interface WalletBalance {
  readonly units: string;
  readonly at: Instant;
}

/** Which sweep of which wallet. */
export interface SweepQuery extends Searched {
  readonly key: string;
  readonly orderedAt: Instant;
  readonly wallet: PooledWallet;
}

/** What the rail says of a payout: its proof once that is final, with what was paid, and its own reference where it gives one. */
export interface Payout extends PaidReport {
  readonly txHash: string | null;
  readonly transferRef?: string;
}

export interface RailList {
  readonly transfers: readonly RailTransfer[];
  readonly nextCursor: string | null;
}

/** A conversion's rate; `delivered: false` while the stablecoin is still on its way under `conversionRef`. */
export interface ConversionResult {
  readonly rate: string;
  /** All that the collection became, in stablecoin, where the rail's own receipt tells it: nothing more may leave for it. */
  readonly bought?: string;
  readonly conversionRef?: string;
  readonly delivered?: boolean;
}

/** Turns fiat into stablecoin. `rate` is decimal text: stablecoin units per unit of fiat. */
export interface Conversion {
  readonly name: string;
  convert(input: {
    key: string;
    /** Before this moment the key was not used. */
    orderedAt: Instant;
    /** The vendor's own reference of it, where that reached us: it is asked about by that. */
    conversionRef: string | null;
    netCents: number;
    currency: string;
    stable: string;
    chain: string;
    wallet: string;
    railRef: string;
  }): Promise<ConversionResult | VendorNo>;
}
