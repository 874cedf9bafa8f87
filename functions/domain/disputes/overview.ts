import { moves } from "../core/overview-counts.ts";
import type { DisputeCase } from "./case.ts";

export const caseShows = moves<DisputeCase>(({ status, amountCents }) => ({
  disputes: 1,
  "disputes.totalCents": amountCents,
  [`disputes.${status}`]: 1,
}));
