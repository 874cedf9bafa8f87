import { parkSettlement, type Subject } from "../app/settle-hops.ts";
import { settlement } from "./settlement.ts";
import { step } from "./step.ts";

export const handler = step(settlement, "park", (desk, task: Subject & { readonly error?: string }) =>
  parkSettlement(desk, task, task.error ?? "no answer"),
);
