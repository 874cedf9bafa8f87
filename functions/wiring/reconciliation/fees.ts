import { type FeePolicy, feePolicyProblem } from "../../domain/reconciliation/fee-policy.ts";
import { live, settings } from "../core/env.ts";
import { rail } from "../rails/rail.ts";

/** Where this stage's fees go. */
export const fees: FeePolicy = { wallets: settings.OPERATOR_WALLETS, floats: settings.FEE_FLOATS };

const problem = rail.poolsWallets ? feePolicyProblem(rail.name, fees) : undefined;

// Elsewhere than in production fees may stay where they are, and a wrong address is refused at synth.
if (live && problem !== undefined) throw new Error(`${problem.setting} ${problem.text}`);
