import { type Entry, loadAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import type { Context } from "../../../functions/app/core/context.ts";
import type { Row, Write } from "../../../functions/app/core/ports.ts";
import { listPartition } from "../../../functions/app/core/row-keys.ts";
import { caseRecordType } from "../../../functions/app/disputes/case-record.ts";
import { tenantList } from "../../../functions/app/tenants/records.ts";
import { deliveryOf, type EnqueueContext, enqueue } from "../../../functions/app/webhooks/enqueue.ts";
import { webhookList, webhookRecordType } from "../../../functions/app/webhooks/record.ts";
import { monthOf } from "../../../functions/domain/core/time.ts";
import { dropKeyPart, reread, unconditional, withState } from "../../support/world/core/alterations.ts";
import type { DisputeAlteration } from "../../support/world/disputes/world.ts";
import { mistakesIn } from "../core/simulation.ts";
import type { DisputeInvariant } from "./invariants.ts";
import type { DisputeScene } from "./scene.ts";
import { aPayment, bring, caseActions, disputeScene, scheduleCalls } from "./scenes.ts";

function without(isLeftOut: (write: Write, all: readonly Write[]) => boolean) {
  return (writes: readonly Write[]) => writes.filter((write) => !isLeftOut(write, writes));
}

function stateIn<S>(write: Write, type: string): S | undefined {
  if (!("put" in write) || write.put.type !== type) return undefined;
  return (write.put.body as { state: S }).state;
}

const ends = new Set(["won", "lost", "accepted", "withdrawn", "expired"]);

/** Ends every case that was submitted, because a window has closed by now. */
async function expireAnyhow(context: Context): Promise<void> {
  const [tenant] = await context.store.page({ index: "list", pk: tenantList.name, limit: 1 });
  const pk = listPartition(tenant?.pk ?? "", "case", monthOf(context.clock.now()), "submitted");
  for (const row of await context.store.page({ index: "status", pk, limit: 10 })) {
    const found = loadAggregate(caseRecordType, row);
    if (!found || found.state.networkDueBy > context.clock.now()) continue;
    const next = { ...found.state, status: "expired" as const };
    const transition = { next, from: "submitted", to: "expired", reason: "not answered" };
    await context.store.write(
      transitionWrites(found, [transition], context).writes,
      context.newId("req", context.clock.now()),
    );
  }
}

async function tellAgain(context: EnqueueContext, { tenantId, events }: Entry): Promise<void> {
  const rows = await context.store.page({ index: "list", pk: webhookList(tenantId).name, limit: 9 });
  const endpoints = rows.flatMap((row) => loadAggregate(webhookRecordType, row)?.state ?? []);
  const now = context.clock.now();
  const made = events.flatMap((event) => endpoints.map((each) => deliveryOf(tenantId, event, each, now, "again")));
  await enqueue(context, made);
}

const held = [aPayment(0, { isHeld: true, refundable: true })];
const complaint = bring({ externalId: "x2", kind: "dispute", source: "manual" });
const toSubmit = scheduleCalls(
  [0, bring()],
  [2, caseActions.gather],
  [4, caseActions.texts],
  [6, caseActions.submit],
  [9, caseActions.won],
);

const mistake = mistakesIn<DisputeScene, DisputeAlteration, DisputeInvariant>();

/** Mistakes on purpose. */
export const disputeControls = [
  mistake("a source's id is not held to be one", "one alert for a source's id, and none is lost", {
    relax: unconditional(({ type }) => type === "alert_external"),
    scene: disputeScene(scheduleCalls([0, bring()], [0, bring()], [0, bring()])),
  }),
  mistake("key of an alert not scoped to the tenant", "one alert for a source's id, and none is lost", {
    store: (store) => dropKeyPart(store, 1),
    scene: {
      ...disputeScene([]),
      tenants: 2,
      payments: [aPayment(0), aPayment(1, { tenant: 1 })],
      calls: [0, 1].map((tenant) => ({
        ...{ tenant, key: "k1", delayMs: 40 * tenant },
        command: bring({ names: null }),
      })),
    },
  }),
  mistake("disputes not taken off with the outcome", "a payment's disputes are its open cases, at most one", {
    relax: without((write, all) => {
      const isEnd = all.some((each) => ends.has(stateIn<{ status: string }>(each, "case")?.status ?? ""));
      const ofPayment = "put" in write && write.put.pk.startsWith("stl_");
      return isEnd && ofPayment;
    }),
    scene: disputeScene(toSubmit),
  }),
  mistake("case opened without its payment", "a payment's disputes are its open cases, at most one", {
    relax: without((write, all) => {
      const opens = all.some((each) => stateIn<{ status: string }>(each, "case")?.status === "open");
      return opens && "put" in write && write.put.pk.startsWith("stl_");
    }),
    scene: disputeScene(scheduleCalls([0, caseActions.open], [0, bring()])),
  }),
  mistake("an alert handed to a case that has ended", "nothing is stuck", {
    relax: without((write) => "check" in write),
    scene: disputeScene(
      scheduleCalls(
        [0, bring()],
        [2, caseActions.withdraw],
        [2, bring({ externalId: "x3" })],
        [2, bring({ externalId: "x4" })],
      ),
    ),
  }),
  mistake("count applied again with every handing on", "what was counted is what entries say, once each", {
    relax: without((write, all) => "mark" in write && all.length > 1),
    scene: disputeScene(scheduleCalls([0, bring()], [0, bring({ externalId: "x3" })])),
  }),
  mistake("breach told without the one before it", "a breach is told once, and takes the credit with it", {
    store: (store) => reread(store, (row) => withState(row, "programs", () => ({ programs: {} }))),
    scene: disputeScene(scheduleCalls([0, bring()], [3, bring({ externalId: "x3", names: null })]), {
      counted: { payments: 40_000, visaChargebacks: 1_500 },
    }),
  }),
  mistake("credit suspended without the tenant's record", "a breach is told once, and takes the credit with it", {
    relax: without((write, all) => {
      const isProgram = all.some((each) => "put" in each && each.put.type === "programs");
      return isProgram && "put" in write && write.put.pk.startsWith("ten_");
    }),
    scene: disputeScene(scheduleCalls([0, bring()]), { counted: { payments: 40_000, visaChargebacks: 1_500 } }),
  }),
  mistake("double-loss guard skipped", "no payment is refunded that was or will be taken back", {
    disputes: ({ ingestAlert }) => ({
      ingestAlert: (context, request) => {
        const blind = (row: Row) => withState(row, "settlement", () => ({ disputes: [], sendBack: null }));
        return ingestAlert({ ...context, store: reread(context.store, blind) }, request);
      },
    }),
    scene: disputeScene(scheduleCalls([0, bring()], [2, complaint]), { payments: held, refund: "at once" }),
  }),
  mistake(
    "refund decided on what was read before",
    ["no payment is refunded that was or will be taken back", "a payment's disputes are its open cases, at most one"],
    {
      relax: unconditional(({ type }) => type === "settlement" || type === "entry"),
      scene: disputeScene(scheduleCalls([0, bring()], [0, complaint], [0, caseActions.open]), {
        payments: held,
        refund: "at once",
      }),
    },
  ),
  mistake("the rail is told by a new key each time", "the rail is told once, and money goes back once", {
    vendors: (vendors) => {
      let tries = 0;
      return {
        returnDeposit: (input) => {
          tries += 1;
          return vendors.returnDeposit({ ...input, key: `${input.key}-${tries}` });
        },
      };
    },
    scene: disputeScene(scheduleCalls([0, complaint]), { payments: held, refund: "at once" }),
  }),
  mistake("expiry that overlooks what was submitted", "history is an allowed path without gaps, its chain whole", {
    app: ({ sweep }) => ({
      sweep: async (context) => {
        await expireAnyhow(context);
        return sweep(context);
      },
    }),
    scene: disputeScene(
      scheduleCalls(
        [0, bring({ respondByMs: 60_000 })],
        [2, caseActions.gather],
        [4, caseActions.texts],
        [6, caseActions.submit],
      ),
    ),
  }),
  mistake("event told twice", "no event is lost, and none told twice", {
    app: ({ dispatchEntry }) => ({
      dispatchEntry: async (context, row) => {
        await dispatchEntry(context, row);
        await tellAgain(context, row.body as Entry);
      },
    }),
  }),
  mistake("packet's order taken and forgotten", "what was submitted is in its packet", {
    disputes: () => ({ buildPacket: async () => undefined }),
    scene: disputeScene(toSubmit),
  }),
];
