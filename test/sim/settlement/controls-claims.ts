import { type Claim, claimKey, readClaim } from "../../../functions/app/core/idempotency-claim.ts";
import type { Row, Store } from "../../../functions/app/core/ports.ts";
import { dropKeyPart, reread, withState } from "../../support/world/core/alterations.ts";
import type { World } from "../../support/world/settlement/world.ts";
import { mistake, simpleScene } from "./scene.ts";

const twoTenants = simpleScene();
const [tenant] = twoTenants.tenants;
if (!tenant) throw new Error("a scene has a tenant");
const call = { tenant: 0, invoice: 0, key: "k1", source: "ach", delayMs: 0 } as const;

function forgetful(store: Store, world: World): Store {
  const fresh = async (row: Row | undefined) => {
    const claim: Claim | undefined = row?.type === "claim" ? readClaim(row) : undefined;
    if (!claim || claim.body.leaseUntil > world.clock.now()) return row;
    await store.write([{ remove: claim.key, expect: claim.v }], `forget-${claim.v}`);
    return undefined;
  };
  return {
    page: (query) => store.page(query),
    write: (writes, nonce) => store.write(writes, nonce),
    read: async (keys) => {
      const rows: (Row | undefined)[] = [];
      for (const row of await store.read(keys)) rows.push(await fresh(row));
      return rows;
    },
  };
}

function clientKey(world: World, key: string): string {
  const settlementId = key.split(":")[0];
  const claim = world.store
    .rows()
    .find((row) => row.type === "claim" && readClaim(row)?.body.command.settlementId === settlementId);
  return world.clients.all.find(({ call: request }) => claimKey(request).pk === claim?.pk)?.call.idempotencyKey ?? key;
}

let fresh = 0;

/** Mistakes with keys, ours and the clients'. */
export const claimControls = [
  mistake("claim deleted on error", "one execution a key", {
    app: ({ payInvoice }) => ({
      payInvoice: async (context, vendors, request) => {
        try {
          return await payInvoice(context, vendors, request);
        } catch (error) {
          const [row] = await context.store.read([claimKey(request)]);
          const claim = readClaim(row);
          if (claim?.body.status === "running")
            await context.store.write([{ remove: claim.key, expect: claim.v }], `drop-${claim.v}`);
          throw error;
        }
      },
    }),
  }),
  mistake("claim that expires and runs again", "one execution a key", { store: forgetful }),
  mistake("key not scoped to the tenant", "a key belongs to its tenant, route and body", {
    store: (store) => dropKeyPart(store, 1),
    scene: { ...twoTenants, tenants: [tenant, tenant], asks: [call, { ...call, tenant: 1, delayMs: 40 }] },
  }),
  mistake("key not scoped to the route", "a key belongs to its tenant, route and body", {
    store: (store) => dropKeyPart(store, 2),
    scene: {
      ...twoTenants,
      asks: [
        { ...call, amountCents: 1_000 },
        { ...call, amountCents: 1_000, operation: "payAgain", delayMs: 40 },
      ],
    },
  }),
  mistake("body hash skipped", "a key belongs to its tenant, route and body", {
    app: ({ payInvoice }) => ({
      payInvoice: (context, vendors, request) => payInvoice(context, vendors, { ...request, fingerprint: "any" }),
    }),
    scene: {
      ...twoTenants,
      asks: [
        { ...call, amountCents: 1_000 },
        { ...call, amountCents: 2_000, delayMs: 40 },
      ],
    },
  }),
  mistake("a form's nonce not taken for its key", ["one execution a key", "a replay is identical and writes nothing"], {
    app: ({ payByForm }) => ({
      payByForm: (context, vendors, invoice, input, form) =>
        payByForm(context, vendors, invoice, input, { ...form, nonce: `${form.nonce}.${context.requestId}` }),
    }),
    scene: {
      ...twoTenants,
      asks: [0, 40].map((delayMs) => ({ ...{ ...call, amountCents: 1_000, operation: "payHostedInvoice", delayMs } })),
    },
  }),
  mistake("client key passed to the rail", "outside keys are ours", {
    vendors: (vendors, world) => ({
      collect: (input) => vendors.collect({ ...input, key: clientKey(world, input.key) }),
    }),
  }),
  mistake("retry with a new rail key", "at most one collection, conversion and payout a settlement", {
    vendors: (vendors) => ({
      collect: (input) => {
        fresh += 1;
        return vendors.collect({ ...input, key: `${input.key}:${fresh}` });
      },
    }),
  }),
  mistake("overpay race", "an invoice counts its standing payments and never more than its total", {
    store: (store) => reread(store, (row) => withState(row, "invoice", () => ({ amountProcessingCents: 0 }))),
    scene: {
      ...twoTenants,
      asks: [
        { ...call, source: "ach_push" },
        { ...call, key: "k2", source: "ach_push", delayMs: 5 },
      ],
    },
  }),
];
