import { entry as entryBody } from "../../../functions/app/core/aggregate.ts";
import type { Row } from "../../../functions/app/core/ports.ts";
import type { EscrowContext } from "../../../functions/app/escrow/escrows.ts";
import { startWorkflows } from "../../../functions/app/operations/start-workflows.ts";
import { startFeeSweeps } from "../../../functions/app/reconciliation/start-fee-sweeps.ts";
import { noLog } from "../../support/core/memory-log.ts";
import { type Attempt, escrowPayoutMachine, Machines, workflowsOn } from "../../support/world/core/machines.ts";
import { theEscrowApp } from "../../support/world/escrow/app.ts";
import { type EscrowCall, perform } from "../../support/world/escrow/call.ts";
import { World } from "../../support/world/settlement/world.ts";

const redelivery = { most: 4, waitMs: 1_000 };

/** Our own wallet, and the dollars that stay in each of the pools. */
const fees = { wallets: { base: "0x27b1fdb04752bbc536007a920d24acb045561c26" }, floats: { USDT: "40.00" } };

/** The service over Bridge, whose escrows are paid out as well, and whose fees are swept. */
export class PooledWorld extends World {
  readonly #payouts = new Machines(escrowPayoutMachine, {
    invoke: (attempt) => this.scheduler.later(1, () => this.#payOut(attempt)),
    later: (seconds, run) => this.scheduler.later(seconds * 1000, run),
  });
  readonly #workflowsOfEscrows = workflowsOn(this.scheduler, this.#payouts);

  /** Makes a call of a client about an escrow. */
  ask(call: EscrowCall): void {
    this.start(`${call.command.op} ${call.key}`, () =>
      perform(theEscrowApp, this.escrowContext(`tenant:${call.tenantId}`), call, () => "mil_none"),
    );
  }

  /** The sweeps of fees that follow the last close. */
  sweepFees(): void {
    this.start("fees", () =>
      startFeeSweeps({ ...this.payContext("system:fees"), fees, log: noLog, isLate: () => false }),
    );
  }

  escrowContext(actor: string): EscrowContext {
    return { ...this.payContext(actor), pagesUrl: "https://p.test" };
  }

  protected override dispatch(entry: Row): void {
    const { workflow, ...rest } = entry;
    const isOfEscrow = workflow && entry.pk.startsWith("esc_");
    if (isOfEscrow) {
      const body = entryBody.parse(entry.body);
      this.consume("workflows", () => startWorkflows(this.#workflowsOfEscrows, body), redelivery);
    }
    super.dispatch(isOfEscrow ? rest : entry);
  }

  #payOut(attempt: Attempt): void {
    const { task, token } = attempt;
    const { error, escrowId = "", tenantId = "" } = attempt.payload;
    this.invoke(this.#payouts, attempt, () => {
      const context = { ...this.escrowContext("system:escrow"), workflows: this.#workflowsOfEscrows };
      return theEscrowApp.transition(task, context, { escrowId, tenantId }, { token, error });
    });
  }
}
