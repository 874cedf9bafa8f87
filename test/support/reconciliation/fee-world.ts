import { csvText } from "../../../functions/adapters/local/csv-papaparse.ts";
import { entriesIn } from "../../../functions/app/core/aggregate.ts";
import type { Row } from "../../../functions/app/core/ports.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import { closeDue } from "../../../functions/app/reconciliation/close.ts";
import { stretchOf } from "../../../functions/app/reconciliation/close-record.ts";
import { movementsWithin } from "../../../functions/app/reconciliation/close-walk.ts";
import { feeSweepRecordType } from "../../../functions/app/reconciliation/fee-sweep-record.ts";
import { listFeeSweeps } from "../../../functions/app/reconciliation/fee-sweeps.ts";
import { lookUpFeeSweep } from "../../../functions/app/reconciliation/send-fee-sweep.ts";
import { startFeeSweeps } from "../../../functions/app/reconciliation/start-fee-sweeps.ts";
import { allRows } from "../../../functions/app/tenants/walk-store.ts";
import type { LedgerAccount } from "../../../functions/domain/core/ledger.ts";
import { unitsOf, unitsText } from "../../../functions/domain/core/units.ts";
import { addUnits, type UnitBalances } from "../../../functions/domain/core/wallet-ledger.ts";
import type { FeePolicy } from "../../../functions/domain/reconciliation/fee-policy.ts";
import type { FeeSweep } from "../../../functions/domain/reconciliation/fee-sweep.ts";
import { approvedCustomer } from "../bridge-sim/bank.ts";
import { BridgeSim } from "../bridge-sim/sim.ts";
import { customerId, railOn } from "../bridge-sim/world.ts";
import { noon } from "../core/samples.ts";
import { TestApi } from "../core/test-api.ts";
import { earnByEscrow, earnByPayment, loseByReturn } from "./fee-payments.ts";

export const ownWallet = "0x27b1fdb04752bbc536007a920d24acb045561c26";

interface Earned {
  readonly amountCents: number;
  readonly feeCents: number;
  /** Stablecoin per dollar. */
  readonly rate?: string;
  readonly noun?: "settlement" | "escrow";
  readonly tenantId?: string;
}

/** Tenants whose fees lie in a wallet at a simulator of Bridge, and the service that sweeps them. */
export class FeeWorld extends TestApi {
  readonly sim: BridgeSim;
  policy: FeePolicy = { wallets: { base: ownWallet }, floats: {} };
  /** Whether the screen gives answers. */
  screens = true;
  #rail: Rail | undefined;
  #tenantId: string | undefined;
  #earned = 0;

  private constructor(sim: BridgeSim) {
    super();
    this.sim = sim;
  }

  static async start(): Promise<FeeWorld> {
    const sim = await BridgeSim.start({ startMs: Date.parse(noon) });
    sim.bank.customers.set(customerId, approvedCustomer());
    const world = new FeeWorld(sim);
    world.#tenantId = (await world.tenant({ partnerCustomerId: customerId, stable: "USDC" })).id;
    return world;
  }

  get tenantId(): string {
    return this.#tenantId ?? "";
  }

  /** What each worker of the service works with; a process of its own for every call. */
  worker(rail: Rail = this.#rail ?? railOn(this.sim, "two_leg")) {
    const { meter, log, policy: fees } = this;
    const silent = { name: "silent", mock: true, screen: () => Promise.reject(new Error("no answer")) };
    const screening = this.screens ? this.screening : silent;
    const others = { screening, meter, log, fees, live: true, isLate: () => false };
    return { ...this.context, ...others, rail, csv: csvText, files: null };
  }

  /** The review queue, as an operator has it. */
  reviews(operator: string) {
    return { ...this.context, actor: `operator:${operator}` };
  }

  /** From now on the service's rail is this one. */
  useRail(rail: Rail): void {
    this.#rail = rail;
  }

  /** Our time and Bridge's. */
  async passBoth(seconds: number): Promise<void> {
    this.pass(seconds);
    await this.sim.pass(seconds);
  }

  async toNextDay(): Promise<void> {
    const next = Date.parse(`${this.clock.now().slice(0, 10)}T00:15:00.000Z`) + 86_400_000;
    await this.passBoth((next - this.nowMs) / 1000);
  }

  /** A payment, or an escrow, that is collected and paid out, the fee staying in the wallet: at Bridge and on the ledger. */
  async earn({
    amountCents,
    feeCents,
    rate = "1",
    noun = "settlement",
    tenantId = this.tenantId,
  }: Earned): Promise<void> {
    this.#earned += 1;
    this.sim.bank.knobs.rate = rate;
    const earning = { tenantId, amountCents, feeCents, name: `A-${this.#earned}` };
    await (noun === "escrow" ? earnByEscrow(this, earning) : earnByPayment(this, earning));
  }

  /** Money that is sent back at a rate below a dollar: what that costs beyond what it had bought is taken of what is ours in the wallet. */
  async lose({ amountCents, rate, tenantId = this.tenantId }: Omit<Earned, "feeCents" | "noun">): Promise<void> {
    this.#earned += 1;
    if (rate !== undefined) this.sim.bank.knobs.rate = rate;
    await loseByReturn(this, { tenantId, amountCents, name: `A-${this.#earned}` });
  }

  /** The night's work: yesterday's close, and the sweeps that follow it. */
  async night() {
    await closeDue(this.worker());
    return startFeeSweeps(this.worker());
  }

  /** One minute's work on the sweeps that are due; what fails is asked again later. */
  async minute(): Promise<void> {
    for (const row of await this.#rows()) await lookUpFeeSweep(this.worker(), row).catch(() => undefined);
  }

  async #rows(): Promise<Row[]> {
    const rows = await this.store.read((await this.sweeps()).map(({ id }) => ({ pk: id, sk: "row" })));
    return rows.flatMap((row) => (row?.type === feeSweepRecordType.type ? [row] : []));
  }

  async sweeps(): Promise<readonly FeeSweep[]> {
    return (await listFeeSweeps(this.context, { limit: 100 })).data;
  }

  /** Changes a sweep's row behind everybody's back. */
  async tamperSweep(id: string, change: Partial<FeeSweep>): Promise<void> {
    await this.#tamper({ pk: id, sk: "row" }, (body) => {
      const { state, ...beside } = body as { state: FeeSweep };
      return { ...beside, state: { ...state, ...change } };
    });
  }

  /** Takes a cent off what a sweep's entries post. */
  async tamperEntries(id: string): Promise<void> {
    const rows = (await allRows(this.store, id)).filter(({ type }) => type === "entry");
    for (const row of rows)
      await this.#tamper(row, (body) => {
        const { postings, ...beside } = body as { postings: { account: string; amountCents: number }[] };
        const less = postings.map((each) => ({ ...each, amountCents: each.amountCents - Math.sign(each.amountCents) }));
        return { ...beside, postings: less };
      });
  }

  async #tamper({ pk, sk }: { pk: string; sk: string }, change: (body: unknown) => unknown): Promise<void> {
    const [row] = await this.store.read([{ pk, sk }]);
    if (!row) throw new Error(`no row ${pk} ${sk}`);
    const put = { ...row, v: row.v + 1, body: change(row.body) };
    await this.store.write([{ put, expect: row.v }], `tamper-${pk}-${sk}-${row.v}`);
  }

  /** Sweeps that Bridge has made, by its own books. */
  swept() {
    return this.sim.bank.transfers.filter(({ asked }) => asked.client_reference_id?.startsWith("fsw_"));
  }

  /** What Bridge's wallet of the customer holds. */
  held(): string {
    return unitsText(unitsOf(this.sim.bank.balance("bw_1", "usdc")));
  }

  /** What an account of the ledger shows, over everything until now. */
  async balance(account: LedgerAccount): Promise<number> {
    const { from } = stretchOf("2026-01-01");
    const { accounts } = await movementsWithin(this.worker(), null, { from, to: "2027-01-01T00:00:00.000Z" });
    const { debitCents = 0, creditCents = 0 } = accounts[account] ?? {};
    return debitCents - creditCents;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.sim[Symbol.asyncDispose]();
  }
}

/** Fees of two settlements and an escrow, 45.00 together, and the night after them. */
export async function afterTheNight(rate = "1") {
  const world = await FeeWorld.start();
  await world.earn({ amountCents: 100_000, feeCents: 2_500, rate });
  await world.earn({ amountCents: 50_000, feeCents: 1_000, rate });
  await world.earn({ amountCents: 20_000, feeCents: 1_000, rate, noun: "escrow" });
  await world.toNextDay();
  return { world, started: await world.night() };
}

/** What the entries of a sweep post in stablecoin, added up. */
export async function unitsOfSweep(world: FeeWorld, id: string): Promise<UnitBalances> {
  const sums: UnitBalances = {};
  for (const { units = [] } of entriesIn(await allRows(world.store, id))) addUnits(sums, units);
  return sums;
}
