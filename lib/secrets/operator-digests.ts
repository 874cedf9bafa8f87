import type { Construct } from "constructs";
import { operatorDigestsLambda } from "../../functions/contract/contract.ts";
import { ServiceLambda, type Workshop } from "../api/service-lambda.ts";

/**
 * A workshop whose Lambdas can be told the operators' tokens by their digests, by the one that may read them. It is in
 * the stack itself: whoever asks it is in a nested one, and so is deployed after it.
 */
export function withOperatorDigests<W extends Workshop>(scope: Construct, name: string, workshop: W): W {
  const operatorDigests = new ServiceLambda(scope, name, operatorDigestsLambda, workshop);
  return { ...workshop, on: { ...workshop.on, operatorDigests } };
}
