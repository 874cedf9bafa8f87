import { listAlerts } from "../../../functions/app/disputes/alert-reads.ts";
import { listCases } from "../../../functions/app/disputes/case-reads.ts";
import { startCase } from "../../../functions/app/disputes/start-case.ts";
import { disputedEscrowOf } from "../../../functions/app/escrow/disputes.ts";
import type { DisputeCase } from "../../../functions/domain/disputes/case.ts";
import { EscrowApi } from "./escrow-api.ts";

/** The escrow routes with what disputes come to over the same store. */
export class DisputedEscrowApi extends EscrowApi {
  static override async withTenant(): Promise<DisputedEscrowApi> {
    const api = new DisputedEscrowApi();
    ({ id: api.tenantId, apiKey: api.apiKey } = await api.tenant());
    return api;
  }

  get #asker() {
    return { tenantId: this.tenantId, tenantCreatedAt: this.clock.now() };
  }

  async alerts() {
    return (await listAlerts(this.context, this.#asker, { limit: 10 })).data;
  }

  async cases() {
    return (await listCases(this.context, this.#asker, { limit: 10 })).data;
  }

  /** The one case that there is. */
  async theCase(): Promise<DisputeCase> {
    const [found, ...more] = await this.cases();
    if (!found || more.length > 0) throw new Error(`${more.length + 1} cases`);
    return found;
  }

  /** The bank takes an escrow's deposit back, and what follows is handed on. */
  async returned(id: string, code = "R29"): Promise<void> {
    await this.callback(id, { state: "returned", return_code: code });
    await this.handOn(this.workflows);
  }

  /** A case about an escrow by the tenant's wish; its id. */
  async disputed(id: string): Promise<string> {
    const about = await disputedEscrowOf(this.context, this.tenantId, id);
    const nothing = { network: null, reasonCode: null, amountCents: null, currency: null, networkDueBy: null };
    const input = { alertId: null, paymentId: null, stage: null, ...nothing };
    return (await startCase(this.context, this.tenantId, input, about)).state.id;
  }

  /** The names of all events about alerts and cases, in order. */
  disputeEvents(): string[] {
    return this.store.rows().flatMap(({ type, body }) => {
      const { events = [] } = type === "entry" ? (body as { events?: { name: string }[] }) : {};
      return events.flatMap(({ name }) => (/^(alert|case)\./.test(name) ? [name] : []));
    });
  }
}
