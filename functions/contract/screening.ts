import type { ApiLambda, Operation } from "../http/operation.ts";
import { type Contract, lambdasOf, operationsOf, pagesOf } from "./contract.ts";
import { screeningConsoleContract, screeningContract } from "./screening/contract.ts";

/** The screening interface, in the order of its documents. */
const contracts: readonly Contract[] = [screeningContract, screeningConsoleContract];

/** Every route of the screening interface that programs call, for CDK, documents and tests: the second contract, beside the billing interface's. */
export const screeningOperations: readonly Operation[] = operationsOf(contracts);

export const allScreeningOperations: readonly Operation[] = [...screeningOperations, ...pagesOf(contracts)];

export const screeningLambdas: Readonly<Record<string, ApiLambda>> = lambdasOf(contracts);
