import { parkSettlement, type Subject } from "../../app/settlement/machine-steps.ts";
import { step } from "../step.ts";
import { settlement } from "./handler.ts";

export const handler = step(settlement, "park", (desk, task: Subject & { readonly error?: string }) =>
  parkSettlement(desk, task, task.error ?? "no answer"),
);
