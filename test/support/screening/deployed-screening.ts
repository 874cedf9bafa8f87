import type { PlanName } from "../../../functions/domain/screening/plan.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import { DeployedSandbox } from "../runner/deployed.ts";
import { screeningOperationOf } from "../runner/lambdas.ts";

/** An account of the test. */
export interface AccountOwner {
  readonly id: string;
  readonly apiKey: string;
}

/** The screening interface's own Lambdas, as they are deployed, over a fake AWS in this process; nobody has an account yet. */
export class DeployedScreening extends DeployedSandbox {
  /** Opens an account as an operator does. */
  async account(plan: PlanName, name = "Acme Inc."): Promise<AccountOwner> {
    const reply = await this.call("createAccount", this.operatorToken, {}, { name, plan });
    if (reply.status !== 201) throw new Error(`createAccount: ${reply.status} ${reply.text}`);
    return JSON.parse(reply.text);
  }

  protected override operation(id: string): Operation {
    return screeningOperationOf(id);
  }
}
