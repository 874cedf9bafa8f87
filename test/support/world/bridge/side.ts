import type { KeyObject } from "node:crypto";
import { BridgeClient } from "../../../../functions/adapters/bridge/client.ts";
import { BridgeRail } from "../../../../functions/adapters/bridge/rail.ts";
import type { NewId } from "../../../../functions/app/core/ports.ts";
import type { Callback } from "../../../../functions/app/operations/receive-callback.ts";
import type { Conversion, Rail } from "../../../../functions/app/rails/ports.ts";
import { centsText } from "../../../../functions/domain/core/money.ts";
import { BridgeApi } from "../../bridge-sim/api.ts";
import { SimBank } from "../../bridge-sim/bank.ts";
import { hashOf, type SimTransfer, type TransferKnobs, viewTransfer } from "../../bridge-sim/transfer.ts";
import { BridgeWebhooks } from "../../bridge-sim/webhooks.ts";
import { SimClock } from "../../vendor-sim/clock.ts";
import { signingKey } from "../../vendor-sim/keys.ts";
import { callsWith } from "../core/alterations.ts";
import type { Process, Scheduler } from "../core/scheduler.ts";
import { BridgeLine } from "./line.ts";
import { BridgeNetwork } from "./network.ts";

/** How Bridge, the payers and their banks behave in one world. */
export interface BridgePlan {
  readonly mode: "one_leg" | "two_leg";
  /** Whether the refund leg is declared. */
  readonly holds?: boolean;
  readonly knobs?: Partial<TransferKnobs>;
  /** Whether none of its callbacks comes before it is calmed. */
  readonly isSilent?: boolean;
  /** From when on, in milliseconds, we hear nothing of what we order before it is calmed: it takes effect, its answers and callbacks are lost. */
  readonly deafFromMs?: number;
  /** What happens to a transfer, drawn when it is made. */
  fate(transfer: SimTransfer): readonly Turn[];
}

/** What a test puts in the place of the adapter or of the door. */
export interface BridgeAlteration {
  readonly rail?: (rail: BridgeRail, side: BridgeSide) => Partial<Rail & Conversion>;
  readonly client?: typeof BridgeClient;
  readonly misread?: (body: unknown) => unknown;
  readonly believesAll?: boolean;
}

/** What Bridge's side needs of the world around it. */
interface Surroundings {
  readonly newId: NewId;
  readonly receive: (callback: Callback) => Promise<void>;
  /** What a settlement's payer was asked for, in cents. */
  readonly askedCents: (reference: string) => number;
}

/** A virtual world's time as the simulator's. */
class WorldClock extends SimClock {
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    super(scheduler.nowMs);
    this.#scheduler = scheduler;
  }

  override now(): number {
    return this.#scheduler.nowMs;
  }

  override later(ms: number, act: () => void): void {
    if (ms <= 0) act();
    else this.#scheduler.later(ms, act);
  }
}

const signing = signingKey(0);

/** A warm Lambda's adapter, and who used it last. */
interface Instance {
  readonly rail: BridgeRail;
  user: Process;
}

const apiKey = "sk-test-world";
const warmChance = 0.8;

/** Bridge in a world: the simulator's books, API and callbacks on the world's time, and the real adapter on our end of the line. */
export class BridgeSide {
  readonly clock: SimClock;
  readonly bank: SimBank;
  readonly line: BridgeLine;
  readonly network: BridgeNetwork;
  readonly plan: BridgePlan;
  readonly privateKey: KeyObject = signing.privateKey;
  /** Every state that a transfer has been in, by its id. */
  readonly reached = new Map<string, Set<string>>();
  readonly #scheduler: Scheduler;
  readonly #alteration: BridgeAlteration;
  readonly #instances: Instance[] = [];

  constructor(
    scheduler: Scheduler,
    plan: BridgePlan,
    { newId, receive, askedCents }: Surroundings,
    alteration: BridgeAlteration = {},
  ) {
    this.plan = plan;
    this.#scheduler = scheduler;
    this.#alteration = alteration;
    this.clock = new WorldClock(scheduler);
    const { misread, believesAll } = alteration;
    const publicKeys = () => [signing.publicKey];
    this.line = new BridgeLine(scheduler, this.clock, { publicKeys, newId, receive, misread, believesAll });
    const webhooks = new BridgeWebhooks(this.clock, this.line);
    const categories = ["transfer", "customer"];
    const endpoint = { id: "wep_1", url: "https://us.test", status: "active" as const, categories };
    webhooks.endpoints.push({ ...endpoint, ...signing });
    this.bank = new SimBank(this.clock, (transfer, from) => {
      const states = this.reached.get(transfer.id) ?? new Set();
      this.reached.set(transfer.id, states.add(transfer.state));
      webhooks.emit("transfer", viewTransfer(transfer, this.bank.knobs), from);
      if (from !== null) return;
      for (const turn of plan.fate(transfer))
        scheduler.later(turn.afterMs, () => takeTurn(this.bank, transfer, turn, askedCents));
    });
    Object.assign(this.bank.knobs, plan.knobs);
    const api = new BridgeApi({
      ...{ bank: this.bank, clock: this.clock, apiKey, autoCustomers: true },
      webhooks: (call) => webhooks.handle(call),
    });
    this.network = new BridgeNetwork(scheduler, api, this.bank);
    scheduler.network = this.network.fetch;
    if (plan.isSilent) this.line.plan = () => [];
    if (plan.deafFromMs !== undefined) scheduler.later(plan.deafFromMs, () => this.#loseWords());
  }

  /** The adapter of the Lambda that runs the current process: a warm one that nobody uses, or a new one. A Lambda that died is never warm. */
  rail(): Rail & Conversion {
    const process = this.#scheduler.current;
    if (!process) throw new Error("a rail outside of any process");
    const { random } = this.#scheduler;
    const idle = this.#instances.find(({ user }) => user.over);
    const warm = idle && random.chance(warmChance) ? idle : undefined;
    if (warm) warm.user = process;
    else this.#instances.push({ rail: this.#cold(), user: process });
    const { rail } = warm ?? this.#instances.at(-1) ?? { rail: this.#cold() };
    return this.#altered(rail);
  }

  /** No Lambda is warm any more. */
  forget(): void {
    this.#instances.length = 0;
  }

  /** Makes so many transfers of the customer's that are none of ours, the newest in its list; false where it has none yet. */
  crowd(count: number): boolean {
    const { transfers } = this.bank;
    const first = transfers.find(({ leg }) => leg === "hold");
    const at = this.clock.iso();
    for (let other = 0; first && other < count; other += 1) {
      const nth = transfers.length + 1;
      const asked = { ...first.asked, client_reference_id: `other_${nth}` };
      const made = { ...first, id: `tr_${nth}`, nth, asked, createdAt: at, updatedAt: at, received: 0n };
      transfers.push({ ...made, state: "canceled", depositId: null, hash: null, returnCode: null });
    }
    return first !== undefined;
  }

  #loseWords(): void {
    this.line.plan = () => [];
    this.network.trouble = (operation) => (operation === "POST /transfers" ? { kind: "500_after" } : undefined);
  }

  #altered(rail: BridgeRail): Rail & Conversion {
    return callsWith<Rail & Conversion>(rail, this.#alteration.rail?.(rail, this));
  }

  #cold(): BridgeRail {
    const { client: Client = BridgeClient } = this.#alteration;
    const client = new Client({
      baseUrl: "https://bridge.test/v0",
      apiKey: async () => apiKey,
      wait: (ms) => this.#scheduler.sleep(ms),
    });
    const { mode, holds = false } = this.plan;
    return new BridgeRail({ client, mode, holds, now: () => this.clock.now() });
  }

  /** Ends every lie and all trouble: what Bridge says from now on is what it is. */
  calm(): void {
    this.network.trouble = () => undefined;
    this.line.plan = () => [5];
    const response = { unknownState: null, missingReceipt: false, numericAmounts: false, busyPayouts: 0 };
    Object.assign(this.bank.knobs, response);
  }
}

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

function takeTurn(bank: SimBank, transfer: SimTransfer, turn: Turn, askedCents: (reference: string) => number): void {
  switch (turn.kind) {
    case "deposit": {
      const { client_reference_id: reference = "" } = transfer.asked;
      const cents = turn.cents(askedCents(reference));
      // A transfer straight through takes one deposit; its account is closed after that.
      const takes = transfer.leg === "direct" ? transfer.state === "awaiting_funds" : open.has(transfer.state);
      if (cents > 0 && takes) bank.deposit(transfer.id, centsText(cents));
      return;
    }
    case "take back":
      if (transfer.received > 0n && open.has(transfer.state)) bank.takeBack(transfer.id, turn.code);
      return;
    case "state":
      if (!turn.from.includes(transfer.state)) return;
      if ((transfer.leg === "payout" || transfer.leg === "return") && given.has(turn.to)) giveBack(bank, transfer);
      if (turn.to === "payment_processed" && transfer.leg !== "return")
        transfer.hash = hashOf(transfer, bank.knobs.hashChanges ? "final" : "preliminary");
      bank.move(transfer, turn.to);
      return;
    default:
      throw new Error(`no turn is ${JSON.stringify(turn satisfies never)}`);
  }
}

function giveBack(bank: SimBank, { asked: input, received }: SimTransfer): void {
  const { bridge_wallet_id: walletId, currency } = input.source;
  const wallet = bank.wallets.find(({ id }) => id === walletId);
  wallet?.balances.set(currency, (wallet.balances.get(currency) ?? 0n) + received);
}
