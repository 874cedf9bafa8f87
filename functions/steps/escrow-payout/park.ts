import { type PayoutSubject, parkEscrow } from "../../app/escrow/machine-steps.ts";
import { step } from "../step.ts";
import { escrowPayout } from "./handler.ts";

export const handler = step(escrowPayout, "park", (context, task: PayoutSubject & { readonly error?: string }) =>
  parkEscrow(context, task, task.error ?? "no answer"),
);
