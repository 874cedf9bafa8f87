import type { RefusalCode } from "../../domain/core/refusal.ts";
import type { ErrorExplanation } from "./error-explanation.ts";
import { accessErrors } from "./error-explanations-access.ts";
import { moneyErrors } from "./error-explanations-money.ts";
import { screeningErrors } from "./error-explanations-screening.ts";

/** Every code of the service; one that is missing here does not compile. */
export const errorExplanations: Readonly<Record<RefusalCode, ErrorExplanation>> = {
  ...accessErrors,
  ...moneyErrors,
  ...screeningErrors,
};
