import type { RefusalCode } from "../../domain/core/refusal.ts";
import { accessErrors } from "./error-explanations-access.ts";
import { moneyErrors } from "./error-explanations-money.ts";
import { screeningErrors } from "./error-explanations-screening.ts";

/** Why a code comes, and what to do about it: Markdown for readers of the documentation. */
export interface ErrorWords {
  readonly cause: string;
  readonly remedy: string;
}

/** Every code of the service; one that is missing here does not compile. */
export const errorWords: Readonly<Record<RefusalCode, ErrorWords>> = {
  ...accessErrors,
  ...moneyErrors,
  ...screeningErrors,
};
