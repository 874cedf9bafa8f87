import { moves } from "../core/overview-counts.ts";
import type { Escrow } from "./escrow.ts";

export const escrowCounts = moves<Escrow>(({ status, amountCents, returnedCents }) => ({
  escrows: 1,
  "escrows.totalCents": amountCents,
  "escrows.returnedCents": returnedCents,
  [`escrows.${status}`]: 1,
}));
