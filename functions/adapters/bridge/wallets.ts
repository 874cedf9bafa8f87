import type { Payout, PooledWallet, Rail, VendorNo, WalletBalance } from "../../app/rails/ports.ts";
import { unitsOf, unitsText } from "../../domain/core/units.ts";
import { bridgeNo } from "../../domain/rails/bridge-refusal.ts";
import { VendorUnavailable } from "../http/vendor-http.ts";
import { payoutBody, routeOf } from "./body.ts";
import type { BridgeClient } from "./client.ts";
import { makeTransfer, noReply } from "./make-transfer.ts";
import { findTransfer } from "./search.ts";
import { paidBy } from "./transfer-result.ts";

type Input<F extends (request: never) => unknown> = Parameters<F>[0];

const noWallet: VendorNo = { refused: { code: "unknown_wallet", reason: "the rail has no such wallet" } };

/** The wallets that Bridge keeps for its customers, one per chain, with every stablecoin in it. */
export class BridgeWallets {
  readonly #client: BridgeClient;
  readonly #now: () => number;
  readonly #ids = new Map<string, string>();

  constructor(client: BridgeClient, now: () => number) {
    this.#client = client;
    this.#now = now;
  }

  /** The id of a customer's wallet on a chain, which is made if there is none. */
  async open(customerId: string, chain: string): Promise<string | VendorNo> {
    const known = this.#ids.get(nameOf(customerId, chain));
    if (known !== undefined) return known;
    const wallet = await this.#client.wallet(customerId, chain);
    if (typeof wallet === "object") {
      const no = bridgeNo(wallet.status, wallet.code, "hold");
      if (typeof no === "object") return no;
      throw noReply("wallets", wallet);
    }
    this.#ids.set(nameOf(customerId, chain), wallet);
    return wallet;
  }

  /** What lies in a wallet by Bridge's count, in stablecoin; null where Bridge has made none. What it does not name it does not hold. */
  async balance({ customer, chain, stable }: PooledWallet): Promise<WalletBalance | null> {
    const id = await this.#find(customer, chain);
    const balances = id === undefined ? undefined : await this.#client.walletBalances(customer, id);
    if (!balances) return null;
    const units = balances
      .filter(({ currency }) => currency === stable.toLowerCase())
      .reduce((sum, { balance }) => sum + unitsOf(balance), 0n);
    return { units: unitsText(units), at: this.#time() };
  }

  /** Pays out of a wallet for nobody's collection: the reference is the record's own id, as the key begins. */
  async sweep(request: Input<Rail["sweep"]>): Promise<Payout | VendorNo> {
    const { key, orderedAt, wallet, toAddress, units, searchFrom } = request;
    const route = routeOf(wallet.chain, wallet.stable);
    const holdWallet = route && (await this.#find(wallet.customer, wallet.chain));
    if (!route || holdWallet === undefined || holdWallet === null) return noWallet;
    const whose = { reference: sweepReference(key), customerId: wallet.customer };
    const body = payoutBody({ ...whose, amount: units, route, holdWallet, heldIn: route.currency, wallet: toAddress });
    const search = { leg: "payout", customerId: wallet.customer, orderedAt, mayStop: true, searchFrom } as const;
    const made = await makeTransfer(this.#client, this.#time(), key, body, search, orderedAt);
    return "refused" in made ? made : paidBy(made);
  }

  async sweepOf({ key, orderedAt, wallet, transferRef, toldAt, searchFrom }: Input<Rail["sweepOf"]>) {
    const reference = sweepReference(key);
    if (transferRef !== null) {
      const known = await this.#client.transfer(transferRef);
      if (known?.client_reference_id !== reference)
        throw new VendorUnavailable(`bridge does not say that ${transferRef} is ${reference}`);
      return paidBy(known);
    }
    const search = {
      reference,
      leg: "payout",
      customerId: wallet.customer,
      orderedAt,
      toldAt,
      mayStop: true,
      searchFrom,
    } as const;
    const found = await findTransfer(this.#client, search, this.#time());
    return found && paidBy(found);
  }

  async #find(customer: string, chain: string): Promise<string | undefined> {
    const name = nameOf(customer, chain);
    const id = this.#ids.get(name) ?? (await this.#client.findWallet(customer, chain.toLowerCase()));
    if (id !== undefined) this.#ids.set(name, id);
    return id;
  }

  #time(): string {
    return new Date(this.#now()).toISOString();
  }
}

function nameOf(customerId: string, chain: string): string {
  return `${customerId} ${chain.toLowerCase()}`;
}

function sweepReference(key: string): string {
  return key.split(":")[0] ?? key;
}
