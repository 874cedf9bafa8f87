import { creationWrites } from "../../../functions/app/core/aggregate.ts";
import { entryIndex } from "../../../functions/app/core/due-index.ts";
import type { Key, Row } from "../../../functions/app/core/ports.ts";
import { type SweepContext, sweep } from "../../../functions/app/operations/sweep-due-records.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import type { Workflows } from "../../../functions/app/settlement/ports.ts";
import type { DeliveryOrder } from "../../../functions/app/webhooks/ports.ts";
import { webhookRecordType } from "../../../functions/app/webhooks/record.ts";
import type { WebhookEndpoint } from "../../../functions/domain/webhooks/webhook.ts";
import { MemoryStore } from "../core/memory-store.ts";
import { noon } from "../core/samples.ts";
import { TestApi } from "../core/test-api.ts";
import { noPartner } from "../onboarding/no-partner.ts";

/** What the sweep and the outbox do to others, over a store in memory: each call that leaves the service is on a list. */
export class SweepApi extends TestApi {
  readonly deliveries = new MemoryStore();
  readonly workflowCalls: unknown[][] = [];
  readonly ordered: DeliveryOrder[] = [];
  readonly packetOrders: unknown[] = [];
  readonly letters: unknown[] = [];
  /** The rail that calls reach. */
  reached: Rail = this.rail;

  workflows: Workflows = {
    startSettlement: async (input) => void this.workflowCalls.push(["startSettlement", input]),
    startEscrowPayout: async (input) => void this.workflowCalls.push(["startEscrowPayout", input]),
    answer: async (token) => void this.workflowCalls.push(["answer", token]),
    fail: async (...input) => void this.workflowCalls.push(["fail", ...input]),
  };

  sweepContext(): SweepContext {
    const { deliveries, reached: rail, screening, meter, log, workflows } = this;
    return {
      ...{
        ...this.context,
        deliveries,
        rail,
        conversion: this.rail,
        screening,
        meter,
        log,
        workflows,
        live: false,
        publicUrl: "",
      },
      ...{ actor: "system:sweeper", partner: noPartner, pagesUrl: "http://localhost:4002" },
      queue: { send: async (orders) => void this.ordered.push(...orders) },
      packets: { send: async (order) => void this.packetOrders.push(order) },
      mails: { send: async (orders) => void this.letters.push(...orders) },
    };
  }

  /** One run of the sweep, with its workers in this process. */
  sweep(isLate?: () => boolean) {
    return sweep(this.sweepContext(), isLate);
  }

  /** An entry on the outbox, due at noon, that says so much. */
  async entry(aggregateId: string, says: { follows?: object[]; events?: object[]; tenantId?: string }): Promise<Row> {
    const key = { pk: aggregateId, sk: "entry#00000009" };
    const body = {
      ...{ aggregateId, aggregateType: "settlement", tenantId: "ten_1", seq: 9, from: "x", to: "y", reason: "r" },
      ...{ actor: "a", requestId: "q", at: noon, postings: [], events: [], follows: [], prevHash: "0", hash: "1" },
      ...says,
    };
    return this.put({ ...key, v: 1, type: "entry", outbox: "pending", body, index: { due: entryIndex(key, noon) } });
  }

  async put(row: Row, store = this.store): Promise<Row> {
    const { ok } = await store.write([{ put: row, expect: "absent" }], `${row.pk} ${row.sk}`);
    if (!ok) throw new Error(`${row.pk} is there already`);
    return row;
  }

  async rowAt(key: Key, store = this.store): Promise<Row | undefined> {
    return (await store.read([{ pk: key.pk, sk: key.sk }]))[0];
  }

  /** A tenant's endpoint for events of these names; its id. */
  async endpoint(tenantId: string, events: string[] | null, id = "whe_1"): Promise<string> {
    const now = this.clock.now();
    const next: WebhookEndpoint = {
      ...{ id, tenantId, url: "https://hooks.example.test/", description: null, events, enabled: true },
      ...{ disabledReason: null, deletedAt: null, sealedSecret: "sealed", previousSecret: null },
      ...{ createdAt: now, updatedAt: now },
    };
    const transition = { next, from: null, to: "enabled", reason: "registered" };
    await this.store.write(creationWrites(webhookRecordType, transition, this.context), id);
    return id;
  }
}
