import { entry, loadAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import type { Row, Store } from "../../../functions/app/core/ports.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { readRatios } from "../../../functions/app/disputes/programs.ts";
import type { DispatchContext } from "../../../functions/app/operations/carry-out.ts";
import { tenantRecordType } from "../../../functions/app/tenants/records.ts";
import { ratioOperations } from "../../../functions/contract/disputes/ratios.ts";
import type { ProgramId } from "../../../functions/domain/core/program-id.ts";
import type { RatioView } from "../../../functions/domain/disputes/ratio-view.ts";
import { type Counts, counting } from "../../../functions/domain/settlement/counters.ts";
import type { Tenant } from "../../../functions/domain/tenants/tenant.ts";
import { MemoryStore } from "../core/memory-store.ts";
import { handOnAll, pendingEntries } from "../core/outbox.ts";
import { TestApi } from "../core/test-api.ts";
import { noPartner } from "../onboarding/no-partner.ts";
import { workflows } from "../settlement/reserve-api.ts";

/** A tenant behind the door frame, whose entries are handed on when the test says so. */
export class RatioApi extends TestApi {
  readonly deliveries = new MemoryStore();
  tenantId = "";
  apiKey = "";

  static async open(): Promise<RatioApi> {
    const api = new RatioApi();
    const { id, apiKey } = await api.tenant();
    Object.assign(api, { tenantId: id, apiKey });
    await api.handOnAll();
    return api;
  }

  /** What hands entries on, over another book where one is given. */
  dispatchContext(store: Store = this.store): DispatchContext {
    const { deliveries, clock, newId, meter } = this;
    const send = async () => undefined;
    return {
      store,
      deliveries,
      live: false,
      publicUrl: "",
      clock,
      newId,
      meter,
      workflows,
      queue: { send },
      packets: { send },
      mails: { send },
      partner: noPartner,
    };
  }

  /** Entries that have not been handed on. */
  pending(): Row[] {
    return pendingEntries(this.store.rows());
  }

  async handOnAll(): Promise<void> {
    while (this.pending().length > 0) await handOnAll(this.dispatchContext(), this.store);
  }

  /** Something happens that counts; the entry that says so, not handed on yet. */
  async happens(counts: Counts, at = this.clock.now()): Promise<Row> {
    const [row] = await this.store.read([rowKey(this.tenantId)]);
    const found = loadAggregate(tenantRecordType, row);
    if (!found) throw new Error("no tenant");
    const { state } = found;
    const follows = counting(state.id, at, counts);
    const transition = { next: state, from: state.status, to: state.status, reason: "counted", follows };
    const { writes } = transitionWrites(found, [transition], this.context);
    if (!(await this.store.write(writes, this.newId("req", at))).ok) throw new Error("not written");
    const made = this.pending().at(-1);
    if (!made) throw new Error("no entry");
    return made;
  }

  /** The same, handed on. */
  async counts(counts: Counts, at?: string): Promise<void> {
    await this.happens(counts, at);
    await this.handOnAll();
  }

  async record(): Promise<Tenant> {
    const [row] = await this.store.read([rowKey(this.tenantId)]);
    const found = loadAggregate(tenantRecordType, row);
    if (!found) throw new Error("no tenant");
    return found.state;
  }

  async program(id: ProgramId): Promise<RatioView["programs"][number]> {
    const { programs } = await readRatios(this.context, this.tenantId);
    const found = programs.find(({ program }) => program === id);
    if (!found) throw new Error(`no program ${id}`);
    return found;
  }

  /** Events that were told, by name, in their order. */
  told(): string[] {
    const entries = this.store.rows().flatMap(({ type, body }) => (type === "entry" ? [entry.parse(body)] : []));
    return entries
      .flatMap(({ events }) => events.map(({ name }) => name))
      .filter((name) => /^(ratio|program)/.test(name));
  }

  /** The route as it is served. */
  openRatios() {
    return this.open(ratioOperations, {
      getRatios: async ({ principal, query }) => ({
        body: await readRatios(this.context, principal.tenantId, query.period),
      }),
    });
  }
}

/** A book whose process dies at its nth call, before it or after it took effect. */
export function dyingStore(store: Store, nth: number, when: "before" | "after"): Store {
  let calls = 0;
  const call = async <T>(make: () => Promise<T>): Promise<T> => {
    calls += 1;
    if (calls === nth && when === "before") throw new Error("killed");
    const done = await make();
    if (calls >= nth) throw new Error("killed");
    return done;
  };
  return {
    read: (keys) => call(() => store.read(keys)),
    page: (query) => call(() => store.page(query)),
    write: (writes, nonce) => call(() => store.write(writes, nonce)),
  };
}
