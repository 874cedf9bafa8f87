import { parkSettlement, type Subject } from "../../app/settlement/machine-steps.ts";
import { step } from "../step.ts";
import { settlement } from "./handler.ts";

export const handler = step(settlement, "park", (context, task: Subject & { readonly error?: string }) =>
  parkSettlement(context, task, task.error ?? "no answer"),
);
