import { entry, hopWrites, loaded } from "../../../functions/app/core/aggregate.ts";
import type { Book, Row } from "../../../functions/app/core/ports.ts";
import { rowKey } from "../../../functions/app/core/rows.ts";
import { readRatios } from "../../../functions/app/disputes/programs.ts";
import { type DispatchDesk, dispatchEntry } from "../../../functions/app/operations/outbox.ts";
import { tenantKind } from "../../../functions/app/tenants/records.ts";
import { ratioOperations } from "../../../functions/contract/disputes/ratios.ts";
import type { ProgramId } from "../../../functions/domain/disputes/monitoring-program.ts";
import type { RatioView } from "../../../functions/domain/disputes/ratio-view.ts";
import { type Counts, counting } from "../../../functions/domain/settlement/counters.ts";
import type { Tenant } from "../../../functions/domain/tenants/tenant.ts";
import { Door } from "../core/door.ts";
import { MemoryBook } from "../core/memory-book.ts";
import { noPartner } from "../onboarding/no-partner.ts";
import { workflows } from "../settlement/door-reserve.ts";

/** A tenant behind the door frame, whose entries are handed on when the test says so. */
export class RatioDoor extends Door {
  readonly deliveries = new MemoryBook();
  tenantId = "";
  apiKey = "";

  static async open(): Promise<RatioDoor> {
    const door = new RatioDoor();
    const { id, apiKey } = await door.tenant();
    Object.assign(door, { tenantId: id, apiKey });
    await door.handOnAll();
    return door;
  }

  /** What hands entries on, over another book where one is given. */
  dispatchDesk(book: Book = this.book): DispatchDesk {
    const { deliveries, clock, newId, meter } = this;
    const send = async () => undefined;
    return {
      book,
      deliveries,
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
    return this.book.rows().filter(({ outbox }) => outbox === "pending");
  }

  async handOnAll(): Promise<void> {
    for (let rows = this.pending(); rows.length > 0; rows = this.pending())
      for (const row of rows) await dispatchEntry(this.dispatchDesk(), row);
  }

  /** Something happens that counts; the entry that says so, not handed on yet. */
  async happens(counts: Counts, at = this.clock.now()): Promise<Row> {
    const [row] = await this.book.read([rowKey(this.tenantId)]);
    const found = loaded(tenantKind, row);
    if (!found) throw new Error("no tenant");
    const { state } = found;
    const follows = counting(state.id, at, counts);
    const hop = { next: state, from: state.status, to: state.status, reason: "counted", follows };
    const { writes } = hopWrites(found, [hop], this.desk);
    if (!(await this.book.write(writes, this.newId("req", at))).ok) throw new Error("not written");
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
    const [row] = await this.book.read([rowKey(this.tenantId)]);
    const found = loaded(tenantKind, row);
    if (!found) throw new Error("no tenant");
    return found.state;
  }

  async program(id: ProgramId): Promise<RatioView["programs"][number]> {
    const { programs } = await readRatios(this.desk, this.tenantId);
    const found = programs.find(({ program }) => program === id);
    if (!found) throw new Error(`no program ${id}`);
    return found;
  }

  /** Events that were told, by name, in their order. */
  told(): string[] {
    const entries = this.book
      .rows()
      .flatMap(({ type, body }) => (type === "entry" ? [entry.parse(body)] : []));
    return entries
      .flatMap(({ events }) => events.map(({ name }) => name))
      .filter((name) => /^(ratio|program)/.test(name));
  }

  /** The route as it is served. */
  openRatios() {
    return this.open(ratioOperations, {
      getRatios: async ({ principal, query }) => ({
        body: await readRatios(this.desk, principal.tenantId, query.period),
      }),
    });
  }
}

/** A book whose process dies at its nth call, before it or after it took effect. */
export function dyingBook(book: Book, nth: number, when: "before" | "after"): Book {
  let calls = 0;
  const call = async <T>(make: () => Promise<T>): Promise<T> => {
    calls += 1;
    if (calls === nth && when === "before") throw new Error("killed");
    const done = await make();
    if (calls >= nth) throw new Error("killed");
    return done;
  };
  return {
    read: (keys) => call(() => book.read(keys)),
    page: (query) => call(() => book.page(query)),
    write: (writes, nonce) => call(() => book.write(writes, nonce)),
  };
}
