import { expect } from "vitest";

/** One state of Bridge's to the next; only the simulator's own clock lets it pass, so that no test waits. */
const stepSeconds = 600;

/** A transfer as Bridge tells it, as far as journeys look. */
interface Response {
  readonly id: string;
  readonly state: string;
  readonly source: { readonly bridge_wallet_id?: string };
  readonly destination: {
    readonly payment_rail: string;
    readonly bridge_wallet_id?: string;
    readonly to_address?: string;
  };
  readonly receipt?: { readonly initial_amount: string; readonly destination_tx_hash?: string };
}

/** What a transfer is, by Bridge's own record of it. */
function legOf({ source, destination }: Response): "return" | "payout" | "hold" | "direct" {
  if (destination.payment_rail === "fiat_deposit_return") return "return";
  if (source.bridge_wallet_id !== undefined) return "payout";
  return destination.bridge_wallet_id === undefined ? "direct" : "hold";
}

/** Steers a simulator that runs beside a sandbox, and reads its books, over HTTP. */
export class BridgeSteering {
  readonly #controlUrl: string;

  constructor(controlUrl: string) {
    this.#controlUrl = controlUrl;
  }

  /** What was set in motion has been delivered when this resolves. */
  async post(path: string, body: object): Promise<void> {
    const answer = await fetch(this.#controlUrl + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.status, await answer.text()).toBe(200);
  }

  /** Callbacks come once and in order, and nothing moves but by `step`. */
  calm(): Promise<void> {
    return this.post("/knobs", {
      ...{ stepSeconds, duplicates: 0, disorder: false, silent: false, unknownState: null },
    });
  }

  /** Every transfer on its way comes one state further. */
  step(): Promise<void> {
    return this.post("/clock", { advanceSeconds: stepSeconds });
  }

  /** Bridge's own record of a settlement's transfers, in the order they were made. */
  async transfers(settlementId: string) {
    const answer = await fetch(`${this.#controlUrl}/transfers?reference=${settlementId}`);
    const { data } = (await answer.json()) as { data: Response[] };
    return data.map((each) => ({ ...each, leg: legOf(each) }));
  }

  /** Bridge's own record of the businesses that applied with an address. */
  async kycLinks(email: string): Promise<{ id: string; kyc_status: string; customer_id: string | null }[]> {
    const answer = await fetch(`${this.#controlUrl}/kyc_links?${new URLSearchParams({ email })}`);
    return ((await answer.json()) as { data: Awaited<ReturnType<BridgeSteering["kycLinks"]>> }).data;
  }

  /** What Bridge holds for a customer, in cents; a stablecoin counts as a dollar. */
  async heldCents(customerId: string): Promise<number> {
    const answer = await fetch(`${this.#controlUrl}/wallets?customer=${customerId}`);
    const { data } = (await answer.json()) as { data: { balances: { balance: string }[] }[] };
    const balances = data.flatMap((wallet) => wallet.balances.map(({ balance }) => Number(balance)));
    return Math.round(balances.reduce((sum, each) => sum + each, 0) * 100);
  }
}
