import type { ClaimBody } from "../../../functions/app/core/idempotency-claim.ts";
import type { Row, Store, Write, WriteResult } from "../../../functions/app/core/ports.ts";
import { ServiceUnavailable } from "../../../functions/domain/core/service-unavailable.ts";
import { bodyToStore } from "../../../functions/domain/core/stored-body.ts";
import { addDays } from "../../../functions/domain/core/time.ts";
import { newerMark } from "../../support/core/newer-release.ts";
import { changedPut, reread, rewritten, unconditional } from "../../support/world/core/alterations.ts";
import { mistake, railReporting, simpleScene } from "./scene.ts";

function writtenAnyhow(store: Store): Store {
  return {
    ...rewritten(store, (write) => write),
    write: (writes, nonce) =>
      store.write(writes, nonce).catch((error: unknown): WriteResult => {
        if (error instanceof ServiceUnavailable) return { ok: true };
        throw error;
      }),
  };
}

/** A claim that is forgotten in a month, whatever was made under it. */
export function forgottenInAMonth(row: Row): Row {
  if (row.type !== "claim") return row;
  const { createdAt } = row.body as ClaimBody;
  return { ...row, ttl: Math.floor(Date.parse(addDays(createdAt, 31)) / 1000) };
}

function withoutLastTime(row: Row): Row {
  const { head, ...body } = (row.body ?? {}) as { head?: { at?: string } };
  if (!head) return row;
  const { at: _, ...rest } = head;
  return { ...row, body: { ...body, head: rest } };
}

/** As a schema leaves a row that drops what it does not know. */
function withoutUnknown(row: Row): Row {
  const text = JSON.stringify(bodyToStore(row.body) ?? null, (_, value: unknown) =>
    value === newerMark ? undefined : value,
  );
  return { ...row, body: JSON.parse(text) as unknown };
}

/** A book beside which processes keep the claims in memory. */
function claimsInMemory(store: Store, { memory }: { readonly memory: Map<string, unknown> }): Store {
  const isClaim = (write: Write) => "put" in write && write.put.type === "claim";
  return {
    ...rewritten(store, (write) => write),
    read: async (keys) => {
      const rows = await store.read(keys);
      return rows.map((row, at) => (memory.get(keys[at]?.pk ?? "") as Row | undefined) ?? row);
    },
    write: async (writes, nonce) => {
      const written = await store.write(
        writes.filter((write) => !isClaim(write)),
        nonce,
      );
      for (const write of writes)
        if ("put" in write && isClaim(write) && written.ok) memory.set(write.put.pk, write.put);
      return written;
    },
  };
}

const back = { kind: "returned", code: "R10" } as const;

/** A payment after which as much is due again. */
const partOfAnInvoice = simpleScene({
  tenants: [{ wallet: "0xA", partnerCustomerId: "cust_1", invoices: [{ totalCents: 33_333, sent: true }] }],
  asks: [{ tenant: 0, invoice: 0, key: "k1", amountCents: 11_111, source: "ach", delayMs: 0 }],
});

/** Mistakes that only one kind of fault shows. */
export const faultControls = [
  mistake("a throttled write taken for written", ["nothing is stuck", "no event is lost", "one execution a key"], {
    shownBy: "throttles",
    store: writtenAnyhow,
    scene: simpleScene(),
  }),
  mistake("a claim that made a payment is forgotten", "one execution a key", {
    shownBy: "forgotten rows",
    store: (store) => rewritten(store, changedPut(forgottenInAMonth)),
    scene: partOfAnInvoice,
  }),
  mistake("a claim in the memory of a process", "a replay is identical and writes nothing", {
    shownBy: "restarts",
    store: claimsInMemory,
    scene: partOfAnInvoice,
  }),
  mistake("an audit entry's time may go back", "the hash chain verifies", {
    shownBy: "skewed clocks",
    store: (store) => reread(store, withoutLastTime),
    scene: simpleScene(),
  }),
  mistake("what a newer release wrote is dropped", "what a newer release wrote is kept", {
    shownBy: "newer writes",
    store: (store) => rewritten(store, changedPut(withoutUnknown)),
    scene: simpleScene(),
  }),
  mistake(
    "a slow answer is recorded over what came meanwhile",
    ["nothing is stuck", "the ledger agrees with the record"],
    {
      shownBy: "slow answers",
      relax: unconditional(({ type }) => type === "settlement" || type === "entry"),
      scene: simpleScene({ rail: () => railReporting(back, 4_000) }),
    },
  ),
];
