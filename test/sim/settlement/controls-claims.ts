import { type Claim, claimKey, readClaim } from "../../../functions/app/core/idempotency-claim.ts";
import type { Book, Row } from "../../../functions/app/core/ports.ts";
import { rowKey } from "../../../functions/app/core/rows.ts";
import type { World } from "../../support/world/world.ts";
import { type Control, rewritten, simpleScene, unscoped, vendorsWith } from "./control.ts";

const twoTenants = simpleScene();
const [tenant] = twoTenants.tenants;
if (!tenant) throw new Error("a scene has a tenant");
const call = { tenant: 0, invoice: 0, key: "k1", source: "ach", delayMs: 0 } as const;

/** A book that forgets claims whose lease has ended. */
function forgetful(book: Book, world: World): Book {
  const fresh = async (row: Row | undefined) => {
    const claim: Claim | undefined = row?.type === "claim" ? readClaim(row) : undefined;
    if (!claim || claim.body.leaseUntil > world.clock.now()) return row;
    await book.write([{ remove: claim.key, expect: claim.v }], `forget-${claim.v}`);
    return undefined;
  };
  return {
    page: (query) => book.page(query),
    write: (writes, nonce) => book.write(writes, nonce),
    read: async (keys) => {
      const rows: (Row | undefined)[] = [];
      for (const row of await book.read(keys)) rows.push(await fresh(row));
      return rows;
    },
  };
}

function clientKey(world: World, key: string): string {
  const settlementId = key.split(":")[0];
  const claim = world.book
    .rows()
    .find((row) => row.type === "claim" && readClaim(row)?.body.command.settlementId === settlementId);
  return world.askers.find(({ ask }) => claimKey(ask).pk === claim?.pk)?.ask.idempotencyKey ?? key;
}

let fresh = 0;

/** Mistakes with keys, ours and the clients'. */
export const claimControls: readonly Control[] = [
  {
    name: "claim deleted on error",
    caughtBy: ["one execution a key"],
    alteration: {
      app: ({ payInvoice }) => ({
        payInvoice: async (desk, request) => {
          try {
            return await payInvoice(desk, request);
          } catch (error) {
            const [row] = await desk.book.read([claimKey(request)]);
            const claim = readClaim(row);
            if (claim?.body.status === "running")
              await desk.book.write([{ remove: claim.key, expect: claim.v }], `drop-${claim.v}`);
            throw error;
          }
        },
      }),
    },
  },
  {
    name: "claim that expires and runs again",
    caughtBy: ["one execution a key"],
    alteration: { book: forgetful },
  },
  {
    name: "key not scoped to the tenant",
    caughtBy: ["a key belongs to its tenant, route and body"],
    alteration: { book: (book) => unscoped(book, 1) },
    scene: { ...twoTenants, tenants: [tenant, tenant], asks: [call, { ...call, tenant: 1, delayMs: 40 }] },
  },
  {
    name: "key not scoped to the route",
    caughtBy: ["a key belongs to its tenant, route and body"],
    alteration: { book: (book) => unscoped(book, 2) },
    scene: {
      ...twoTenants,
      asks: [
        { ...call, amountCents: 1_000 },
        { ...call, amountCents: 1_000, operation: "payAgain", delayMs: 40 },
      ],
    },
  },
  {
    name: "body hash skipped",
    caughtBy: ["a key belongs to its tenant, route and body"],
    alteration: {
      app: ({ payInvoice }) => ({
        payInvoice: (desk, request) => payInvoice(desk, { ...request, fingerprint: "any" }),
      }),
    },
    scene: {
      ...twoTenants,
      asks: [
        { ...call, amountCents: 1_000 },
        { ...call, amountCents: 2_000, delayMs: 40 },
      ],
    },
  },
  {
    name: "a form's nonce not taken for its key",
    caughtBy: ["one execution a key", "a replay is identical and writes nothing"],
    alteration: {
      app: ({ payByForm }) => ({
        payByForm: (desk, invoice, asked, form) =>
          payByForm(desk, invoice, asked, { ...form, nonce: `${form.nonce}.${desk.requestId}` }),
      }),
    },
    scene: {
      ...twoTenants,
      asks: [0, 40].map((delayMs) => ({
        ...{ ...call, amountCents: 1_000, operation: "payHostedInvoice", delayMs },
      })),
    },
  },
  {
    name: "client key passed to the rail",
    caughtBy: ["outside keys are ours"],
    alteration: {
      vendors: (vendors, world) =>
        vendorsWith(vendors, {
          collect: (asked) => vendors.collect({ ...asked, key: clientKey(world, asked.key) }),
        }),
    },
  },
  {
    name: "retry with a new rail key",
    caughtBy: ["at most one collection, conversion and payout a settlement"],
    alteration: {
      vendors: (vendors) =>
        vendorsWith(vendors, {
          collect: (asked) => {
            fresh += 1;
            return vendors.collect({ ...asked, key: `${asked.key}:${fresh}` });
          },
        }),
    },
  },
  {
    name: "overpay race",
    caughtBy: ["an invoice counts its standing payments and never more than its total"],
    alteration: {
      book: (book) => ({
        ...rewritten(book, (write) => write),
        read: async (keys) => (await book.read(keys)).map((row) => row && nothingInFlight(row)),
      }),
    },
    scene: {
      ...twoTenants,
      asks: [
        { ...call, source: "ach_push" },
        { ...call, key: "k2", source: "ach_push", delayMs: 5 },
      ],
    },
  },
];

function nothingInFlight(row: Row): Row {
  if (row.type !== "invoice" || row.sk !== rowKey("").sk) return row;
  const body = row.body as { state: object };
  return { ...row, body: { ...body, state: { ...body.state, amountProcessingCents: 0 } } };
}
