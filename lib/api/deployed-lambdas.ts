import { lambdas } from "../../functions/contract/billing.ts";
import { screeningInnerLambdas } from "../../functions/contract/screening/contract.ts";
import { screeningLambdas } from "../../functions/contract/screening.ts";
import type { ApiLambda } from "../../functions/http/operation.ts";
import { innerLambdas } from "./background-lambdas.ts";

/** Every Lambda of both stacks, by function name: what is bundled. */
export const deployedLambdas: Readonly<Record<string, ApiLambda>> = {
  ...lambdas,
  ...innerLambdas,
  ...screeningLambdas,
  ...screeningInnerLambdas,
};
