import { getInvoice, listInvoices } from "../../../functions/app/invoicing/invoices.ts";
import { createTenant, mintKey } from "../../../functions/app/tenants/tenants.ts";
import { TenantAuthenticator } from "../../../functions/http/tenant-key.ts";
import { fine } from "../../support/world/core/step.ts";
import type { World } from "../../support/world/settlement/world.ts";
import { workIn } from "../core/virtual-timers.ts";
import { plainRail, simpleScene, stage } from "./scene.ts";

/** A counted figure and the most it may be. */
export interface Figure {
  readonly name: string;
  readonly is: number;
  readonly atMost: number;
}

async function counted(world: World, act: () => Promise<unknown>): Promise<number> {
  const before = world.store.calls;
  await act();
  return world.store.calls - before;
}

/** DynamoDB calls by the process that made them, over one payment's whole life. */
async function oneLife(pushed: boolean): Promise<{ world: World; calls: Map<string, number> }> {
  const base = simpleScene();
  const funds = { event: { kind: "funds_received" }, delayMs: 5_000 } as const;
  const world = stage(
    pushed
      ? {
          ...base,
          asks: base.asks.map((ask) => ({ ...ask, source: "ach_push" as const })),
          rail: () => ({ ...plainRail, afterCollection: [funds] }),
        }
      : base,
    1,
  );
  const calls = new Map<string, number>();
  world.scheduler.plan = (op, _, { name }) => {
    if (op.kind === "read" || op.kind === "write") {
      const who = name === "stream" && op.name.startsWith("book") ? "stream" : name;
      calls.set(who, (calls.get(who) ?? 0) + 1);
    }
    return fine;
  };
  workIn(world.scheduler);
  await world.scheduler.settle();
  const [client] = world.clients.all;
  if (client) {
    world.clients.submit(client.call);
    const before = calls.get("pay k1") ?? 0;
    await world.scheduler.settle();
    calls.set("replay", (calls.get("pay k1") ?? 0) - before);
    calls.set("pay k1", before);
  }
  workIn(undefined);
  return { world, calls };
}

function sum(calls: ReadonlyMap<string, number>, names: readonly string[]): number {
  return names.reduce((total, name) => total + (calls.get(name) ?? 0), 0);
}

const transitions = ["Collect", "Screen", "AwaitScreen", "Convert", "Disburse", "Decline", "Park"];

/** Counts what quality asks for. */
export async function countCalls(): Promise<Figure[]> {
  const pulled = await oneLife(false);
  const pushed = await oneLife(true);
  const { world } = pulled;
  const context = world.furnishing();
  const tenant = await createTenant(context, {
    ...{ slug: "acme", name: "Acme", contactEmail: "billing@example.test", isoRef: null, metadata: {} },
    ...{ destChain: "base", destWallet: "0xA", stable: "USDT", partnerCustomerId: "cust_1" },
  });
  const { secret } = await mintKey(context, tenant.id, { name: null, environment: "test" });
  const api = new TenantAuthenticator(world.store, "test");
  const ask = () => api.authenticate((name) => (name === "x-api-key" ? secret : undefined), world.scheduler.nowMs);
  await ask();
  const { tenantId = "", invoiceId = "" } = world.clients.all[0]?.call ?? {};
  const asking = { tenantId, tenantCreatedAt: world.clock.now() };
  const path = [...world.machines.executions.values()][0]?.path ?? [];
  return [
    { name: "authorize, warm", is: await counted(world, ask), atMost: 0 },
    { name: "pay, to its answer", is: sum(pulled.calls, ["pay k1"]), atMost: 4 },
    { name: "the spine, all hops of the machine", is: sum(pulled.calls, transitions), atMost: 10 },
    { name: "the spine, pushed", is: sum(pushed.calls, transitions), atMost: 10 },
    { name: "replay", is: sum(pulled.calls, ["replay"]), atMost: 1 },
    { name: "GET by id", is: await counted(world, () => getInvoice(context, tenantId, invoiceId)), atMost: 1 },
    { name: "list", is: await counted(world, () => listInvoices(context, asking, { limit: 25 })), atMost: 2 },
    { name: "rail callback", is: sum(pushed.calls, ["callback funds_received"]), atMost: 2 },
    { name: "state transitions, happy path", is: path.length + 1, atMost: 8 },
  ];
}
