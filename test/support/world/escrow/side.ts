import { rowKey } from "../../../../functions/app/core/row-keys.ts";
import type { EscrowContext } from "../../../../functions/app/escrow/escrows.ts";
import type { PayoutContext } from "../../../../functions/app/escrow/machine-steps.ts";
import { referenceKey } from "../../../../functions/app/escrow/record.ts";
import type { Escrow } from "../../../../functions/domain/escrow/escrow.ts";
import type { MemoryStore } from "../../core/memory-store.ts";
import { Clients } from "../core/clients.ts";
import { type Attempt, escrowPayoutMachine, Machines } from "../core/machines.ts";
import type { Scheduler } from "../core/scheduler.ts";
import { type EscrowApp, theEscrowApp } from "./app.ts";
import { type EscrowCall, perform } from "./call.ts";
import type { EscrowJournal } from "./journal.ts";

/** What the escrows of a world need of it. */
interface Surroundings {
  readonly scheduler: Scheduler;
  readonly store: MemoryStore;
  context(actor: string): PayoutContext & EscrowContext;
  invoke(machines: Machines, attempt: Attempt, work: () => Promise<unknown>): void;
}

/** The escrow of a tenant's reference as a store has it now. */
function escrowOf(store: MemoryStore, { tenantId, reference }: EscrowCall): Escrow | undefined {
  const [pointer] = store.readNow([referenceKey(tenantId, reference)]);
  const id = (pointer?.body as { escrowId: string } | undefined)?.escrowId;
  const [row] = id === undefined ? [] : store.readNow([rowKey(id)]);
  return (row?.body as { state: Escrow } | undefined)?.state;
}

/** The clients of a world's escrows; one that names an escrow which is not there yet comes again, as long as somebody may still make it. */
export function escrowClients(
  { scheduler, store }: Pick<Surroundings, "scheduler" | "store">,
  app: EscrowApp,
  context: (tenantId: string) => EscrowContext,
): Clients<EscrowCall> {
  const isSettled = (call: EscrowCall): boolean => {
    const creates = clients.all.filter(
      (each) => each.call.command.op === "create" && each.call.reference === call.reference,
    );
    return escrowOf(store, call) !== undefined || creates.every(({ isDone }) => isDone);
  };
  const clients: Clients<EscrowCall> = new Clients(scheduler, {
    nameOf: ({ key, command }) => `${command.op} ${key}`,
    perform: (call) => {
      const milestoneId = (at: number) => escrowOf(store, call)?.milestones[at]?.id ?? "mil_none";
      return perform(app, context(call.tenantId), call, milestoneId);
    },
    isEarly: ({ call }) => !isSettled(call),
    codes: ["idempotency_in_progress", "version_conflict", "rail_unavailable"],
    patience: 12,
  });
  return clients;
}

/** Has a machine's task done as its Lambda does it. */
export function runPayoutTask(app: EscrowApp, context: PayoutContext, { task, token, payload }: Attempt) {
  const { error, escrowId = "", tenantId = "" } = payload;
  return app.transition(task, context, { escrowId, tenantId }, { token, error });
}

/** Escrows in a world of settlements, over its rail and in its store: their clients and their machine. */
export class EscrowSide {
  readonly journal: EscrowJournal = new Map();
  readonly machines: Machines;
  readonly clients: Clients<EscrowCall>;

  constructor(world: Surroundings, app: EscrowApp = theEscrowApp) {
    const { scheduler } = world;
    this.machines = new Machines(escrowPayoutMachine, {
      invoke: (attempt) =>
        scheduler.later(1, () =>
          world.invoke(this.machines, attempt, () => runPayoutTask(app, world.context("system:escrow"), attempt)),
        ),
      later: (seconds, run) => scheduler.later(seconds * 1000, run),
    });
    this.clients = escrowClients(world, app, (tenantId) => world.context(`tenant:${tenantId}`));
  }
}
