import { type Entry, hopWrites, loaded } from "../../../functions/app/core/aggregate.ts";
import type { Desk } from "../../../functions/app/core/context.ts";
import type { Book, Row, Write } from "../../../functions/app/core/ports.ts";
import { listPartition } from "../../../functions/app/core/rows.ts";
import { caseKind } from "../../../functions/app/disputes/case-record.ts";
import { tenantList } from "../../../functions/app/tenants/records.ts";
import { deliveryOf, type EnqueueDesk, enqueue } from "../../../functions/app/webhooks/enqueue.ts";
import { webhookKind, webhookList } from "../../../functions/app/webhooks/record.ts";
import { monthOf } from "../../../functions/domain/core/time.ts";
import type { DisputeAlteration } from "../../support/world/dispute-world.ts";
import { type PartCaught, tryMistake } from "../core/part-control.ts";
import { unconditional, unscoped, vendorsWith, withState } from "../settlement/control.ts";
import type { DisputeInvariant } from "./findings.ts";
import type { DisputeScene } from "./scene.ts";
import { acts, aPayment, bring, disputeScene, said } from "./scenes.ts";
import { playDisputeSeed } from "./schedule.ts";

/** A mistake that could have been made with disputes, and the invariants that must tell it. */
export interface DisputeControl {
  readonly name: string;
  readonly caughtBy: readonly DisputeInvariant[];
  readonly alteration: DisputeAlteration;
  /** Where chance alone would seldom come to it. */
  readonly scene?: DisputeScene;
}

/** A book in which rows are seen otherwise than they are. */
function seenAs(book: Book, change: (row: Row) => Row): Book {
  return {
    read: async (keys) => (await book.read(keys)).map((row) => row && change(row)),
    page: (query) => book.page(query),
    write: (writes, nonce) => book.write(writes, nonce),
  };
}

/** Writes to a book with some left out. */
function without(isLeftOut: (write: Write, all: readonly Write[]) => boolean) {
  return (writes: readonly Write[]) => writes.filter((write) => !isLeftOut(write, writes));
}

function stateIn<S>(write: Write, type: string): S | undefined {
  if (!("put" in write) || write.put.type !== type) return undefined;
  return (write.put.body as { state: S }).state;
}

const ends = new Set(["won", "lost", "accepted", "withdrawn", "expired"]);

/** Ends every case that was submitted, because a window has closed by now. */
async function expireAnyhow(desk: Desk): Promise<void> {
  const [tenant] = await desk.book.page({ index: "list", pk: tenantList.name, limit: 1 });
  const pk = listPartition(tenant?.pk ?? "", "case", monthOf(desk.clock.now()), "submitted");
  for (const row of await desk.book.page({ index: "status", pk, limit: 10 })) {
    const found = loaded(caseKind, row);
    if (!found || found.state.networkDueBy > desk.clock.now()) continue;
    const next = { ...found.state, status: "expired" as const };
    const hop = { next, from: "submitted", to: "expired", reason: "not answered" };
    await desk.book.write(hopWrites(found, [hop], desk).writes, desk.newId("req", desk.clock.now()));
  }
}

/** Makes the deliveries of an entry's events once more. */
async function tellAgain(desk: EnqueueDesk, { tenantId, events }: Entry): Promise<void> {
  const rows = await desk.book.page({ index: "list", pk: webhookList(tenantId).name, limit: 9 });
  const endpoints = rows.flatMap((row) => loaded(webhookKind, row)?.state ?? []);
  const now = desk.clock.now();
  const made = events.flatMap((event) =>
    endpoints.map((each) => deliveryOf(tenantId, event, each, now, "again")),
  );
  await enqueue(desk, made);
}

const held = [aPayment(0, { isHeld: true, refundable: true })];
const complaint = bring({ externalId: "x2", kind: "dispute", source: "manual" });
const toSubmit = said([0, bring()], [2, acts.gather], [4, acts.texts], [6, acts.submit], [9, acts.won]);

/** Mistakes on purpose. */
export const disputeControls: readonly DisputeControl[] = [
  {
    name: "a source's id is not held to be one",
    caughtBy: ["one alert for a source's id, and none is lost"],
    alteration: { relax: unconditional(({ type }) => type === "alert_external") },
    scene: disputeScene(said([0, bring()], [0, bring()], [0, bring()])),
  },
  {
    name: "key of an alert not scoped to the tenant",
    caughtBy: ["one alert for a source's id, and none is lost"],
    alteration: { book: (book) => unscoped(book, 1) },
    scene: {
      ...disputeScene([]),
      tenants: 2,
      payments: [aPayment(0), aPayment(1, { tenant: 1 })],
      calls: [0, 1].map((tenant) => ({
        ...{ tenant, key: "k1", delayMs: 40 * tenant },
        words: bring({ names: null }),
      })),
    },
  },
  {
    name: "disputes not taken off with the outcome",
    caughtBy: ["a payment's disputes are its open cases, at most one"],
    alteration: {
      relax: without((write, all) => {
        const isEnd = all.some((each) => ends.has(stateIn<{ status: string }>(each, "case")?.status ?? ""));
        const ofPayment = "put" in write && write.put.pk.startsWith("stl_");
        return isEnd && ofPayment;
      }),
    },
    scene: disputeScene(toSubmit),
  },
  {
    name: "case opened without its payment",
    caughtBy: ["a payment's disputes are its open cases, at most one"],
    alteration: {
      relax: without((write, all) => {
        const opens = all.some((each) => stateIn<{ status: string }>(each, "case")?.status === "open");
        return opens && "put" in write && write.put.pk.startsWith("stl_");
      }),
    },
    scene: disputeScene(said([0, acts.open], [0, bring()])),
  },
  {
    name: "an alert handed to a case that has ended",
    caughtBy: ["nothing is stuck"],
    alteration: { relax: without((write) => "check" in write) },
    scene: disputeScene(
      said(
        [0, bring()],
        [2, acts.withdraw],
        [2, bring({ externalId: "x3" })],
        [2, bring({ externalId: "x4" })],
      ),
    ),
  },
  {
    name: "count applied again with every handing on",
    caughtBy: ["what was counted is what entries say, once each"],
    alteration: {
      book: (book) => seenAs(book, (row) => (row.type === "entry" ? { ...row, outbox: "pending" } : row)),
      relax: (writes) => writes.map((write) => ("handedOn" in write ? { handedOn: write.handedOn } : write)),
    },
    scene: disputeScene(said([0, bring()], [0, bring({ externalId: "x3" })])),
  },
  {
    name: "breach told without the one before it",
    caughtBy: ["a breach is told once, and takes the credit with it"],
    alteration: {
      book: (book) => seenAs(book, (row) => withState(row, "programs", () => ({ programs: {} }))),
    },
    scene: disputeScene(said([0, bring()], [3, bring({ externalId: "x3", names: null })]), {
      counted: { payments: 40_000, visaChargebacks: 1_500 },
    }),
  },
  {
    name: "credit suspended without the tenant's record",
    caughtBy: ["a breach is told once, and takes the credit with it"],
    alteration: {
      relax: without((write, all) => {
        const isProgram = all.some((each) => "put" in each && each.put.type === "programs");
        return isProgram && "put" in write && write.put.pk.startsWith("ten_");
      }),
    },
    scene: disputeScene(said([0, bring()]), { counted: { payments: 40_000, visaChargebacks: 1_500 } }),
  },
  {
    name: "double-loss guard skipped",
    caughtBy: ["no payment is refunded that was or will be taken back"],
    alteration: {
      disputes: ({ ingestAlert }) => ({
        ingestAlert: (desk, request) => {
          const blind = (row: Row) => withState(row, "settlement", () => ({ disputes: [], sendBack: null }));
          return ingestAlert({ ...desk, book: seenAs(desk.book, blind) }, request);
        },
      }),
    },
    scene: disputeScene(said([0, bring()], [2, complaint]), { payments: held, refund: "at once" }),
  },
  {
    name: "refund decided on what was read before",
    caughtBy: [
      "no payment is refunded that was or will be taken back",
      "a payment's disputes are its open cases, at most one",
    ],
    alteration: { relax: unconditional(({ type }) => type === "settlement" || type === "entry") },
    scene: disputeScene(said([0, bring()], [0, complaint], [0, acts.open]), {
      payments: held,
      refund: "at once",
    }),
  },
  {
    name: "the rail is told by a new key each time",
    caughtBy: ["the rail is told once, and money goes back once"],
    alteration: {
      vendors: (vendors) => {
        let tries = 0;
        return vendorsWith(vendors, {
          returnDeposit: (asked) => {
            tries += 1;
            return vendors.returnDeposit({ ...asked, key: `${asked.key}-${tries}` });
          },
        });
      },
    },
    scene: disputeScene(said([0, complaint]), { payments: held, refund: "at once" }),
  },
  {
    name: "expiry that overlooks what was submitted",
    caughtBy: ["history is an allowed path without gaps, its chain whole"],
    alteration: {
      app: ({ sweep }) => ({
        sweep: async (desk) => {
          await expireAnyhow(desk);
          return sweep(desk);
        },
      }),
    },
    scene: disputeScene(
      said([0, bring({ respondByMs: 60_000 })], [2, acts.gather], [4, acts.texts], [6, acts.submit]),
    ),
  },
  {
    name: "event told twice",
    caughtBy: ["no event is lost, and none told twice"],
    alteration: {
      app: ({ dispatchEntry }) => ({
        dispatchEntry: async (desk, row) => {
          await dispatchEntry(desk, row);
          await tellAgain(desk, row.body as Entry);
        },
      }),
    },
  },
  {
    name: "packet's order taken and forgotten",
    caughtBy: ["what was submitted is in its packet"],
    alteration: {
      disputes: () => ({ buildPacket: async () => undefined }),
    },
    scene: disputeScene(toSubmit),
  },
];

const mostSchedules = 1_000;

/** Plays schedules against a mistake until one of the invariants that should tell it does. */
export function tryDisputeControl(control: DisputeControl): Promise<PartCaught<DisputeInvariant>> {
  const { alteration, scene } = control;
  return tryMistake(
    control,
    (seed) => playDisputeSeed(seed, { alteration, ...(scene && { scene }) }),
    mostSchedules,
  );
}
