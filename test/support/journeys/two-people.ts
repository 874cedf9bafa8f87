import { expect } from "vitest";
import { reviewOperations } from "../../../functions/contract/review/review.ts";
import { waitingApproval } from "../../../functions/contract/shared/waiting-approval.ts";
import { feeRuleOperations } from "../../../functions/contract/tenants/fee-rules.ts";
import { flagOperations } from "../../../functions/contract/tenants/flags.ts";
import { tenantOperations } from "../../../functions/contract/tenants/tenants.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import { type Client, type Input, successOf } from "../runner/client.ts";

const { changeTenant, getTenant } = tenantOperations;
const { approveAction } = reviewOperations;

/** Two operators, of whom the second agrees at once to what the first asks for; without two-person control the first is enough. */
export class TwoOperators {
  readonly #first: Client;
  readonly #second: Client;

  constructor(first: Client, second: Client) {
    this.#first = first;
    this.#second = second;
  }

  /** Changes a tenant; what redirects its money is in force without the day's wait. */
  async changeTenant(id: string, body: object) {
    const params = { id };
    const now = { now: true, reason: "asked for on the telephone" };
    const done = await this.#agreed(changeTenant, { params, body }, now);
    return done ?? this.#first.call(getTenant, { params });
  }

  /** Sets a flag, for all or for one tenant; the flags as they are then. */
  async setFlag(body: { readonly key: string; readonly enabled: boolean | null; readonly tenantId?: string }) {
    const { tenantId } = body;
    const query = tenantId === undefined ? {} : { tenantId };
    const done = await this.#agreed(flagOperations.setFlag, { body });
    return done ?? this.#first.call(flagOperations.listFlags, { query });
  }

  /** Adds a fee rule that holds for whoever has none of their own. */
  async addDefaultFeeRule(body: object): Promise<void> {
    await this.#agreed(feeRuleOperations.addFeeRule, { body });
  }

  /** What the first one's call answers, or nothing where it waited for the second, who has agreed. */
  async #agreed<O extends Operation>(op: O, input: Input, agreeing?: object) {
    const answer = await this.#first.ask(op, input);
    if (answer.status !== 202) return successOf(op, answer);
    const { approvalId: id } = waitingApproval.parse(JSON.parse(answer.text));
    const approval = await this.#second.call(approveAction, { params: { id }, body: agreeing });
    expect(approval.status, `${op.id} waited for a second operator`).toBe("effective");
    return undefined;
  }
}
