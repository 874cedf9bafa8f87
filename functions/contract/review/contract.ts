import { apiLambda, type Contract, operatorGrants } from "../contract.ts";
import { adminReserveOperations } from "../settlement/reserves.ts";
import { reviewOperations } from "./review.ts";

// It asks a screen again.
const lambdas = { review: apiLambda("api/review/review", [...operatorGrants, "kyt-key:read"]) };

export const reserveReviewContract: Contract = { operations: adminReserveOperations, lambdas };

export const reviewContract: Contract = { operations: reviewOperations, lambdas };
