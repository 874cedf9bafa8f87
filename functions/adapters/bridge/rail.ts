import type {
  Conversion,
  ConversionResult,
  Payout,
  PooledWallet,
  Rail,
  RailCapabilities,
  RailList,
  VendorNo,
  WalletBalance,
} from "../../app/rails/ports.ts";
import { unitsOf, unitsText } from "../../domain/core/units.ts";
import { exactCents, isNothing, rateOf } from "../../domain/core/vendor-amount.ts";
import type { Collection } from "../../domain/rails/deposit-instructions.ts";
import type { RailEvent } from "../../domain/rails/rail-event.ts";
import type { ReportedTransfer } from "../../domain/rails/reported-event.ts";
import type { RailTransfer } from "../../domain/rails/transfer.ts";
import { VendorUnavailable } from "../http/vendor-http.ts";
import { directBody, holdBody, instructionsOf, payoutBody, returnBody, routeOf } from "./body.ts";
import { type BridgeClient, isUsable } from "./client.ts";
import { listBridge, movesOf } from "./list.ts";
import { type MakeOrder, makeTransfer } from "./make-transfer.ts";
import { type BridgeTransfer, legOf, legReference, madeAt, reportOf, whoseTransfer } from "./schema.ts";
import { findTransfer } from "./search.ts";
import { heldBy, notThere, paidBy } from "./transfer-result.ts";
import { BridgeWallets } from "./wallets.ts";

type Input<F extends (request: never) => unknown> = Parameters<F>[0];

const noRoute: VendorNo = {
  refused: { code: "unsupported_route", reason: "the rail does not pay this stablecoin on this chain" },
};

/** Transfers asked about at once. */
const looksAtOnce = 8;

/** Bridge as rail and conversion. `one_leg`: the payer's transfer goes straight to the wallet, and nothing can stop it once funded. `two_leg`: it goes into a wallet of the customer's at Bridge, and a second transfer pays out, so that the second screen truly stands before it. */
export class BridgeRail implements Rail, Conversion {
  readonly name = "bridge";
  readonly mock = false;
  readonly sources = ["ach_push"] as const;
  readonly capabilities: RailCapabilities;
  readonly keepsReserve: boolean;
  readonly poolsWallets: boolean;
  readonly #client: BridgeClient;
  readonly #twoLegs: boolean;
  readonly #now: () => number;
  readonly #wallets: BridgeWallets;

  /** `holds` declares to tenants that value can be held and given back, which only two legs can do. */
  constructor(request: {
    client: BridgeClient;
    mode: "one_leg" | "two_leg";
    holds: boolean;
    licensedIn?: RailCapabilities["licensedIn"];
    now: () => number;
  }) {
    this.#client = request.client;
    this.#twoLegs = request.mode === "two_leg";
    this.#now = request.now;
    this.#wallets = new BridgeWallets(request.client, request.now);
    this.poolsWallets = this.#twoLegs;
    this.keepsReserve = this.#twoLegs;
    const holds = this.#twoLegs && request.holds;
    const { licensedIn = [] } = request;
    this.capabilities = { collect: true, payout: true, hold: holds, disburseHeld: holds, refund: holds, licensedIn };
  }

  pays({ chain, stable }: Input<Rail["pays"]>): boolean {
    return routeOf(chain, stable) !== null;
  }

  async partnerCustomer(id: string): Promise<"approved" | "not_approved"> {
    return isUsable(await this.#client.customer(id)) ? "approved" : "not_approved";
  }

  async collect(request: Input<Rail["collect"]>): Promise<Collection | VendorNo> {
    if (request.source !== "ach_push")
      return { refused: { code: "unsupported_source", reason: "the rail takes transfers that the payer sends" } };
    const route = routeOf(request.chain, request.stable);
    if (!route) return noRoute;
    const { reference, partnerCustomerId: customerId } = request;
    const whose = { reference, customerId, route };
    const holdWallet = this.#twoLegs ? await this.#wallets.open(customerId, route.chain) : null;
    if (typeof holdWallet === "object" && holdWallet !== null) return holdWallet;
    const body =
      holdWallet !== null
        ? holdBody({ ...whose, holdWallet })
        : directBody({
            ...whose,
            amountCents: request.amountCents,
            feeCents: request.feeCents,
            wallet: request.wallet,
          });
    const leg = this.#twoLegs ? "hold" : "direct";
    const { orderedAt } = request;
    const made = await this.#create(request.key, body, { leg, customerId, orderedAt }, orderedAt);
    if ("refused" in made) return made;
    // A repeat is answered as the first time was; what was not there yet then is told by a look.
    const instructions =
      instructionsOf(made.source_deposit_instructions) ??
      instructionsOf((await this.#client.transfer(made.id))?.source_deposit_instructions);
    if (!instructions) throw new VendorUnavailable(`bridge gave no whole deposit instructions for ${made.id}`);
    return { railRef: made.id, state: "awaiting_funds", instructions };
  }

  /** A deposit into the same customer's hold, by the id of its transfer, which nothing of ours has asked for. A hash on chain tells nothing here. */
  async findDeposit(request: Input<Rail["findDeposit"]>): Promise<Collection | VendorNo> {
    const { fundingRef, partnerCustomerId, amountCents } = request;
    if (fundingRef === null) return unknownDeposit("the rail cannot look a deposit up by its hash");
    const route = routeOf(request.chain, request.stable);
    if (!route) return noRoute;
    const found = await this.#client.transfer(fundingRef);
    const isTheirs = found?.on_behalf_of === partnerCustomerId && found.client_reference_id === null;
    // Under another spelling of its id one deposit would fund two.
    if (!found || found.id !== fundingRef || !isTheirs || legOf(found) !== "hold")
      return unknownDeposit("the rail knows no deposit of this name");
    const { payment_rail: chain, currency } = found.destination;
    if (chain !== route.chain || currency !== route.currency)
      return unknownDeposit("the rail holds this deposit in another stablecoin or on another chain");
    const { receivedCents, events } = reportOf(found);
    const lies = events.every(({ kind }) => kind === "funds_received") && events.length > 0;
    if (!lies || receivedCents !== amountCents)
      return unknownDeposit("the rail does not hold the amount under this name");
    return { railRef: found.id, state: "funds_received", instructions: null, bought: boughtIn(events) };
  }

  /** The rate at which the payer's money became stablecoin, by Bridge's own receipt: there is none before it has. */
  async convert(request: Input<Conversion["convert"]>): Promise<ConversionResult | VendorNo> {
    const transfer = await this.#collection(request.railRef);
    if (transfer.destination.currency !== request.stable.toLowerCase())
      throw new Error(`${request.railRef} did not become ${request.stable}`);
    const { initial_amount: paidIn, final_amount: out, developer_fee: fee } = transfer.receipt ?? {};
    const inCents = paidIn && exactCents(paidIn);
    const feeCents = fee ? exactCents(fee) : 0;
    if (!inCents || feeCents === null || !out || isNothing(out))
      throw new VendorUnavailable(`bridge has no receipt for ${request.railRef} yet`);
    return { rate: rateOf(out, inCents - feeCents), bought: unitsText(unitsOf(out)) };
  }

  /** Pays out of the hold; in one leg the payer's own transfer is the payout, and this only looks at it. */
  async disburse(request: Input<Rail["disburse"]>): Promise<Payout | VendorNo> {
    const collection = await this.#collection(request.railRef);
    if (legOf(collection) === "direct") return paidBy(collection);
    const route = routeOf(request.chain, request.stable);
    if (!route) return noRoute;
    const gone = notThere(collection);
    if (gone) return gone;
    const held = heldBy(collection);
    const reference = payoutReference(collection, request.key);
    const body = payoutBody({ ...held, reference, amount: request.amount, route, wallet: request.wallet });
    const { orderedAt, searchFrom } = request;
    const search = { ...laterLeg("payout", collection), orderedAt, mayStop: true, searchFrom };
    const made = await this.#create(request.key, body, search, orderedAt);
    return "refused" in made ? made : paidBy(made);
  }

  async payoutOf(request: Input<Rail["payoutOf"]>): Promise<Payout | VendorNo | null> {
    const { key, railRef, transferRef, orderedAt, toldAt, searchFrom } = request;
    if (transferRef !== null) return paidBy(await this.#known(transferRef, railRef));
    const collection = await this.#collection(railRef);
    if (legOf(collection) === "direct") return paidBy(collection);
    const reference = payoutReference(collection, key);
    const search = { reference, ...laterLeg("payout", collection), orderedAt, toldAt, mayStop: true, searchFrom };
    const found = await findTransfer(this.#client, search, this.#time());
    return found && paidBy(found);
  }

  /** Sends a deposit back to the bank it came from, out of the hold. */
  async returnDeposit(request: Input<Rail["returnDeposit"]>): Promise<ReportedTransfer | VendorNo> {
    const collection = await this.#collection(request.railRef);
    const { deposit_id: depositId } = collection.source;
    if (legOf(collection) !== "hold" || depositId === null)
      return { refused: { code: "refund_unsupported", reason: "the rail holds no deposit to send back" } };
    const gone = notThere(collection);
    if (gone) return gone;
    const reference = legReference(whoseTransfer(collection).reference, collection.id);
    const { amountCents, orderedAt } = request;
    const body = returnBody({ ...heldBy(collection), reference, amountCents, depositId });
    const search = { ...laterLeg("return", collection), orderedAt: orderedAt ?? madeAt(collection) };
    const made = await this.#create(request.key, body, search, orderedAt);
    return "refused" in made ? made : reportOf(made);
  }

  /** What Bridge says of a transfer now, for callbacks that were lost; null when it knows none of that id. */
  async lookUp(transferRef: string): Promise<ReportedTransfer | null> {
    const found = await this.#client.transfer(transferRef);
    return found ? reportOf(found) : null;
  }

  /** Gives up a collection that still waits for funds; false when it no longer does. */
  cancelCollection(railRef: string): Promise<boolean> {
    return this.#client.cancelTransfer(railRef);
  }

  walletBalance(wallet: PooledWallet): Promise<WalletBalance | null> {
    return this.#wallets.balance(wallet);
  }

  sweep(request: Input<Rail["sweep"]>): Promise<Payout | VendorNo> {
    return this.#wallets.sweep(request);
  }

  sweepOf(request: Input<Rail["sweepOf"]>): Promise<Payout | VendorNo | null> {
    return this.#wallets.sweepOf(request);
  }

  transfers(request: Input<Rail["transfers"]>): Promise<RailList> {
    return listBridge(this.#client, request);
  }

  /** One look per reference; a payout in two legs is found under its own. */
  async transfersOf(railRefs: readonly string[]): Promise<readonly RailTransfer[]> {
    const moves: RailTransfer[] = [];
    for (let start = 0; start < railRefs.length; start += looksAtOnce) {
      const some = railRefs.slice(start, start + looksAtOnce);
      const found = await Promise.all(some.map((railRef) => this.#client.transfer(railRef)));
      moves.push(...found.flatMap((each) => (each ? movesOf(each) : [])));
    }
    return moves;
  }

  #create(...order: MakeOrder): Promise<BridgeTransfer | VendorNo> {
    return makeTransfer(this.#client, this.#time(), ...order);
  }

  #time(): string {
    return new Date(this.#now()).toISOString();
  }

  /** A transfer whose id is on record, as one of a collection's. */
  async #known(transferRef: string, railRef: string): Promise<BridgeTransfer> {
    const found = await this.#collection(transferRef);
    if (whoseTransfer(found).railRef !== railRef) throw new VendorUnavailable(`${transferRef} is not of ${railRef}`);
    return found;
  }

  async #collection(railRef: string): Promise<BridgeTransfer> {
    const found = await this.#client.transfer(railRef);
    if (!found) throw new VendorUnavailable(`bridge knows no transfer ${railRef}`, 404);
    return found;
  }
}

/** Where a leg that follows a collection is looked for. */
function laterLeg(leg: "payout" | "return", collection: BridgeTransfer) {
  return { leg, customerId: collection.on_behalf_of, madeAfter: collection.id };
}

/** What a payout is called; one beside the first, by its key's own part too, and an escrow's by its number as well, since a refused one may be followed by another. */
function payoutReference(collection: BridgeTransfer, key: string): string {
  const reference = legReference(whoseTransfer(collection).reference, collection.id);
  const [, leg = "payout", number = ""] = key.split(":");
  if (leg === "payout") return reference;
  return `${reference}@${leg}-${number}`;
}

function boughtIn(events: readonly RailEvent[]): string | undefined {
  const [came] = events;
  return came?.kind === "funds_received" ? came.bought : undefined;
}

function unknownDeposit(reason: string): VendorNo {
  return { refused: { code: "unknown_deposit", reason } };
}
